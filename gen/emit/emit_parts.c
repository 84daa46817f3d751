/* See emit_parts.h. */
#include "emit/emit_parts.h"

#include "base/fail.h"
#include "emit/scales.h"
#include "program/bounds.h"
#include "spec/unit.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *upper_text(struct arena *arena, const char *name)
{
    char *text = arena_strdup(arena, name);
    for (char *c = text; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* Adds a kernel once. */
static void needed_add(struct needed_kernels *needed, struct needed_kernel kernel)
{
    for (size_t i = 0; i < needed->count; i++)
        if (strcmp(needed->all[i].name, kernel.name) == 0)
            return;
    needed->all[needed->count++] = kernel;
}

/* Squares are squared distances, too. */
static bool activation_is_needed(const struct model *model, size_t activation)
{
    return model->counts.activations[activation] > 0 ||
           (activation == ACT_SQUARE && model->counts.ops[OP_DISTANCE] > 0);
}

struct needed_kernels kernels_needed(const struct model *model)
{
    struct needed_kernels needed = {.count = 0};
    for (unsigned place = 1; place < ACT_COUNT; place++)
        for (size_t a = 0; a < ACT_COUNT; a++) {
            if (activation_row((enum activation)a)->place != place ||
                !activation_is_needed(model, a))
                continue;
            const struct activation_kernel *kernel =
                kernel_find(model->program, (enum activation)a);
            for (const char *const *called = kernel->calls; *called != NULL; called++)
                needed_add(&needed, (struct needed_kernel){.name = *called});
            needed_add(&needed, (struct needed_kernel){kernel->name, kernel, (enum activation)a});
        }
    return needed;
}

const struct activation_kernel *kernel_find(const struct program *program,
                                            enum activation activation)
{
    return activation_kernel(activation, program->accuracy);
}

const char *buffer_text(struct arena *arena, const struct buffer *buffer)
{
    switch (buffer->kind) {
    case BUFFER_INPUTS: return "z";
    case BUFFER_LAYER: return arena_printf(arena, "%s_v", buffer->name); /* no function ends so */
    case BUFFER_MEAN: return "r->mean";
    case BUFFER_SIGMA: return "r->sigma";
    case BUFFER_ETA: return "r->eta";
    }
    return NULL;
}

const char *value_text(const struct model *model, uint16_t buffer, uint32_t index)
{
    const struct buffer *b = &model->program->buffers[buffer];
    const char *name = buffer_text(model->arena, b);
    if (model->places != NULL && (b->kind == BUFFER_INPUTS || b->kind == BUFFER_LAYER))
        return arena_printf(model->arena, "v[%zu][p]", model->places[buffer] + index);
    if (model->form == FORM_SIMD && (b->kind == BUFFER_INPUTS || b->kind == BUFFER_LAYER))
        return arena_printf(model->arena, "%s[%zu][%zu]", name, index / model->lanes,
                            index % model->lanes);
    return b->kind == BUFFER_ETA ? name
                                 : arena_printf(model->arena, "%s[%" PRIu32 "]", name, index);
}

const char *start_text(const struct spec_layer *layer)
{
    return layer->kind == LAYER_DENSE ? "bias" : "0, where the sum starts";
}

const char *clamp_text(const struct model *model, const struct buffer *buffer, size_t first,
                       size_t count)
{
    double limit = kernel_find(model->program, buffer->layer->activation)->core_limit;
    if (limit == 0.0 || model->all_clamps)
        return NULL;
    struct interval sums = hull(model->contracts.sums + buffer->offset + first, count);
    return arena_printf(model->arena, "sums within [%s, %s]: the clamp at %.9g is %s",
                        number_down(model->arena, sums.low, 9),
                        number_up(model->arena, sums.high, 9), limit,
                        clamp_is_idle(model, buffer, first, count) ? "left out" : "needed");
}

const char *neurons_text(struct arena *arena, uint32_t first, uint32_t count)
{
    return count == 1
               ? arena_printf(arena, "neuron %" PRIu32, first)
               : arena_printf(arena, "neurons %" PRIu32 " to %" PRIu32, first, first + count - 1);
}

struct interval hull(const struct interval *v, size_t n)
{
    struct interval all = v[0];
    for (size_t i = 1; i < n; i++) {
        all.low = fmin(all.low, v[i].low);
        all.high = fmax(all.high, v[i].high);
    }
    return all;
}

uint16_t source_buffer(const struct spec_layer *layer, size_t k)
{
    return program_buffer(layer->from.sources[k]);
}

bool block_reads(const struct op *block, uint16_t buffer)
{
    for (const struct op *op = block; op->kind != OP_END; op++)
        if ((op->kind == OP_TERM || op->kind == OP_DISTANCE) && op->source == buffer)
            return true;
    return false;
}

const char *parameters_text(const struct model *model, const struct spec_layer *layer)
{
    const struct activation_parameter *p = activation_forms[layer->activation].parameters;
    const struct number_type *type = model->program->type;
    const char *text = "";
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++)
        text = arena_printf(model->arena, "%s, %s", text,
                            type->literal(model->arena, (double)layer->parameters[i]));
    return text;
}

const char *parameter_names(const struct model *model, enum activation activation,
                            const char *before, const char *after)
{
    const struct activation_parameter *p = activation_forms[activation].parameters;
    const char *text = "";
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++)
        text = arena_printf(model->arena, "%s, %s%s%s", text, before, p[i].key, after);
    return text;
}

