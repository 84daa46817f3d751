/* Which results are the same number for every input. */
#ifndef EPIGEN_CONSTANT_H
#define EPIGEN_CONSTANT_H

#include "program/bounds.h"

/* Whether no number of this result depends on an input: each path to one leads through weights that
   are 0, or through an activation whose range is one number. */
bool result_is_constant(struct arena *arena, const struct program *program,
                        const struct bounds *bounds, enum buffer_kind result);

#endif
