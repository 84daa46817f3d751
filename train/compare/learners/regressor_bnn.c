/* The learner bnn: a Bayesian network. */
#include "compare/learners/sampled_model.h"

static struct fitted *bnn_fit(const struct task *task)
{
    return sampled_model_fit(&regressor_bnn, task, true);
}

const struct regressor regressor_bnn = {
    .name = "bnn",
    .title = "BNN",
    .has_mean = true,
    .sampled = true,
    .fit = bnn_fit,
    .predict = sampled_model_predict,
    .free = fitted_free,
};
