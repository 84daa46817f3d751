/* Proven bounds on a box of inputs: of every sum in the network, then of linear expressions over
   inputs and outputs. They hold for the numbers that the emitted code computes. README.md has the
   argument; the names E, V, M and gamma are those used there. */
#ifndef EPIPROVE_BOUND_H
#define EPIPROVE_BOUND_H

#include "program/bounds.h"
#include "prove/bounds/network.h"
#include "prove/bounds/relax.h"

/* A linear expression: inputs . x + outputs . y - constant. A coefficient that has no exact double
   is the nearest one; the bounds allow for that. */
struct row {
    double *inputs;           /* (n_inputs) */
    double *outputs;          /* (n_outputs) */
    struct interval constant; /* contains the number that was written */
    bool inexact;             /* a coefficient is only near the number that was written */
};

/* What one thread needs to bound boxes. */
struct work;
struct work *work_new(struct arena *arena, const struct net *net, const struct bounds *domain);

/* Only layers that lead to these outputs are bounded; default: all. (n_outputs) */
void work_need(struct work *work, const bool *outputs);

/* Units that are known to be 0 in what follows, by place: (n_places), or NULL for none. */
void work_silence(struct work *work, const bool *silent);

/* Bounds every needed layer for inputs from low to high, which lie in the domain. */
void box_bound(struct work *work, const double *low, const double *high);

/* Behind box_bound: no value of row k is below least[k]. gradient[k * n_inputs + i], if asked for,
   is the slope of that bound along input i. At most ROWS_MOST rows. */
enum { ROWS_MOST = 128 };
void rows_bound(struct work *work, const struct row *rows, size_t n, double *least,
                double *gradient);

/* Behind box_bound: what an output, and the sum or the value at a place, can be. */
struct interval output_range(const struct work *work, size_t output);
struct interval sum_range(const struct work *work, size_t place);
struct interval value_range(const struct work *work, size_t place);
/* How far the sum at a place can be from b + w . v of the computed values v. */
double sum_error(const struct work *work, size_t place);

#endif
