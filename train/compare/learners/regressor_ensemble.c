/* The learner ensemble: a deep ensemble (Lakshminarayanan et al. 2017) of five networks with mean
   and sigma, each from its own random start. The mean is the mean of their means. The aleatoric
   part is the mean of their variances, the epistemic part the standard deviation of their means. */
#include "compare/learners/ensemble_model.h"
#include "compare/learners/trials.h"

#include <math.h>

/* Tells the progress of the ensemble while one member is trained. */
struct member_progress {
    const struct task *task;
    size_t member;
};

static void member_show(void *context, double done, double loss)
{
    const struct member_progress *p = context;
    if (p->task->progress != NULL)
        p->task->progress(p->task->context, ((double)p->member + done) / ENSEMBLE_MEMBERS, loss);
}

static struct fitted *ensemble_fit(const struct task *task)
{
    struct ensemble_model *m = fitted_new(&regressor_ensemble, task, sizeof(*m));
    struct shape shape = task->recipe->shape;
    struct fit_options options = trials_network(task).fit;
    struct member_progress progress = {task, 0};
    options.progress = member_show;
    options.context = &progress;
    shape.eta = (struct widths){0};
    m->sums = arena_alloc(m->fitted.arena, 3 * m->fitted.n_out, sizeof(double));
    for (size_t i = 0; i < ENSEMBLE_MEMBERS; i++) {
        struct random random = {.state = task->seed + i * UINT64_C(0x100000001)};
        struct network *network = network_new(m->fitted.arena, &shape);
        progress.member = i;
        network_randomise(network, &random);
        if (options.small_start)
            network_narrow(network);
        fit(network, task->train, task->validation, &options, &random);
        m->networks[i] = network;
        m->members[i] = row_network_new(m->fitted.arena, network);
        m->fitted.bytes += network_numbers(network, false) * sizeof(float);
    }
    return &m->fitted;
}

static void ensemble_predict(struct fitted *model, const struct rows *rows,
                             const struct estimates *estimates)
{
    const struct ensemble_model *m = (const struct ensemble_model *)model;
    size_t n_out = model->n_out;
    for (size_t i = 0; i < rows->count; i++) {
        for (size_t k = 0; k < 3 * n_out; k++)
            m->sums[k] = 0.0;
        for (size_t e = 0; e < ENSEMBLE_MEMBERS; e++) {
            struct network_answer a =
                row_network_ask(&m->members[e], rows->x + i * model->n_in, false);
            for (size_t k = 0; k < n_out; k++) {
                double mean = (double)a.mean[k], sigma = row_network_sigma(&m->members[e], &a, k);
                m->sums[3 * k] += mean / ENSEMBLE_MEMBERS;
                m->sums[3 * k + 1] += mean * mean / ENSEMBLE_MEMBERS;
                m->sums[3 * k + 2] += sigma * sigma / ENSEMBLE_MEMBERS;
            }
        }
        for (size_t k = 0; k < n_out; k++) {
            const double *s = m->sums + 3 * k;
            estimates->mean[i * n_out + k] = (float)s[0];
            estimates->aleatoric[i * n_out + k] = (float)sqrt(s[2]);
            estimates->epistemic[i * n_out + k] = (float)sqrt(fmax(0.0, s[1] - s[0] * s[0]));
        }
    }
}

const struct regressor regressor_ensemble = {
    .name = "ensemble",
    .title = "Ensemble",
    .revision = 1,
    .has_mean = true,
    .steady = true, /* its members are five starts */
    .trials = trials_of_networks,
    .fit = ensemble_fit,
    .judge = trials_network_judge,
    .predict = ensemble_predict,
    .free = fitted_free,
};
