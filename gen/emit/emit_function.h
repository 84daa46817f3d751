/* Part of a layer, or of several, as one function of the tiled form: its comment, contract and
   head, and its call. */
#ifndef EPIGEN_EMIT_FUNCTION_H
#define EPIGEN_EMIT_FUNCTION_H

#include "emit/emit_parts.h"

/* Neurons of a layer that one function computes. */
struct part {
    uint16_t buffer;
    uint32_t index, count;
    const struct op *terms;  /* its block, or NULL: it reads all that the layer does */
    const struct part *next; /* of another layer, which the same function computes, or NULL */
};

/* The function's comment, contract and head; its end and its call, which writes from `out` on. */
void emit_part(const struct model *model, const struct part *part, FILE *m4);
void emit_part_call(const struct model *model, const struct part *part, const char *out, FILE *m4);

/* The operations of a layer as statements with literals, but for its activation. */
void emit_layer_unrolled(const struct model *model, const struct op *op, const struct op *end,
                         FILE *m4);

#endif
