/* What the model says about points of its domain, by the interpreter: how far the outputs reach,
   how much of the domain is unknown; and curves and a map for a page in which nothing runs. */
#ifndef EPIREPORT_SWEEP_H
#define EPIREPORT_SWEEP_H

#include "program/program.h"

#include <stdbool.h>

enum { SWEEP_POINTS = 4096, CURVE_POINTS = 201, MAP_POINTS = 41 };

/* The answers at some points, as the page reads them. */
struct answers_at {
    size_t count;
    float *mean, *sigma, *eta; /* (count, n_outputs), the same, (count) */
};

struct sweep {
    float *low, *high;         /* (n_outputs) of the mean over points spread over the domain */
    double unknown;            /* the share of these points with eta above 0.5 */
    const float *start;        /* (n_inputs) the point that the page begins with */
    struct answers_at *curves; /* (n_curves) over each input, the others as at the start; or NULL */
    size_t n_curves;
    struct answers_at *map; /* over the first two inputs, or NULL */
};

/* start: a point of the domain, or NULL: the means of the inputs. */
const struct sweep *sweep_make(struct arena *arena, const struct program *program,
                               const float *start, bool curves);

#endif
