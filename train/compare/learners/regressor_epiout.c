/* The learner epiout: EpiOut as epitrain trains it. The epistemic part is eta; extrapolate.h finds
   how large an error it stands for. */
#include "compare/learners/epiout_model.h"
#include "compare/learners/extrapolate.h"
#include "epiout.h"

static void progress_pass(void *context, const char *stage, double done, double loss)
{
    const struct task *task = context;
    (void)stage;
    task->progress(task->context, done, loss);
}

struct fitted *epiout_model_fit(const struct regressor *regressor, const struct task *task,
                                const struct recipe *recipe)
{
    struct epiout_model *m = fitted_new(regressor, task, sizeof(*m));
    struct task told = *task;
    struct epiout_progress progress = {progress_pass, &told};
    m->recipe = *recipe;
    m->recipe.seed = task->seed;
    m->recipe.threads = 1;
    m->network = epiout_fit(m->fitted.arena, &m->recipe, task->train, task->validation,
                            task->progress == NULL ? NULL : &progress)
                     .network;
    m->row_network = row_network_new(m->fitted.arena, m->network);
    m->fitted.bytes = network_numbers(m->network, true) * sizeof(float);
    return &m->fitted;
}

void epiout_model_calibrate(struct fitted *model, const struct task *task)
{
    struct epiout_model *m = (struct epiout_model *)model;
    extrapolate_ignorance(&m->recipe, m->network, task->train, task->validation, model->ignorance);
}

void epiout_model_predict(struct fitted *model, const struct rows *rows,
                          const struct estimates *estimates)
{
    const struct epiout_model *m = (const struct epiout_model *)model;
    size_t n_out = model->n_out;
    for (size_t i = 0; i < rows->count; i++) {
        struct network_answer a = row_network_ask(&m->row_network, rows->x + i * model->n_in, true);
        for (size_t k = 0; k < n_out; k++) {
            estimates->mean[i * n_out + k] = a.mean[k];
            estimates->aleatoric[i * n_out + k] = (float)row_network_sigma(&m->row_network, &a, k);
            estimates->epistemic[i * n_out + k] = a.eta;
        }
    }
}

static struct fitted *fit_as_trained(const struct task *task)
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
    .free = fitted_free,
};
