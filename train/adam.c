/* See adam.h. */
#include "adam.h"

#include "clones.h"

#include <math.h>

struct adam adam_new(struct arena *arena, size_t n, double rate, double decay, size_t steps)
{
    return (struct adam){.n = n,
                         .m = arena_alloc(arena, n, sizeof(float)),
                         .v = arena_alloc(arena, n, sizeof(float)),
                         .rate = rate,
                         .decay = decay,
                         .steps = steps};
}

static double rate_now(const struct adam *a)
{
    const double pi = 3.14159265358979323846;
    double warm = fmin(1.0, (double)a->step / (0.02 * (double)a->steps + 1.0));
    return a->rate * warm * 0.5 * (1.0 + cos(pi * (double)a->step / (double)a->steps));
}

CLONES static void update(size_t n, float *restrict p, const float *restrict g, float *restrict m,
                          float *restrict v, float rate, float correction, float shrink)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = 0.9F * m[i] + 0.1F * g[i];
        v[i] = 0.999F * v[i] + 0.001F * (g[i] * g[i]);
        p[i] = shrink * p[i] - rate * m[i] / (sqrtf(v[i]) * correction + 1e-8F);
    }
}

void adam_step(struct adam *a, float *parameters, const float *gradients, const float *keep)
{
    double rate = rate_now(a);
    a->step++;
    double first = 1.0 - pow(0.9, (double)a->step), second = 1.0 - pow(0.999, (double)a->step);
    update(a->n, parameters, gradients, a->m, a->v, (float)(rate / first),
           (float)(1.0 / sqrt(second)), (float)(1.0 - rate * a->decay));
    for (size_t i = 0; keep != NULL && i < a->n; i++)
        parameters[i] *= keep[i];
}
