/* The learner bnn: a Bayesian network. */
#include "compare/learners/sampled_model.h"

static struct fitted *bnn_fit(const struct task *task)
{
    return sampled_model_fit(&regressor_bnn, task, true);
}

static const char *const trials[TRIALS] = {
    "the prior counts fully, as in Bayes' rule",
    "it counts 0.5",
    "0.1",
    "0.02",
};

const struct regressor regressor_bnn = {
    .name = "bnn",
    .title = "BNN",
    .revision = 1,
    .has_mean = true,
    .sampled = true,
    .trials = trials,
    .fit = bnn_fit,
    .predict = sampled_model_predict,
    .free = fitted_free,
};