bool clamp_is_idle(const struct model *model, const struct buffer *buffer, size_t first,
                   size_t count)
{
    double limit = kernel_find(model->program, buffer->layer->activation)->core_limit;
    if (limit == 0.0 || model->all_clamps)
        return false;
    struct interval sums = hull(model->contracts.sums + buffer->offset + first, count);
    return -limit <= sums.low && sums.high <= limit;
}

const char *layer_kernel(const struct model *model, const struct buffer *buffer)
{
    const struct activation_kernel *kernel = kernel_find(model->program, buffer->layer->activation);
    return clamp_is_idle(model, buffer, 0, buffer->size)
               ? arena_printf(model->arena, "%s_core", kernel->name)
               : kernel->name;
}

/* Whether it is the kernel of any layer. */
static bool layers_call(const struct model *model, const char *name)
{
    const struct program *p = model->program;
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_LAYER && p->buffers[i].layer->activation != ACT_IDENTITY &&
            strcmp(layer_kernel(model, &p->buffers[i]), name) == 0)
            return true;
    return false;
}

void emit_layer_kernels(const struct model *model, void (*emit)(const char *name, FILE *m4),
                        FILE *m4)
{
    emit(clamp_kernel(model), m4);
    if (model->counts.ops[OP_FLUSH] > 0)
        emit("flush", m4);
    const struct needed_kernels needed = kernels_needed(model);
    for (size_t i = 0; i < needed.count; i++)
        if (needed.all[i].kernel == NULL || needed.all[i].kernel->core_limit == 0.0 ||
            layers_call(model, needed.all[i].name))
            emit(needed.all[i].name, m4);
}

bool clamp_is_short(const struct model *model, const struct domain *domain)
{
    return domain_has_zero(domain) && !model->all_clamps;
}

const char *clamp_kernel(const struct model *model)
{
    for (size_t i = 0; i < model->program->spec->n_inputs; i++)
        if (!clamp_is_short(model, &model->program->domains[i]))
            return "clamp";
    return "clamp_zero";
}

bool printed_add(struct arena *arena, struct printed *printed, const char *name, size_t in,
                 size_t out)
{
    for (size_t i = 0; i < printed->count; i++)
        if (strcmp(printed->all[i].name, name) == 0 && printed->all[i].in == in &&
            printed->all[i].out == out)
            return false;
    if (printed->count == printed->capacity) {
        printed->capacity = 2 * printed->capacity + 16;
        printed->all = arena_grow(arena, printed->all, printed->count, printed->capacity,
                                  sizeof(*printed->all));
    }
    printed->all[printed->count++] = (struct printed_function){name, in, out};
    return true;
}

