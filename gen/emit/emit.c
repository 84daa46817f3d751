/* See emit.h: what is the same in every form of the code. */
#include "emit/emit.h"

#include "emit/emit_parts.h"

#include "base/version.h"
#include "emit/emit_batch.h"
#include "emit/emit_simd.h"
#include "emit/emit_stage.h"
#include "emit/emit_tiled.h"
#include "emit/emit_unrolled.h"
#include "emit/scales.h"
#include "program/bounds.h"
#include "program/count.h"
#include "spec/unit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const form_name[FORM_COUNT] = {"unrolled", "tiled", "simd"};

const struct emitted_file emitted_files[EMITTED_FILES] = {
    {".h", emit_header},
    {".c", emit_source},
    {"_vectors.h", emit_vectors},
    {"_selftest.c", emit_selftest},
};

/* All options that an emitted file depends on. */
static const char *options_text(const struct model *model)
{
    const char *text =
        arena_printf(model->arena, "--form=%s --accuracy=%s --clamps=%s", form_name[model->form],
                     accuracy_name[model->program->accuracy], model->all_clamps ? "all" : "needed");
    if (model->form == FORM_SIMD)
        text = arena_printf(model->arena, "%s --lanes=%zu", text, model->lanes);
    return model->batch > 0 ? arena_printf(model->arena, "%s --batch=%zu", text, model->batch)
                            : text;
}

static void emit_costs(const struct model *model, FILE *m4)
{
    const struct counts *c = &model->counts;
    const char *tables =
        c->input_bytes == 0
            ? ""
            : arena_printf(model->arena, " and %zu bytes of tables for the inputs", c->input_bytes);
    emit_call(
        m4, "COSTS", "%zu\t%s\t%zu\t%s%s\t%zu bytes of weights and biases%s\t%zu",
        c->multiplications,
        c->ops[OP_DISTANCE] > 0
            ? "\n * Squares of distances count as multiplications; a kernel computes them."
            : "",
        c->additions, c->dropped == 0 ? "none" : arena_printf(model->arena, "%zu", c->dropped),
        model->form == FORM_TILED ? ".\n * Zeros in tables are multiplied, which changes no bit"
                                  : "",
        c->constant_bytes, tables, c->buffer_bytes);
}

/* "full.", or which kernels are the cheaper ones. */
static const char *accuracy_text(const struct model *model)
{
    enum accuracy accuracy = model->program->accuracy;
    const char *name = accuracy_name[accuracy], *list = "";
    if (accuracy == ACCURACY_FULL)
        return "full.";
    for (size_t a = 0; a < ACT_COUNT; a++)
        if (activation_row((enum activation)a)->kernels[accuracy].name != NULL)
            list = arena_printf(model->arena, "%s%s%s", list, *list == '\0' ? "" : ", ",
                                activation_name[a]);
    return arena_printf(model->arena, "%s: %s within %s absolute (suffix _e%c); all others full.",
                        name, list, name, name[strlen(name) - 1]);
}

/* Which results there are besides mean and status. */
static void emit_results(const struct spec *spec, FILE *m4)
{
    emit_call(m4, "RESULTS", "%s", spec_outputs_text(spec));
    if (spec_has(&spec->sigma))
        emit_call(m4, "RESULT_SIGMA", "%s", "");
    if (spec_has(&spec->eta))
        emit_call(m4, "RESULT_ETA", "%s", "");
}

/* What every emitted file begins with. */
static void emit_model(const struct model *model, const char *template, FILE *m4)
{
    const struct program *p = model->program;
    fprintf(m4, "m4_include(%s)m4_dnl\n", template);
    emit_call(m4, "MODEL", "%s\t%s\t%s\t%s\t%s\t%s\t%s", p->prefix,
              upper_text(model->arena, p->prefix), epigen_version, model->sha256, p->type->c_type,
              p->spec->name, options_text(model));
    emit_call(m4, "ACCURACY", "%s\t%s", accuracy_text(model),
              model->all_clamps ? "all, also where no sum can reach their limits."
                                : "needed ones only, where a sum can reach their limits.");
    emit_call(m4, "SIZES", "%zu\t%zu\t%zu\t%zu%s, %zu%s, %zu%s; all numbers are %s.",
              p->spec->n_inputs, p->spec->mean.count, model->vectors.count, p->spec->n_inputs,
              p->spec->n_inputs == 1 ? " input" : " inputs", p->spec->mean.count,
              p->spec->mean.count == 1 ? " predicted value" : " predicted values",
              p->spec->n_layers, p->spec->n_layers == 1 ? " layer" : " layers", p->type->name);
    emit_costs(model, m4);
    emit_results(p->spec, m4);
}

static void emit_input_places(const struct model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        emit_call(m4, "INPUT", "%s\t%zu\t%s\t%s%s, %s to %s; %s replaces a NaN",
                  upper_text(model->arena, input->name), i, i + 1 < spec->n_inputs ? "," : "",
                  input->name, unit_text(model->arena, input->unit),
                  number_text(model->arena, input->min), number_text(model->arena, input->max),
                  number_text(model->arena, (float)model->program->domains[i].substitute));
    }
}

