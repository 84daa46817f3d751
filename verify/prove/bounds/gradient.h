/* The network in double and its gradient, for searching: nothing is proven with these numbers. */
#ifndef EPIPROVE_GRADIENT_H
#define EPIPROVE_GRADIENT_H

#include "prove/bounds/bound.h"

struct runner;
struct runner *runner_new(struct arena *arena, const struct net *net);

/* What the network answers, nearly: outputs[0..n_outputs). */
const double *runner_run(struct runner *runner, const float *x);

/* The gradient along the inputs of the expression `row`, at the last x: (n_inputs). */
const double *runner_gradient(struct runner *runner, const struct row *row);

/* The value of a row, nearly. */
double row_value(const struct net *net, const struct row *row, const float *x, const double *y);

#endif
