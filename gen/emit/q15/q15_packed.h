/* The layers for cores that multiply two pairs of 16 bits at once (SMLAD). */
#ifndef EPIGEN_Q15_PACKED_H
#define EPIGEN_Q15_PACKED_H

#include "emit/q15/q15_parts.h"

/* Whether the values of a source lie two in a word: those that a layer reads. */
bool q15_is_packed(const struct q15_program *program, int source);
const char *q15_packed_value_text(const struct q15_model *model, int source, size_t index);
void q15_emit_packed(const struct q15_model *model, FILE *m4);
void q15_packed_count(const struct q15_model *model, struct q15_counts *counts);

#endif
