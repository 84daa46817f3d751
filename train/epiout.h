/* The whole method (train/README.md) as one call: from standardised rows to a network that says
   mean, sigma and eta. epitrain and epicompare train through it. The same recipe, rows and seed
   give the same bits for any number of threads. */
#ifndef EPITRAIN_EPIOUT_H
#define EPITRAIN_EPIOUT_H

#include "eta/learn.h"
#include "net/coverage.h"
#include "recipe.h"

struct epiout {
    struct network *network;
    struct labelled set;        /* samples around the rows; with teacher samples eta learned them */
    struct eta_learned eta;     /* what other teachers did; all 0 with teacher samples */
    struct sigma_promise sigma; /* of `fit: coverage`; rows 0: none */
};

/* The training rows and the validation rows. */
struct epiout_rows {
    const struct rows *train, *validation;
};

/* A callback that is told how far a stage is: `done` from 0 to 1, and the loss, NAN where none was
   computed. */
struct epiout_progress {
    void (*show)(void *context, const char *stage, double done, double loss);
    void *context;
};

/* Of the recipe only shape, fit, prune, epistemic, seed, threads and, for messages, file are read;
   recipe_default() fills them for programs without a recipe file. With validation rows the
   parameters of the best epoch are kept, without (count 0) those of the last. With fit.coverage
   half of the validation rows choose the epoch, the other half sets the scale of sigma. progress
   may be NULL. Fails where the training diverges. */
struct epiout epiout_fit(struct arena *arena, const struct recipe *recipe, const struct rows *train,
                         const struct rows *validation, const struct epiout_progress *progress);

/* Sets the scale of sigma, and with `fit: coverage` what it promises, by the validation rows. */
void epiout_sigma(struct epiout *epiout, const struct recipe *recipe,
                  const struct rows *validation);

/* Whether eta is the same for all settings of the recipe's `fit` that leave the number of steps as
   it is: then neither what eta reads nor how its samples are drawn depends on trunk, mean or sigma.
 */
bool epiout_eta_alone(const struct recipe *recipe);

/* What epiout_fit gives where epiout_eta_alone, and `eta` is a network that it gave for the same
   rows and seed, and a recipe that differs in `fit` only: mean and sigma are fitted, eta is taken.
 */
struct network *epiout_refit(struct arena *arena, const struct recipe *recipe,
                             const struct epiout_rows *rows, const struct network *eta,
                             const struct epiout_progress *progress);

/* Stage 1 alone: the network whose mean and sigma are those of epiout_fit, with an eta branch that
   has learned nothing. NULL: the training diverged. */
struct network *epiout_first(struct arena *arena, const struct recipe *recipe,
                             const struct rows *train, const struct rows *validation,
                             const struct epiout_progress *progress);

/* What a mean from elsewhere leaves to learn: the rows of epiout_fit, and the same rows with its
   residuals for outputs, from which sigma is fitted. No residuals (count 0): sigma is not fitted.
 */
struct epiout_given {
    const struct rows *train, *validation;
    struct rows residual_train, residual_validation;
};

/* Sigma and eta beside a given mean; the network's own mean is 0. */
struct epiout epiout_beside(struct arena *arena, const struct recipe *recipe,
                            const struct epiout_given *rows,
                            const struct epiout_progress *progress);

#endif
