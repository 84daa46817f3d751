/* Gradients of both stages and the slopes of the mean against central differences of a forward pass
   written here in double precision, for every activation, branch and loss. */
#include "eta/epistemic.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { ROWS = 20, MOST = 8, BATCH = 32 };

static const struct shape shapes[] = {
    {.n_in = 2, .n_out = 1, .trunk = {1, {5}}, .eta = {1, {4}}},
    {.n_in = 3, .n_out = 2, .trunk = {2, {5, 6}}, .eta = {2, {4, 3}}, .eta_from = ETA_FROM_TRUNK},
    {.n_in = 2, .n_out = 2, .trunk = {1, {6}}, .mean = {2, {4, 5}}, .sigma = {1, {3}}},
    {.n_in = 3, .n_out = 3, .mean = {1, {7}}, .sigma = {3, {5, 2, 4}}, .eta = {1, {5}}},
    {.n_in = 1, .n_out = 1, .eta_from = ETA_FROM_TRUNK},
    {.n_in = 3, .n_out = 1, .trunk = {1, {4}}, .eta = {2, {6, 5}}, .eta_from = ETA_FROM_SQUARES},
};

static struct arena *arena;
static struct network *network;
static struct rows rows;
static struct labelled set;
static float target[ROWS * MOST];

/* --- the independent forward pass --------------------------------------------------------------
 */

static double activation_value(enum activation activation, double x)
{
    switch (activation) {
    case ACT_RELU: return x > 0.0 ? x : 0.0;
    case ACT_LEAKY_RELU: return x > 0.0 ? x : 0.01 * x;
    case ACT_TANH: return tanh(x);
    case ACT_SIGMOID: return 1.0 / (1.0 + exp(-x));
    case ACT_SOFTPLUS: return log1p(exp(x));
    case ACT_EXP: return exp(x);
    case ACT_SILU: return x / (1.0 + exp(-x));
    case ACT_ELU: return x > 0.0 ? x : expm1(x);
    case ACT_IDENTITY:
    case ACT_SQUARE:
    case ACT_CLIP:
    case ACT_COUNT: break;
    }
    return x;
}

/* values: the inputs at first, the outputs at the end; p: all parameters. */
static void chain_value(const struct chain *chain, const double *p, double values[MOST])
{
    for (size_t k = 0; k < chain->count; k++) {
        const struct dense *l = &chain->layers[k];
        const double *weights = p + (l->weights - network->parameters);
        const double *bias = p + (l->bias - network->parameters);
        double next[MOST];
        for (size_t o = 0; o < l->n_out; o++) {
            double sum = bias[o];
            for (size_t i = 0; i < l->n_in; i++)
                sum += weights[o * l->stride + i] * values[i];
            next[o] = activation_value(l->activation, sum);
        }
        memcpy(values, next, l->n_out * sizeof(*next));
    }
}

struct outputs {
    double mean[MOST], sigma[MOST], eta;
};

static struct outputs network_value(const double *p, const double *x)
{
    struct outputs out;
    double features[MOST], eta[MOST];
    memcpy(features, x, network->shape.n_in * sizeof(*x));
    memcpy(eta, x, network->shape.n_in * sizeof(*x));
    chain_value(&network->trunk, p, features);
    memcpy(out.mean, features, sizeof(features));
    memcpy(out.sigma, features, sizeof(features));
    if (network->shape.eta_from == ETA_FROM_TRUNK)
        memcpy(eta, features, sizeof(features));
    for (size_t i = 0; i < rows.n_in && network->shape.eta_from == ETA_FROM_SQUARES; i++)
        eta[rows.n_in + i] = x[i] * x[i];
    chain_value(&network->mean, p, out.mean);
    chain_value(&network->sigma, p, out.sigma);
    chain_value(&network->eta, p, eta);
    out.eta = eta[0];
    return out;
}

static struct outputs row_value(const double *p, size_t row)
{
    double x[MOST] = {0.0};
    for (size_t i = 0; i < rows.n_in; i++)
        x[i] = (double)rows.x[row * rows.n_in + i];
    return network_value(p, x);
}

/* --- the losses --------------------------------------------------------------------------------
 */

static struct fit_options options;
static struct eta_options epistemic;
static double beta_weight[ROWS][MOST]; /* sigma^(2 beta) at the parameters under test */
static size_t drawn[BATCH];            /* what stage 3 draws first */

static void weights_hold(const double *p)
{
    for (size_t i = 0; i < ROWS; i++) {
        struct outputs out = row_value(p, i);
        for (size_t k = 0; k < rows.n_out; k++)
            beta_weight[i][k] = pow(out.sigma[k] + options.floor, 2.0 * options.beta);
    }
}

