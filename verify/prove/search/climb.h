/* The largest value of something over a region, between what was found and what is proven: boxes
   with the highest bound are cut first. */
#ifndef EPIPROVE_CLIMB_H
#define EPIPROVE_CLIMB_H

#include "prove/search/search.h"

/* What is asked of one box. Calls of several threads overlap; each has a bench of its own. */
struct climb_box {
    float *low, *high; /* (n_inputs) */
    double bound;      /* to be set: no value in the box is above it */
    double value;      /* to be set: a value in the box, at x */
    float *x;          /* (n_inputs) */
    size_t input;      /* to be set: which input to cut */
};

struct climb {
    size_t n_inputs;
    const float *low, *high;
    void *(*bench_new)(struct arena *arena, void *context);
    void (*box_ask)(void *context, void *bench, struct climb_box *box);
    void *context;
    double tolerance; /* done when bound - value is at most this ... */
    double relative;  /* ... or this times the magnitude of the value */
    double goal;      /* done when the bound is not above this, or the value is; INFINITY: none */
};

struct climbed {
    double bound, value;
    float *x; /* where the value was found */
    size_t boxes;
};

/* The same result for any number of threads, unless the time runs out. */
struct climbed climb(struct arena *arena, const struct climb *climb, const struct limits *limits);

#endif
