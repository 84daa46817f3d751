/* A learner as epicompare sees it: made from standardised rows, asked for mean, aleatoric and
   epistemic part of rows. All learners get the same rows and settings; what a row of the table is
   called, how it is fitted and what it costs is one entry of `regressors`. */
#ifndef EPICOMPARE_REGRESSOR_H
#define EPICOMPARE_REGRESSOR_H

#include "compare/learners/ignorance.h"
#include "recipe.h"

struct task {
    const struct recipe *recipe; /* shape, fit, epistemic: of the networks */
    const struct rows *train, *validation;
    uint64_t seed;
    size_t samples; /* of learners that average over draws */
    const struct network
        *trained;           /* EpiOut's, of these rows and this seed, if it is there already */
    double trained_seconds; /* what that took */
    void (*progress)(void *context, double done, double loss); /* or NULL */
    void *context;
};

/* Standardised, (count, n_out) each. A learner without mean leaves the first two alone. */
struct estimates {
    float *mean, *aleatoric; /* aleatoric as a standard deviation */
    float *epistemic;        /* larger where less is known */
};

/* What every model starts with. */
struct fitted {
    const struct regressor *regressor;
    struct arena *arena; /* holds all of it */
    size_t n_in, n_out;
    size_t bytes;                /* of what prediction needs */
    struct ignorance *ignorance; /* (n_out) what the epistemic part stands for; NULL: nothing */
};

struct regressor {
    const char *name; /* for --learners */
    const char *title;
    bool has_mean;
    bool sampled; /* its network is 2 x 50 and its answer an average over draws */
    struct fitted *(*fit)(const struct task *task);
    /* Finds `ignorance` where it is no part of the learner, from training rows; or NULL. */
    void (*calibrate)(struct fitted *model, const struct task *task);
    /* Any number of rows; one row is the use in control, and quick. Not from two threads. */
    void (*predict)(struct fitted *model, const struct rows *rows,
                    const struct estimates *estimates);
    void (*free)(struct fitted *model);
};

extern const struct regressor regressor_epiout, regressor_epiout_paper, regressor_gp, regressor_bnn,
    regressor_dropout, regressor_ensemble, regressor_laplace, regressor_knn, regressor_mahalanobis;

/* In the order of the table. */
enum { REGRESSORS = 9 };
extern const struct regressor *const regressors[REGRESSORS];

/* The learner of a name, or NULL. */
const struct regressor *regressor_find(const char *name, size_t length);

/* For learners: a model of `size` bytes in an arena of its own, epistemic in units of the outputs.
 */
void *fitted_new(const struct regressor *regressor, const struct task *task, size_t size);
void fitted_free(struct fitted *model);

#endif
