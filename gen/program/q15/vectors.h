/* Conformance vectors in fixed point: raw inputs and what the interpreter answers. */
#ifndef EPIGEN_Q15_VECTORS_H
#define EPIGEN_Q15_VECTORS_H

#include "program/q15/q15.h"

/* The extremes of an input, of which each row of the first ones has one for all inputs; one row in
   Q15_ANYWHERE has any bits. */
enum { Q15_EXTREMES = 8, Q15_ANYWHERE = 8 };

struct q15_vectors {
    size_t count, n_in;
    size_t n_result;  /* numbers of a result, status not counted */
    size_t anywhere;  /* the first row of any bits */
    int16_t *inputs;  /* (count, n_in) */
    int16_t *results; /* (count, n_result): mean, sigma and eta as far as there are any */
    uint32_t *status; /* (count) */
};

/* Unless the user says how many. */
size_t q15_vectors_default(const struct q15_program *program);

/* First the extremes of all inputs together; then by turns one input at an extreme with the others
   inside the domain, all inside the domain, and all anywhere. Always the same for the same program.
 */
struct q15_vectors q15_vectors_make(struct arena *arena, const struct q15_program *program,
                                    size_t count);

#endif
