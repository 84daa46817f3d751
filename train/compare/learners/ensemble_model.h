/* A deep ensemble as a learner. */
#ifndef EPICOMPARE_ENSEMBLE_MODEL_H
#define EPICOMPARE_ENSEMBLE_MODEL_H

#include "compare/learners/network_model.h"
#include "compare/learners/regressor.h"

enum { ENSEMBLE_MEMBERS = 5 };

struct ensemble_model {
    struct model model;
    const struct network *networks[ENSEMBLE_MEMBERS];
    struct network_model members[ENSEMBLE_MEMBERS];
    double *sums; /* (n_out, 3): of means, their squares, variances */
};

#endif
