/* Many random numbers at once: a sampled prediction needs thousands for each row. */
#ifndef EPICOMPARE_DRAWS_H
#define EPICOMPARE_DRAWS_H

#include "base/random.h"

#include <stddef.h>

/* Draws n numbers that are nearly standard normal: each is one of 4096 equally likely quantiles,
   scaled to variance 1. */
void draws_normal(struct random *random, float *to, size_t n);

/* Draws n numbers that are 0 with the probability p, rounded to a multiple of 2^-16, and else
   1 / (1 - p). */
void draws_keep(struct random *random, double p, float *to, size_t n);

#endif