static double fit_value(const double *p)
{
    double sum = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        struct outputs out = row_value(p, i);
        for (size_t k = 0; k < rows.n_out; k++) {
            double error = out.mean[k] - (double)target[i * rows.n_out + k];
            double s = out.sigma[k] + options.floor;
            sum += options.warmup > 0.0
                       ? 0.5 * error * error
                       : beta_weight[i][k] * (log(s) + error * error / (2.0 * s * s));
        }
    }
    return sum / ROWS;
}

static double eta_value(const double *p)
{
    double sum = 0.0, known = (double)set.n_known, all = ROWS;
    for (size_t b = 0; b < BATCH; b++) {
        double eta = row_value(p, drawn[b]).eta;
        bool unknown = drawn[b] >= set.n_known;
        double weight = all / (2.0 * (unknown ? all - known : known));
        sum -= (epistemic.balanced ? weight : 1.0) * log(unknown ? eta : 1.0 - eta);
    }
    return sum / BATCH;
}

/* --- the comparison ----------------------------------------------------------------------------
 */

static void problem_make(const struct shape *shape, enum activation activation, uint64_t seed)
{
    struct shape s = *shape;
    struct random random = {seed};
    static float x[ROWS * MOST];
    s.activation = activation;
    network = network_new(arena, &s);
    network_randomise(network, &random);
    /* With exp the parameters are small, because an exp of an exp of an exp overflows. */
    for (size_t i = 0; i < network->n_fit + network->n_eta; i++)
        network->parameters[i] *= activation == ACT_EXP ? 0.4F : 1.0F;
    for (size_t i = 0; i < LENGTH(x); i++) {
        x[i] = (float)(2.0 * random_uniform(&random) - 1.0);
        target[i] = (float)(2.0 * random_uniform(&random) - 1.0);
    }
    rows = (struct rows){.count = ROWS, .n_in = s.n_in, .n_out = s.n_out, .x = x, .y = target};
    set = (struct labelled){
        .n_in = s.n_in, .n_known = 7, .n_unknown = ROWS - 7, .rounds = 1, .train = x};
    set.unknown = x + 7 * s.n_in;
    options = (struct fit_options){.batch = BATCH, .epochs = 1, .floor = 0.05};
    epistemic = (struct eta_options){.balanced = true, .steps = 1, .batch = BATCH};
}

static double *parameters_copy(void)
{
    size_t n = network->n_fit + network->n_eta;
    double *p = arena_alloc(arena, n, sizeof(*p));
    for (size_t i = 0; i < n; i++)
        p[i] = (double)network->parameters[i];
    return p;
}

static double difference(double (*loss)(const double *), double *p, size_t at)
{
    const double h = 1e-5, value = p[at];
    p[at] = value + h;
    double above = loss(p);
    p[at] = value - h;
    double below = loss(p);
    p[at] = value;
    return (above - below) / (2.0 * h);
}

/* Compares the gradients of a chain; returns the largest of its layer with the least. */
static double chain_compare(const struct chain *chain, double (*loss)(const double *), double *p)
{
    double least = INFINITY;
    for (size_t k = 0; k < chain->count; k++) {
        const struct dense *l = &chain->layers[k];
        double largest = 0.0, numeric[MOST * (MOST + 1)], computed[MOST * (MOST + 1)];
        size_t n = 0;
        for (size_t o = 0; o < l->n_out; o++) {
            for (size_t i = 0; i <= l->n_in; i++) {
                const float *g = i < l->n_in ? &l->dweights[o * l->stride + i] : &l->dbias[o];
                numeric[n] = difference(loss, p, (size_t)(g - network->gradients));
                largest = fmax(largest, fabs(numeric[n]));
                computed[n++] = (double)*g;
            }
            for (size_t i = l->n_in; i < l->stride; i++) /* padding */
                assert_true(l->dweights[o * l->stride + i] == 0.0F);
        }
        for (size_t i = 0; i < n; i++)
            if (!(fabs(computed[i] - numeric[i]) <= 1e-4 * fabs(numeric[i]) + 1e-5 * largest))
                fail_msg("layer %zu, number %zu: gradient %.9g, central difference %.9g", k, i,
                         computed[i], numeric[i]);
        least = fmin(least, largest);
    }
    return least;
}

