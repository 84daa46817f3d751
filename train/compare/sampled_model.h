/* A sampled network as a learner. */
#ifndef EPICOMPARE_SAMPLED_MODEL_H
#define EPICOMPARE_SAMPLED_MODEL_H

#include "regressor.h"

struct model *sampled_model_fit(const struct regressor *regressor, const struct task *task,
                                bool bayesian);
void sampled_model_predict(struct model *model, const struct rows *rows, const struct parts *parts);

#endif
