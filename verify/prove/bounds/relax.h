/* Two lines around an activation: for every sum s in an interval the value that the kernel computes
   lies between lower and upper. */
#ifndef EPIPROVE_RELAX_H
#define EPIPROVE_RELAX_H

#include "program/interval.h"
#include "program/program.h"

/* slope * s + at_zero */
struct line {
    double slope, at_zero;
};

struct lines {
    struct line lower, upper;
};

/* The lines of a layer's activation, the kernel's error and that of this computation included. */
struct lines relax_lines(const struct program *program, const struct spec_layer *layer,
                         struct interval sums);

/* What the kernel's values can be. */
struct interval relax_values(const struct program *program, const struct spec_layer *layer,
                             struct interval sums);

/* The least and largest of f(s) - slope * s over the interval, f the exact activation. */
struct interval relax_gap(enum activation activation, const float *p, struct interval sums,
                          double slope);

/* What the derivative of the exact activation can be on an interval. */
struct interval relax_derivative(enum activation activation, const float *p, struct interval sums);

#endif
