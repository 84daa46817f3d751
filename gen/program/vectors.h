/* Conformance vectors: inputs as bit patterns and what the interpreter answers, so that the
   emitted code can be checked on the real target. */
#ifndef EPIGEN_VECTORS_H
#define EPIGEN_VECTORS_H

#include "program/program.h"

enum { VECTORS_MIN = 64, VECTORS_MAX = 100000 };

/* Unless the user says how many: 96, or as many as show every input at its worst at least twice. */
size_t vectors_default(const struct program *program);

struct vectors {
    size_t count, n_in, n_out;
    uint32_t *inputs;  /* (count, n_in) */
    uint32_t *results; /* (count, 2 n_out + 2): mean, sigma, eta, status */
};

/* First the extremes of all inputs together; then by turns one input at an extreme with the others
   inside the domain, all inside the domain, and all anywhere. Always the same for the same
   program. */
struct vectors vectors_make(struct arena *arena, const struct program *program, size_t count);

#endif
