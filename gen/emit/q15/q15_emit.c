/* See q15_emit.h: what stands around the layers. */
#include "emit/q15/q15_emit.h"

#include "base/version.h"
#include "emit/emit_parts.h"
#include "emit/q15/q15_forms.h"
#include "spec/unit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A number as a float literal with the bits of the nearest float. */
static const char *float_text(struct arena *arena, double value)
{
    return number_float32.literal(arena, number_float32.round(value));
}

static const char *plural(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

void q15_emit_model(const struct q15_model *model, const char *template, FILE *m4)
{
    const struct q15_program *p = model->program;
    const struct spec *spec = p->spec;
    const struct q15_counts c = q15_count(model);
    struct arena *arena = model->arena;
    fprintf(m4, "m4_include(q15/%s)m4_dnl\n", template);
    emit_call(m4, "MODEL", "%s\t%s\t%s\t%s\tint16_t\t%s\t--type=q15 --form=%s --core=%s%s",
              p->prefix, upper_text(arena, p->prefix), epigen_version, model->sha256, spec->name,
              form_name[model->form], q15_core_name[model->core], p->tables ? " --tables" : "");
    emit_call(m4, "SIZES",
              "%zu\t%zu\t%zu\t%zu %s, %zu %s, %zu %s; values and weights have 16 bits.",
              spec->n_inputs, spec->mean.count, model->vectors.count, spec->n_inputs,
              plural(spec->n_inputs, "input", "inputs"), spec->mean.count,
              plural(spec->mean.count, "predicted value", "predicted values"), spec->n_layers,
              plural(spec->n_layers, "layer", "layers"));
    emit_call(m4, "COSTS", "%zu\t\t%zu\t%s\t%zu bytes of weights and biases\t%zu", c.terms, c.terms,
              c.dropped == 0 ? "none" : arena_printf(arena, "%zu", c.dropped), c.constant_bytes,
              c.buffer_bytes);
    emit_call(m4, "RESULTS", "%s", spec_outputs_text(spec));
    if (spec_has(&spec->sigma))
        emit_call(m4, "RESULT_SIGMA", "%s", "");
    if (spec_has(&spec->eta))
        emit_call(m4, "RESULT_ETA", "%s", "");
}

/* --- the header --- */

static const char *input_text_of(const struct q15_model *model, size_t i)
{
    const struct spec_input *input = &model->program->spec->inputs[i];
    return arena_printf(model->arena, "%s%s, %s to %s", input->name,
                        unit_text(model->arena, input->unit), number_text(model->arena, input->min),
                        number_text(model->arena, input->max));
}

static void emit_inputs_raw(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    struct arena *arena = model->arena;
    for (size_t i = 0; i < spec->n_inputs; i++)
        emit_call(m4, "INPUT", "%s\t%zu\t%s\t%s", upper_text(arena, spec->inputs[i].name), i,
                  i + 1 < spec->n_inputs ? "," : "", input_text_of(model, i));
    emit_call(m4, "INPUTS_END", "%s", "");
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        const struct q15_value *value = &model->program->inputs[i];
        emit_call(m4, "INPUT_RAW", "%s\t%s\t%s\t%" PRId32 "\t%" PRId32 "\t%s\t%s",
                  upper_text(arena, input->name),
                  float_text(arena, ldexp((double)input->scale, -value->exponent)),
                  float_text(arena, (double)input->mean), value->range.low, value->range.high,
                  float_text(arena, (double)input->min), float_text(arena, (double)input->max));
    }
}

static void emit_output_raw(const struct q15_model *model, const char *name,
                            const struct q15_output *outputs, size_t count, FILE *m4)
{
    for (size_t i = 0; i < count; i++)
        emit_call(m4, "OUTPUT_RAW", "%s\t%zu\t%s\t%s", name, i,
                  float_text(model->arena, outputs[i].scale),
                  float_text(model->arena, outputs[i].offset));
}

