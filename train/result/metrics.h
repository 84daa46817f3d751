/* How good a model is, in the units of the data. */
#ifndef EPITRAIN_METRICS_H
#define EPITRAIN_METRICS_H

#include <stddef.h>

/* What is judged: count predictions of one output. */
struct predictions {
    size_t count;
    const double *y, *mean, *sigma;
};

double metrics_rmse(const struct predictions *p);

/* Mean negative log likelihood of Gaussians, constant included. */
double metrics_nll(const struct predictions *p);

/* metrics_nll less that of the trivial model: mean and standard deviation of the training rows. */
double metrics_msll(const struct predictions *p, double train_mean, double train_sd);

/* The area under the ROC curve of a score that should be larger for the second group; ties count
   half. */
double metrics_auroc(const float *known, size_t n_known, const float *unknown, size_t n_unknown);

#endif
