/* Etas that EpiOut has learned already. The settings that --trials tries change mean and sigma;
   where eta does not depend on them (epiout_eta_alone), a fit with other ones of them takes the eta
   of an earlier fit to the same rows with the same seed instead of learning it again. It would be
   the same to the bit. */
#ifndef EPICOMPARE_ETAS_H
#define EPICOMPARE_ETAS_H

#include "compare/learners/regressor.h"

/* An empty list, which lives as long as the arena. All fits that use it are of one recipe but for
   the settings of its `fit`, and of one thread. */
struct etas *etas_new(struct arena *arena);

/* A network that has the eta of the task's rows, seed and `brief`; NULL: none was added. */
const struct network *etas_find(const struct etas *etas, const struct task *task);

/* Adds the task's network; the list has a copy. */
void etas_add(struct etas *etas, const struct task *task, const struct network *network);

#endif
