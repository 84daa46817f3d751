/* See gp.h. BLAS and LAPACK do everything of quadratic or cubic cost. Matrices are stored column by
   column; of symmetric ones only the lower triangle is used. The derivatives with respect to the
   lengths need no matrix each. With W = (alpha alpha' - K^-1) * K, element by element, and
   sum_ij W_ij (x_ik - x_jk)^2 = 2 sum_i x_ik^2 (W 1)_i - 2 x_k' W x_k, one product with W serves
   all k. */
#include "compare/methods/gp.h"

#include "base/fail.h"
#include "spec/spec.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <lbfgs.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { PREDICT_BLOCK = 256 };

static const double theta_most = 12.0;       /* theta stays within +- this */
static const double usual_iterations = 30.0; /* for the estimate of the progress */

int gp_factor(double *a, size_t n)
{
    int size = (int)n;
    return (int)LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', size, a, size);
}

static double square(double x) { return x * x; }

/* Divides the rows by the lengths. */
static void rows_divide(const double *x, size_t n, size_t d, const double *length, double *scaled)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < d; k++)
            scaled[i * d + k] = x[i * d + k] / length[k];
}

static double *rows_scaled(struct arena *arena, const double *x, size_t n, size_t d,
                           const double *length)
{
    double *scaled = arena_alloc(arena, n * d, sizeof(*scaled));
    rows_divide(x, n, d, length, scaled);
    return scaled;
}

static void norms_fill(const double *x, size_t n, size_t d, double *norm)
{
    for (size_t i = 0; i < n; i++)
        norm[i] = cblas_ddot((int)d, x + i * d, 1, x + i * d, 1);
}

static double kernel(double signal, double norm_a, double norm_b, double product)
{
    return signal * signal * exp(-0.5 * fmax(0.0, norm_a + norm_b - 2.0 * product));
}

/* The lower triangle of the kernel matrix without noise, of scaled rows. */
static void kernel_fill(struct arena *arena, const double *x, size_t n, size_t d, double signal,
                        double *k)
{
    double *norm = arena_alloc(arena, n, sizeof(*norm));
    norms_fill(x, n, d, norm);
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, (int)n, (int)d, 1.0, x, (int)d, 0.0, k,
                (int)n);
    for (size_t j = 0; j < n; j++) {
        k[j * n + j] = signal * signal;
        for (size_t i = j + 1; i < n; i++)
            k[j * n + i] = kernel(signal, norm[i], norm[j], k[j * n + i]);
    }
}

/* --- the likelihood -----------------------------------------------------------------------------
 */

struct hyper {
    double length[SPEC_MAX_INPUTS];
    double signal, noise;
};

static struct hyper hyper_of(const struct gp_data *data, const double *theta)
{
    struct hyper h;
    for (size_t k = 0; k < data->d; k++)
        h.length[k] = exp(theta[k]);
    h.signal = exp(theta[data->d]);
    h.noise = hypot(exp(theta[data->d + 1]), data->floor);
    return h;
}

/* Everything the loss and its gradient need. */
struct likelihood {
    size_t n, d;
    double *x, *k, *root, *alpha;
};

static double root_loss(const struct likelihood *l, const double *y)
{
    double loss = 0.5 * cblas_ddot((int)l->n, y, 1, l->alpha, 1);
    for (size_t i = 0; i < l->n; i++)
        loss += log(l->root[i * l->n + i]);
    const double half_log_two_pi = 0.91893853320467274178;
    return loss + (double)l->n * half_log_two_pi;
}

/* Replaces root by the W of the head comment. */
static void weights_form(struct likelihood *l, double *trace)
{
    int n = (int)l->n;
    LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', n, l->root, n);
    *trace = 0.0;
    for (size_t j = 0; j < l->n; j++) {
        *trace += square(l->alpha[j]) - l->root[j * l->n + j];
        for (size_t i = j; i < l->n; i++) {
            size_t at = j * l->n + i;
            l->root[at] = (l->alpha[i] * l->alpha[j] - l->root[at]) * l->k[at];
        }
    }
}

