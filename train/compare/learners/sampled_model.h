/* A fitted network whose predictions average over draws: dropout, or a Bayesian network. */
#ifndef EPICOMPARE_SAMPLED_MODEL_H
#define EPICOMPARE_SAMPLED_MODEL_H

#include "compare/learners/regressor.h"
#include "compare/methods/sampled.h"

struct sampled_model {
    struct fitted fitted;
    struct sampled *sampled;
    struct sampled_workspace *w;
    size_t samples;
    uint64_t seed;
};

struct fitted *sampled_model_fit(const struct regressor *regressor, const struct task *task,
                                 bool bayesian);
void sampled_model_predict(struct fitted *model, const struct rows *rows,
                           const struct estimates *estimates);

/* Draws all weights of a Bayesian network once. The result is a plain network, for all inputs. */
void sampled_fix(struct arena *arena, const struct sampled *s, struct random *random,
                 struct dense layers[SAMPLED_LAYERS]);

#endif