static void fit_compare(void)
{
    double *p = parameters_copy();
    weights_hold(p);
    fit(network, &rows, NULL, &options, &(struct random){1});
    assert_true(chain_compare(&network->mean, fit_value, p) > 1e-5);
    if (options.warmup == 0.0)
        assert_true(chain_compare(&network->sigma, fit_value, p) > 1e-5);
    else
        assert_true(chain_compare(&network->sigma, fit_value, p) == 0.0);
    if (network->trunk.count > 0)
        assert_true(chain_compare(&network->trunk, fit_value, p) > 1e-5);
}

static void eta_compare(void)
{
    struct random same = {5};
    for (size_t b = 0; b < BATCH; b++)
        drawn[b] = (size_t)(random_uniform(&same) * ROWS);
    epistemic_fit(network, &set, &epistemic, &(struct random){5}, NULL, NULL);
    assert_true(chain_compare(&network->eta, eta_value, parameters_copy()) > 1e-5);
}

static void each_problem(void (*test)(void))
{
    for (size_t s = 0; s < LENGTH(shapes); s++) {
        for (size_t a = 0; a < ACT_COUNT; a++) {
            if (activation_row((enum activation)a)->gradient == NULL)
                continue;
            arena = arena_new();
            problem_make(&shapes[s], (enum activation)a, 11 + s);
            test();
            arena_free(arena);
        }
    }
}

static void likelihood_test(void) { fit_compare(); }

static void beta_test(void)
{
    options.beta = 0.5;
    fit_compare();
}

static void mean_only_test(void)
{
    options.warmup = 0.5;
    fit_compare();
}

static void entropy_test(void)
{
    eta_compare();
    epistemic.balanced = false;
    eta_compare();
}

static void slopes_test(void)
{
    const double h = 1e-5;
    struct workspace *w = workspace_new(arena, network, BATCH);
    float *x = arena_alloc(arena, rows.n_in * BATCH, sizeof(*x));
    float *slopes = arena_alloc(arena, rows.n_in * BATCH, sizeof(*slopes));
    size_t index[ROWS];
    double *p = parameters_copy(), total = 0.0;
    for (size_t i = 0; i < ROWS; i++)
        index[i] = i;
    rows_gather(&(struct row_batch){&rows, index, ROWS}, BATCH, x);
    network_slopes(network, w, x, slopes);
    for (size_t b = 0; b < ROWS; b++) {
        for (size_t j = 0; j < rows.n_in; j++) {
            double above[MOST] = {0.0}, below[MOST], steepest = 0.0;
            for (size_t i = 0; i < rows.n_in; i++)
                above[i] = below[i] = (double)rows.x[b * rows.n_in + i];
            above[j] += h;
            below[j] -= h;
            struct outputs up = network_value(p, above), down = network_value(p, below);
            for (size_t o = 0; o < rows.n_out; o++)
                steepest = fmax(steepest, fabs(up.mean[o] - down.mean[o]) / (2.0 * h));
            double slope = (double)slopes[j * BATCH + b];
            if (!(fabs(slope - steepest) <= 1e-4 * steepest + 1e-5))
                fail_msg("row %zu, input %zu: slope %.9g, expected %.9g", b, j, slope, steepest);
            total += steepest;
        }
    }
    assert_true(total > 0.1);
}

/* Gradients do not depend on padding. */
static void padding_test(void)
{
    size_t n = network->n_fit;
    float *before = arena_alloc(arena, n, sizeof(*before));
    fit(network, &rows, NULL, &options, &(struct random){1});
    memcpy(before, network->gradients, n * sizeof(*before));
    for (size_t batch = 48; batch <= 80; batch += 16) {
        memset(network->gradients, 0, n * sizeof(float));
        options.batch = batch;
        fit(network, &rows, NULL, &options, &(struct random){1});
        for (size_t i = 0; i < n; i++)
            assert_true(network->gradients[i] == before[i]);
    }
}

static void padding_is_zero(const struct chain *chain)
{
    for (size_t k = 0; k < chain->count; k++) {
        const struct dense *l = &chain->layers[k];
        for (size_t i = 0; i < l->n_out * l->stride; i++)
            assert_true(i % l->stride < l->n_in || l->weights[i] == 0.0F);
    }
}

