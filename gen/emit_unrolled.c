/* The unrolled form: every block of a layer is a function, every term a statement with its weight
   as a literal. The program is walked once, in the order of execution; where the pieces end up
   in the C file (functions first, then the entry point that calls them) is m4's business. */
#include "emit_parts.h"

#include <inttypes.h>
#include <math.h>

static struct interval hull(const struct interval *v, size_t n)
{
    struct interval all = v[0];
    for (size_t i = 1; i < n; i++) {
        all.low = fmin(all.low, v[i].low);
        all.high = fmax(all.high, v[i].high);
    }
    return all;
}

static bool kernel_is_blocked(const struct program *program, enum activation activation)
{
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        if (op->kind == OP_ACTIVATE && op->count == BLOCK_LANES &&
            program->buffers[op->buffer].layer->activation == activation)
            return true;
    }
    return false;
}

void emit_unrolled_kernels(const struct model *model, FILE *m4)
{
    for (size_t i = 0; i < KERNEL_COUNT; i++) {
        const struct kernel *kernel = &kernels[i];
        if (!kernel_is_needed(model, kernel))
            continue;
        emit_call(m4, "KERNEL", "%s", kernel->name);
        if (kernel_is_blocked(model->program, kernel->activation))
            emit_call(m4, kernel->activation == ACT_LEAKY_RELU ? "KERNEL8_SLOPE" : "KERNEL8", "%s",
                      kernel->name);
    }
}

/* What a block reads: source number k of its layer, if any of its terms does. */
static bool block_reads(const struct op *block, uint16_t buffer)
{
    for (const struct op *op = block; op->kind != OP_END; op++)
        if ((op->kind == OP_TERM || op->kind == OP_GAP) && op->source == buffer)
            return true;
    return false;
}

static uint16_t source_buffer(const struct spec_layer *layer, size_t k)
{
    return program_buffer(layer->from.sources[k]);
}

static size_t source_number(const struct spec_layer *layer, uint16_t buffer)
{
    size_t k = 0;
    while (source_buffer(layer, k) != buffer)
        k++;
    return k;
}

static void emit_block_contract(const struct model *model, const struct op *block, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[block->buffer];
    const struct spec_layer *layer = buffer->layer;
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        const struct buffer *b = &model->program->buffers[source];
        if (!block_reads(block, source))
            continue;
        struct interval range = hull(model->contracts.values + b->offset, b->size);
        emit_call(m4, "BLOCK_READS", "%zu\t%zu\t%s\t%s\t%u", k, b->size - 1,
                  number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9),
                  block->count - 1U);
    }
    emit_call(m4, "BLOCK_WRITES", "%u", block->count - 1U);
    for (unsigned lane = 0; lane < block->count; lane++) {
        struct interval sum = model->contracts.sums[buffer->offset + block->index + lane];
        emit_call(m4, "BLOCK_ENSURES", "%u\t%s\t%s", lane, number_down(model->arena, sum.low, 9),
                  number_up(model->arena, sum.high, 9));
    }
}

static void emit_block(const struct model *model, const struct op *block, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[block->buffer];
    const struct spec_layer *layer = buffer->layer;
    uint32_t number = block->index / BLOCK_LANES;
    const char *neurons = block->count == 1
                              ? arena_printf(model->arena, "neuron %" PRIu32, block->index)
                              : arena_printf(model->arena, "neurons %" PRIu32 " to %" PRIu32,
                                             block->index, block->index + block->count - 1);
    emit_call(m4, "BLOCK", "%s\t%s\t%d", layer->name, neurons, layer->line);
    emit_block_contract(model, block, m4);
    emit_call(m4, "BLOCK_FUNCTION", "%s\t%" PRIu32, layer->name, number);
    for (size_t k = 0; k < layer->from.count; k++)
        if (block_reads(block, source_buffer(layer, k)))
            emit_call(m4, "BLOCK_IN", "%zu\t%zu", k,
                      model->program->buffers[source_buffer(layer, k)].size);
    emit_call(m4, "BLOCK_OUT", "%u", block->count);
}

/* The call of a finished block, in the entry point. */
static void emit_block_call(const struct model *model, const struct op *block, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    emit_call(m4, "BLOCK_END", "%s\t%" PRIu32, layer->name, block->index / BLOCK_LANES);
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        if (block_reads(block, source))
            emit_call(m4, "CALL_IN", "%s",
                      buffer_text(model->arena, &model->program->buffers[source]));
    }
    emit_call(m4, "CALL_OUT", "%s", value_text(model, block->buffer, block->index));
}

static void emit_activation(const struct model *model, const struct op *op, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[op->buffer].layer;
    const struct number_type *type = model->program->type;
    const char *slope =
        layer->activation == ACT_LEAKY_RELU
            ? arena_printf(model->arena, ", %s", type->literal(model->arena, (double)layer->slope))
            : "";
    emit_call(m4, op->count == BLOCK_LANES ? "ACTIVATE8" : "ACTIVATE", "%s\t%s\t%s",
              activation_name[layer->activation], value_text(model, op->buffer, op->index), slope);
}

/* block: the one that is being printed */
static void emit_op(const struct model *model, const struct op *op, const struct op *block,
                    FILE *m4)
{
    const char *literal = model->program->type->literal(model->arena, op->value);
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    switch ((enum op_kind)op->kind) {
    case OP_BLOCK: emit_block(model, op, m4); break;
    case OP_BIAS: emit_call(m4, "BIAS", "%u\t%s", op->lane, literal); break;
    case OP_TERM:
    case OP_GAP:
        emit_call(m4, op->kind == OP_TERM ? "TERM" : "GAP", "%u\t%s\t%zu\t%" PRIu32, op->lane,
                  literal, source_number(layer, op->source), op->from);
        break;
    case OP_STORE: emit_call(m4, "STORE", "%u", op->lane); break;
    case OP_END: emit_block_call(model, block, m4); break;
    case OP_ACTIVATE: emit_activation(model, op, m4); break;
    default: emit_plain_op(model, op, m4); break;
    }
}

void emit_unrolled_ops(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    const struct op *block = p->ops;
    for (size_t i = 0; i < p->n_ops; i++) {
        if (p->ops[i].kind == OP_BLOCK)
            block = &p->ops[i];
        emit_op(model, &p->ops[i], block, m4);
    }
}
