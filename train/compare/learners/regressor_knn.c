/* The learner knn: the distance to the fifth nearest training input, standardised. It has no mean.
 */
#include "compare/learners/regressor.h"
#include "geometry/nearest.h"

#include <math.h>

enum { NEIGHBOURS = 5, BLOCK = 64 };

struct knn_model {
    struct fitted fitted;
    struct nearest *nearest;
    size_t k;
};

static struct fitted *knn_fit(const struct task *task)
{
    struct knn_model *m = fitted_new(&regressor_knn, task, sizeof(*m));
    struct nearest_metric metric = {.dims = m->fitted.n_in};
    m->k = task->train->count < NEIGHBOURS ? task->train->count : NEIGHBOURS;
    m->nearest = nearest_new(m->fitted.arena, &metric,
                             (struct nearest_points){task->train->x, task->train->count}, 1);
    m->fitted.bytes = task->train->count * m->fitted.n_in * sizeof(float);
    m->fitted.ignorance = NULL;
    return &m->fitted;
}

static void knn_predict(struct fitted *model, const struct rows *rows,
                        const struct estimates *estimates)
{
    const struct knn_model *m = (const struct knn_model *)model;
    float distances[BLOCK * NEIGHBOURS];
    for (size_t first = 0; first < rows->count; first += BLOCK) {
        size_t count = rows->count - first < BLOCK ? rows->count - first : BLOCK;
        nearest_query_k(m->nearest, (struct nearest_points){rows->x + first * model->n_in, count},
                        m->k, false, 1, distances);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < model->n_out; k++)
                estimates->epistemic[(first + i) * model->n_out + k] =
                    sqrtf(distances[i * m->k + m->k - 1]);
    }
}

const struct regressor regressor_knn = {
    .name = "knn",
    .title = "5-NN distance",
    .revision = 1,
    .fit = knn_fit,
    .predict = knn_predict,
    .free = fitted_free,
};
