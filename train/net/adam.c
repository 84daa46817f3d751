/* See adam.h. */
#include "net/adam.h"

#include "net/elementary.h"
#include "net/lanes.h"

#include <math.h>

struct adam adam_new(struct arena *arena, size_t n, double rate, double decay, size_t steps)
{
    return (struct adam){.n = n,
                         .m = floats_new(arena, n),
                         .v = floats_new(arena, n),
                         .rate = rate,
                         .decay = decay,
                         .steps = steps,
                         .arithmetic = arithmetic_choose()};
}

static double rate_now(const struct adam *a)
{
    double warm = fmin(1.0, (double)a->step / (0.02 * (double)a->steps + 1.0));
    if (a->constant)
        return a->rate * warm;
    return a->rate * warm * 0.5 *
           (1.0 + elementary_cos_turns(0.5 * (double)a->step / (double)a->steps));
}

void adam_step(struct adam *a, float *parameters, const float *gradients, const float *keep)
{
    adam_step_at(a, rate_now(a), parameters, gradients, keep);
}

void adam_step_at(struct adam *a, double rate, float *parameters, const float *gradients,
                  const float *keep)
{
    a->step++;
    double first = 1.0 - elementary_pow(0.9, (double)a->step),
           second = 1.0 - elementary_pow(0.999, (double)a->step);
    a->arithmetic->update(&(struct adam_update){.n = a->n,
                                                .p = parameters,
                                                .g = gradients,
                                                .m = a->m,
                                                .v = a->v,
                                                .rate = (float)(rate / first),
                                                .correction = (float)(1.0 / sqrt(second)),
                                                .shrink = (float)(1.0 - rate * a->decay)});
    for (size_t i = 0; keep != NULL && i < a->n; i++)
        parameters[i] *= keep[i];
}
