/* A yardstick on the host: the posterior standard deviation of a Gaussian process over the kept
   points, as far as it depends on their places alone. Squared exponential kernel; a point costs
   O(points^2). Not for the target. */
#ifndef EPIFLY_PROCESS_H
#define EPIFLY_PROCESS_H

#include "base/arena.h"

struct process;

struct process *process_new(struct arena *arena);
void process_add(struct process *process, const float x[2]);
/* In N. */
double process_deviation(struct process *process, const float x[2]);

#endif
