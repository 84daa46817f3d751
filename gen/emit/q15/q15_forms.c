/* See q15_forms.h: the unrolled portable form. */
#include "emit/q15/q15_forms.h"

#include "emit/emit_parts.h"
#include "emit/q15/q15_packed.h"
#include "emit/q15/q15_shared.h"

#include <inttypes.h>

/* Neurons of a block: their sums and what they read fill the registers of the core. */
static const size_t core_lanes[Q15_CORES] = {8, 0, 5, 10, 10};

struct q15_counts q15_count(const struct q15_model *model)
{
    const struct q15_program *p = model->program;
    struct q15_counts c = {.buffer_bytes = p->spec->n_inputs * sizeof(int32_t)};
    for (size_t i = 0; i < p->spec->n_layers; i++) {
        const struct q15_layer *layer = &p->layers[i];
        const size_t n = layer->layer->n_in * layer->layer->n_out;
        for (size_t k = 0; k < n; k++)
            c.dropped += layer->weights[k] == 0;
        c.terms += n;
        c.activations[layer->layer->activation] += layer->layer->n_out;
        c.constant_bytes += layer->layer->n_out * sizeof(int32_t);
        c.buffer_bytes += layer->layer->n_out * sizeof(int32_t);
    }
    c.terms -= c.dropped;
    c.constant_bytes += c.terms * sizeof(int16_t);
    if (q15_is_shared(model))
        q15_shared_count(model, &c);
    return c;
}

void q15_emit_form(const struct q15_model *model, FILE *m4)
{
    static const struct {
        const char *text, *tiled, *flags;
    } cores[Q15_CORES] = {
        {"portable C99, the reference.", "portable C99, weights of 16 bits.", "-std=c99 -O2"},
        {"cortex-m4 (also Cortex-M7 and M33): pairs of values and weights by SMLAD.",
         "cortex-m4 (also Cortex-M7 and M33): pairs of values and weights by SMLAD.", "-O2"},
        {"cortex-m0plus (also Cortex-M0): plain C99, small blocks for few registers.",
         "cortex-m0plus (also Cortex-M0): plain C99, weights of 16 bits.",
         "-std=c99 -Os, with gcc also -fno-inline-functions-called-once"},
        {"cortex-m3: blocks for MLA with literals, inputs clamped by USAT.",
         "cortex-m3: weights of 16 bits, inputs clamped by USAT.",
         "-std=c99 -O2, with gcc also -fno-schedule-insns -fno-tree-ter -fno-tree-fre "
         "-fno-tree-pre"},
        {"rv32imc: plain C99, blocks for 32 registers.", "rv32imc: plain C99, weights of 16 bits.",
         "-std=c99 -O2, with gcc also -fno-schedule-insns -fno-tree-ter"},
    };
    const bool tiled = model->form == FORM_TILED;
    if (model->core == Q15_CORTEX_M4 || model->core == Q15_CORTEX_M3)
        emit_call(m4, "INTRINSICS", "%s", "");
    emit_call(m4, "FORM", "%s\t%s The results are the same bits for all cores.\t%s",
              tiled ? "tiled. The source has loops with constant bounds over tables of weights and "
                      "no conditional; that a\n * compiler adds none is to be checked on the "
                      "object. The results have the bits of the unrolled form."
                    : "unrolled. The source has no loop and no conditional; that a compiler adds "
                      "none is to be checked on the object.",
              tiled ? cores[model->core].tiled : cores[model->core].text,
              !tiled                         ? cores[model->core].flags
              : model->core == Q15_CORTEX_M4 ? "-O2"
                                             : "-std=c99 -O2");
}

const char *q15_value_text(const struct q15_model *model, int source, size_t index)
{
    if (model->core == Q15_CORTEX_M4)
        return q15_packed_value_text(model, source, index);
    return arena_printf(model->arena, "%s[%zu]", q15_array_text(model, source), index);
}

static void q15_emit_inputs(const struct q15_model *model, const char *type, size_t size, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    emit_call(m4, "INPUTS_BEGIN", "%s\t%zu", type, size);
    for (size_t i = 0; i < spec->n_inputs; i++)
        emit_call(m4, "CLAMP", "%zu\t%s\t%" PRId32 "\t%" PRId32 "\t%" PRIu32 "U\t%s", i,
                  upper_text(model->arena, spec->inputs[i].name),
                  model->program->inputs[i].range.low, model->program->inputs[i].range.high,
                  q15_status_bit(i), q15_input_meaning(model, i));
    emit_call(m4, "INPUTS_CALL", "%s", "");
}

