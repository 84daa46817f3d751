/* The epistemic set: counts, labels, spread, and that threads do not show. */
#include "epistemic.h"
#include "testing.h"

#include <math.h>

enum { ROWS = 300, DIMS = 2 };

static struct arena *arena;
static struct network *network;
static float x[ROWS * DIMS];
static struct rows train;
static struct recipe_epistemic options;

/* A mean that is steep along input 0 and nearly flat along input 1. */
static int setup(void **state)
{
    struct random random = {3};
    const struct shape shape = {.n_in = DIMS, .n_out = 1, .activation = ACT_TANH};
    (void)state;
    arena = arena_new();
    network = network_new(arena, &shape);
    network->mean.layers[0].weights[0] = -25.0F;
    network->mean.layers[0].weights[1] = 0.25F;
    for (size_t i = 0; i < ROWS * DIMS; i++)
        x[i] = (float)(4.0 * random_uniform(&random) - 2.0);
    train = (struct rows){.count = ROWS, .n_in = DIMS, .x = x};
    options = (struct recipe_epistemic){.spread = SPREAD_FIXED,
                                        .balanced = true,
                                        .n = 5,
                                        .c = 1e-5,
                                        .size = 0.3,
                                        .neighbours = 8,
                                        .least = 0.01,
                                        .most = 100.0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static struct labelled sample(unsigned threads)
{
    return epistemic_sample(arena, network, &train, &options, threads, &(struct random){9});
}

static double distance_of(const float *a, const float *b)
{
    double sum = 0.0;
    for (size_t j = 0; j < DIMS; j++)
        sum += ((double)a[j] - (double)b[j]) * ((double)a[j] - (double)b[j]);
    return sqrt(sum);
}

static double nearest_distance(const float *point, size_t *which)
{
    double least = INFINITY;
    for (size_t i = 0; i < ROWS; i++) {
        double distance = distance_of(point, x + i * DIMS);
        if (distance < least) {
            least = distance;
            *which = i;
        }
    }
    return least;
}

static bool is_training_row(const float *point)
{
    size_t which;
    return nearest_distance(point, &which) == 0.0;
}

static void counts(void **state)
{
    (void)state;
    for (size_t spread = 0; spread < SPREAD_COUNT; spread++) {
        for (size_t labels = 0; labels < LABELS_COUNT; labels++) {
            options.spread = (enum spread)spread;
            options.labels = (enum label_rule)labels;
            struct labelled set = sample(1);
            size_t known = 0;
            assert_int_equal(set.count, ROWS * options.n);
            assert_int_equal(set.n_known, ROWS);
            for (size_t i = 0; i < set.count; i++) {
                assert_true(set.label[i] == 0.0F || set.label[i] == 1.0F);
                known += set.label[i] == 0.0F;
                assert_true(is_training_row(set.x + i * DIMS) == (set.label[i] == 0.0F));
            }
            assert_int_equal(known, ROWS);
        }
    }
}

/* "once": every training input exactly once. */
static void labels_once(void **state)
{
    (void)state;
    struct labelled set = sample(1);
    assert_memory_equal(set.x, x, sizeof(x));
}

/* "argmin": the training inputs nearest to the N_tr closest samples: some are repeated,
   others missing. */
static void labels_argmin(void **state)
{
    (void)state;
    options.labels = LABELS_ARGMIN;
    struct labelled set = sample(1);
    size_t times[ROWS] = {0}, missing = 0, which = 0;
    for (size_t i = 0; i < ROWS; i++) {
        nearest_distance(set.x + i * DIMS, &which);
        times[which]++;
    }
    for (size_t i = 0; i < ROWS; i++)
        missing += times[i] == 0;
    assert_true(missing > ROWS / 10 &&
                missing < ROWS * 7 / 10); /* by experience a third to two thirds */
}

/* What stays unknown is farther from the data than the rest was: sorted by distance. */
static void farthest_stay(void **state)
{
    (void)state;
    struct labelled set = sample(1);
    double last = 0.0;
    size_t which;
    for (size_t i = set.n_known; i < set.count; i++) {
        double distance = nearest_distance(set.x + i * DIMS, &which);
        assert_true(distance > 0.0 && distance >= last - 1e-6);
        last = distance;
    }
}

static void threads_do_not_show(void **state)
{
    static const unsigned threads[] = {2, 5};
    (void)state;
    for (size_t spread = 0; spread < SPREAD_COUNT; spread++) {
        options.spread = (enum spread)spread;
        struct labelled one = sample(1);
        for (size_t i = 0; i < 2; i++) {
            struct labelled other = sample(threads[i]);
            assert_memory_equal(one.x, other.x, one.count * DIMS * sizeof(float));
            assert_memory_equal(one.label, other.label, one.count * sizeof(float));
        }
    }
}

/* Root mean square of the samples around one lone training input, input by input. With many
   samples the one that gives way does not matter. */
static void lone_spread(double sd[DIMS])
{
    enum { MANY = 900 };
    const float lone[2 * DIMS] = {0.0F, 0.0F, 1e6F, 1e6F};
    train = (struct rows){.count = 2, .n_in = DIMS, .x = lone};
    options.n = MANY;
    struct labelled set = sample(1);
    double n = 0.0;
    sd[0] = sd[1] = 0.0;
    for (size_t i = set.n_known; i < set.count; i++) {
        const float *p = set.x + i * DIMS;
        if (p[0] > 5e5F)
            continue;
        n += 1.0;
        for (size_t j = 0; j < DIMS; j++)
            sd[j] += (double)p[j] * (double)p[j];
    }
    assert_true(n > MANY - 3);
    for (size_t j = 0; j < DIMS; j++)
        sd[j] = sqrt(sd[j] / n);
}

/* 898 numbers: the standard error of the deviation is 2.4 %. */
static void close_to(double value, double expected)
{
    if (!(fabs(value / expected - 1.0) < 0.08))
        fail_msg("standard deviation %g, expected %g", value, expected);
}

static void fixed_spread(void **state)
{
    double sd[DIMS];
    (void)state;
    lone_spread(sd);
    close_to(sd[0], 0.3);
    close_to(sd[1], 0.3);
}

/* eq. 4: the variance is 1 / (slope + c), so slopes of 25 and 0.25 give 0.2 and 2. */
static void gradient_spread(void **state)
{
    double sd[DIMS];
    (void)state;
    options.spread = SPREAD_GRADIENT;
    lone_spread(sd);
    close_to(sd[0], 0.2);
    close_to(sd[1], 2.0);
}

static void spread_is_bounded(void **state)
{
    double sd[DIMS];
    (void)state;
    options.spread = SPREAD_GRADIENT;
    options.least = 0.5;
    options.most = 1.0;
    lone_spread(sd);
    close_to(sd[0], 0.5);
    close_to(sd[1], 1.0);
}

/* By neighbours: dense data is sampled closer than sparse data. With `most` no larger than the
   local size all samples have one size: size * distance / sqrt(inputs). */
static void neighbour_spread(void **state)
{
    (void)state;
    options.spread = SPREAD_NEIGHBOUR;
    options.most = 1e-3; /* as small as sizes get: nothing widens */
    double sd[DIMS];
    lone_spread(sd);
    close_to(sd[0], 1e-3);
    train = (struct rows){.count = ROWS, .n_in = DIMS, .x = x};
    options.n = 5;
    options.most = 0.5;
    for (size_t i = 0; i < ROWS * DIMS; i++) /* the first half ten times denser, far away */
        x[i] = i < ROWS * DIMS / 2 ? 0.1F * x[i] : 100.0F + x[i];
    struct labelled set = sample(1);
    double sum[2] = {0.0}, n[2] = {0.0};
    size_t which;
    for (size_t i = set.n_known; i < set.count; i++) {
        bool sparse = set.x[i * DIMS] > 50.0F;
        sum[sparse] += log(nearest_distance(set.x + i * DIMS, &which));
        n[sparse] += 1.0;
    }
    assert_true(n[0] > 100.0 && n[1] > 100.0);
    assert_true(sum[0] / n[0] < sum[1] / n[1] - 0.2);
}

/* Two clusters apart: eta learns to tell them from what is between. */
static void fit_learns(void **state)
{
    const struct shape shape = {
        .n_in = DIMS, .n_out = 1, .eta = {2, {16, 16}}, .activation = ACT_TANH};
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        x[i * DIMS] = 0.2F * x[i * DIMS] + (i % 2 == 0 ? -1.5F : 1.5F);
    network = network_new(arena, &shape);
    network_randomise(network, &(struct random){4});
    options.steps = 800;
    options.batch = 64;
    options.rate = 1e-2;
    options.size = 0.8;
    struct labelled set = sample(1);
    epistemic_fit(network, &set, &options, &(struct random){5}, NULL, NULL);
    const float probe[] = {0.0F, 0.0F, -1.5F, 0.0F, 1.5F, 0.0F, 4.0F, 0.0F};
    const struct rows rows = {.count = 4, .n_in = DIMS, .n_out = 1, .x = probe};
    float eta[4];
    network_predict(network, &rows, NULL, NULL, eta);
    assert_true(eta[0] > 0.8F && eta[1] < 0.4F && eta[2] < 0.4F && eta[3] > 0.8F);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(counts),          TEST(labels_once),         TEST(labels_argmin),
        TEST(farthest_stay),   TEST(threads_do_not_show), TEST(fixed_spread),
        TEST(gradient_spread), TEST(spread_is_bounded),   TEST(neighbour_spread),
        TEST(fit_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
