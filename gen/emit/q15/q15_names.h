/* The header in fixed point has more macros for each input than that in float: their names must not
   meet. */
#ifndef EPIGEN_Q15_NAMES_H
#define EPIGEN_Q15_NAMES_H

#include "base/arena.h"
#include "spec/spec.h"

/* Ends through fail_at where two macros or places of the header would have one name. */
void q15_names_check(struct arena *arena, const struct spec *spec);

#endif
