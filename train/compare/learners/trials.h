/* Settings that --trials tries, the same number of them for every learner that has settings. Each
   is fitted to the training rows and judged by the validation rows: the negative log likelihood of
   their errors after the factor on the standard deviation that these rows ask for. */
#ifndef EPICOMPARE_TRIALS_H
#define EPICOMPARE_TRIALS_H

#include "compare/learners/regressor.h"

/* Those of learners that are networks of the recipe's shape: EpiOut and the ensemble. */
extern const char *const trials_of_networks[TRIALS];

/* The task's recipe with the settings of its trial. */
struct recipe trials_network(const struct task *task);

/* Judges the trial by one network with mean and sigma. */
double trials_network_judge(const struct task *task);

/* How bad a fitted model is on the validation rows. */
double trials_loss(struct fitted *model, const struct rows *validation);

/* The trial that the validation rows prefer. Without such rows, or where the learner has no
   settings, it is 0. `first` was fitted by trial 0. */
size_t trials_choose(const struct regressor *regressor, const struct task *task,
                     struct fitted *first);

#endif
