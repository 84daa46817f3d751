/* Fitted Gaussian processes, one for each output. */
#ifndef EPICOMPARE_GP_MODEL_H
#define EPICOMPARE_GP_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/methods/gp.h"

struct gp_model {
    struct fitted fitted;
    uint64_t seed;
    struct gp *gp;     /* (n_out) */
    double *x;         /* scratch: a block of rows to predict */
    double *mean, *sd; /* scratch: the predictions */
};

/* Limits on the hyperparameters, so that the process can be computed in float. */
struct gp_limits {
    double signal;    /* largest signal; lengths shrink with it, so that slopes stay as likely */
    double condition; /* largest condition of the kernel matrix; larger noise lowers it */
};

/* The processes (n_out) with the hyperparameters of a fitted model on `count` of the rows, or on
   all if there are fewer. All outputs and all calls use the same rows. */
struct gp *gp_model_subset(struct arena *arena, const struct gp_model *model,
                           const struct rows *train, size_t count, const struct gp_limits *limits);

#endif
