/* A Gaussian process for each output as a learner. */
#ifndef EPICOMPARE_GP_MODEL_H
#define EPICOMPARE_GP_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/methods/gp.h"

struct gp_model {
    struct fitted fitted;
    uint64_t seed;
    struct gp *gp;     /* (n_out) */
    double *x;         /* rows to predict, one after the other */
    double *mean, *sd; /* of them */
};

/* What single precision can bear. */
struct gp_limits {
    double signal;    /* most of it; lengths shrink as it does, so that slopes stay as likely */
    double condition; /* of the kernel matrix, about; noise grows until then. Infinity: no limit */
};

/* The processes (n_out) with the hyperparameters of a fitted model on `count` of the rows, or on
   all where there are fewer: the same rows for all outputs, and in every call. */
struct gp *gp_model_subset(struct arena *arena, const struct gp_model *model,
                           const struct rows *train, size_t count, const struct gp_limits *limits);

#endif