/* --- unrolled, portable --- */

static const char *sum_text(const struct q15_model *model, const struct q15_layer *layer,
                            size_t row)
{
    return arena_printf(model->arena, "%s_%zu", layer->layer->name, row);
}

/* The neurons of a layer that are computed together: from `first` to the one before `end`. */
struct neurons {
    const struct q15_layer *layer;
    size_t first, end;
};

/* The terms of one value that a block reads. */
static void emit_terms(const struct q15_model *model, const struct neurons *block, size_t column,
                       const char *value, FILE *m4)
{
    const struct q15_layer *layer = block->layer;
    bool any = false;
    for (size_t row = block->first; row < block->end; row++) {
        const int weight = layer->weights[row * layer->layer->n_in + column];
        if (weight == 0)
            continue;
        if (!any)
            emit_call(m4, "FACTOR", "%s", value);
        any = true;
        if (weight == 1) /* a factor of 1 is no operation: MISRA C:2012 rule 2.2 */
            emit_call(m4, "TERM_ONE", "%s\t%s", sum_text(model, layer, row), value);
        else
            emit_call(m4, "TERM", "%s\t%d\t%s", sum_text(model, layer, row), weight, value);
    }
}

static void emit_block(const struct q15_model *model, const struct neurons *block, FILE *m4)
{
    const struct q15_layer *layer = block->layer;
    const size_t first = block->first, end = block->end;
    const char *name = arena_printf(model->arena, "%s_from_%zu", layer->layer->name, first);
    size_t column = 0;
    emit_call(m4, "BLOCK", "%s\t%s\tLayer %s, %s.", name,
              q15_parameters_text(model, layer, "int32_t"), layer->layer->name,
              neurons_text(model->arena, (uint32_t)first, (uint32_t)(end - first)));
    for (size_t row = first; row < end; row++)
        emit_call(m4, "SUM", "%s\t%" PRId32, sum_text(model, layer, row), layer->neurons[row].bias);
    for (size_t s = 0; s < layer->layer->from.count; s++) {
        const int source = layer->layer->from.sources[s];
        for (size_t i = 0; i < q15_width(model->program, source); i++, column++)
            emit_terms(model, block, column, q15_value_text(model, source, i), m4);
    }
    emit_call(m4, "VALUES", "%s", "");
    for (size_t row = first; row < end; row++)
        emit_call(m4, "STORE", "%s_v[%zu]\t%s", layer->layer->name, row,
                  q15_activation_text(model, layer, row, sum_text(model, layer, row)));
    emit_call(m4, "BLOCK_END", "%s\t%s", name, q15_arguments_text(model, layer));
}

static void emit_array(const struct q15_model *model, int source, FILE *m4)
{
    const size_t width = q15_width(model->program, source);
    const bool paired = q15_is_paired(model, source);
    emit_call(m4, "LOCAL", "%s\t%s\t%zu", paired ? "uint32_t" : "int32_t",
              q15_array_text(model, source), paired ? q15_elements(model, width) : width);
}

static void emit_arrays(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    emit_call(m4, "LOCALS", "%s",
              model->core == Q15_CORTEX_M4 ? " A uint32_t has two of them, the first in its lower "
                                             "half."
                                           : "");
    emit_array(model, SOURCE_INPUTS, m4);
    for (size_t i = 0; i < spec->n_layers; i++)
        emit_array(model, (int)spec->order[i], m4);
    emit_call(m4, "LOCALS_END", "%s", "");
}

static void emit_unrolled_layer(const struct q15_model *model, const struct q15_layer *layer,
                                FILE *m4)
{
    const size_t n = layer->layer->n_out, lanes = core_lanes[model->core];
    emit_call(m4, "LAYER", "%s", q15_layer_sentence(model, layer));
    for (size_t first = 0; first < n; first += lanes)
        emit_block(model, &(struct neurons){layer, first, first + lanes < n ? first + lanes : n},
                   m4);
}

void q15_emit_layers(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    emit_arrays(model, m4);
    if (model->core == Q15_CORTEX_M4)
        q15_packed_inputs(model, m4);
    else
        q15_emit_inputs(model, "int32_t", spec->n_inputs, m4);
    if (q15_is_shared(model)) {
        q15_emit_shared(model, m4);
        return;
    }
    for (size_t i = 0; i < spec->n_layers; i++)
        emit_unrolled_layer(model, &model->program->layers[spec->order[i]], m4);
}
