/* Functions and tables for cores that multiply two pairs of 16 bits at once (SMLAD). */
#ifndef EPIGEN_Q15_PACKED_H
#define EPIGEN_Q15_PACKED_H

#include "emit/q15/q15_blocks.h"

const char *q15_packed_value_text(const struct q15_model *model, int source, size_t index);
void q15_packed_inputs(const struct q15_model *model, FILE *m4);
void q15_packed_function(const struct q15_model *model, const struct q15_block *block, FILE *m4);
void q15_packed_table(const struct q15_model *model, const struct q15_block *block, FILE *m4);
size_t q15_packed_bytes(const struct q15_block *block);

#endif
