/* See emit_parts.h. */
#include "emit_parts.h"

#include "fail.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char *upper_text(struct arena *arena, const char *name)
{
    char *text = arena_strdup(arena, name);
    for (char *c = text; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

void emit_call(FILE *m4, const char *macro, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fprintf(m4, "EPI_%s(<|", macro);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\t')
            fputs("|>, <|", m4);
        else
            fputc(*c, m4);
    }
    fputs("|>)\n", m4);
}

const struct kernel kernels[KERNEL_COUNT] = {
    {"relu", ACT_RELU, NULL, ACCURACY_COUNT, 0.0},
    {"leaky_relu", ACT_LEAKY_RELU, "relu", ACCURACY_COUNT, 0.0},
    {"tanh", ACT_TANH, NULL, ACCURACY_FULL, 8.6875},
    {"tanh_e4", ACT_TANH, NULL, ACCURACY_E4, 0.0},
    {"tanh_e3", ACT_TANH, NULL, ACCURACY_E3, 0.0},
    {"exp_core", ACT_IDENTITY, NULL, ACCURACY_COUNT, 0.0},
    {"exp", ACT_EXP, "exp_core", ACCURACY_COUNT, 0.0},
    {"sigmoid", ACT_SIGMOID, "exp_core", ACCURACY_FULL, 0.0},
    {"sigmoid_e4", ACT_SIGMOID, NULL, ACCURACY_E4, 0.0},
    {"sigmoid_e3", ACT_SIGMOID, NULL, ACCURACY_E3, 0.0},
    {"softplus", ACT_SOFTPLUS, "exp_core", ACCURACY_FULL, 0.0},
    {"softplus_e4", ACT_SOFTPLUS, NULL, ACCURACY_E4, 0.0},
    {"softplus_e3", ACT_SOFTPLUS, NULL, ACCURACY_E3, 0.0},
    {"square", ACT_SQUARE, NULL, ACCURACY_COUNT, 0.0},
};

/* Whether layers of the model call it. */
static bool kernel_is_called(const struct model *model, const struct kernel *kernel)
{
    bool serves =
        kernel->accuracy == ACCURACY_COUNT || kernel->accuracy == model->program->accuracy;
    return serves && model->counts.activations[kernel->activation] > 0;
}

bool kernel_is_needed(const struct model *model, const struct kernel *kernel)
{
    if (kernel_is_called(model, kernel))
        return true;
    if (kernel->activation == ACT_SQUARE && model->counts.ops[OP_GAP] > 0)
        return true; /* squared distances */
    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (kernels[i].needs != NULL && strcmp(kernels[i].needs, kernel->name) == 0 &&
            kernel_is_called(model, &kernels[i]))
            return true;
    return false;
}

const struct kernel *kernel_find(const struct program *program, enum activation activation)
{
    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (kernels[i].activation == activation &&
            (kernels[i].accuracy == ACCURACY_COUNT || kernels[i].accuracy == program->accuracy))
            return &kernels[i];
    fail("internal error: no kernel for %s", activation_name[activation]);
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
    return b->kind == BUFFER_ETA ? name
                                 : arena_printf(model->arena, "%s[%" PRIu32 "]", name, index);
}

static void emit_clamp(const struct model *model, const struct op *op, FILE *m4)
{
    const struct program *p = model->program;
    const struct domain *d = &p->domains[op->index];
    emit_call(m4, "CLAMP", "%" PRIu32 "\t%s\t%s\t%s\t%s\t0x%08" PRIX32 "U\t%s", op->index,
              upper_text(model->arena, p->spec->inputs[op->index].name),
              p->type->bits(model->arena, d->low), p->type->bits(model->arena, d->high),
              p->type->bits(model->arena, d->substitute), d->status,
              domain_has_zero(d) ? "clamp_zero" : "clamp");
}

void emit_plain_op(const struct model *model, const struct op *op, FILE *m4)
{
    const char *value = value_text(model, op->buffer, op->index);
    const char *literal = model->program->type->literal(model->arena, op->value);
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: emit_clamp(model, op, m4); break;
    case OP_SUBTRACT: emit_call(m4, "SUBTRACT", "%s\t%s", value, literal); break;
    case OP_ADD: emit_call(m4, "ADD", "%s\t%s", value, literal); break;
    case OP_MULTIPLY: emit_call(m4, "MULTIPLY", "%s\t%s", value, literal); break;
    case OP_FLUSH:
        emit_call(m4, "FLUSH", "%s\t%s", value,
                  model->program->type->bits(model->arena, op->value));
        break;
    case OP_COPY:
        emit_call(m4, "COPY", "%s\t%s", value, value_text(model, op->source, op->from));
        break;
    case OP_DOUBT: emit_call(m4, "DOUBT", "%s", value); break;
    default: fail("internal error: %s outside of a block", op_info[op->kind].name);
    }
}