static void emit_outputs_raw(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    const struct spec_output *mean = &spec->mean;
    struct arena *arena = model->arena;
    if (mean->names == NULL)
        emit_call(m4, "OUTPUTS_UNNAMED", "%s%s", mean->unit == NULL ? "" : "; their unit is ",
                  mean->unit == NULL ? "" : unit_ascii(arena, mean->unit));
    else
        emit_call(m4, "OUTPUTS", "%s", "");
    for (size_t i = 0; mean->names != NULL && i < mean->count; i++)
        emit_call(m4, "OUTPUT", "%s\t%zu\t%s%s", upper_text(arena, mean->names[i]), i,
                  mean->names[i], unit_text(arena, mean->unit));
    emit_call(m4, "OUTPUTS_RAW", "%s", "");
    emit_output_raw(model, "MEAN", model->program->mean, mean->count, m4);
    emit_output_raw(model, "SIGMA", model->program->sigma, spec->sigma.count, m4);
    if (spec_has(&spec->eta))
        emit_call(m4, "ETA_RAW", "%d", Q15_ETA_ONE);
}

static void emit_float_interface(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    for (size_t i = 0; i < spec->n_inputs; i++)
        emit_call(m4, "FLOAT_INPUT", "%zu\t%s", i, upper_text(model->arena, spec->inputs[i].name));
    emit_call(m4, "FLOAT_CALL", "%s", "");
    for (size_t i = 0; i < spec->mean.count; i++)
        emit_call(m4, "FLOAT_OUTPUT", "mean\t%zu\tMEAN", i);
    for (size_t i = 0; i < spec->sigma.count; i++)
        emit_call(m4, "FLOAT_OUTPUT", "sigma\t%zu\tSIGMA", i);
    if (spec_has(&spec->eta))
        emit_call(m4, "FLOAT_ETA", "%s", "");
}

void q15_emit_header(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    q15_emit_model(model, "header.m4", m4);
    if (spec_has(&spec->sigma))
        emit_call(m4, "FLOAT_MEMBER", "sigma[EPI_UPPER()_N_OUT]");
    if (spec_has(&spec->eta))
        emit_call(m4, "FLOAT_MEMBER", "eta");
    emit_provenance(spec, m4);
    emit_call(m4, "HEADER", "%s", "");
    emit_inputs_raw(model, m4);
    emit_outputs_raw(model, m4);
    emit_call(m4, "HEADER_RESULT", "%s", "");
    emit_float_interface(model, m4);
    emit_call(m4, "HEADER_END", "%s", "");
}

/* --- the source --- */

static void emit_kernel_costs(const struct q15_model *model, FILE *m4)
{
    const struct q15_counts c = q15_count(model);
    const char *separator = "";
    for (size_t a = 0; a < ACT_COUNT; a++) {
        if (c.activations[a] == 0 || a == ACT_IDENTITY)
            continue;
        emit_call(m4, "COST_KERNEL", "%s\t%zu\t%s", activation_name[a], c.activations[a],
                  separator);
        separator = ", ";
    }
    if (*separator == '\0')
        emit_call(m4, "COST_KERNEL", "none\t0\t%s", "");
}

/* Each kernel that the file needs, once, behind those it calls. */
static void emit_kernels(const struct q15_model *model, FILE *m4)
{
    static const char *const order[] = {
        "shift",     "half",      "clamp",   "eta_or_one", "relu",       "leaky_relu", "least",
        "tanh_core", "tanh",      "sigmoid", "exp_core",   "exp",        "softplus",   "square",
        "elu",       "silu",      "clip",    "saturate",   "tanh_table", "tanh_t",     "sigmoid_t",
        "line",      "exp_table", "exp_t",   "softplus_t", "elu_t",      "silu_t"};
    const struct q15_counts c = q15_count(model);
    const bool packed = model->core == Q15_CORTEX_M4;
    const bool saturates = packed || model->core == Q15_CORTEX_M3;
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        bool needed = i == 0 || strcmp(order[i], "clamp") == 0 ||
                      (strcmp(order[i], "eta_or_one") == 0 && spec_has(&model->program->spec->eta));
        for (size_t a = 0; a < ACT_COUNT && !needed; a++) {
            const struct q15_kernel *kernel =
                q15_kernel((enum activation)a, model->program->tables);
            if (c.activations[a] == 0 || kernel->name == NULL)
                continue;
            needed = strcmp(kernel->name, order[i]) == 0;
            for (size_t k = 0; kernel->calls[k] != NULL; k++)
                needed = needed || strcmp(kernel->calls[k], order[i]) == 0;
        }
        const bool by_core =
            (packed && strcmp(order[i], "least") == 0) ||
            (saturates && (strcmp(order[i], "saturate") == 0 || strcmp(order[i], "clamp") == 0));
        if (needed || (packed && strcmp(order[i], "half") == 0))
            emit_call(m4, "KERNEL", "%s%s", by_core ? "arm_" : "", order[i]);
        if (packed && strcmp(order[i], "half") == 0)
            emit_call(m4, "KERNEL", "packed");
    }
}

