/* Conformance vectors: inputs as bit patterns and what the interpreter answers, so that the
   emitted code can be checked on the real target. */
#ifndef EPIGEN_VECTORS_H
#define EPIGEN_VECTORS_H

#include "program/program.h"

/* One row in VECTORS_ANYWHERE has any bits. */
enum { VECTORS_MIN = 64, VECTORS_MAX = 100000, VECTORS_ANYWHERE = 8 };

/* Unless the user says how many: 96, or as many as show every input at its worst at least twice. */
size_t vectors_default(const struct program *program);

struct vectors {
    size_t count, n_in;
    size_t n_result;   /* words of a result */
    size_t extremes;   /* so many rows come first that have all inputs at an extreme */
    size_t anywhere;   /* the first row of any bits */
    uint32_t *inputs;  /* (count, n_in) */
    uint32_t *results; /* (count, n_result): mean, sigma and eta as far as there are any, status */
};

/* First the extremes of all inputs together; then by turns one input at an extreme with the others
   inside the domain, all inside the domain, and all anywhere. Always the same for the same
   program. */
struct vectors vectors_make(struct arena *arena, const struct program *program, size_t count);

#endif
