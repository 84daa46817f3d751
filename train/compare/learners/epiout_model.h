/* EpiOut as a learner, by whatever recipe: as epitrain trains it, or in the paper's letter. */
#ifndef EPICOMPARE_EPIOUT_MODEL_H
#define EPICOMPARE_EPIOUT_MODEL_H

#include "compare/learners/network_model.h"
#include "compare/learners/regressor.h"

struct epiout_model {
    struct model model;
    struct recipe recipe; /* what it was trained by */
    const struct network *network;
    struct network_model ask;
};

struct model *epiout_model_fit(const struct regressor *regressor, const struct task *task,
                               const struct recipe *recipe);
void epiout_model_calibrate(struct model *model, const struct task *task);
void epiout_model_predict(struct model *model, const struct rows *rows, const struct parts *parts);

#endif
