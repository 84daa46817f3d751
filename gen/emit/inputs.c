/* See inputs.h. The operations on inputs come first in a program. An input whose flush lower() left
   out as idle is 0 or at least the limit it would have had, and never -0. */
#include "emit/inputs.h"

#include "base/fail.h"
#include "program/lower.h"

/* Takes an operation; each kind comes at most once, in this order. */
static void row_take(struct inputs *inputs, const struct op *op)
{
    struct input_row *row = &inputs->rows[op->index];
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: break;
    case OP_SUBTRACT:
        row->mean = op->value;
        inputs->subtract = true;
        break;
    case OP_FLUSH:
        row->limit = op->value;
        inputs->flush = true;
        break;
    case OP_MULTIPLY:
        row->factor = op->value;
        inputs->multiply = true;
        break;
    default: fail("internal error: %s of an input", op_info[op->kind].name);
    }
}

struct inputs inputs_of(struct arena *arena, const struct program *program)
{
    size_t n = program->spec->n_inputs;
    struct inputs inputs = {.rows = arena_alloc(arena, n, sizeof(*inputs.rows))};
    for (size_t i = 0; i < n; i++)
        inputs.rows[i] = (struct input_row){0.0, program->type->smallest, 1.0};
    const struct op *last = NULL;
    while (program->ops[inputs.end].kind != OP_BLOCK && program->ops[inputs.end].kind != OP_COPY) {
        const struct op *op = &program->ops[inputs.end++];
        static const int order[OP_KIND_COUNT] = {
            [OP_SUBTRACT] = 1, [OP_FLUSH] = 2, [OP_MULTIPLY] = 3};
        if (last != NULL && last->index == op->index && order[last->kind] >= order[op->kind])
            fail("internal error: %s of an input behind %s", op_info[op->kind].name,
                 op_info[last->kind].name);
        row_take(&inputs, op);
        last = op;
    }
    return inputs;
}

size_t inputs_numbers(const struct inputs *inputs, size_t n)
{
    return n * (4 + (inputs->flush ? 1U : 0U) + (inputs->subtract ? 1U : 0U) +
                (inputs->multiply ? 1U : 0U));
}

static size_t ops_of(const struct inputs *inputs, const struct program *program, enum op_kind kind)
{
    size_t ops = 0;
    for (size_t i = 0; i < inputs->end; i++)
        ops += program->ops[i].kind == kind;
    return ops;
}

size_t inputs_more_additions(const struct inputs *inputs, const struct program *program,
                             size_t places)
{
    return inputs->subtract ? places - ops_of(inputs, program, OP_SUBTRACT) : 0;
}

size_t inputs_more_multiplications(const struct inputs *inputs, const struct program *program,
                                   size_t places)
{
    return inputs->multiply ? places - ops_of(inputs, program, OP_MULTIPLY) : 0;
}
