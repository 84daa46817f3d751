/* See process.h. Rasmussen and Williams 2006, chapters 2 and 5. Matrices are lower triangles, row
   by row. The hyperparameters are theta: the logarithms of the lengths (d), of the signal's
   standard deviation, and of the noise's. */
#include "geometry/process.h"

#include "net/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct process {
    size_t n, d;
    double *weight; /* (d) one over the squared length */
    double signal;  /* variance */
    double *x;      /* (n, d) */
    double *root;   /* (n, n) inverse of the Cholesky factor of the kernel matrix */
};

/* --- matrices ------------------------------------------------------------------------------- */

/* Replaces the lower triangle by its Cholesky factor; false: it is not positive definite. */
static bool factorise(double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            if (i == j && !(sum > 0.0))
                return false;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    return true;
}

/* Sets `inverse` to the inverse of the lower triangle l. Row i is made of the rows above it, so
   that the inner loop runs along a row. */
static void triangle_invert(const double *l, size_t n, double *inverse)
{
    memset(inverse, 0, n * n * sizeof(*inverse));
    for (size_t i = 0; i < n; i++) {
        double *row = inverse + i * n;
        for (size_t k = 0; k < i; k++) {
            double factor = l[i * n + k];
            const double *above = inverse + k * n;
            for (size_t j = 0; j <= k; j++)
                row[j] -= factor * above[j];
        }
        row[i] = 1.0;
        for (size_t j = 0; j <= i; j++)
            row[j] /= l[i * n + i];
    }
}

/* --- the marginal likelihood ---------------------------------------------------------------- */

static const double least_noise = 0.05;

struct learning {
    size_t n, d, n_out;
    const double *x;                   /* (n, d) */
    const float *y;                    /* (n, n_out) */
    double *kernel;                    /* (n, n) without noise */
    double *factor, *inverse, *weight; /* (n, n) scratch; weight: what a kernel's entry is worth */
    double *alpha;                     /* (n) */
    double *lengths;                   /* (d) scratch: one over the squared lengths */
};

static double noise_of(double theta)
{
    double noise = elementary_exp(theta);
    return noise * noise + least_noise * least_noise;
}

static void kernel_fill(const double *x, size_t n, size_t d, const double *weight, double signal,
                        double *kernel)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < d; k++) {
                double step = x[i * d + k] - x[j * d + k];
                sum += weight[k] * step * step;
            }
            kernel[i * n + j] = signal * elementary_exp(-0.5 * sum);
        }
}

/* Sets l->weight, lower triangle, to n_out K^-1 - sum over the outputs of alpha alpha^T: twice the
   derivative of minus the log likelihood with respect to the kernel's entries. */
static void entries_weigh(struct learning *l)
{
    size_t n = l->n;
    memset(l->weight, 0, n * n * sizeof(*l->weight));
    for (size_t k = 0; k < n; k++) /* K^-1 = inverse^T inverse, row k of the inverse at a time */
        for (size_t i = 0; i <= k; i++) {
            double factor = (double)l->n_out * l->inverse[k * n + i];
            for (size_t j = 0; j <= i; j++)
                l->weight[i * n + j] += factor * l->inverse[k * n + j];
        }
    for (size_t o = 0; o < l->n_out; o++) {
        memset(l->alpha, 0, n * sizeof(*l->alpha));
        for (size_t k = 0; k < n; k++) {
            double v = 0.0;
            for (size_t j = 0; j <= k; j++)
                v += l->inverse[k * n + j] * (double)l->y[j * l->n_out + o];
            for (size_t j = 0; j <= k; j++)
                l->alpha[j] += l->inverse[k * n + j] * v;
        }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                l->weight[i * n + j] -= l->alpha[i] * l->alpha[j];
    }
}

/* Sets the gradient (d + 2) of minus the log likelihood and of a weak prior that keeps lengths of
   inputs without effect finite. False: the kernel matrix is not positive definite. */
static bool gradient_find(struct learning *l, const double *theta, double *gradient)
{
    const double prior = 0.05, usual = 1.0; /* logarithm of a length */
    size_t n = l->n, d = l->d;
    double signal = elementary_exp(2.0 * theta[d]), noise = noise_of(theta[d + 1]);
    double *weight = l->lengths;
    for (size_t k = 0; k < d; k++) {
        weight[k] = elementary_exp(-2.0 * theta[k]);
        gradient[k] = prior * (theta[k] - usual);
    }
    gradient[d] = gradient[d + 1] = 0.0;
    kernel_fill(l->x, n, d, weight, signal, l->kernel);
    memcpy(l->factor, l->kernel, n * n * sizeof(*l->factor));
    for (size_t i = 0; i < n; i++)
        l->factor[i * n + i] += noise;
    if (!factorise(l->factor, n))
        return false;
    triangle_invert(l->factor, n, l->inverse);
    entries_weigh(l);
    for (size_t i = 0; i < n; i++) {
        gradient[d + 1] += l->weight[i * n + i] * (noise - least_noise * least_noise);
        for (size_t j = 0; j <= i; j++) {
            double worth = (i == j ? 0.5 : 1.0) * l->weight[i * n + j] * l->kernel[i * n + j];
            gradient[d] += 2.0 * worth;
            for (size_t k = 0; k < d; k++) {
                double step = l->x[i * d + k] - l->x[j * d + k];
                gradient[k] += worth * weight[k] * step * step;
            }
        }
    }
    return true;
}

/* Resilient propagation (iRprop-): a step of its own for each hyperparameter, which grows while the
   sign of the gradient stays and halves when it changes. */
