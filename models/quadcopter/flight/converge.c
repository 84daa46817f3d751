/* See converge.h. */
#include "quadcopter/flight/converge.h"

#include <math.h>

static const unsigned coarsest = 25;

static double largest_distance(double (*a)[3], double (*b)[3], size_t n)
{
    double most = 0.0;
    for (size_t k = 0; k < n; k++)
        most = fmax(most, hypot(hypot(a[k][0] - b[k][0], a[k][1] - b[k][1]), a[k][2] - b[k][2]));
    return most;
}

void convergence_fly(const struct flight_options *options, struct halving rows[HALVINGS])
{
    struct arena *arena = arena_new();
    struct flight_options o = *options;
    size_t steps = flight_steps(o.rounds);
    double(*before)[3] = arena_alloc(arena, steps, sizeof(*before));
    double(*now)[3] = arena_alloc(arena, steps, sizeof(*now));
    o.selection = SELECT_NONE;
    for (size_t i = 0; i < HALVINGS; i++) {
        double(*swap)[3] = before;
        before = now;
        now = swap;
        o.substeps = coarsest << i;
        o.positions = now;
        rows[i] = (struct halving){o.substeps, flight_run(&o).rmse, 0.0};
        if (i > 0)
            rows[i - 1].distance = largest_distance(before, now, steps);
    }
    arena_free(arena);
}
