/* Which exponents values should have: epigen-spec(5), Which exponents. */
#ifndef EPIGEN_Q15_EXPONENTS_H
#define EPIGEN_Q15_EXPONENTS_H

#include "program/interval.h"
#include "program/q15/q15.h"

/* An input whose domain has fewer raw numbers than one more would say too little. */
enum { Q15_LEAST_STEPS = 64 };

/* The largest magnitude of every number in real arithmetic, for inputs in the domain. */
struct q15_reals {
    double *inputs;  /* (n_inputs) standardised */
    double **values; /* (n_layers)(n_out) */
    double **sums;   /* (n_layers)(n_out) before the activation */
    double *
        *reach; /* (n_layers)(n_out) bias and all terms in magnitude: no part of a sum is larger */
};
struct q15_reals q15_reals_of(struct arena *arena, const struct spec *spec);

/* The exponents with the least expected error of the sums that read the values: of each input, of
   each layer. Numbers of 16 bits hold the values; a layer that only outputs read gets the largest.
 */
struct q15_exponents {
    int *inputs; /* (n_inputs) */
    int *layers; /* (n_layers) */
};
struct q15_exponents q15_exponents_choose(struct arena *arena, const struct spec *spec,
                                          const struct q15_reals *reals, bool tables);

/* Whether any layer reads this layer. */
bool q15_is_read(const struct spec *spec, int layer);

/* The largest exponent e for which magnitude * 2^e is at most limit. */
int q15_exponent_below(double magnitude, double limit);

#endif