static void theta_learn(struct learning *l, double *theta)
{
    enum { ROUNDS = 40 };
    const double least_step = 1e-3, most_step = 0.7, bound = 5.0;
    size_t m = l->d + 2;
    struct arena *arena = arena_new();
    double *step = arena_alloc(arena, 3 * m, sizeof(*step)), *before = step + m;
    double *gradient = before + m;
    for (size_t k = 0; k < m; k++) {
        step[k] = 0.2;
        before[k] = 0.0;
    }
    for (int round = 0; round < ROUNDS && gradient_find(l, theta, gradient); round++)
        for (size_t k = 0; k < m; k++) {
            double turn = gradient[k] * before[k];
            step[k] = turn > 0.0   ? fmin(1.2 * step[k], most_step)
                      : turn < 0.0 ? fmax(0.5 * step[k], least_step)
                                   : step[k];
            before[k] = turn < 0.0 ? 0.0 : gradient[k];
            double move = before[k] > 0.0 ? -step[k] : before[k] < 0.0 ? step[k] : 0.0;
            theta[k] = fmin(fmax(theta[k] + move, -bound), bound);
        }
    arena_free(arena);
}

/* --- the process ---------------------------------------------------------------------------- */

static double *inputs_of(struct arena *arena, const struct rows *rows, size_t n)
{
    double *x = arena_alloc(arena, n * rows->n_in, sizeof(*x));
    for (size_t i = 0; i < n * rows->n_in; i++)
        x[i] = (double)rows->x[i];
    return x;
}

struct process *process_new(struct arena *arena, const struct rows *rows)
{
    struct arena *scratch = arena_new();
    size_t d = rows->n_in, n = rows->count < PROCESS_LEARN ? rows->count : PROCESS_LEARN;
    struct learning l = {.n = n, .d = d, .n_out = rows->n_out, .y = rows->y};
    l.x = inputs_of(scratch, rows, n);
    l.kernel = arena_alloc(scratch, 4 * n * n, sizeof(*l.kernel));
    l.factor = l.kernel + n * n;
    l.inverse = l.factor + n * n;
    l.weight = l.inverse + n * n;
    l.alpha = arena_alloc(scratch, n, sizeof(*l.alpha));
    l.lengths = arena_alloc(scratch, d, sizeof(*l.lengths));
    double *theta = arena_alloc(scratch, d + 2, sizeof(*theta));
    for (size_t k = 0; k < d; k++)
        theta[k] = 0.5 * elementary_log((double)d);
    theta[d + 1] = -1.5;
    theta_learn(&l, theta);

    struct process *p = arena_alloc(arena, 1, sizeof(*p));
    p->n = n = rows->count < PROCESS_ROWS ? rows->count : PROCESS_ROWS;
    p->d = d;
    p->weight = arena_alloc(arena, d, sizeof(*p->weight));
    for (size_t k = 0; k < d; k++)
        p->weight[k] = elementary_exp(-2.0 * theta[k]);
    p->signal = elementary_exp(2.0 * theta[d]);
    p->x = inputs_of(arena, rows, n);
    p->root = arena_alloc(arena, n * n, sizeof(*p->root));
    double *kernel = arena_alloc(scratch, n * n, sizeof(*kernel));
    double noise = noise_of(theta[d + 1]);
    do { /* rounding may make the matrix not positive definite; more noise mends that */
        kernel_fill(p->x, n, d, p->weight, p->signal, kernel);
        for (size_t i = 0; i < n; i++)
            kernel[i * n + i] += noise;
        noise *= 10.0;
    } while (!factorise(kernel, n));
    triangle_invert(kernel, n, p->root);
    arena_free(scratch);
    return p;
}

/* For `count` points, at most BLOCK: v = root k(x), and the variance signal - |v|^2. Loops run
   along the points, so that vectors change no order of a sum. */
enum { BLOCK = 64 };

static void block_score(const struct process *p, const float *x, size_t count, double *kernel,
                        float *score)
{
    size_t n = p->n, d = p->d;
    double variance[BLOCK], v[BLOCK];
    for (size_t b = 0; b < BLOCK; b++)
        variance[b] = p->signal;
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b < count; b++) {
            double sum = 0.0;
            for (size_t k = 0; k < d; k++) {
                double step = p->x[i * d + k] - (double)x[b * d + k];
                sum += p->weight[k] * step * step;
            }
            kernel[i * BLOCK + b] = p->signal * elementary_exp(-0.5 * sum);
        }
    for (size_t i = 0; i < n; i++) {
        memset(v, 0, sizeof(v));
        for (size_t j = 0; j <= i; j++) {
            double factor = p->root[i * n + j];
            const double *row = kernel + j * BLOCK;
            for (size_t b = 0; b < BLOCK; b++)
                v[b] += factor * row[b];
        }
        for (size_t b = 0; b < BLOCK; b++)
            variance[b] -= v[b] * v[b];
    }
    for (size_t b = 0; b < count; b++) {
        double relative = fmax(variance[b] / p->signal, 1e-9);
        score[b] = (float)(0.5 * elementary_log(relative) / elementary_log(2.0));
    }
}

void process_score(const struct process *p, const float *x, size_t count, float *score)
{
    struct arena *arena = arena_new();
    double *kernel = arena_alloc(arena, p->n * BLOCK, sizeof(*kernel));
    for (size_t first = 0; first < count; first += BLOCK) {
        size_t n = count - first < BLOCK ? count - first : BLOCK;
        block_score(p, x + first * p->d, n, kernel, score + first);
    }
    arena_free(arena);
}

const double *process_effects(struct arena *arena, const struct rows *rows)
{
    const struct process *p = process_new(arena, rows);
    double *effect = arena_alloc(arena, rows->n_in, sizeof(*effect));
    for (size_t j = 0; j < rows->n_in; j++)
        effect[j] = sqrt(p->weight[j]); /* 1 over its length */
    return effect;
}
