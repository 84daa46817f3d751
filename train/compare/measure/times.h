/* Measures the time of one prediction over the number of training rows (figure 4 of the paper). */
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

/* Measures with 1/32, 1/16 and so on up to all of the training rows. Networks are trained for one
   epoch only, since their weights do not change the time. */
struct times times_measure(struct arena *arena, const struct compare_options *options,
                           const struct compare_case *c);

void times_markdown(const struct times *times, FILE *f);

#endif