static void emit_input_domains(const struct model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    const struct number_type *type = model->program->type;
    for (size_t i = 0; i < spec->n_inputs; i++)
        emit_call(m4, "INPUT_DOMAIN", "%s\t%s\t%s", upper_text(model->arena, spec->inputs[i].name),
                  type->literal(model->arena, (double)spec->inputs[i].min),
                  type->literal(model->arena, (double)spec->inputs[i].max));
}

static void emit_output_places(const struct model *model, FILE *m4)
{
    const struct spec_output *mean = &model->program->spec->mean;
    if (mean->names == NULL) {
        emit_call(m4, "OUTPUTS_UNNAMED", "%s%s", mean->unit == NULL ? "" : "; their unit is ",
                  mean->unit == NULL ? "" : unit_ascii(model->arena, mean->unit));
        return;
    }
    emit_call(m4, "OUTPUTS", "%s", "");
    for (size_t i = 0; i < mean->count; i++)
        emit_call(m4, "OUTPUT", "%s\t%zu\t%s%s", upper_text(model->arena, mean->names[i]), i,
                  mean->names[i], unit_text(model->arena, mean->unit));
}

/* Whether a text of the spec can stand in a comment as it is, on its way through m4. */
static bool text_is_plain(const char *text)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  " ._:+-";
    return strspn(text, allowed) == strlen(text) && strlen(text) <= 100 &&
           strstr(text, "epi_") == NULL && strstr(text, "EPI_") == NULL &&
           strstr(text, "m4_") == NULL;
}

void emit_provenance(const struct spec *spec, FILE *m4)
{
    bool any = false;
    for (size_t i = 0; i < spec->n_provenance; i++) {
        const struct spec_pair *pair = &spec->provenance[i];
        if (pair->text == NULL || !text_is_plain(pair->key) || !text_is_plain(pair->text))
            continue;
        if (!any)
            emit_call(m4, "PROVENANCE", "%s", "");
        any = true;
        emit_call(m4, "PROVENANCE_LINE", "%s\t%s", pair->key, pair->text);
    }
}

void emit_header(const struct model *model, FILE *m4)
{
    emit_model(model, "header.m4", m4);
    if (model->batch > 0)
        emit_call(m4, "BATCH", "%zu", model->batch);
    emit_provenance(model->program->spec, m4);
    emit_call(m4, "HEADER", "%s", "");
    emit_input_places(model, m4);
    emit_call(m4, "INPUTS_END", "%s", "");
    emit_input_domains(model, m4);
    emit_output_places(model, m4);
    emit_call(m4, "HEADER_END", "%s", "");
}

/* What the contract of the clamp says of each domain, once however many inputs have it. (+ 0.0: a
   bound of -0 is written as 0.) */
static void emit_domains(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    struct arena *arena = model->arena;
    for (size_t i = 0; i < p->spec->n_inputs; i++) {
        const struct domain *d = &p->domains[i];
        bool seen = false;
        for (const struct domain *e = p->domains; e < d; e++)
            seen =
                seen || (e->low == d->low && e->high == d->high && e->substitute == d->substitute);
        if (!seen)
            emit_call(m4, "DOMAIN", "%s\t%s\t%s\t%s\t%s", p->type->bits(arena, d->low),
                      p->type->bits(arena, d->high), p->type->bits(arena, d->substitute),
                      number_down(arena, d->low + 0.0, 9), number_up(arena, d->high, 9));
    }
}

/* Whether any input has the cheaper clamp, or the other. */
static bool clamp_is_there(const struct model *model, bool is_short)
{
    for (size_t i = 0; i < model->program->spec->n_inputs; i++)
        if (clamp_is_short(model, &model->program->domains[i]) == is_short)
            return true;
    return false;
}

/* How many numbers go through each kernel. */
static void emit_kernel_costs(const struct model *model, FILE *m4)
{
    const char *separator = "";
    for (size_t a = 0; a < ACT_COUNT; a++) {
        if (model->counts.activations[a] == 0)
            continue;
        emit_call(m4, "COST_KERNEL", "%s\t%zu\t%s",
                  kernel_find(model->program, (enum activation)a)->name,
                  model->counts.activations[a], separator);
        separator = ", ";
    }
    if (*separator == '\0')
        emit_call(m4, "COST_KERNEL", "none\t0\t%s", "");
}

static bool shapes_any_shared(const struct model *model)
{
    const struct shapes shapes = shapes_of(model->arena, model->program, true);
    for (size_t i = 0; i < shapes.count; i++)
        if (shape_is_shared(&shapes.all[i]))
            return true;
    return false;
}

