/* A fitted deep ensemble. */
#ifndef EPICOMPARE_ENSEMBLE_MODEL_H
#define EPICOMPARE_ENSEMBLE_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/learners/row_network.h"

enum { ENSEMBLE_MEMBERS = 5 };

struct ensemble_model {
    struct fitted fitted;
    const struct network *networks[ENSEMBLE_MEMBERS];
    struct row_network members[ENSEMBLE_MEMBERS];
    double *sums; /* (n_out, 3) scratch: sums of means, of their squares, of variances */
};

#endif
