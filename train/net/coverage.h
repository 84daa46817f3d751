/* Sigma that covers what it says: conformal prediction scales sigma by rows that have trained
   nothing, so that mean +- z sigma holds a chosen share of rows like them. */
#ifndef EPITRAIN_COVERAGE_H
#define EPITRAIN_COVERAGE_H

#include "net/fit.h"

/* What mean +- z sigma promises, for each output by itself. */
struct sigma_promise {
    double coverage; /* share of rows that are covered, at least; few rows make it smaller */
    double z;        /* the normal quantile of the coverage that was asked for */
    size_t rows;     /* that the promise comes from; 0: nothing is promised */
};

/* The z for which a normal number is within +- z standard deviations with this probability, 0 to
   1 - 1e-9. */
double normal_quantile(double coverage);

/* Multiplies the scale of sigma so that the row of rank ceil((n + 1) coverage), by |error| / sigma,
   is z sigma away from its mean. Another row of the same kind is then covered with a probability of
   at least `coverage`, on average over draws of the n rows. Where the rank is beyond n, the largest
   row is taken, and n / (n + 1) is promised. */
struct sigma_promise sigma_cover(struct network *network, const struct rows *rows, double coverage);

#endif
