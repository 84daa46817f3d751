/* A yardstick on the host: the posterior standard deviation of a Gaussian process over the kept
   points, as far as it depends on their places alone. Squared exponential kernel; a point costs
   O(points^2). Not for the target. */
#ifndef EPIFLY_YARDSTICK_H
#define EPIFLY_YARDSTICK_H

#include "base/arena.h"

struct yardstick;

struct yardstick *yardstick_new(struct arena *arena);
void yardstick_add(struct yardstick *yardstick, const float x[2]);
/* In N. */
double yardstick_deviation(struct yardstick *yardstick, const float x[2]);

#endif
