/* The learner laplace: a Laplace approximation of the last layer of EpiOut's mean (Kristiadi et al.
   2020). The weights of that layer are Gaussian around the trained ones, with the precision
   H = sum f f' / sigma^2 + prior I over the features f of the training rows. The epistemic part is
   sqrt(f' H^-1 f). The prior precision is the one with the greatest evidence (MacKay 1992). */
#include "compare/learners/regressor.h"
#include "compare/learners/row_network.h"
#include "compare/methods/gp.h"
#include "epiout.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

struct laplace_model {
    struct fitted fitted;
    struct row_network row_network;
    struct row_chain body; /* hidden layers of the mean's branch */
    size_t n;              /* features, and one more for the bias */
    double *root;          /* (n_out, n, n) lower Cholesky factors of H, column by column */
    double *features;      /* (n) of one row */
};

static void features_fill(const struct laplace_model *m, const struct network_answer *a)
{
    const float *features = row_chain_forward(&m->body, a->features);
    for (size_t i = 0; i + 1 < m->n; i++)
        m->features[i] = (double)features[i];
    m->features[m->n - 1] = 1.0;
}

/* Adds sum f f' / sigma^2 over the rows for output k; only the lower triangle is filled. */
static void curvature_fill(const struct laplace_model *m, const struct rows *rows, size_t k,
                           double *curvature)
{
    int n = (int)m->n;
    for (size_t i = 0; i < rows->count; i++) {
        struct network_answer a = row_network_ask(&m->row_network, rows->x + i * rows->n_in, false);
        double sigma = row_network_sigma(&m->row_network, &a, k);
        features_fill(m, &a);
        cblas_dsyr(CblasColMajor, CblasLower, n, 1.0 / (sigma * sigma), m->features, 1, curvature,
                   n);
    }
}

/* Fills `root` with the Cholesky factor of H for one prior precision. Returns half the log
   determinant of H, or infinity if H is not positive definite. */
static double factor_make(const double *curvature, size_t n, double precision, double *root)
{
    double half = 0.0;
    memcpy(root, curvature, n * n * sizeof(*root));
    for (size_t i = 0; i < n; i++)
        root[i * n + i] += precision;
    if (gp_factor(root, n) != 0)
        return INFINITY;
    for (size_t i = 0; i < n; i++)
        half += log(root[i * n + i]);
    return half;
}

/* Finds the prior precision p with the greatest evidence. The log evidence is, up to a constant,
   n/2 log p - p/2 |w|^2 - log det H / 2. */
static void output_fit(const struct laplace_model *m, const struct rows *rows,
                       const struct dense *last, size_t k, double *root)
{
    struct arena *arena = arena_new();
    size_t n = m->n;
    double *curvature = arena_alloc(arena, n * n, sizeof(*curvature)), best = -INFINITY;
    double chosen = 1.0, norm = (double)last->bias[k] * (double)last->bias[k];
    for (size_t i = 0; i < last->n_in; i++)
        norm += pow((double)last->weights[k * last->stride + i], 2.0);
    curvature_fill(m, rows, k, curvature);
    for (int step = -16; step <= 24; step++) {
        double precision = pow(10.0, 0.25 * step);
        double evidence = 0.5 * ((double)n * log(precision) - precision * norm) -
                          factor_make(curvature, n, precision, root);
        if (evidence > best) {
            best = evidence;
            chosen = precision;
        }
    }
    factor_make(curvature, n, chosen, root);
    arena_free(arena);
}

static void progress_pass(void *context, const char *stage, double done, double loss)
{
    const struct task *task = context;
    (void)stage;
    if (task->progress != NULL)
        task->progress(task->context, done, loss);
}

/* The trained EpiOut network: the task's, or a new one. */
static const struct network *network_of(struct arena *arena, const struct task *task)
{
    struct recipe recipe = *task->recipe;
    struct task told = *task;
    if (task->trained != NULL)
        return task->trained;
    recipe.seed = task->seed;
    recipe.threads = 1;
    if (task->brief) { /* eta is not asked */
        recipe.epistemic.teacher = TEACHER_SAMPLES;
        recipe.epistemic.steps = 1;
    }
    return epiout_fit(arena, &recipe, task->train, task->validation,
                      &(struct epiout_progress){progress_pass, &told})
        .network;
}

static struct fitted *laplace_fit(const struct task *task)
{
    struct laplace_model *m = fitted_new(&regressor_laplace, task, sizeof(*m));
    struct arena *arena = m->fitted.arena;
    const struct network *network = network_of(arena, task);
    struct chain body = network->mean;
    const struct dense *last = &network->mean.layers[network->mean.count - 1];
    body.count--;
    m->row_network = row_network_new(arena, network);
    m->body = row_chain_new(arena, &body);
    m->n = last->n_in + 1;
    m->features = arena_alloc(arena, m->n, sizeof(double));
    m->root = arena_alloc(arena, m->fitted.n_out * m->n * m->n, sizeof(double));
    for (size_t k = 0; k < m->fitted.n_out; k++)
        output_fit(m, task->train, last, k, m->root + k * m->n * m->n);
    for (size_t k = 0; k < m->fitted.n_out; k++)
        m->fitted.given[k] = network->sigma_scale[k];
    m->fitted.bytes = network_numbers(network, false) * sizeof(float) +
                      m->fitted.n_out * m->n * (m->n + 1) / 2 * sizeof(double);
    return &m->fitted;
}

static void laplace_predict(struct fitted *model, const struct rows *rows,
                            const struct estimates *estimates)
{
    const struct laplace_model *m = (const struct laplace_model *)model;
    size_t n_out = model->n_out;
    int n = (int)m->n;
    for (size_t i = 0; i < rows->count; i++) {
        struct network_answer a =
            row_network_ask(&m->row_network, rows->x + i * model->n_in, false);
        for (size_t k = 0; k < n_out; k++) {
            features_fill(m, &a);
            cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n,
                        m->root + k * m->n * m->n, n, m->features, 1);
            estimates->mean[i * n_out + k] = a.mean[k];
            estimates->aleatoric[i * n_out + k] = (float)row_network_sigma(&m->row_network, &a, k);
            estimates->epistemic[i * n_out + k] = (float)cblas_dnrm2(n, m->features, 1);
        }
    }
}

const struct regressor regressor_laplace = {
    .name = "laplace",
    .title = "Laplace",
    .has_mean = true,
    .fit = laplace_fit,
    .predict = laplace_predict,
    .free = fitted_free,
};
