/* See attack.h. */
#include "prove/search/attack.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

/* A conjunct is violated when its largest row is not above zero: that row is to fall. */
static const struct row *row_worst(const struct attack *a, const struct conjunct *c, const float *x,
                                   const double *y, double *value)
{
    const struct row *worst = NULL;
    *value = -INFINITY;
    for (size_t i = 0; i < c->n_rows; i++) {
        double v = row_value(a->net, &c->rows[i], x, y);
        if (v > *value) {
            *value = v;
            worst = &c->rows[i];
        }
    }
    return worst;
}

/* The row to follow at x: that of the conjunct which is nearest to being violated. */
static const struct row *row_follow(const struct attack *a, const float *x, double *value)
{
    const double *y = runner_run(a->runner, x);
    const struct row *best = NULL;
    *value = INFINITY;
    for (size_t i = 0; i < a->region->n_conjuncts; i++) {
        double v;
        const struct row *row = row_worst(a, &a->region->conjuncts[i], x, y, &v);
        if (v < *value) {
            *value = v;
            best = row;
        }
    }
    return best;
}

/* A point within rounding of a violation is asked of the code itself. */
static bool is_violation(const struct attack *a, const float *x, double value)
{
    return value < 1e-4 && code_violates(a->code, a->region, x) == TRUTH_YES;
}

bool attack_from(const struct attack *a, size_t steps, float *x)
{
    double part = 0.25;
    for (size_t step = 0; step <= steps; step++) {
        double value;
        const struct row *row = row_follow(a, x, &value);
        if (row == NULL || is_violation(a, x, value))
            return code_violates(a->code, a->region, x) == TRUTH_YES;
        const double *g = runner_gradient(a->runner, row);
        double most = 0.0;
        for (size_t i = 0; i < a->net->n_inputs; i++)
            most = fmax(most, fabs(g[i]) * ((double)a->high[i] - (double)a->low[i]));
        for (size_t i = 0; i < a->net->n_inputs && most > 0.0; i++) {
            double width = (double)a->high[i] - (double)a->low[i];
            /* along the gradient in the units of the box, and a little along its signs */
            double move = 0.7 * g[i] * width / most + (g[i] > 0.0 ? 0.3 : g[i] < 0.0 ? -0.3 : 0.0);
            double to = (double)x[i] - part * width * move;
            x[i] = (float)fmin(fmax(to, (double)a->low[i]), (double)a->high[i]);
        }
        part *= 0.8;
    }
    return false;
}

bool attack_region(const struct net *net, const struct region *region, size_t starts, float *x)
{
    struct arena *arena = arena_new();
    struct attack a = {
        runner_new(arena, net), code_new(arena, net), net, region, region->low, region->high};
    struct random random = {1};
    bool found = false;
    for (size_t start = 0; start < starts && !found; start++) {
        for (size_t i = 0; i < net->n_inputs; i++) {
            double u = start == 0 ? 0.5 : random_uniform(&random);
            double low = (double)region->low[i], high = (double)region->high[i];
            x[i] = (float)fmin(fmax(low + u * (high - low), low), high);
        }
        found = attack_from(&a, 20, x);
    }
    arena_free(arena);
    return found;
}
