/* A learner as epicompare sees it. It is fitted on standardised rows and then asked for the mean,
   the aleatoric part (noise) and the epistemic part (ignorance) of other rows. All learners get the
   same rows and settings. Each learner is one struct regressor, listed in `regressors`. */
#ifndef EPICOMPARE_REGRESSOR_H
#define EPICOMPARE_REGRESSOR_H

#include "compare/learners/ignorance.h"
#include "recipe.h"

/* What a learner is fitted to, and how. */
struct task {
    const struct recipe *recipe; /* of which networks use shape, fit and epistemic */
    const struct rows *train, *validation;
    uint64_t seed;
    size_t samples;                /* draws of a prediction, for learners that average over draws */
    const struct network *trained; /* EpiOut's network for these rows and this seed; or NULL */
    double trained_seconds;        /* the time that its training took */
    void (*progress)(void *context, double done, double loss); /* or NULL */
    void *context;
};

/* What a learner says about rows, standardised, (count, n_out) each. A learner without mean fills
   `epistemic` only. */
struct estimates {
    float *mean, *aleatoric; /* aleatoric as a standard deviation */
    float *epistemic;        /* larger where the learner knows less */
};

/* A fitted learner. The structs of all learners begin with it. */
struct fitted {
    const struct regressor *regressor;
    struct arena *arena; /* holds this struct and all that belongs to it */
    size_t n_in, n_out;
    size_t bytes;                /* of the numbers that a prediction needs */
    struct ignorance *ignorance; /* (n_out) the error that the epistemic part stands for; or NULL */
};

struct regressor {
    const char *name; /* for --learners */
    const char *title;
    bool has_mean;
    bool sampled; /* it averages over draws of a network of 2 x 50 units */
    struct fitted *(*fit)(const struct task *task);
    /* Finds `ignorance` from training and validation rows. NULL: the epistemic part is a standard
       deviation already. */
    void (*calibrate)(struct fitted *model, const struct task *task);
    /* Fills the estimates for any number of rows; control asks for one row at a time. A fitted
       learner must not be asked from two threads at once. */
    void (*predict)(struct fitted *model, const struct rows *rows,
                    const struct estimates *estimates);
    void (*free)(struct fitted *model);
};

extern const struct regressor regressor_epiout, regressor_epiout_paper, regressor_gp, regressor_bnn,
    regressor_dropout, regressor_ensemble, regressor_laplace, regressor_knn, regressor_mahalanobis;

/* All learners, in the order of the table. */
enum { REGRESSORS = 9 };
extern const struct regressor *const regressors[REGRESSORS];

/* The learner of a name, or NULL. */
const struct regressor *regressor_find(const char *name, size_t length);

/* For the files of learners: a new struct of `size` bytes that begins with struct fitted, in an
   arena of its own. Its ignorance takes the epistemic part as it is. */
void *fitted_new(const struct regressor *regressor, const struct task *task, size_t size);
void fitted_free(struct fitted *model);

#endif
