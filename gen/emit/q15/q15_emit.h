/* Printing a program in fixed point as m4 macro calls; the macros are in templates/q15. */
#ifndef EPIGEN_Q15_EMIT_H
#define EPIGEN_Q15_EMIT_H

#include "emit/q15/q15_model.h"

void q15_emit_header(const struct q15_model *model, FILE *m4);
void q15_emit_source(const struct q15_model *model, FILE *m4);
void q15_emit_vectors(const struct q15_model *model, FILE *m4);
void q15_emit_selftest(const struct q15_model *model, FILE *m4);

/* What every emitted file begins with. */
void q15_emit_model(const struct q15_model *model, const char *template, FILE *m4);

#endif
