/* The program as data: appending to it and showing it. See program.h. */
#include "program/program.h"

#include <inttypes.h>

const struct op_info op_info[OP_KIND_COUNT] = {
#define ROW(kind, name, additions, multiplications) [kind] = {name, additions, multiplications},
    OPERATIONS(ROW)
#undef ROW
};

/* The inputs come first, then the layers in the order of the spec. */
uint16_t program_buffer(int source) { return (uint16_t)(source - SOURCE_INPUTS); }

void program_append(struct arena *arena, struct program *program, struct op op)
{
    if (program->n_ops == program->capacity) {
        program->capacity = program->capacity == 0 ? 1024 : 2 * program->capacity;
        program->ops =
            arena_grow(arena, program->ops, program->n_ops, program->capacity, sizeof(op));
    }
    program->ops[program->n_ops++] = op;
}

static void op_dump(const struct program *program, const struct op *op, FILE *out)
{
    const char *buffer = program->buffers[op->buffer].name;
    const char *source = program->buffers[op->source].name;
    const char *name = op_info[op->kind].name;
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: {
        const struct domain *d = &program->domains[op->index];
        fprintf(out, "%-9s %s[%" PRIu32 "] = input in [%.9g, %.9g], NaN: %.9g\n", name, buffer,
                op->index, d->low, d->high, d->substitute);
        break;
    }
    case OP_SUBTRACT:
    case OP_ADD:
    case OP_MULTIPLY:
    case OP_FLUSH:
        fprintf(out, "%-9s %s[%" PRIu32 "], %.9g\n", name, buffer, op->index, op->value);
        break;
    case OP_BLOCK:
        fprintf(out, "%-9s %s[%" PRIu32 "..%" PRIu32 "]\n", name, buffer, op->index,
                op->index + op->count - 1);
        break;
    case OP_BIAS: fprintf(out, "  %-7s a%u = %.9g\n", name, op->lane, op->value); break;
    case OP_TERM:
        fprintf(out, "  %-7s a%u += %.9g * %s[%" PRIu32 "]\n", name, op->lane, op->value, source,
                op->from);
        break;
    case OP_DISTANCE:
        fprintf(out, "  %-7s a%u -= (%s[%" PRIu32 "] - %.9g)^2\n", name, op->lane, source, op->from,
                op->value);
        break;
    case OP_STORE:
        fprintf(out, "  %-7s %s[%" PRIu32 "] = a%u\n", name, buffer, op->index, op->lane);
        break;
    case OP_END: fprintf(out, "%s\n", name); break;
    case OP_ACTIVATE:
        fprintf(out, "%-9s %s[%" PRIu32 "..%" PRIu32 "] by %s\n", name, buffer, op->index,
                op->index + op->count - 1,
                activation_name[program->buffers[op->buffer].layer->activation]);
        break;
    case OP_COPY:
        fprintf(out, "%-9s %s[%" PRIu32 "] = %s[%" PRIu32 "]\n", name, buffer, op->index, source,
                op->from);
        break;
    case OP_ETA_OR_ONE: fprintf(out, "%-9s %s[%" PRIu32 "]\n", name, buffer, op->index); break;
    case OP_KIND_COUNT: break;
    }
}

void program_dump(const struct program *program, FILE *out)
{
    fprintf(out, "program %s, %s, accuracy %s, %zu operations\n", program->prefix,
            program->type->name, accuracy_name[program->accuracy], program->n_ops);
    for (size_t i = 0; i < program->n_ops; i++)
        op_dump(program, &program->ops[i], out);
}

uint32_t block_number(const struct program *program, uint16_t buffer, uint32_t index)
{
    return index / program->buffers[buffer].lanes;
}

bool domain_has_zero(const struct domain *domain)
{
    return domain->low <= 0.0 && domain->high >= 0.0;
}

const char *const accuracy_name[ACCURACY_COUNT] = {"full", "1e-4", "1e-3"};
