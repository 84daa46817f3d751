/* The learner dropout: Monte Carlo dropout. The functions of sampled_model.h, which bnn uses too,
   are here: every row is predicted from `samples` draws, and every call starts with the same draws.
 */
#include "compare/learners/sampled_model.h"

/* What the trials set. */
static const double dropout_of[TRIALS] = {0.05, 0.01, 0.1, 0.05};
static const double divergence_of[TRIALS] = {1.0, 0.5, 0.1, 0.02};

static void trial_set(struct sampled *s, struct fit_options *options, size_t trial)
{
    const double decay = 0.1;
    s->dropout = dropout_of[trial];
    s->divergence = divergence_of[trial];
    if (!s->bayesian && trial + 1 == TRIALS)
        options->decay = decay;
}

struct fitted *sampled_model_fit(const struct regressor *regressor, const struct task *task,
                                 bool bayesian)
{
    struct sampled_model *m = fitted_new(regressor, task, sizeof(*m));
    struct random random = {.state = task->seed};
    struct fit_options options = task->recipe->fit;
    options.progress = task->progress;
    options.context = task->context;
    m->sampled = sampled_new(m->fitted.arena, bayesian, m->fitted.n_in, m->fitted.n_out, &random);
    m->sampled->floor = options.floor;
    trial_set(m->sampled, &options, task->trial);
    sampled_fit(m->sampled, task->train, &options, &random);
    m->w = sampled_workspace_new(m->fitted.arena, m->sampled, padded(task->samples));
    m->samples = task->samples;
    m->seed = random_bits(&random);
    for (size_t l = 0; l < SAMPLED_LAYERS; l++)
        m->fitted.bytes += (bayesian ? 2 : 1) * m->sampled->mean[l].n_out *
                           (m->sampled->mean[l].n_in + 1) * sizeof(float);
    m->fitted.bytes += m->fitted.n_out * sizeof(float);
    return &m->fitted;
}

void sampled_model_predict(struct fitted *model, const struct rows *rows,
                           const struct estimates *estimates)
{
    struct sampled_model *m = (struct sampled_model *)model;
    struct random random = {.state = m->seed};
    size_t n_out = model->n_out;
    for (size_t i = 0; i < rows->count; i++)
        sampled_predict(m->sampled, m->w, rows->x + i * model->n_in, m->samples, &random,
                        &(struct sampled_moments){estimates->mean + i * n_out,
                                                  estimates->epistemic + i * n_out});
    for (size_t k = 0; k < n_out; k++) {
        float noise = (float)sampled_noise(m->sampled, k);
        for (size_t i = 0; i < rows->count; i++)
            estimates->aleatoric[i * n_out + k] = noise;
    }
}

static struct fitted *dropout_fit(const struct task *task)
{
    return sampled_model_fit(&regressor_dropout, task, false);
}

static const char *const trials[TRIALS] = {
    "5 % of the units left out, as in the paper",
    "1 %",
    "10 %",
    "5 %, decay 0.1",
};

const struct regressor regressor_dropout = {
    .name = "dropout",
    .title = "Dropout",
    .revision = 1,
    .has_mean = true,
    .sampled = true,
    .trials = trials,
    .fit = dropout_fit,
    .predict = sampled_model_predict,
    .free = fitted_free,
};
