/* Random numbers in bulk, as sampled predictions need them: thousands for each row. */
#ifndef EPICOMPARE_DRAWS_H
#define EPICOMPARE_DRAWS_H

#include "base/random.h"

#include <stddef.h>

/* Standard normal up to a grid: one of 4096 equally likely quantiles, scaled to variance 1. */
void draws_normal(struct random *random, float *to, size_t n);

/* 0 with the probability p, else 1 / (1 - p); p is taken to the nearest 2^-16. */
void draws_keep(struct random *random, double p, float *to, size_t n);

#endif