/* Sets sums[k] to the sum over i and j of W_ij (x_ik - x_jk)^2; returns the sum of W. */
static double weights_sum(struct arena *arena, const struct likelihood *l, double *sums)
{
    size_t n = l->n, d = l->d;
    double *columns = arena_alloc(arena, n * (d + 1), sizeof(*columns)), total = 0.0;
    double *product = arena_alloc(arena, n * (d + 1), sizeof(*product));
    for (size_t i = 0; i < n; i++) {
        columns[d * n + i] = 1.0;
        for (size_t k = 0; k < d; k++)
            columns[k * n + i] = l->x[i * d + k];
    }
    cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, (int)n, (int)(d + 1), 1.0, l->root, (int)n,
                columns, (int)n, 0.0, product, (int)n);
    for (size_t i = 0; i < n; i++)
        total += product[d * n + i];
    for (size_t k = 0; k < d; k++) {
        sums[k] = 0.0;
        for (size_t i = 0; i < n; i++) {
            double x = columns[k * n + i];
            sums[k] += 2.0 * x * (x * product[d * n + i] - product[k * n + i]);
        }
    }
    return total;
}

static void gradient_fill(struct arena *arena, const struct gp_data *data, struct likelihood *l,
                          const double *theta, double *gradient)
{
    double trace;
    weights_form(l, &trace);
    double total = weights_sum(arena, l, gradient);
    for (size_t k = 0; k < data->d; k++)
        gradient[k] *= -0.5;
    gradient[data->d] = -total;
    gradient[data->d + 1] = -trace * exp(2.0 * theta[data->d + 1]);
}

static struct likelihood likelihood_new(struct arena *arena, const struct gp_data *data)
{
    size_t n = data->n;
    return (struct likelihood){.n = n,
                               .d = data->d,
                               .x = arena_alloc(arena, n * data->d, sizeof(double)),
                               .k = arena_alloc(arena, n * n, sizeof(double)),
                               .root = arena_alloc(arena, n * n, sizeof(double)),
                               .alpha = arena_alloc(arena, n, sizeof(double))};
}

/* The loss and its gradient. The large matrices are the caller's and serve many calls, since large
   blocks are slow to allocate. */
static double loss_with(struct likelihood *l, const struct gp_data *data, const double *theta,
                        double *gradient)
{
    size_t n = data->n;
    struct hyper h = hyper_of(data, theta);
    struct arena *arena = arena_new();
    double loss = INFINITY;
    rows_divide(data->x, n, data->d, h.length, l->x);
    kernel_fill(arena, l->x, n, data->d, h.signal, l->k);
    memcpy(l->root, l->k, n * n * sizeof(double));
    for (size_t i = 0; i < n; i++)
        l->root[i * n + i] += h.noise * h.noise;
    if (gp_factor(l->root, n) == 0) {
        memcpy(l->alpha, data->y, n * sizeof(double));
        LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (int)n, 1, l->root, (int)n, l->alpha, (int)n);
        loss = root_loss(l, data->y);
        if (gradient != NULL)
            gradient_fill(arena, data, l, theta, gradient);
    }
    arena_free(arena);
    return loss;
}

double gp_loss(const struct gp_data *data, const double *theta, double *gradient)
{
    struct arena *arena = arena_new();
    struct likelihood l = likelihood_new(arena, data);
    double loss = loss_with(&l, data, theta, gradient);
    arena_free(arena);
    return loss;
}

/* --- learning -----------------------------------------------------------------------------------
 */

/* One search for the optimum. */
struct search {
    const struct gp_data *data;
    struct likelihood likelihood;
    double earlier;  /* the loss ten iterations ago */
    double from, to; /* the shares of gp_learn that are done before and after this search */
};

/* The loss for liblbfgs. Theta is held within its limits; beyond them the loss does not change. */
static lbfgsfloatval_t loss_evaluate(void *instance, const lbfgsfloatval_t *theta,
                                     lbfgsfloatval_t *gradient, const int n, lbfgsfloatval_t step)
{
    double held[SPEC_MAX_INPUTS + 2] = {0};
    struct search *search = instance;
    (void)step;
    for (int i = 0; i < n; i++)
        held[i] = fmin(fmax(theta[i], -theta_most), theta_most);
    double loss = loss_with(&search->likelihood, search->data, held, gradient);
    for (int i = 0; i < n; i++)
        if (!isfinite(loss) || held[i] != theta[i])
            gradient[i] = 0.0;
    return isfinite(loss) ? loss : 1e30;
}

/* Tells the progress, and ends the search when ten iterations gain less than 1e-5 of log likelihood
   for each row. The library's own test divides by the loss, which may be negative. The library
   decides the parameters of this function. */
