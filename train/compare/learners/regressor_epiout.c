/* EpiOut as epitrain trains it. The epistemic part is eta; how large an error it stands for comes
   from extrapolate.h. */
#include "compare/learners/epiout_model.h"
#include "compare/learners/extrapolate.h"
#include "epiout.h"

static void progress_pass(void *context, const char *stage, double done, double loss)
{
    const struct task *task = context;
    (void)stage;
    task->progress(task->context, done, loss);
}

struct model *epiout_model_fit(const struct regressor *regressor, const struct task *task,
                               const struct recipe *recipe)
{
    struct epiout_model *m = model_new(regressor, task, sizeof(*m));
    struct task told = *task;
    struct epiout_progress progress = {progress_pass, &told};
    m->recipe = *recipe;
    m->recipe.seed = task->seed;
    m->recipe.threads = 1;
    m->network = epiout_fit(m->model.arena, &m->recipe, task->train, task->validation,
                            task->progress == NULL ? NULL : &progress)
                     .network;
    m->ask = network_model_new(m->model.arena, m->network);
    m->model.bytes = network_numbers(m->network, true) * sizeof(float);
    return &m->model;
}

void epiout_model_calibrate(struct model *model, const struct task *task)
{
    struct epiout_model *m = (struct epiout_model *)model;
    extrapolate_ignorance(&m->recipe, m->network, task->train, task->validation, model->ignorance);
}

void epiout_model_predict(struct model *model, const struct rows *rows, const struct parts *parts)
{
    const struct epiout_model *m = (const struct epiout_model *)model;
    size_t n_out = model->n_out;
    for (size_t i = 0; i < rows->count; i++) {
        struct network_answer a = network_model_ask(&m->ask, rows->x + i * model->n_in, true);
        for (size_t k = 0; k < n_out; k++) {
            parts->mean[i * n_out + k] = a.mean[k];
            parts->aleatoric[i * n_out + k] = (float)network_model_sigma(&m->ask, &a, k);
            parts->epistemic[i * n_out + k] = a.eta;
        }
    }
}

static struct model *fit_as_trained(const struct task *task)
{
    return epiout_model_fit(&regressor_epiout, task, task->recipe);
}

const struct regressor regressor_epiout = {
    .name = "epiout",
    .title = "EpiOut",
    .has_mean = true,
    .fit = fit_as_trained,
    .calibrate = epiout_model_calibrate,
    .predict = epiout_model_predict,
    .free = model_free,
};