/* The head comment, and what all kernels need. */
static void emit_head(const struct model *model, FILE *m4)
{
    emit_kernel_costs(model, m4);
    emit_folded(model, m4);
    if (model->form == FORM_UNROLLED && shapes_any_shared(model))
        emit_call(m4, "PAIRS", "%s", "");
    if (model->form == FORM_UNROLLED && model->program->in_order)
        emit_call(m4, "IN_ORDER", "%s", "");
    if (model->form == FORM_TILED)
        emit_call(m4, "TILED", "%s", "");
    if (model->form == FORM_SIMD)
        emit_call(m4, "SIMD", "%zu\t%zu", model->lanes, model->lanes * sizeof(float));
    if (model->batch > 0)
        emit_batch_head(model, m4);
    emit_call(m4, "SOURCE", "%s", "");
}

static void emit_entry(const struct model *model, FILE *m4);

/* Kernels, entry point and layers of a form. */
static void emit_unrolled(const struct model *model, FILE *m4)
{
    const struct shapes shapes = shapes_of(model->arena, model->program, true);
    emit_call(m4, "KERNELS", "%s", "");
    if (clamp_is_there(model, false))
        emit_call(m4, "KERNEL", "clamp");
    if (clamp_is_there(model, true))
        emit_call(m4, "KERNEL", "clamp_zero");
    if (model->counts.ops[OP_ETA_OR_ONE] > 0)
        emit_call(m4, "KERNEL", "eta_or_one");
    if (model->counts.ops[OP_FLUSH] > 0)
        emit_call(m4, "KERNEL", "flush");
    emit_unrolled_kernels(model, &shapes, m4);
    emit_entry(model, m4);
    emit_locals(model, m4);
    emit_unrolled_ops(model, &shapes, m4);
}

static void emit_tiled(const struct model *model, FILE *m4)
{
    emit_tiled_kernels(model, m4);
    emit_entry(model, m4);
    emit_locals(model, m4);
    emit_tiled_ops(model, m4);
}

static void emit_simd(const struct model *model, FILE *m4)
{
    emit_simd_kernels(model, m4);
    emit_entry(model, m4);
    emit_simd_ops(model, m4);
}

/* The contract of the entry point: what every output is bound to be. */
static void emit_entry_contract(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    if (spec_has(&p->spec->eta))
        emit_call(m4, "INFER_ENSURES", "r->eta\t0.0\t1.0");
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_MEAN || p->buffers[i].kind == BUFFER_SIGMA)
            emit_result_ensures(model, &p->buffers[i], m4);
}

static void emit_entry(const struct model *model, FILE *m4)
{
    emit_call(m4, "INFER", "%s", "");
    emit_entry_contract(model, m4);
    emit_call(m4, "INFER_FUNCTION", "%s", "");
}

void emit_source(const struct model *model, FILE *m4)
{
    static void (*const forms[FORM_COUNT])(const struct model *, FILE *) = {emit_unrolled,
                                                                            emit_tiled, emit_simd};
    emit_model(model, "source.m4", m4);
    emit_domains(model, m4);
    emit_head(model, m4);
    forms[model->form](model, m4);
    emit_call(m4, "SOURCE_END", "%s", "");
    if (model->batch > 0)
        emit_batch(model, m4);
}

struct counts form_counts(const struct model *model)
{
    struct counts counts = count(model->program);
    if (model->form == FORM_TILED)
        tiled_count(model, &counts);
    if (model->form == FORM_SIMD)
        simd_count(model, &counts);
    return counts;
}

/* Eight to a line: C99 compilers need not take lines of more than 4095 characters. */
static const char *separator(size_t k, size_t columns)
{
    return k + 1 == columns ? "" : k % 8 == 7 ? ",\n     " : ", ";
}

static void emit_table(const char *macro, const uint32_t *bits, size_t rows, size_t columns,
                       FILE *m4)
{
    for (size_t i = 0; i < rows; i++) {
        emit_call(m4, "ROW", "%s", "");
        for (size_t k = 0; k < columns; k++)
            emit_call(m4, "BITS", "0x%08" PRIX32 "U%s", bits[i * columns + k],
                      separator(k, columns));
        emit_call(m4, "ROW_END", "%s", i + 1 < rows ? "," : "");
    }
    emit_call(m4, macro, "%s", "");
}

void emit_vectors(const struct model *model, FILE *m4)
{
    const struct vectors *v = &model->vectors;
    emit_model(model, "vectors.m4", m4);
    emit_call(m4, "VECTOR_ROWS", "%zu\t%s\t%zu, %zu", v->extremes - 1,
              v->n_in > 1 ? ", rows with an even number have one input at an extreme,\n *" : "",
              v->anywhere, v->anywhere + VECTORS_ANYWHERE);
    emit_call(m4, "VECTORS", "%s", "");
    emit_table("VECTOR_INPUTS_END", v->inputs, v->count, v->n_in, m4);
    emit_table("VECTOR_RESULTS_END", v->results, v->count, v->n_result, m4);
}

void emit_selftest(const struct model *model, FILE *m4)
{
    emit_model(model, "selftest.m4", m4);
    if (model->batch > 0)
        emit_call(m4, "BATCH", "%s", "");
    emit_call(m4, "SELFTEST", "%s", "");
}
