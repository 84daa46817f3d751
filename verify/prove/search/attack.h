/* Looks for a violation before anything is proven: descent along the gradient from many places. */
#ifndef EPIPROVE_ATTACK_H
#define EPIPROVE_ATTACK_H

#include "prove/bounds/gradient.h"
#include "prove/properties/code.h"

/* Gets x[0..n_inputs) and returns true if the code violates the region there. The same x for the
   same arguments. */
bool attack_region(const struct net *net, const struct region *region, size_t starts, float *x);

/* From one place, `steps` steps inside low to high, each a smaller part of the box. */
struct attack {
    struct runner *runner;
    struct code *code;
    const struct net *net;
    const struct region *region;
    const float *low, *high;
};
bool attack_from(const struct attack *attack, size_t steps, float *x);

#endif
