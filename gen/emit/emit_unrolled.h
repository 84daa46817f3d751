/* The unrolled form: straight-line code, blocks that differ only in constants share a function. */
#ifndef EPIGEN_EMIT_UNROLLED_H
#define EPIGEN_EMIT_UNROLLED_H

#include "emit/model.h"
#include "emit/shapes.h"

/* What stands among the kernels, the tables of the entry point, and its operations. */
void emit_unrolled_kernels(const struct model *model, const struct shapes *shapes, FILE *m4);
void emit_unrolled_tables(const struct model *model, const struct shapes *shapes, FILE *m4);
void emit_unrolled_ops(const struct model *model, const struct shapes *shapes, FILE *m4);

#endif
