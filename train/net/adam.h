/* Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019) and a cosine
   schedule, or a constant rate, after a short linear warm-up. */
#ifndef EPITRAIN_ADAM_H
#define EPITRAIN_ADAM_H

#include "base/arena.h"
#include "net/arithmetic.h"

#include <stdbool.h>

struct adam {
    size_t n;
    float *m, *v;
    double rate;   /* largest */
    bool constant; /* stays there after the warm-up; false: the cosine */
    double decay;  /* of weights, per unit of rate */
    size_t step, steps;
    const struct arithmetic *arithmetic;
};

struct adam adam_new(struct arena *arena, size_t n, double rate, double decay, size_t steps);

/* One step against the gradients; `keep` (n) is 0 where a parameter is pruned and stays 0, or NULL.
 */
void adam_step(struct adam *adam, float *parameters, const float *gradients, const float *keep);

/* The same at a rate of the caller's, without the schedule: for learning that has no end. */
void adam_step_at(struct adam *adam, double rate, float *parameters, const float *gradients,
                  const float *keep);

#endif
