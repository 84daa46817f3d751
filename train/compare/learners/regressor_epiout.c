/* The learner epiout: EpiOut as epitrain trains it. The epistemic part is eta as the emitted code
   says it: 1 outside of the domain. */
#include "compare/learners/epiout_model.h"
#include "compare/learners/etas.h"
#include "compare/learners/trials.h"
#include "epiout.h"

static void progress_pass(void *context, const char *stage, double done, double loss)
{
    const struct task *task = context;
    (void)stage;
    task->progress(task->context, done, loss);
}

/* A quarter of the steps for eta; nobody judges what it learns. */
static void recipe_shorten(struct recipe *recipe)
{
    recipe->epistemic.steps = (recipe->epistemic.steps + 3) / 4;
    if (recipe->epistemic.teacher == TEACHER_AUTO)
        recipe->epistemic.teacher = TEACHER_BLEND;
}

/* Fits the network, or mean and sigma of it where its eta is known. */
static const struct network *network_fit(struct epiout_model *m, const struct task *task,
                                         const struct epiout_progress *progress)
{
    const struct epiout_rows rows = {task->train, task->validation};
    struct arena *arena = m->fitted.arena;
    bool alone = task->etas != NULL && epiout_eta_alone(&m->recipe);
    const struct network *known = alone ? etas_find(task->etas, task) : NULL;
    m->fitted.eta_known = known != NULL;
    if (known != NULL)
        return epiout_refit(arena, &m->recipe, &rows, known, progress);
    const struct network *network =
        epiout_fit(arena, &m->recipe, task->train, task->validation, progress).network;
    if (alone)
        etas_add(task->etas, task, network);
    return network;
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
    if (task->brief)
        recipe_shorten(&m->recipe);
    m->network = network_fit(m, task, task->progress == NULL ? NULL : &progress);
    m->row_network = row_network_new(m->fitted.arena, m->network);
    m->fitted.bytes = network_numbers(m->network, true) * sizeof(float);
    for (size_t k = 0; k < m->fitted.n_out; k++)
        m->fitted.given[k] = m->network->sigma_scale[k];
    return &m->fitted;
}

void epiout_model_predict(struct fitted *model, const struct rows *rows,
                          const struct estimates *estimates)
{
    const struct epiout_model *m = (const struct epiout_model *)model;
    size_t n_out = model->n_out;
    for (size_t i = 0; i < rows->count; i++) {
        const float *x = rows->x + i * model->n_in;
        struct network_answer a = row_network_ask(&m->row_network, x, true);
        float eta = fitted_has(model, x) ? a.eta : 1.0F;
        for (size_t k = 0; k < n_out; k++) {
            estimates->mean[i * n_out + k] = a.mean[k];
            estimates->aleatoric[i * n_out + k] = (float)row_network_sigma(&m->row_network, &a, k);
            estimates->epistemic[i * n_out + k] = eta;
        }
    }
}

static struct fitted *fit_as_trained(const struct task *task)
{
    struct recipe recipe = trials_network(task);
    return epiout_model_fit(&regressor_epiout, task, &recipe);
}

const struct regressor regressor_epiout = {
    .name = "epiout",
    .title = "EpiOut",
    .has_mean = true,
    .unitless = true,
    .trials = trials_of_networks,
    .fit = fit_as_trained,
    .judge = trials_network_judge,
    .predict = epiout_model_predict,
    .free = fitted_free,
};
