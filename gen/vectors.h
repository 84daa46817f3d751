/* Conformance vectors: inputs as bit patterns and what the interpreter answers, so that the
   emitted code can be checked on the real target. */
#ifndef EPIGEN_VECTORS_H
#define EPIGEN_VECTORS_H

#include "program.h"

enum { VECTORS_DEFAULT = 96, VECTORS_MIN = 64, VECTORS_MAX = 100000 };

struct vectors {
    size_t count, n_in, n_out;
    uint32_t *inputs;  /* (count, n_in) */
    uint32_t *results; /* (count, 2 n_out + 2): mean, sigma, eta, status */
};

/* First the extremes of all inputs together, then those of one input after the other, then
   random ones inside the domain, and a few anywhere. Always the same for the same program. */
struct vectors vectors_make(struct arena *arena, const struct program *program, size_t count);

#endif
