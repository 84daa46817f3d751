/* Whether a neuron's activation may be the kernel NAME_inside, which has no clamp: where its sum
   cannot leave what that kernel is good for, by the spec alone. See inside.c. */
#ifndef VALIDATE_INSIDE_H
#define VALIDATE_INSIDE_H

#include "validate/demand.h"

/* What every neuron can reach, for all inputs in their domain. coarse: by cheaper kernels. */
struct range {
    double low, high;
};
struct reach {
    double sum;       /* largest magnitude in front of the activation */
    struct range out; /* behind it */
};
struct layer_reach {
    struct reach *neurons;
};
struct layer_reach *reach_make(struct arena *arena, const struct demand *demand, bool coarse);

bool inside_is_allowed(const struct reach *reach, const char *kernel);

#endif
