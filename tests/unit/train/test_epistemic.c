/* The epistemic set: counts, labels, spread, and that threads do not show. */
#include "eta/epistemic.h"
#include "eta/sample.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 300, DIMS = 2 };

static struct arena *arena;
static struct network *network;
static float x[ROWS * DIMS];
static struct rows train;
static struct eta_options options;

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
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++)
        x[i] = (float)(4.0 * random_uniform(&random) - 2.0);
    train = (struct rows){.count = ROWS, .n_in = DIMS, .x = x};
    options = (struct eta_options){.spread = SPREAD_FIXED,
                                   .balanced = true,
                                   .n = 5,
                                   .rounds = 1,
                                   .samples = 1000000,
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
        for (size_t labels = 0; labels < 2; labels++) {
            options.spread = (enum spread)spread;
            options.labels = (enum epistemic_rule)labels;
            struct labelled set = sample(1);
            assert_int_equal(set.n_known, ROWS);
            assert_int_equal(set.n_unknown, ROWS * (options.n - 1));
            for (size_t i = 0; i < set.n_known + set.n_unknown; i++)
                assert_true(is_training_row(labelled_row(&set, i)) == (i < set.n_known));
        }
    }
}

/* "once": every training input exactly once, then the samples. */
static void labels_once(void **state)
{
    (void)state;
    struct labelled set = sample(1);
    for (size_t i = 0; i < ROWS; i++)
        assert_ptr_equal(labelled_row(&set, i), x + i * DIMS);
    for (size_t i = 0; i < set.n_unknown; i++)
        assert_ptr_equal(labelled_row(&set, ROWS + i), set.unknown + i * DIMS);
}

/* "argmin": the training inputs nearest to the N_tr closest samples: some are repeated,
   others missing. */
static void labels_argmin(void **state)
{
    (void)state;
    options.labels = EPISTEMIC_ARGMIN;
    struct labelled set = sample(1);
    size_t times[ROWS] = {0}, missing = 0;
    for (size_t i = 0; i < ROWS; i++)
        times[set.known[i]]++;
    for (size_t i = 0; i < ROWS; i++)
        missing += times[i] == 0;
    assert_true(missing > ROWS / 10 &&
                missing < ROWS * 7 / 10); /* by experience a third to two thirds */
}

