/* The tiled form: weights in tables, loops with constant bounds. */
#ifndef EPIGEN_EMIT_TILED_H
#define EPIGEN_EMIT_TILED_H

#include "emit/model.h"

void emit_tiled_kernels(const struct model *model, FILE *m4);
void emit_tiled_ops(const struct model *model, FILE *m4);
/* Adds to the counts what tables make this form execute: zeros are multiplied too. */
void tiled_count(const struct model *model, struct counts *counts);

#endif
