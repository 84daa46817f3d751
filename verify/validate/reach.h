/* Range analysis: which values each neuron's sum and output can reach, by the spec alone. It
   decides whether the code may call the kernel NAME_core, which has no clamp: only where the sum
   stays within the range for which that kernel is defined. */
#ifndef VALIDATE_REACH_H
#define VALIDATE_REACH_H

#include "validate/demand.h"

struct range {
    double low, high;
};
struct reach {
    double sum;       /* largest magnitude of what the activation gets */
    struct range out; /* what the activation returns */
};
struct layer_reach {
    struct reach *neurons;
};
/* The reach of every neuron of every layer, for all inputs in their domain; `coarse` means cheaper
   kernels (--accuracy). */
struct layer_reach *reach_make(struct arena *arena, const struct demand *demand, bool coarse);

/* Whether number `place` of `source` is finite for all inputs in their domain. */
bool reach_is_finite(const struct demand *demand, const struct layer_reach *reach, int source,
                     size_t place);

/* Whether the neuron's sum stays within the range of a kernel without a clamp. */
bool reach_fits_unclamped(const struct reach *reach, const char *kernel);

#endif
