/* See emit_stage.h. */
#include "emit/emit_stage.h"

#include "emit/emit_parts.h"
#include "emit/scales.h"
#include "program/bounds.h"

#include <math.h>

/* --- texts --- */

const char *number_read_text(const struct model *model, uint16_t buffer, size_t index)
{
    const struct buffer *b = &model->program->buffers[buffer];
    return b->kind == BUFFER_INPUTS ? model->program->spec->inputs[index].name
                                    : arena_printf(model->arena, "%s[%zu]", b->name, index);
}

/* What the rows [first, end) have of one member, with what is in front of it. */
static const char *member_rows(const struct model *model, const struct member *member, size_t first,
                               size_t end, const char *before)
{
    const char *name = member->buffer->name;
    size_t low = first > member->first ? first - member->first : 0;
    size_t high =
        end - member->first < member->buffer->size ? end - member->first : member->buffer->size;
    const char *comma = *before == '\0' ? "" : ", ";
    if (high - low == 1)
        return arena_printf(model->arena, "%s%s%s[%zu]", before, comma, name, low);
    return arena_printf(model->arena, "%s%s%s[%zu] to %s[%zu]", before, comma, name, low, name,
                        high - 1);
}

const char *rows_text(const struct model *model, const struct matrix *m, size_t first, size_t count)
{
    const char *text = "";
    for (size_t i = 0; i < m->n_members; i++) {
        const struct member *member = &m->members[i];
        if (member->first < first + count && first < member->first + member->buffer->size)
            text = member_rows(model, member, first, first + count, text);
    }
    return text;
}

/* What each neuron of a layer is, as a formula in words. */
static const char *neuron_text(const struct model *model, const struct spec_layer *layer)
{
    const char *activation = activation_name[layer->activation];
    switch (layer->kind) {
    case LAYER_AVERAGE: return "the mean of the neurons with its number in the layers read";
    case LAYER_RADIAL: return "exp(-sum of (number read - its point)^2)";
    case LAYER_DENSE:
    case LAYER_KIND_COUNT: break;
    }
    if (layer->activation == ACT_IDENTITY)
        return "bias + sum of weight * number read";
    return arena_printf(model->arena, "%s(bias + sum of weight * number read)", activation);
}

static const char *layer_sentence(const struct model *model, const struct spec_layer *layer)
{
    return arena_printf(model->arena, "Layer %s (line %d of the spec): %zu neuron%s, %s %s.",
                        layer->name, layer->line, layer->n_out, layer->n_out == 1 ? "" : "s",
                        layer->n_out == 1 ? "which is" : "each", neuron_text(model, layer));
}

/* --- arrays --- */

static void stage_add(struct stage *stage, uint16_t buffer, bool written)
{
    for (size_t i = 0; i < stage->count; i++)
        if (stage->arrays[i].buffer == buffer)
            return;
    stage->arrays[stage->count++] = (struct stage_array){buffer, written};
}

void stage_writes(struct stage *stage, uint16_t buffer)
{
    for (size_t i = 0; i < stage->count; i++)
        if (stage->arrays[i].buffer == buffer)
            stage->arrays[i].written = true;
}

/* Whether any operation of the layers reads a source. */
static bool matrix_reads(const struct matrix *m, uint16_t buffer)
{
    for (const struct op *op = m->begin; op < m->end; op++)
        if ((op->kind == OP_TERM || op->kind == OP_DISTANCE) && op->source == buffer)
            return true;
    return false;
}

struct stage layer_stage(const struct model *model, const struct matrix *m, bool zeros)
{
    const struct spec_from *from = &m->layer->from;
    struct stage stage = {.name = arena_printf(model->arena, "%s_layer", m->layer->name)};
    stage.arrays = arena_alloc(model->arena, from->count + m->n_members, sizeof(*stage.arrays));
    for (size_t k = 0; k < from->count; k++)
        if (zeros || matrix_reads(m, source_buffer(m->layer, k)))
            stage_add(&stage, source_buffer(m->layer, k), false);
    for (size_t i = 0; i < m->n_members; i++)
        stage_add(&stage, (uint16_t)(m->members[i].buffer - model->program->buffers), true);
    return stage;
}

static const struct buffer *array_buffer(const struct model *model, const struct stage *stage,
                                         size_t i)
{
    return &model->program->buffers[stage->arrays[i].buffer];
}

static const char *array_text(const struct model *model, const struct stage *stage, size_t i)
{
    return buffer_text(model->arena, array_buffer(model, stage, i));
}

/* --- contracts --- */

static void emit_array_reads(const struct model *model, const struct stage *stage, size_t i,
                             FILE *m4)
{
    const struct buffer *b = array_buffer(model, stage, i);
    struct interval range = hull(model->contracts.values + b->offset, b->size);
    emit_call(m4, "STAGE_READS", "%s\t%zu\t%s\t%s", array_text(model, stage, i), b->size - 1,
              number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9));
}

