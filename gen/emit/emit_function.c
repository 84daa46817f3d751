/* See emit_function.h. What a function reads is what its terms do, or all sources of its layer. */
#include "emit/emit_function.h"

#include "program/bounds.h"

#include <inttypes.h>

static bool part_reads(const struct part *part, uint16_t buffer)
{
    return part->terms == NULL || block_reads(part->terms, buffer);
}

static uint32_t part_count(const struct part *part)
{
    uint32_t count = 0;
    for (; part != NULL; part = part->next)
        count += part->count;
    return count;
}

/* What the sums of each neuron are. */
static void emit_block_ensures(const struct model *model, const struct part *part, FILE *m4)
{
    uint32_t out = 0;
    for (; part != NULL; part = part->next) {
        const struct buffer *buffer = &model->program->buffers[part->buffer];
        for (uint32_t lane = 0; lane < part->count; lane++) {
            struct interval sum = model->contracts.sums[buffer->offset + part->index + lane];
            emit_call(m4, "BLOCK_ENSURES", "%" PRIu32 "\t%s\t%s", out++,
                      number_down(model->arena, sum.low, 9), number_up(model->arena, sum.high, 9));
        }
    }
}

static void emit_block_contract(const struct model *model, const struct part *part, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[part->buffer];
    const struct spec_layer *layer = buffer->layer;
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        const struct buffer *b = &model->program->buffers[source];
        if (!part_reads(part, source))
            continue;
        struct interval range = hull(model->contracts.values + b->offset, b->size);
        emit_call(m4, "BLOCK_READS", "%zu\t%zu\t%s\t%s\t%u", k, b->size - 1,
                  number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9),
                  part_count(part) - 1U);
    }
    emit_call(m4, "BLOCK_WRITES", "%" PRIu32, part_count(part) - 1U);
    emit_block_ensures(model, part, m4);
}

void emit_part(const struct model *model, const struct part *part, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[part->buffer];
    const struct spec_layer *layer = buffer->layer;
    uint32_t number = block_number(model->program, part->buffer, part->index);
    emit_call(m4, "PART", "%s\t%s\t%d", layer->name,
              neurons_text(model->arena, part->index, part->count), layer->line);
    for (const struct part *next = part->next; next != NULL; next = next->next) {
        const struct spec_layer *further = model->program->buffers[next->buffer].layer;
        emit_call(m4, "PART_LAYER", "%s\t%s\t%d", further->name,
                  neurons_text(model->arena, next->index, next->count), further->line);
    }
    emit_call(m4, "PART_CONTRACT", "%s", "");
    emit_block_contract(model, part, m4);
    emit_call(m4, "BLOCK_FUNCTION", "%s\t%" PRIu32, layer->name, number);
    const char *space = "";
    for (size_t k = 0; k < layer->from.count; k++) {
        if (!part_reads(part, source_buffer(layer, k)))
            continue;
        emit_call(m4, "BLOCK_IN", "%zu\t%zu\t%s", k,
                  model->program->buffers[source_buffer(layer, k)].size, space);
        space = " ";
    }
    emit_call(m4, "BLOCK_OUT", "%" PRIu32, part_count(part));
}

void emit_part_call(const struct model *model, const struct part *part, const char *out, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[part->buffer].layer;
    emit_call(m4, "BLOCK_END", "%s", "");
    emit_call(m4, "CALL", "%s\t%" PRIu32, layer->name,
              block_number(model->program, part->buffer, part->index));
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        if (part_reads(part, source))
            emit_call(m4, "CALL_IN", "%s",
                      buffer_text(model->arena, &model->program->buffers[source]));
    }
    emit_call(m4, "CALL_OUT", "%s", out);
}

/* One operation of a block, with its constant as a literal. */
static void emit_block_op(const struct model *model, const struct op *op, const struct part *part,
                          FILE *m4)
{
    const char *literal = model->program->type->literal(model->arena, op->value);
    const struct spec_layer *layer = model->program->buffers[part->buffer].layer;
    switch ((enum op_kind)op->kind) {
    case OP_BLOCK: emit_part(model, part, m4); break;
    case OP_BIAS: emit_call(m4, "BIAS", "%u\t%s", op->lane, literal); break;
    case OP_TERM:
    case OP_GAP:
        emit_call(m4, op->kind == OP_TERM ? "TERM" : "GAP", "%u\t%s\t%zu\t%" PRIu32, op->lane,
                  literal, source_number(layer, op->source), op->from);
        break;
    case OP_STORE: emit_call(m4, "STORE", "%u", op->lane); break;
    case OP_END:
        emit_part_call(model, part, value_text(model, part->buffer, part->index), m4);
        break;
    default: break; /* the activation comes behind the layer */
    }
}

void emit_layer_unrolled(const struct model *model, const struct op *op, const struct op *end,
                         FILE *m4)
{
    struct part part = {0};
    for (; op < end; op++) {
        if (op->kind == OP_BLOCK)
            part = (struct part){op->buffer, op->index, op->count, op, NULL};
        emit_block_op(model, op, &part, m4);
    }
}
