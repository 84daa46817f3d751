/* The unrolled form: straight-line code, blocks that differ only in constants share a function. */
#ifndef EPIGEN_EMIT_UNROLLED_H
#define EPIGEN_EMIT_UNROLLED_H

#include "emit/matrix.h"
#include "emit/model.h"
#include "emit/shapes.h"

/* What stands among the kernels; the stages and their calls. */
void emit_unrolled_kernels(const struct model *model, const struct shapes *shapes, FILE *m4);
void emit_unrolled_ops(const struct model *model, const struct shapes *shapes, FILE *m4);

/* What a stage says of the sums in it, or NULL if they stand in functions of their own. */
const char *unrolled_sentence(const struct model *model, const struct matrix *matrix);
/* The blocks of a layer and their calls, without activations. */
void emit_unrolled_sums(const struct model *model, const struct shapes *shapes, const struct op *op,
                        const struct op *end, FILE *m4);

#endif
