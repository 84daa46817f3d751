/* Sorted copies of numbers, for ranks and quantiles. */
#ifndef EPITRAIN_SORTED_H
#define EPITRAIN_SORTED_H

#include "base/arena.h"

#include <stddef.h>

/* The n values in ascending order. */
float *floats_sorted(struct arena *arena, const float *values, size_t n);
double *doubles_sorted(struct arena *arena, const double *values, size_t n);

/* The value that the share of the n > 0 values, rounded down, does not exceed. */
float floats_quantile(const float *values, size_t n, double share);
double doubles_quantile(const double *values, size_t n, double share);

#endif
