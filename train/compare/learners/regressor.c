/* See regressor.h. */
#include "compare/learners/regressor.h"

#include <math.h>
#include <string.h>

const struct regressor *const regressors[REGRESSORS] = {
    &regressor_epiout,  &regressor_epiout_paper, &regressor_gp,
    &regressor_bnn,     &regressor_dropout,      &regressor_ensemble,
    &regressor_laplace, &regressor_knn,          &regressor_mahalanobis,
};

const struct regressor *regressor_find(const char *name, size_t length)
{
    for (size_t i = 0; i < REGRESSORS; i++)
        if (strlen(regressors[i]->name) == length && memcmp(regressors[i]->name, name, length) == 0)
            return regressors[i];
    return NULL;
}

/* The domain of the recipe or, where it has none for these rows, their range. */
static void domain_set(struct fitted *model, const struct task *task)
{
    const struct eta_options *o = &task->recipe->epistemic;
    size_t d = model->n_in;
    float *low = arena_alloc(model->arena, d, sizeof(*low));
    float *high = arena_alloc(model->arena, d, sizeof(*high));
    for (size_t j = 0; j < d; j++) {
        low[j] = INFINITY;
        high[j] = -INFINITY;
        for (size_t i = 0; i < task->train->count; i++) {
            low[j] = fminf(low[j], task->train->x[i * d + j]);
            high[j] = fmaxf(high[j], task->train->x[i * d + j]);
        }
    }
    model->low = o->low == NULL ? low : o->low;
    model->high = o->high == NULL ? high : o->high;
}

bool fitted_has(const struct fitted *model, const float *x)
{
    const float rounding = 1e-5F;
    for (size_t j = 0; j < model->n_in; j++) {
        float room = rounding * (1.0F + fabsf(x[j]));
        if (!(x[j] >= model->low[j] - room && x[j] <= model->high[j] + room))
            return false;
    }
    return true;
}

void *fitted_new(const struct regressor *regressor, const struct task *task, size_t size)
{
    struct arena *arena = arena_new();
    struct fitted *model = arena_alloc(arena, 1, size);
    *model = (struct fitted){.regressor = regressor,
                             .arena = arena,
                             .n_in = task->train->n_in,
                             .n_out = task->train->n_out};
    model->ignorance = arena_alloc(arena, model->n_out, sizeof(*model->ignorance));
    model->factor = arena_alloc(arena, model->n_out, sizeof(*model->factor));
    model->given = arena_alloc(arena, model->n_out, sizeof(*model->given));
    for (size_t k = 0; k < model->n_out; k++) {
        model->ignorance[k] = (struct ignorance){.early = {0.0, 1.0}, .late = {1.0, 1.0}};
        model->factor[k] = model->given[k] = 1.0;
    }
    domain_set(model, task);
    return model;
}

void fitted_free(struct fitted *model) { arena_free(model->arena); }