/* NOLINTNEXTLINE(readability-function-size) */
static int search_iterated(void *instance, const lbfgsfloatval_t *theta,
                           const lbfgsfloatval_t *gradient, const lbfgsfloatval_t loss,
                           const lbfgsfloatval_t norm, const lbfgsfloatval_t gradient_norm,
                           const lbfgsfloatval_t step, int n, int iteration, int evaluations)
{
    struct search *search = instance;
    (void)theta, (void)gradient, (void)norm, (void)gradient_norm;
    (void)step, (void)n, (void)evaluations;
    if (search->data->progress != NULL) {
        const struct gp_progress *progress = search->data->progress;
        double done = 1.0 - exp(-(double)iteration / usual_iterations);
        progress->tell(progress->context, search->from + (search->to - search->from) * done);
    }
    if (iteration % 10 != 0)
        return 0;
    bool enough = search->earlier - loss < 1e-5 * (double)search->data->n;
    search->earlier = loss;
    return enough;
}

/* The most iterations: fewer for more rows, so that a search takes about as long for all sizes. It
   starts near its end then: at what fewer rows have found. */
static int iterations_most(size_t rows)
{
    const double usual = 150.0, cheap = 2000.0, least = 20.0;
    return (int)fmin(usual, fmax(least, usual * pow(cheap / (double)rows, 3.0)));
}

static double theta_improve(const struct gp_data *data, double *theta, double from, double to)
{
    lbfgs_parameter_t parameters;
    struct arena *arena = arena_new();
    struct search search = {data, likelihood_new(arena, data), INFINITY, from, to};
    lbfgs_parameter_init(&parameters);
    parameters.linesearch = LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
    parameters.max_iterations = iterations_most(data->n);
    parameters.epsilon = 1e-5;
    /* The status does not matter: theta is the best so far, however the search ends. */
    lbfgs((int)(data->d + 2), theta, NULL, loss_evaluate, search_iterated, &search, &parameters);
    for (size_t i = 0; i < data->d + 2; i++)
        theta[i] = fmin(fmax(theta[i], -theta_most), theta_most);
    double loss = loss_with(&search.likelihood, data, theta, NULL);
    arena_free(arena);
    return loss;
}

/* Draws `count` different rows. */
static struct gp_data subset_draw(struct arena *arena, const struct gp_data *data, size_t count,
                                  struct random *random)
{
    size_t *index = arena_alloc(arena, data->n, sizeof(*index));
    double *x = arena_alloc(arena, count * data->d, sizeof(*x));
    double *y = arena_alloc(arena, count, sizeof(*y));
    for (size_t i = 0; i < data->n; i++)
        index[i] = i;
    for (size_t i = 0; i < count; i++) {
        size_t other = i + (size_t)(random_uniform(random) * (double)(data->n - i));
        size_t row = index[other];
        index[other] = index[i];
        memcpy(x + i * data->d, data->x + row * data->d, data->d * sizeof(*x));
        y[i] = data->y[row];
    }
    return (struct gp_data){count, data->d, x, y, data->floor, data->progress};
}

static struct gp_data subset_of(struct arena *arena, const struct gp_data *data, size_t count,
                                struct random *random)
{
    return data->n <= count ? *data : subset_draw(arena, data, count, random);
}

/* The starts of the search: a smooth function with noise, and a rough one with little noise. */
static void theta_start(size_t d, size_t start, double *theta)
{
    static const double starts[2][2] = {{1.0, 0.1}, {0.3, 0.01}};
    for (size_t k = 0; k < d; k++)
        theta[k] = log(starts[start][0] * sqrt((double)d));
    theta[d] = 0.0;
    theta[d + 1] = log(starts[start][1]);
}

/* Searches from every start on a quarter of the rows, which is quick, and then from the better end
   on all `subset` rows. */
void gp_learn(const struct gp_data *data, size_t subset, struct random *random, double *theta)
{
    enum { STARTS = 2, FEWER = 4 };
    size_t size = data->d + 2;
    struct arena *arena = arena_new();
    struct gp_data quarter = subset_of(arena, data, (subset + FEWER - 1) / FEWER, random);
    struct gp_data whole = subset_of(arena, data, subset, random);
    lbfgsfloatval_t *trial = lbfgs_malloc((int)size);
    double least = INFINITY, ratio = pow((double)quarter.n / (double)whole.n, 3.0);
    double start = ratio / (1.0 + STARTS * ratio); /* one start's share of the time */
    if (trial == NULL)
        fail("out of memory");
    for (size_t s = 0; s < STARTS; s++) {
        theta_start(data->d, s, trial);
        double loss = theta_improve(&quarter, trial, (double)s * start, (double)(s + 1) * start);
        if (loss < least || s == 0)
            memcpy(theta, trial, size * sizeof(*theta));
        least = fmin(least, loss);
    }
    memcpy(trial, theta, size * sizeof(*theta));
    theta_improve(&whole, trial, STARTS * start, 1.0);
    memcpy(theta, trial, size * sizeof(*theta));
    lbfgs_free(trial);
    arena_free(arena);
}

