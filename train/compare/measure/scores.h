/* How good predictions with two parts of uncertainty are, beyond train/result/metrics.h: which
   errors the epistemic part tells, and how often intervals hold. Scores are larger where less is
   known; rows of the same score count as if in every order. */
#ifndef EPICOMPARE_SCORES_H
#define EPICOMPARE_SCORES_H

#include "result/metrics.h"

/* Mean squared error over the variance of y; NAN where all y are the same. */
double scores_smse(const struct predictions *p);

/* Average precision: the area under precision over recall of the second group. */
double scores_aupr(const float *known, size_t n_known, const float *unknown, size_t n_unknown);

/* Spearman's rank correlation; NAN where one side is the same everywhere. */
double scores_rank_correlation(const double *a, const double *b, size_t n);

/* The area under risk over coverage: smse of the rows kept, over all shares of rows that can be
   kept, those with the least score first. NAN where all y are the same. */
double scores_risk_coverage(const struct predictions *p, const double *score);

/* The share of rows with y within mean +- width sigma. */
double scores_coverage(const struct predictions *p, double width);

/* Mean, and the standard error of that mean; of one value the error is 0. */
struct spread_of {
    double mean, error;
};
struct spread_of scores_summarise(const double *values, size_t n);

#endif
