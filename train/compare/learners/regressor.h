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
    size_t samples; /* draws of a prediction, for learners that average over draws */
    size_t trial;   /* of the learner's `trials`; 0: as the recipe says */
    bool brief; /* one of the networks by which the epistemic part is calibrated: less for eta */
    struct etas *etas; /* what EpiOut has learned of these and other rows (etas.h); or NULL */
    const struct network *trained; /* EpiOut's network for these rows and this seed; or NULL */
    double trained_seconds;        /* the time that EpiOut's first fit to these rows took */
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
    size_t bytes; /* of the numbers that a prediction needs */
    bool
        eta_known; /* an earlier fit of the job has learned this eta; the time of that one counts */
    /* The answer's standard deviation is, calibrated, the root of (factor aleatoric)^2 and the
       square of what the epistemic part stands for; calibration.h finds both. (n_out) each. */
    double *factor;
    struct ignorance *ignorance;
    double *given; /* (n_out) the factor that the aleatoric part contains already; 1: none */
    /* (n_in) The domain, standardised. Emitted code says eta = 1 outside of it, whatever the
       learner. */
    const float *low, *high;
};

/* Whether a row (n_in) lies in the domain. */
bool fitted_has(const struct fitted *model, const float *x);

enum { TRIALS = 4 };

struct regressor {
    const char *name; /* for --learners */
    const char *title;
    bool has_mean;
    bool sampled;  /* it averages over draws of a network of 2 x 50 units */
    bool unitless; /* its epistemic part is no standard deviation: it stays out of raw figures */
    /* It gives the same model for every seed, or averages over seeds: one of them is enough to
       calibrate it. */
    bool steady;
    /* Raised when its figures change, so that older ones that were kept are not taken (kept.h). 0:
       they may change with every version of the program. */
    unsigned revision;
    const char *const *trials; /* (TRIALS) settings that --trials tries; NULL: it has none */
    struct fitted *(*fit)(const struct task *task);
    /* How bad the task's trial is on the validation rows; NULL: trials_loss of a whole fit. */
    double (*judge)(const struct task *task);
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
