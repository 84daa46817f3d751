/* Proven ranges of outputs and of their slopes over a box of inputs. */
#ifndef EPIPROVE_RANGES_H
#define EPIPROVE_RANGES_H

#include "prove/search/climb.h"

/* An end of a range: what is proven, what was found, and where. */
struct range_end {
    double proven, found;
    float *x;
};

struct range {
    struct range_end low, high;
    size_t boxes;
};

struct ranges_options {
    const struct net *net;
    const struct bounds *domain;
    const float *low, *high;       /* the box, within the domain */
    struct limits limits;          /* for each end */
    double relative;               /* an end is tight enough within this part of what was found */
    const struct interval *target; /* it is also tight enough when it settles this; or NULL */
};

/* Of an output of the code. */
struct range output_range_find(struct arena *arena, const struct ranges_options *o, size_t output);

/* Of the slope of an output along an input, in real arithmetic with the code's constants. */
struct range slope_range_find(struct arena *arena, const struct ranges_options *o, size_t output,
                              size_t input);

/* How far the code can be from real arithmetic at an output: a slope bounds differences of the code
   up to twice this. */
double output_rounding(const struct ranges_options *o, size_t output);

#endif
