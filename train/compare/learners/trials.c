/* See trials.h. */
#include "compare/learners/trials.h"

#include "compare/learners/calibration.h"

#include <math.h>

const char *const trials_of_networks[TRIALS] = {
    "as the recipe says",
    "decay 0.1",
    "decay 0.1, mean alone for half of the steps",
    "decay 0.5, mean alone for half of the steps",
};

struct recipe trials_network(const struct task *task)
{
    static const double decay[TRIALS] = {0.0, 0.1, 0.1, 0.5};
    struct recipe recipe = *task->recipe;
    if (task->trial > 0)
        recipe.fit.decay = decay[task->trial];
    if (task->trial > 1)
        recipe.fit.warmup = 0.5;
    return recipe;
}

/* The loss of errors whose standard deviations may all be multiplied by one factor. */
static double loss_with_factor(const double *error, const double *sd, size_t n)
{
    double square = 0.0, logarithms = 0.0;
    for (size_t i = 0; i < n; i++) {
        square += pow(error[i] / sd[i], 2.0) / (double)n;
        logarithms += log(sd[i]) / (double)n;
    }
    return logarithms + 0.5 * log(fmax(square, 1e-30));
}

double trials_network_judge(const struct task *task)
{
    struct arena *arena = arena_new();
    struct recipe recipe = trials_network(task);
    const struct rows *v = task->validation;
    struct random random = {.state = task->seed};
    size_t n = v->count * v->n_out;
    float *mean = arena_alloc(arena, n, sizeof(*mean));
    float *sigma = arena_alloc(arena, n, sizeof(*sigma));
    double *error = arena_alloc(arena, n, sizeof(*error));
    double *sd = arena_alloc(arena, n, sizeof(*sd));
    recipe.shape.eta = (struct widths){0};
    struct network *network = network_new(arena, &recipe.shape);
    network_randomise(network, &random);
    if (recipe.fit.small_start)
        network_narrow(network);
    fit(network, task->train, v, &recipe.fit, &random);
    network_predict(network, v, mean, sigma, NULL);
    for (size_t i = 0; i < n; i++) {
        error[i] = (double)v->y[i] - (double)mean[i];
        sd[i] = (double)sigma[i];
    }
    double loss = loss_with_factor(error, sd, n);
    arena_free(arena);
    return loss;
}

double trials_loss(struct fitted *model, const struct rows *v)
{
    struct arena *arena = arena_new();
    size_t n = v->count * v->n_out;
    struct estimates e = {.mean = arena_alloc(arena, n, sizeof(float)),
                          .aleatoric = arena_alloc(arena, n, sizeof(float)),
                          .epistemic = arena_alloc(arena, n, sizeof(float))};
    double *error = arena_alloc(arena, n, sizeof(*error));
    double *sd = arena_alloc(arena, n, sizeof(*sd));
    model->regressor->predict(model, v, &e);
    for (size_t i = 0; i < n; i++) {
        error[i] = (double)v->y[i] - (double)e.mean[i];
        sd[i] = deviation_raw(model, i % v->n_out, (double)e.aleatoric[i], (double)e.epistemic[i]);
    }
    double loss = loss_with_factor(error, sd, n);
    arena_free(arena);
    return loss;
}

static double trial_judge(const struct regressor *regressor, const struct task *task,
                          struct fitted *first)
{
    if (regressor->judge != NULL)
        return regressor->judge(task);
    struct fitted *model = task->trial == 0 ? first : regressor->fit(task);
    double loss = trials_loss(model, task->validation);
    if (model != first)
        regressor->free(model);
    return loss;
}

size_t trials_choose(const struct regressor *regressor, const struct task *task,
                     struct fitted *first)
{
    const double clear = 1e-3; /* nats by which other settings must be better than the usual ones */
    double least = INFINITY;
    size_t best = 0;
    struct task tried = *task;
    tried.progress = NULL;
    if (regressor->trials == NULL || task->validation->count == 0)
        return 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        tried.trial = trial;
        double loss = trial_judge(regressor, &tried, first) - (trial == 0 ? clear : 0.0);
        if (loss < least) {
            least = loss;
            best = trial;
        }
    }
    return best;
}