/* An array that is written to lies apart from all others. */
static void emit_array_writes(const struct model *model, const struct stage *stage, size_t i,
                              FILE *m4)
{
    const struct buffer *b = array_buffer(model, stage, i);
    emit_call(m4, "STAGE_WRITES", "%s\t%zu", array_text(model, stage, i), b->size - 1);
    for (size_t k = 0; k < i; k++)
        emit_call(m4, "STAGE_SEPARATED", "%s\t%zu\t%s\t%zu", array_text(model, stage, k),
                  array_buffer(model, stage, k)->size - 1, array_text(model, stage, i),
                  b->size - 1);
}

static void emit_array_ensures(const struct model *model, const struct stage *stage, size_t i,
                               FILE *m4)
{
    const struct buffer *b = array_buffer(model, stage, i);
    struct interval range = hull(model->contracts.values + b->offset, b->size);
    emit_call(m4, "STAGE_ENSURES", "%s\t%zu\t%s\t%s", array_text(model, stage, i), b->size - 1,
              number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9));
}

static void emit_stage_contract(const struct model *model, const struct stage *stage, FILE *m4)
{
    for (size_t i = 0; i < stage->count; i++)
        if (!stage->arrays[i].written)
            emit_array_reads(model, stage, i, m4);
    for (size_t i = 0; i < stage->count; i++)
        if (stage->arrays[i].written)
            emit_array_writes(model, stage, i, m4);
    for (size_t i = 0; i < stage->count; i++)
        if (stage->arrays[i].written)
            emit_call(m4, "STAGE_ASSIGNS", "%s\t%zu", array_text(model, stage, i),
                      array_buffer(model, stage, i)->size - 1);
    for (size_t i = 0; i < stage->count; i++)
        if (stage->arrays[i].written)
            emit_array_ensures(model, stage, i, m4);
}

/* --- functions --- */

static size_t array_size(const struct model *model, const struct buffer *b)
{
    return model->form == FORM_SIMD ? (b->size + model->lanes - 1) / model->lanes : b->size;
}

/* The parameters that are arrays; `last` stands behind the last one. */
static void emit_stage_arrays(const struct model *model, const struct stage *stage,
                              const char *last, FILE *m4)
{
    const char *type = model->form == FORM_SIMD ? "epi_vector" : model->program->type->c_type;
    emit_call(m4, "STAGE_FUNCTION", "%s", stage->name);
    for (size_t i = 0; i < stage->count; i++)
        emit_call(m4, "STAGE_ARRAY", "%s\t%s\t%s\t%zu\t%s",
                  stage->arrays[i].written ? "" : "const ", type, array_text(model, stage, i),
                  array_size(model, array_buffer(model, stage, i)),
                  i + 1 < stage->count ? ", " : last);
}

/* Why the kernel of a whole layer has its clamp or not; where the unrolled form calls kernels on
   parts of a layer it says so at each call. */
static void emit_clamp_sentence(const struct model *model, const struct buffer *buffer, FILE *m4)
{
    enum activation activation = buffer->layer->activation;
    if (activation == ACT_IDENTITY ||
        (model->form == FORM_UNROLLED && !kernel_find(model->program, activation)->in_block))
        return;
    const char *clamp = clamp_text(model, buffer, 0, buffer->size);
    if (clamp != NULL)
        emit_call(m4, "STAGE_SENTENCE", "%s of %s: %s.", layer_kernel(model, buffer), buffer->name,
                  clamp);
}

void emit_layer_stage(const struct model *model, const struct stage *stage, const struct matrix *m,
                      const char *further, FILE *m4)
{
    emit_call(m4, "STAGE", "%s", layer_sentence(model, m->layer));
    for (size_t i = 1; i < m->n_members; i++)
        emit_call(m4, "STAGE_SENTENCE", "%s", layer_sentence(model, m->members[i].buffer->layer));
    if (further != NULL)
        emit_call(m4, "STAGE_SENTENCE", "%s", further);
    for (size_t i = 0; i < m->n_members; i++)
        emit_clamp_sentence(model, m->members[i].buffer, m4);
    if (layer_folded_sentence(model, m) != NULL)
        emit_call(m4, "STAGE_SENTENCE", "%s", layer_folded_sentence(model, m));
    if (model->form == FORM_SIMD) {
        emit_call(m4, "STAGE_PLAIN", "%s", "");
    } else {
        emit_call(m4, "STAGE_CONTRACT", "%s", "");
        emit_stage_contract(model, stage, m4);
        emit_call(m4, "STAGE_CONTRACT_END", "%s", "");
    }
    emit_stage_arrays(model, stage, "", m4);
    emit_call(m4, "STAGE_BODY", "%s", "");
}