/* --- the process --------------------------------------------------------------------------------
 */

/* Hyperparameters that were learned on some rows may make the matrix of more rows, by rounding, not
   positive definite. Then the diagonal is raised, starting at the size of rounding errors, until
   the matrix has a factor. */
static void root_make(struct arena *arena, const struct gp *gp)
{
    size_t n = gp->n;
    double more = 0.0, rounding = DBL_EPSILON * (double)n * square(gp->signal);
    for (int attempt = 0; attempt < 15; attempt++) {
        kernel_fill(arena, gp->x, n, gp->d, gp->signal, gp->root);
        for (size_t i = 0; i < n; i++)
            gp->root[i * n + i] += square(gp->noise) + more;
        if (gp_factor(gp->root, n) == 0)
            return;
        more = attempt == 0 ? rounding : 10.0 * more;
    }
    fail("the kernel matrix of %zu rows is not positive definite", n);
}

struct gp gp_make(struct arena *arena, const struct gp_data *data, const double *theta)
{
    size_t n = data->n;
    struct hyper h = hyper_of(data, theta);
    struct gp gp = {.n = n, .d = data->d, .signal = h.signal, .noise = h.noise};
    gp.length = arena_alloc(arena, data->d, sizeof(double));
    memcpy(gp.length, h.length, data->d * sizeof(double));
    gp.x = rows_scaled(arena, data->x, n, data->d, h.length);
    gp.norm = arena_alloc(arena, n, sizeof(double));
    norms_fill(gp.x, n, gp.d, gp.norm);
    gp.room = arena_alloc(arena, n + gp.d, sizeof(double));
    gp.alpha = arena_alloc(arena, n, sizeof(double));
    gp.root = arena_alloc(arena, n * n, sizeof(double));
    root_make(arena, &gp);
    memcpy(gp.alpha, data->y, n * sizeof(double));
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (int)n, 1, gp.root, (int)n, gp.alpha, (int)n);
    return gp;
}

/* cross (n, m): the kernel between the process's rows and scaled ones. */
static void cross_fill(const struct gp *gp, const double *x, size_t m, double *cross)
{
    size_t n = gp->n;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)n, (int)m, (int)gp->d, 1.0, gp->x,
                (int)gp->d, x, (int)gp->d, 0.0, cross, (int)n);
    for (size_t j = 0; j < m; j++) {
        double own = cblas_ddot((int)gp->d, x + j * gp->d, 1, x + j * gp->d, 1);
        for (size_t i = 0; i < n; i++)
            cross[j * n + i] = kernel(gp->signal, gp->norm[i], own, cross[j * n + i]);
    }
}

/* Predicts m scaled rows. */
static void block_predict(const struct gp *gp, const double *x, size_t m, double *cross,
                          double *mean, double *sd)
{
    int n = (int)gp->n;
    cross_fill(gp, x, m, cross);
    cblas_dgemv(CblasColMajor, CblasTrans, n, (int)m, 1.0, cross, n, gp->alpha, 1, 0.0, mean, 1);
    if (m == 1)
        cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, gp->root, n, cross,
                    1);
    else
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, (int)m,
                    1.0, gp->root, n, cross, n);
    for (size_t j = 0; j < m; j++) {
        const double *column = cross + j * gp->n;
        double explained = cblas_ddot(n, column, 1, column, 1);
        sd[j] = sqrt(fmax(0.0, gp->signal * gp->signal - explained));
    }
}

void gp_predict(const struct gp *gp, const double *x, size_t m, double *mean, double *sd)
{
    if (m == 1) {
        rows_divide(x, 1, gp->d, gp->length, gp->room + gp->n);
        block_predict(gp, gp->room + gp->n, 1, gp->room, mean, sd);
        return;
    }
    struct arena *arena = arena_new();
    size_t block = m < PREDICT_BLOCK ? m : PREDICT_BLOCK;
    double *cross = arena_alloc(arena, gp->n * block, sizeof(*cross));
    double *scaled = arena_alloc(arena, m * gp->d, sizeof(*scaled));
    rows_divide(x, m, gp->d, gp->length, scaled);
    for (size_t first = 0; first < m; first += block) {
        size_t count = m - first < block ? m - first : block;
        block_predict(gp, scaled + first * gp->d, count, cross, mean + first, sd + first);
    }
    arena_free(arena);
}
