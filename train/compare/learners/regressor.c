/* See regressor.h. */
#include "compare/learners/regressor.h"

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

void *fitted_new(const struct regressor *regressor, const struct task *task, size_t size)
{
    struct arena *arena = arena_new();
    struct fitted *model = arena_alloc(arena, 1, size);
    *model = (struct fitted){.regressor = regressor,
                             .arena = arena,
                             .n_in = task->train->n_in,
                             .n_out = task->train->n_out};
    model->ignorance = arena_alloc(arena, model->n_out, sizeof(*model->ignorance));
    for (size_t k = 0; k < model->n_out; k++)
        model->ignorance[k] = (struct ignorance){.early = {0.0, 1.0}, .late = {1.0, 1.0}};
    return model;
}

void fitted_free(struct fitted *model) { arena_free(model->arena); }
