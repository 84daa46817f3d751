/* The learner mahalanobis: the Mahalanobis distance from the mean of the training inputs. It
   predicts no mean. */
#include "base/fail.h"
#include "compare/learners/regressor.h"
#include "compare/methods/gp.h"

#include <cblas.h>
#include <math.h>

struct mahalanobis_model {
    struct fitted fitted;
    double *centre;   /* (d) */
    double *root;     /* (d, d) lower Cholesky factor of the covariance, column by column */
    double *whitened; /* (d) one row */
};

/* Fills mean and covariance of the inputs. A small ridge keeps the covariance positive definite
   where columns are constant or equal. */
static void covariance_fill(const struct rows *rows, double *centre, double *covariance)
{
    size_t d = rows->n_in;
    double n = (double)rows->count, ridge = 1e-6;
    for (size_t i = 0; i < rows->count * d; i++)
        centre[i % d] += (double)rows->x[i] / n;
    for (size_t i = 0; i < rows->count; i++)
        for (size_t a = 0; a < d; a++)
            for (size_t b = a; b < d; b++)
                covariance[a * d + b] += ((double)rows->x[i * d + a] - centre[a]) *
                                         ((double)rows->x[i * d + b] - centre[b]) / n;
    for (size_t a = 0; a < d; a++)
        covariance[a * d + a] += ridge;
}

static struct fitted *mahalanobis_fit(const struct task *task)
{
    struct mahalanobis_model *m = fitted_new(&regressor_mahalanobis, task, sizeof(*m));
    size_t d = m->fitted.n_in;
    m->centre = arena_alloc(m->fitted.arena, d, sizeof(double));
    m->root = arena_alloc(m->fitted.arena, d * d, sizeof(double));
    m->whitened = arena_alloc(m->fitted.arena, d, sizeof(double));
    covariance_fill(task->train, m->centre, m->root);
    if (gp_factor(m->root, d) != 0)
        fail("the covariance of the inputs is not positive definite");
    m->fitted.bytes = d * (d + 3) / 2 * sizeof(double);
    m->fitted.ignorance = NULL;
    return &m->fitted;
}

static void mahalanobis_predict(struct fitted *model, const struct rows *rows,
                                const struct estimates *estimates)
{
    const struct mahalanobis_model *m = (const struct mahalanobis_model *)model;
    int d = (int)model->n_in;
    for (size_t i = 0; i < rows->count; i++) {
        for (size_t j = 0; j < model->n_in; j++)
            m->whitened[j] = (double)rows->x[i * model->n_in + j] - m->centre[j];
        cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, d, m->root, d,
                    m->whitened, 1);
        double distance = cblas_dnrm2(d, m->whitened, 1);
        for (size_t k = 0; k < model->n_out; k++)
            estimates->epistemic[i * model->n_out + k] = (float)distance;
    }
}

const struct regressor regressor_mahalanobis = {
    .name = "mahalanobis",
    .title = "Mahalanobis",
    .revision = 1,
    .fit = mahalanobis_fit,
    .predict = mahalanobis_predict,
    .free = fitted_free,
};