static void emit_results_of(const struct q15_model *model, const char *name,
                            const struct q15_output *outputs, size_t count, FILE *m4)
{
    for (size_t i = 0; i < count; i++)
        emit_call(m4, "RESULT", "%s[%zu]\t%s", name, i,
                  q15_value_text(model, outputs[i].source, outputs[i].index));
}

void q15_emit_source(const struct q15_model *model, FILE *m4)
{
    const struct q15_program *p = model->program;
    q15_emit_model(model, "source.m4", m4);
    emit_kernel_costs(model, m4);
    q15_emit_form(model, m4);
    emit_call(m4, "SOURCE", "%s", "");
    emit_kernels(model, m4);
    emit_call(m4, "INFER", "%s", "");
    q15_emit_layers(model, m4);
    emit_results_of(model, "mean", p->mean, p->spec->mean.count, m4);
    emit_results_of(model, "sigma", p->sigma, p->spec->sigma.count, m4);
    if (spec_has(&p->spec->eta))
        emit_call(m4, "RESULT_ETA_VALUE", "%s", q15_value_text(model, p->eta.source, p->eta.index));
    emit_call(m4, "SOURCE_END", "%s", "");
}

/* --- vectors and self-test --- */

/* Eight to a line: C99 compilers need not take lines of more than 4095 characters. */
static const char *separator(size_t k, size_t columns)
{
    return k + 1 == columns ? "" : k % 8 == 7 ? ",\n     " : ", ";
}

static void emit_table(const char *macro, const int16_t *numbers, size_t rows, size_t columns,
                       FILE *m4)
{
    for (size_t i = 0; i < rows; i++) {
        emit_call(m4, "ROW", "%s", "");
        for (size_t k = 0; k < columns; k++)
            if (numbers[i * columns + k] == INT16_MIN) /* its literal is no int of 16 bits */
                emit_call(m4, "NUMBER", "-32767 - 1%s", separator(k, columns));
            else
                emit_call(m4, "NUMBER", "%d%s", numbers[i * columns + k], separator(k, columns));
        emit_call(m4, "ROW_END", "%s", i + 1 < rows ? "," : "");
    }
    emit_call(m4, macro, "%s", "");
}

void q15_emit_vectors(const struct q15_model *model, FILE *m4)
{
    const struct q15_vectors *v = &model->vectors;
    q15_emit_model(model, "vectors.m4", m4);
    if (spec_has(&model->program->spec->eta))
        emit_call(m4, "ETA_COUNTED", "%s", "");
    emit_call(m4, "VECTORS", "%d\t%s\t%zu, %zu", Q15_EXTREMES - 1,
              v->n_in > 1 ? " rows with an even number have one input at an extreme," : "",
              v->anywhere, v->anywhere + Q15_ANYWHERE);
    emit_table("VECTOR_INPUTS_END", v->inputs, v->count, v->n_in, m4);
    emit_table("VECTOR_RESULTS_END", v->results, v->count, v->n_result, m4);
    for (size_t i = 0; i < v->count; i++)
        emit_call(m4, "VECTOR_STATUS", "0x%08" PRIX32 "U\t%s", v->status[i],
                  i + 1 < v->count ? "," : "");
    emit_call(m4, "VECTOR_STATUS_END", "%s", "");
}

void q15_emit_selftest(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    q15_emit_model(model, "selftest.m4", m4);
    if (spec_has(&spec->sigma))
        emit_call(m4, "SIGMA_IS_COMPARED", "%s", "");
    if (spec_has(&spec->eta))
        emit_call(m4, "ETA_IS_COMPARED", "%s", "");
    emit_call(m4, "SELFTEST", "%s", "");
}
