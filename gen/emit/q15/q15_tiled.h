/* Functions and tables of the tiled form for cores without SMLAD. */
#ifndef EPIGEN_Q15_TILED_H
#define EPIGEN_Q15_TILED_H

#include "emit/q15/q15_blocks.h"

void q15_tiled_function(const struct q15_model *model, const struct q15_block *block, FILE *m4);
void q15_tiled_tables(const struct q15_model *model, const struct q15_block *block, FILE *m4);
size_t q15_tiled_bytes(const struct q15_block *block);

#endif
