/* Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019). The rate
   rises linearly over the first 2 % of the steps, then falls along half a cosine or stays constant.
 */
#ifndef EPITRAIN_ADAM_H
#define EPITRAIN_ADAM_H

#include "base/arena.h"
#include "net/arithmetic.h"

#include <stdbool.h>

struct adam {
    size_t n;           /* parameters */
    float *m, *v;       /* (n) running means of the gradient and of its square */
    double rate;        /* the largest rate */
    bool constant;      /* the rate stays at its largest; false: it falls along the cosine */
    double decay;       /* of parameters, per unit of rate */
    size_t step, steps; /* done, and planned */
    const struct arithmetic *arithmetic;
};

struct adam adam_new(struct arena *arena, size_t n, double rate, double decay, size_t steps);

/* One step against the gradients. `keep` (n) is 0 for a parameter that is pruned and stays 0, else
   1; it may be NULL. */
void adam_step(struct adam *adam, float *parameters, const float *gradients, const float *keep);

/* The same at a rate that the caller gives, without the schedule: for learning in flight, whose
   number of steps is not known beforehand. */
void adam_step_at(struct adam *adam, double rate, float *parameters, const float *gradients,
                  const float *keep);

#endif