bool inputs_are_noinline(const struct model *model)
{
    return model->program->spec->n_inputs >= NOINLINE_INPUTS;
}

const char *unit_text(struct arena *arena, const char *unit)
{
    return unit == NULL ? "" : arena_printf(arena, " [%s]", unit_ascii(arena, unit));
}

const char *input_text(const struct model *model, size_t i)
{
    const struct domain *d = &model->program->domains[i];
    const struct spec_input *input = &model->program->spec->inputs[i];
    const char *folded = input_folded(model, i);
    const char *text = arena_printf(
        model->arena, "%s%s: domain %s to %s; %s replaces a NaN", input->name,
        unit_text(model->arena, input->unit), number_text(model->arena, input->min),
        number_text(model->arena, input->max), number_text(model->arena, (float)d->substitute));
    return folded == NULL
               ? text
               : arena_printf(model->arena, "%s; 1/scale = %s is in the weights that multiply it",
                              text, folded);
}

static void emit_clamp(const struct model *model, const struct op *op, FILE *m4)
{
    const struct program *p = model->program;
    const struct domain *d = &p->domains[op->index];
    emit_call(m4, "CLAMP", "%" PRIu32 "\t%s\t%s\t%s\t%s\t0x%08" PRIX32 "U\t%s\t%s", op->index,
              upper_text(model->arena, p->spec->inputs[op->index].name),
              p->type->bits(model->arena, d->low), p->type->bits(model->arena, d->high),
              p->type->bits(model->arena, d->substitute), d->status,
              clamp_is_short(model, d) ? "clamp_zero" : "clamp", input_text(model, op->index));
}

void emit_plain_op(const struct model *model, const struct op *op, FILE *m4)
{
    const char *value = value_text(model, op->buffer, op->index);
    const char *literal = model->program->type->literal(model->arena, op->value);
    enum buffer_kind kind = model->program->buffers[op->buffer].kind;
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: emit_clamp(model, op, m4); break;
    case OP_SUBTRACT: emit_call(m4, "SUBTRACT", "%s\t%s\tmean", value, literal); break;
    case OP_ADD:
        emit_call(m4, "ADD", "%s\t%s\t%s", value, literal,
                  kind == BUFFER_SIGMA ? "floor" : "offset");
        break;
    case OP_MULTIPLY:
        emit_call(m4, "MULTIPLY", "%s\t%s\t%s", value, literal,
                  kind != BUFFER_INPUTS
                      ? "scale"
                      : arena_printf(model->arena, "1 / scale, scale = %s",
                                     number_text(model->arena,
                                                 model->program->spec->inputs[op->index].scale)));
        break;
    case OP_FLUSH:
        emit_call(m4, "FLUSH", "%s\t%s\t%s\t%s%s", value,
                  model->program->type->bits(model->arena, op->value),
                  number_text(model->arena, (float)op->value),
                  model->program->spec->inputs[op->index].name,
                  model->program->spec->inputs[op->index].mean != 0.0F ? " - mean" : "");
        break;
    case OP_COPY:
        emit_call(m4, "COPY", "%s\t%s", value, value_text(model, op->source, op->from));
        break;
    case OP_ETA_OR_ONE: emit_call(m4, "ETA_OR_ONE", "%s", value); break;
    default: fail("internal error: %s outside of a block", op_info[op->kind].name);
    }
}

void emit_inputs_function(const struct model *model, FILE *m4)
{
    const struct buffer *z = &model->program->buffers[program_buffer(SOURCE_INPUTS)];
    struct interval range = hull(model->contracts.values + z->offset, z->size);
    emit_call(m4, "INPUTS_FUNCTION", "%s\t%s", number_down(model->arena, range.low, 9),
              number_up(model->arena, range.high, 9));
}

void emit_locals(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_INPUTS || p->buffers[i].kind == BUFFER_LAYER)
            emit_call(m4, "LOCAL", "%s\t%zu", buffer_text(model->arena, &p->buffers[i]),
                      p->buffers[i].size);
}
