/* A sampled network as a learner. */
#ifndef EPICOMPARE_SAMPLED_MODEL_H
#define EPICOMPARE_SAMPLED_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/methods/sampled.h"

struct sampled_model {
    struct model model;
    struct sampled *sampled;
    struct sampled_workspace *w;
    size_t samples;
    uint64_t seed;
};

struct model *sampled_model_fit(const struct regressor *regressor, const struct task *task,
                                bool bayesian);
void sampled_model_predict(struct model *model, const struct rows *rows, const struct parts *parts);

/* One network out of the distribution of a Bayesian one, for all inputs: plain layers. */
void sampled_fix(struct arena *arena, const struct sampled *s, struct random *random,
                 struct dense layers[SAMPLED_LAYERS]);

#endif
