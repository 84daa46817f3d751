/* See scales.h. A scale is folded where the program has no operation for it: what counts is the
   program, not the rule by which lower() decides. */
#include "emit/scales.h"

#include "emit/macro.h"

#include <string.h>

/* The operations on inputs come first in a program. */
static bool input_is_multiplied(const struct program *p, size_t input)
{
    for (const struct op *op = p->ops; op->kind != OP_BLOCK && op->kind != OP_COPY; op++)
        if (op->kind == OP_MULTIPLY && op->index == input)
            return true;
    return false;
}

/* Those on results come last. */
static const struct op *results_begin(const struct program *p)
{
    const struct op *op = p->ops + p->n_ops;
    while (op > p->ops && p->buffers[op[-1].buffer].kind != BUFFER_INPUTS &&
           p->buffers[op[-1].buffer].kind != BUFFER_LAYER)
        op--;
    return op;
}

static bool mean_is_multiplied(const struct program *p, size_t output)
{
    for (const struct op *op = results_begin(p); op < p->ops + p->n_ops; op++)
        if (op->kind == OP_MULTIPLY && op->index == output &&
            p->buffers[op->buffer].kind == BUFFER_MEAN)
            return true;
    return false;
}

const char *input_folded(const struct model *model, size_t input)
{
    const struct program *p = model->program;
    double scale = (double)p->spec->inputs[input].scale;
    if (p->type->round(1.0 / scale) == 1.0 || input_is_multiplied(p, input))
        return NULL;
    return arena_printf(model->arena, "1/%s", number_text(model->arena, (float)scale));
}

const char *mean_folded(const struct model *model, size_t output)
{
    const struct program *p = model->program;
    float scale = p->spec->mean.scale[output];
    return scale == 1.0F || mean_is_multiplied(p, output) ? NULL : number_text(model->arena, scale);
}

bool inputs_any_folded(const struct model *model)
{
    for (size_t i = 0; i < model->program->spec->n_inputs; i++)
        if (input_folded(model, i) != NULL)
            return true;
    return false;
}

static bool mean_any_folded(const struct model *model)
{
    for (size_t k = 0; k < model->program->spec->mean.count; k++)
        if (mean_folded(model, k) != NULL)
            return true;
    return false;
}

/* Whether numbers of mean, some of them folded, are those of a layer. */
static bool layer_is_mean(const struct model *model, const struct buffer *buffer)
{
    const struct program *p = model->program;
    for (const struct op *op = results_begin(p); op < p->ops + p->n_ops; op++)
        if (op->kind == OP_COPY && p->buffers[op->buffer].kind == BUFFER_MEAN &&
            &p->buffers[op->source] == buffer && mean_folded(model, op->index) != NULL)
            return true;
    return false;
}

const char *layer_folded_sentence(const struct model *model, const struct matrix *m)
{
    bool folded = false;
    for (size_t k = 0; k < m->layer->from.count; k++)
        folded = folded || (m->layer->from.sources[k] == SOURCE_INPUTS && inputs_any_folded(model));
    for (size_t i = 0; i < m->n_members; i++)
        folded = folded || layer_is_mean(model, m->members[i].buffer);
    return folded
               ? "Its constants are those of the spec times the folded scales (head of this file)."
               : NULL;
}

const char *mean_folded_sentence(const struct model *model)
{
    const char *list = "";
    size_t left = 0;
    if (!mean_any_folded(model))
        return NULL;
    for (size_t k = 0; k < model->program->spec->mean.count; k++) {
        if (mean_folded(model, k) == NULL)
            continue;
        if (strlen(list) < 60)
            list = arena_printf(model->arena, "%s%smean[%zu]", list, *list == '\0' ? "" : ", ", k);
        else
            left++;
    }
    return arena_printf(model->arena, "Weights and biases of the layer contain the scale of %s%s.",
                        list, left == 0 ? "" : arena_printf(model->arena, " and %zu more", left));
}

/* One folded scale; *column is where the line has got to. */
static void emit_one(const struct model *model, const char *factor, const char *name,
                     size_t *column, FILE *m4)
{
    const char *text = arena_printf(model->arena, "%s of %s", factor, name);
    bool first = *column == 0, wraps = !first && *column + strlen(text) > 90;
    emit_call(m4, "FOLDED", "%s\t%s", first ? " " : wraps ? ",\n *   " : ", ", text);
    *column = first ? 50 : (wraps ? 4 : *column + 2) + strlen(text);
}

void emit_folded(const struct model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    size_t column = 0;
    for (size_t i = 0; i < spec->n_inputs; i++)
        if (input_folded(model, i) != NULL)
            emit_one(model, input_folded(model, i), spec->inputs[i].name, &column, m4);
    for (size_t k = 0; k < spec->mean.count; k++)
        if (mean_folded(model, k) != NULL)
            emit_one(model, mean_folded(model, k), arena_printf(model->arena, "mean[%zu]", k),
                     &column, m4);
    if (column == 0)
        emit_call(m4, "FOLDED_NONE", "%s", "");
}
