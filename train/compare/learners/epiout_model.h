/* A fitted EpiOut network. The recipe is the user's or, for epiout-paper, the paper's preset. */
#ifndef EPICOMPARE_EPIOUT_MODEL_H
#define EPICOMPARE_EPIOUT_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/learners/row_network.h"

struct epiout_model {
    struct fitted fitted;
    struct recipe recipe; /* by which it was trained */
    const struct network *network;
    struct row_network row_network;
};

struct fitted *epiout_model_fit(const struct regressor *regressor, const struct task *task,
                                const struct recipe *recipe);
void epiout_model_predict(struct fitted *model, const struct rows *rows,
                          const struct estimates *estimates);

#endif
