/* From a checked spec to its program: scalings by powers of two folded into weights, layers cut
   into blocks. */
#ifndef EPIGEN_LOWER_H
#define EPIGEN_LOWER_H

#include "program/program.h"

/* Makes the program of a checked spec. */
struct program *lower(struct arena *arena, const struct spec *spec, const char *prefix,
                      const struct number_type *type);

#endif
