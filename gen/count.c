/* What a program costs, by counting its operations. See program.h. */
#include "program.h"

struct counts count(const struct program *program)
{
    struct counts counts = {0};
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        counts.ops[op->kind]++;
        counts.additions += op_info[op->kind].additions;
        counts.multiplications += op_info[op->kind].multiplications;
        if (op->kind == OP_ACTIVATE)
            counts.activations[program->buffers[op->buffer].layer->activation] += op->count;
    }
    counts.blocks = counts.ops[OP_BLOCK];
    counts.constants = counts.ops[OP_TERM] + counts.ops[OP_BIAS];
    counts.constant_bytes = counts.constants * program->type->bytes;
    for (size_t i = 0; i < program->n_buffers; i++) {
        const struct buffer *buffer = &program->buffers[i];
        if (buffer->kind == BUFFER_LAYER)
            counts.dropped += buffer->layer->n_in * buffer->layer->n_out;
        if (buffer->kind == BUFFER_LAYER || buffer->kind == BUFFER_INPUTS)
            counts.buffer_bytes += buffer->size * program->type->bytes;
    }
    counts.dropped -= counts.ops[OP_TERM];
    return counts;
}
