/* Further measures beside train/result/metrics.h: how well the epistemic part predicts errors, and
   how often intervals contain the truth. A score is larger where the learner knows less. Rows of
   equal score count as the average over all their orders. */
#ifndef EPICOMPARE_SCORES_H
#define EPICOMPARE_SCORES_H

#include "data/metrics.h"

/* The mean squared error over the variance of y; NAN if all y are equal. */
double scores_smse(const struct predictions *p);

/* Average precision: the area under the curve of precision over recall, unknown rows being those to
   find. */
double scores_aupr(const float *known, size_t n_known, const float *unknown, size_t n_unknown);

/* Spearman's rank correlation; NAN if all a or all b are equal. */
double scores_rank_correlation(const double *a, const double *b, size_t n);

/* The area under the curve of risk over coverage: the SMSE of the rows with the least scores,
   averaged over all shares of rows that can be kept. NAN if all y are equal. */
double scores_risk_coverage(const struct predictions *p, const double *score);

/* The share of rows with y within mean +- width sigma. */
double scores_coverage(const struct predictions *p, double width);

/* The mean of values and its standard error; the error of one value is 0. */
struct spread_of {
    double mean, error;
};
struct spread_of scores_summarise(const double *values, size_t n);

#endif
