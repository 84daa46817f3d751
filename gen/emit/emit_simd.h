/* The simd form: vector types of gcc and clang, for a PC. */
#ifndef EPIGEN_EMIT_SIMD_H
#define EPIGEN_EMIT_SIMD_H

#include "emit/model.h"

void emit_simd_kernels(const struct model *model, FILE *m4);
void emit_simd_ops(const struct model *model, FILE *m4);
/* Adds to the counts the lanes of vectors that nobody reads. */
void simd_count(const struct model *model, struct counts *counts);

#endif
