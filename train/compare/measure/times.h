/* The time of one prediction against the number of training rows (the paper's figure 4). */
#ifndef EPICOMPARE_TIMES_H
#define EPICOMPARE_TIMES_H

#include "compare/measure/compare.h"

#include <stdio.h>

enum { TIMES_SIZES = 6 };

struct times {
    const struct regressor *const *learners;
    size_t n_learners, n_sizes;
    size_t size[TIMES_SIZES];
    double *seconds; /* (n_learners, n_sizes) */
};

/* On 1/32, 1/16, .. and all of the training rows. Networks are trained for an instant only: what
   their weights are does not matter to the time. */
struct times times_measure(struct arena *arena, const struct compare_options *options,
                           const struct compare_case *c);

void times_markdown(const struct times *times, FILE *f);

#endif
