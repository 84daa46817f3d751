/* Calibrates the standard deviation that a fitted learner answers with, for every learner in the
   same way and by the same rows; no test row is used:
   1. One factor from the validation rows, as epitrain finds it for sigma: what a learner says of
      the rows that it was fitted to comes out too small. EpiOut has applied its own already.
   2. What the epistemic part stands for far away and beside the data. Rows held out at random
      cannot show it, because training rows surround them. So the errors come from three places:
      - The training inputs are cut into two clusters, and each in turn is left out. Learners of
        three seeds learn the other cluster, and their errors on the one left out are collected. One
        seed is enough for a learner that is the same for all seeds or averages over them.
      - Beside the data, where there are no rows, the difference between two of these learners is
        taken for the error.
      - The errors of the learner itself on the validation rows show what holds among the data. */
#ifndef EPICOMPARE_CALIBRATION_H
#define EPICOMPARE_CALIBRATION_H

#include "compare/learners/regressor.h"

/* How the learner is fitted to other rows: the learner itself, or its emitted form. */
struct refit {
    struct fitted *(*fit)(const void *context, const struct task *task);
    const void *context;
};

/* Sets model->factor and model->ignorance, standardised. The task has fitted the model. There may
   be no validation rows. The recipes of the other fits are shorter: as many epochs, hence fewer
   steps, a quarter of the steps for eta, and no judge. */
void calibrate(struct fitted *model, const struct task *task, const struct refit *refit);

/* The same with the learner's own fit. */
void calibrate_plain(struct fitted *model, const struct task *task);

/* The standard deviation of an answer as the learner says it. An epistemic part without unit stays
   out. */
double deviation_raw(const struct fitted *model, size_t output, double aleatoric, double epistemic);

/* The calibrated one. */
double deviation_calibrated(const struct fitted *model, size_t output, double aleatoric,
                            double epistemic);

#endif
