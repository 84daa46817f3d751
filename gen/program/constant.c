/* See constant.h. Inputs vary; what is computed of numbers that vary does too, unless its range is
   one number. */
#include "program/constant.h"

struct dependence {
    const struct program *program;
    const struct bounds *bounds;
    bool *varies; /* (n_values) */
    bool lanes[BLOCK_LANES];
};

/* Whether a value that reads what varies can have two values itself. */
static bool is_spread(const struct dependence *d, size_t value)
{
    const struct interval *range = &d->bounds->values[value];
    return range->low < range->high;
}

static void op_follow(struct dependence *d, const struct op *op)
{
    const struct buffer *buffers = d->program->buffers;
    size_t target = buffers[op->buffer].offset + op->index;
    bool source = d->varies[buffers[op->source].offset + op->from];
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: d->varies[target] = true; break;
    case OP_BIAS: d->lanes[op->lane] = false; break;
    case OP_TERM:
    case OP_DISTANCE: d->lanes[op->lane] |= source; break;
    case OP_STORE: d->varies[target] = d->lanes[op->lane]; break;
    case OP_ACTIVATE:
        for (size_t i = target; i < target + op->count; i++)
            d->varies[i] = d->varies[i] && is_spread(d, i);
        break;
    case OP_COPY: d->varies[target] = source; break;
    case OP_SUBTRACT:
    case OP_ADD:
    case OP_MULTIPLY:
    case OP_FLUSH:
    case OP_ETA_OR_ONE: /* eta outside of the domain is no answer of the network */
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: break;
    }
}

bool result_is_constant(struct arena *arena, const struct program *program,
                        const struct bounds *bounds, enum buffer_kind result)
{
    struct dependence d = {.program = program, .bounds = bounds};
    d.varies = arena_alloc(arena, program->n_values, sizeof(*d.varies));
    for (size_t i = 0; i < program->n_ops; i++)
        op_follow(&d, &program->ops[i]);
    for (size_t b = 0; b < program->n_buffers; b++)
        for (size_t i = 0; program->buffers[b].kind == result && i < program->buffers[b].size; i++)
            if (d.varies[program->buffers[b].offset + i])
                return false;
    return true;
}