/* Stage 3 leaves parameters and gradients of stage 1 as they are, and changes its own. */
static void frozen_test(void)
{
    size_t n = network->n_fit;
    float *before = arena_alloc(arena, n + network->n_eta, sizeof(*before));
    for (size_t i = 0; i < n; i++)
        network->gradients[i] = 0.5F;
    memcpy(before, network->parameters, (n + network->n_eta) * sizeof(*before));
    epistemic.steps = 5;
    epistemic.rate = epistemic.decay = 0.1;
    epistemic_fit(network, &set, &epistemic, &(struct random){5}, NULL, NULL);
    assert_memory_equal(before, network->parameters, n * sizeof(*before));
    for (size_t i = 0; i < n; i++)
        assert_true(network->gradients[i] == 0.5F);
    assert_memory_not_equal(before + n, network->parameters + n, network->n_eta * sizeof(*before));
    padding_is_zero(&network->eta);
}

/* Stage 1 in turn does not touch eta; its padding stays zero. */
static void fit_leaves_eta_test(void)
{
    size_t n = network->n_fit;
    float *before = arena_alloc(arena, n + network->n_eta, sizeof(*before));
    memcpy(before, network->parameters, (n + network->n_eta) * sizeof(*before));
    options.epochs = 5;
    options.rate = options.decay = 0.01;
    fit(network, &rows, &rows, &options, &(struct random){5});
    assert_memory_not_equal(before, network->parameters, n * sizeof(*before));
    assert_memory_equal(before + n, network->parameters + n, network->n_eta * sizeof(*before));
    padding_is_zero(&network->mean);
    padding_is_zero(&network->sigma);
}

static void least_keep(void *context, double done, double loss)
{
    double *least = context;
    (void)done;
    *least = fmin(*least, loss);
}

/* fit_loss is the likelihood of the validation rows, and the parameters of the best epoch are kept.
 */
static void best_epoch_test(void)
{
    double least = INFINITY;
    options.epochs = 30;
    options.rate = 0.05;
    options.progress = least_keep;
    options.context = &least;
    struct rows other = rows;
    float *y = arena_alloc(arena, ROWS * rows.n_out, sizeof(*y));
    for (size_t i = 0; i < ROWS * rows.n_out; i++)
        y[i] = -target[i];
    other.y = y;
    fit(network, &rows, &other, &options, &(struct random){5});
    double kept = fit_loss(network, &other);
    assert_true(kept == least);
    double *p = parameters_copy();
    memcpy(target, y, ROWS * rows.n_out * sizeof(*y));
    weights_hold(p);
    double sum = fit_value(p) / (double)rows.n_out;
    assert_true(fabs(kept - sum) <= 1e-5 * (1.0 + fabs(sum)));
}

static void epochs_count(void *context, double done, double loss)
{
    (void)done;
    (void)loss;
    ++*(size_t *)context;
}

/* With a rate of 0 no epoch is better than the first: the fit ends when patience does. */
static void patience_test(void)
{
    size_t epochs = 0;
    options.epochs = 20;
    options.patience = 4;
    options.progress = epochs_count;
    options.context = &epochs;
    fit(network, &rows, &rows, &options, &(struct random){5});
    assert_int_equal(epochs, 5);
    epochs = options.patience = 0;
    fit(network, &rows, &rows, &options, &(struct random){5});
    assert_int_equal(epochs, 20);
}

/* A narrow start has the weights of a wide one over the root of 3 and biases over the root of the
   number of inputs; eta keeps its own. */
static void narrow_test(void)
{
    double *before = parameters_copy();
    const struct dense *first = &network->mean.layers[0];
    size_t weights = (size_t)(first->weights - network->parameters);
    size_t bias = (size_t)(first->bias - network->parameters);
    first->bias[0] = 0.5F;
    network_narrow(network);
    assert_true(fabs((double)network->parameters[weights] * sqrt(3.0) - before[weights]) < 1e-6);
    assert_true(fabs((double)network->parameters[bias] * sqrt((double)first->n_in) - 0.5) < 1e-6);
    for (size_t i = network->n_fit; i < network->n_fit + network->n_eta; i++)
        assert_true((double)network->parameters[i] == before[i]);
}

#define TEST(name)                                                                                 \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        each_problem(name##_test);                                                                 \
    }

TEST(likelihood)
TEST(beta)
TEST(mean_only)
TEST(entropy)
TEST(slopes)
TEST(padding)
TEST(frozen)
TEST(fit_leaves_eta)
TEST(best_epoch)
TEST(patience)
TEST(narrow)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihood), cmocka_unit_test(beta),
        cmocka_unit_test(mean_only),  cmocka_unit_test(entropy),
        cmocka_unit_test(slopes),     cmocka_unit_test(padding),
        cmocka_unit_test(frozen),     cmocka_unit_test(fit_leaves_eta),
        cmocka_unit_test(best_epoch), cmocka_unit_test(patience),
        cmocka_unit_test(narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
