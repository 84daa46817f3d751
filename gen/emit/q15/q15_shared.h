/* Layers whose numbers stand in tables: a layer is a function with its tables, and calls one
   function for a block of neurons after the other. Whole blocks of a layer with common exponents
   share a function. q15_packed.c writes functions and tables for cores with SMLAD, q15_tiled.c for
   all others. */
#ifndef EPIGEN_Q15_SHARED_H
#define EPIGEN_Q15_SHARED_H

#include "emit/q15/q15_blocks.h"

/* Whether the layers have their numbers in tables: all others have them as literals. */
bool q15_is_shared(const struct q15_model *model);

void q15_emit_shared(const struct q15_model *model, FILE *m4);
void q15_shared_count(const struct q15_model *model, struct q15_counts *counts);

#endif
