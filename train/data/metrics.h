/* Measures of how good a model is, in the units of the data. */
#ifndef EPITRAIN_METRICS_H
#define EPITRAIN_METRICS_H

#include <stddef.h>

/* Predictions of one output and the true values y, (count) each. */
struct predictions {
    size_t count;
    const double *y, *mean, *sigma;
};

double metrics_rmse(const struct predictions *p);

/* The mean negative log likelihood of Gaussians, with its constant. */
double metrics_nll(const struct predictions *p);

/* metrics_nll minus that of the trivial model, which says mean and standard deviation of the
   training rows everywhere. */
double metrics_msll(const struct predictions *p, double train_mean, double train_sd);

/* The share of rows whose true value is at most z sigma away from the mean. */
double metrics_within(const struct predictions *p, double z);

/* The area under the ROC curve of a score that should be larger for unknown rows; ties count half.
 */
double metrics_auroc(const float *known, size_t n_known, const float *unknown, size_t n_unknown);

#endif