/* The call in the entry point; `further` are its last arguments. */
static void emit_stage_call(const struct model *model, const struct stage *stage,
                            const char *further, FILE *m4)
{
    emit_call(m4, "STAGE_END", "%s", "");
    emit_call(m4, "STAGE_CALL", "%s", stage->name);
    for (size_t i = 0; i < stage->count; i++)
        emit_call(m4, "STAGE_ARGUMENT", "%s\t%s", array_text(model, stage, i),
                  i + 1 < stage->count ? ", " : "");
    emit_call(m4, "STAGE_CALL_END", "%s", further);
}

void emit_stage_end(const struct model *model, const struct stage *stage, FILE *m4)
{
    emit_stage_call(model, stage, "", m4);
}

/* --- results --- */

/* What a result is, by the kind of its buffer. */
static const struct {
    const char *name, *sentence;
} results[] = {
    [BUFFER_MEAN] = {"mean_output",
                     "Result mean: the numbers of its layer, times scale where the weights do not "
                     "contain it, plus offset."},
    [BUFFER_SIGMA] = {"sigma_output",
                      "Result sigma: the numbers of its layer, times scale where the spec has one, "
                      "plus floor."},
    [BUFFER_ETA] = {"eta_output",
                    "Result eta: the number of its layer, or 1 if status says that an input was "
                    "replaced."},
};

/* The arrays of the stage that the operations [op, end) make. */
static struct stage output_stage(const struct model *model, const struct op *op,
                                 const struct op *end)
{
    struct stage stage = {.name = results[model->program->buffers[op->buffer].kind].name};
    stage.arrays = arena_alloc(model->arena, (size_t)(end - op), sizeof(*stage.arrays));
    for (; op < end; op++)
        if (op->kind == OP_COPY)
            stage_add(&stage, op->source, false);
    return stage;
}

/* What every number of a result is bound to be. */
void emit_result_ensures(const struct model *model, const struct buffer *b, FILE *m4)
{
    for (size_t k = 0; k < b->size; k++) {
        struct interval v = model->contracts.values[b->offset + k];
        double low = b->kind == BUFFER_SIGMA ? fmax(v.low, 0.0) : v.low;
        emit_call(m4, "INFER_ENSURES", "%s[%zu]\t%s\t%s", buffer_text(model->arena, b), k,
                  number_down(model->arena, low, 9), number_up(model->arena, v.high, 9));
    }
}

static void emit_output_contract(const struct model *model, const struct stage *stage,
                                 const struct buffer *b, FILE *m4)
{
    emit_call(m4, "STAGE_CONTRACT", "%s", "");
    for (size_t i = 0; i < stage->count; i++)
        emit_array_reads(model, stage, i, m4);
    emit_call(m4, "OUTPUT_VALID", "%s", "");
    for (size_t i = 0; i < stage->count; i++)
        emit_call(m4, "OUTPUT_SEPARATED", "%s\t%zu", array_text(model, stage, i),
                  array_buffer(model, stage, i)->size - 1);
    const char *name = buffer_text(model->arena, b);
    emit_call(m4, "OUTPUT_ASSIGNS", "%s",
              b->kind == BUFFER_ETA
                  ? name
                  : arena_printf(model->arena, "%s[0 .. %zu]", name, b->size - 1));
    if (b->kind == BUFFER_ETA)
        emit_call(m4, "INFER_ENSURES", "%s\t0.0\t1.0", name);
    else
        emit_result_ensures(model, b, m4);
    emit_call(m4, "STAGE_CONTRACT_END", "%s", "");
}

static void emit_output_stage(const struct model *model, const struct op *op, const struct op *end,
                              FILE *m4)
{
    const struct buffer *b = &model->program->buffers[op->buffer];
    const struct stage stage = output_stage(model, op, end);
    bool eta = b->kind == BUFFER_ETA;
    emit_call(m4, "STAGE", "%s", results[b->kind].sentence);
    if (b->kind == BUFFER_MEAN && mean_folded_sentence(model) != NULL)
        emit_call(m4, "STAGE_SENTENCE", "%s", mean_folded_sentence(model));
    if (model->form == FORM_SIMD)
        emit_call(m4, "STAGE_PLAIN", "%s", "");
    else
        emit_output_contract(model, &stage, b, m4);
    emit_stage_arrays(model, &stage, ", ", m4);
    emit_call(m4, "OUTPUT_BODY", "%s", eta ? "uint32_t status, " : "");
    for (; op < end; op++)
        emit_plain_op(model, op, m4);
    emit_stage_call(model, &stage, eta ? ", status, r" : ", r", m4);
}

void emit_output_stages(const struct model *model, const struct op *op, FILE *m4)
{
    const struct program *p = model->program;
    const struct op *last = p->ops + p->n_ops;
    while (op < last) {
        const struct op *end = op;
        while (end < last && end->buffer == op->buffer)
            end++;
        emit_output_stage(model, op, end, m4);
        op = end;
    }
}
