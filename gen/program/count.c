/* What a program costs, by counting its operations. See count.h. */
#include "program/count.h"

static size_t zeros_count(const struct spec_layer *layer)
{
    size_t zeros = 0;
    for (size_t i = 0; i < layer->n_in * layer->n_out; i++)
        zeros += layer->weights[i] == 0.0F;
    return zeros;
}

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
    counts.constants = counts.ops[OP_TERM] + counts.ops[OP_DISTANCE] + counts.ops[OP_BIAS];
    counts.constant_bytes = counts.constants * program->type->bytes;
    for (size_t i = 0; i < program->n_buffers; i++) {
        const struct buffer *buffer = &program->buffers[i];
        if (buffer->kind == BUFFER_LAYER && buffer->layer->kind == LAYER_DENSE)
            counts.dropped += zeros_count(buffer->layer);
        if (buffer->kind == BUFFER_LAYER || buffer->kind == BUFFER_INPUTS)
            counts.buffer_bytes += buffer->size * program->type->bytes;
    }
    return counts;
}