static int double_compare(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* What stays unknown is what is farthest from the data: with one sample in n more for every input
   the closest that stays is no closer than the farthest that gave way. The fixed spread draws the
   same samples for both rules, so those that gave way are all samples less those that stay. */
static void farthest_stay(void **state)
{
    (void)state;
    struct labelled set = sample(1);
    double all[ROWS * 5];
    size_t which, n = 0;
    for (size_t i = 0; i < set.n_unknown; i++)
        all[n++] = nearest_distance(set.unknown + i * DIMS, &which);
    qsort(all, n, sizeof(*all), double_compare);
    /* the same draws: the random numbers of samples_draw, taken here from the definition */
    struct random random = {9};
    double drawn[ROWS * 5];
    for (size_t i = 0; i < (size_t)ROWS * 5; i++) {
        float p[DIMS];
        for (size_t j = 0; j < DIMS; j++) {
            double u = 1.0 - random_uniform(&random), v = random_uniform(&random);
            double normal = sqrt(-2.0 * log(u)) * cos(6.28318530717958647692 * v);
            p[j] = x[i / 5 * DIMS + j] + (float)((double)(float)0.3 * normal);
        }
        drawn[i] = nearest_distance(p, &which);
    }
    qsort(drawn, (size_t)ROWS * 5, sizeof(*drawn), double_compare);
    for (size_t i = 0; i < n; i++)
        assert_true(fabs(all[i] - drawn[ROWS + i]) < 1e-6);
}

/* What lies among the data is left out: nearer to its nearest input than that input's neighbours.
   Nothing else is. */
static void leave_out_drops_what_lies_among_the_data(void **state)
{
    (void)state;
    struct labelled all = sample(1);
    options.leave_out = 3;
    struct labelled set = sample(1);
    size_t kept = 0;
    for (size_t i = 0; i < all.n_unknown; i++) {
        const float *p = all.unknown + i * DIMS;
        size_t which = 0;
        double distance = nearest_distance(p, &which), others[ROWS];
        for (size_t k = 0; k < ROWS; k++)
            others[k] = distance_of(x + which * DIMS, x + k * DIMS);
        qsort(others, ROWS, sizeof(*others), double_compare); /* others[0] is the input itself */
        if (distance < others[3])
            continue;
        assert_true(kept < set.n_unknown);
        assert_memory_equal(p, set.unknown + kept++ * DIMS, DIMS * sizeof(float));
    }
    assert_int_equal(kept, set.n_unknown);
    assert_true(kept < all.n_unknown * 9 / 10 && kept > all.n_unknown / 10);
    assert_int_equal(set.n_known, ROWS);
}

/* A limit on the samples: around some training inputs only, but all of these are known. */
static void samples_are_limited(void **state)
{
    (void)state;
    options.samples = 500;
    struct labelled set = sample(1);
    assert_int_equal(set.n_known, ROWS);
    assert_int_equal(set.n_unknown, 400);
    options.labels = EPISTEMIC_ARGMIN;
    assert_int_equal(sample(1).n_known, 100);
}

/* More rounds: more samples, the same share of them known, and each training input as often. */
static void rounds_add_samples(void **state)
{
    (void)state;
    options.rounds = 0;
    options.samples = 4 * ROWS * 5 + 17;
    struct labelled set = sample(1);
    assert_int_equal(set.rounds, 4);
    assert_int_equal(set.n_known, ROWS);
    assert_int_equal(set.n_unknown, 4 * ROWS * 4);
    options.labels = EPISTEMIC_ARGMIN;
    set = sample(1);
    assert_int_equal(set.n_known * set.rounds, 4 * ROWS);
    assert_int_equal(set.n_unknown, 4 * ROWS * 4);
}

/* Rows that repeat others change neither distances nor spacing; each is known all the same. */
static void repeated_rows(void **state)
{
    (void)state;
    options.leave_out = 3;
    options.spread = SPREAD_NEIGHBOUR;
    options.labels = EPISTEMIC_ARGMIN;
    for (size_t i = ROWS / 2; i < ROWS; i++)
        memcpy(x + i * DIMS, x + (i - ROWS / 2) * DIMS, DIMS * sizeof(*x));
    struct labelled set = sample(1);
    for (size_t i = 0; i < set.n_known; i++)
        assert_true(set.known[i] < ROWS / 2); /* the first of equal rows */
    for (size_t i = 0; i < set.n_unknown; i++)
        assert_false(is_training_row(set.unknown + i * DIMS));
    options.labels = EPISTEMIC_ONCE;
    assert_int_equal(sample(1).n_known, ROWS);
}

/* c falls from 1 to its value, evenly in the logarithm. */
static void c_is_annealed(void **state)
{
    (void)state;
    assert_true(sample_c(&options, 1) == 1e-5);
    options.c_rows = 1000;
    assert_true(sample_c(&options, 1000) == 1e-5 && sample_c(&options, 2000) == 1e-5);
    assert_true(fabs(sample_c(&options, 0) - 1.0) < 1e-12);
    assert_true(fabs(sample_c(&options, 400) - 1e-2) < 1e-9);
}

/* With a period that all samples lie within half of, a shift of the data by periods changes no
   label; a weight of 0 makes an input not count. */
static void metric_is_used(void **state)
{
    const float periods[DIMS] = {16.0F, 0.0F}, weights[DIMS] = {1.0F, 0.0F};
    (void)state;
    options.periods = periods;
    struct labelled before = sample(1);
    for (size_t i = 0; i < ROWS; i += 2)
        x[i * DIMS] += 16.0F;
    struct labelled shifted = sample(1);
    assert_int_equal(before.n_unknown, shifted.n_unknown);
    for (size_t i = 0; i < before.n_unknown; i++)
        assert_true(fabsf(remainderf(before.unknown[i * DIMS] - shifted.unknown[i * DIMS], 16.0F)) <
                    1e-5F);
    options.weights = weights;
    options.leave_out = 3;
    struct labelled flat = sample(1); /* along input 0 the rows are dense: few samples stay */
    assert_true(flat.n_unknown > 0 && flat.n_unknown < before.n_unknown / 4);
}

static bool is_a_value(float value, size_t input)
{
    for (size_t i = 0; i < ROWS; i++)
        if (x[i * DIMS + input] == value)
            return true;
    return false;
}

/* Along an input of weight 0 no sample moves, whatever the spread. */
static void weightless_inputs_stay(void **state)
{
    static const float weights[DIMS] = {1.0F, 0.0F};
    (void)state;
    options.weights = weights;
    for (size_t spread = 0; spread < SPREAD_COUNT; spread++) {
        options.spread = (enum spread)spread;
        struct labelled set = sample(1);
        size_t moved = 0;
        for (size_t i = 0; i < set.n_unknown; i++) {
            assert_true(is_a_value(set.unknown[i * DIMS + 1], 1));
            moved += !is_a_value(set.unknown[i * DIMS], 0);
        }
        assert_true(moved > set.n_unknown / 2);
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
            assert_int_equal(one.n_unknown, other.n_unknown);
            assert_memory_equal(one.unknown, other.unknown, one.n_unknown * DIMS * sizeof(float));
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
    for (size_t i = 0; i < set.n_unknown; i++) {
        const float *p = set.unknown + i * DIMS;
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
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++) /* the first half ten times denser, far away */
        x[i] = i < (size_t)ROWS * DIMS / 2 ? 0.1F * x[i] : 100.0F + x[i];
    struct labelled set = sample(1);
    double sum[2] = {0.0}, n[2] = {0.0};
    size_t which;
    for (size_t i = 0; i < set.n_unknown; i++) {
        bool sparse = set.unknown[i * DIMS] > 50.0F;
        sum[sparse] += log(nearest_distance(set.unknown + i * DIMS, &which));
        n[sparse] += 1.0;
    }
    assert_true(n[0] > 100.0 && n[1] > 100.0);
    assert_true(sum[0] / n[0] < sum[1] / n[1] - 0.2);
}

/* Two clusters with a distance between them: eta is low in the clusters and high in between. */
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
        TEST(counts),
        TEST(labels_once),
        TEST(labels_argmin),
        TEST(farthest_stay),
        TEST(weightless_inputs_stay),
        TEST(threads_do_not_show),
        TEST(fixed_spread),
        TEST(gradient_spread),
        TEST(spread_is_bounded),
        TEST(neighbour_spread),
        TEST(fit_learns),
        TEST(leave_out_drops_what_lies_among_the_data),
        TEST(samples_are_limited),
        TEST(rounds_add_samples),
        TEST(repeated_rows),
        TEST(c_is_annealed),
        TEST(metric_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
