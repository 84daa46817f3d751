/* The three stages as one call: sigma calibrated on the validation rows and on no others, the same
   bits for any number of threads, and inputs that do not count for eta. */
#include "epiout.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 240, TRAIN = 160 };

static struct arena *arena;
static float x[ROWS], y[ROWS];
static struct rows train, validation;
static struct recipe recipe;

/* Noise ten times larger in the validation rows: they must ask for a larger sigma. */
static int setup(void **state)
{
    struct random random = {11};
    (void)state;
    arena = arena_new();
    for (size_t i = 0; i < ROWS; i++) {
        float noise = (float)(random_uniform(&random) - 0.5);
        x[i] = (float)(4.0 * random_uniform(&random) - 2.0);
        y[i] = sinf(2.0F * x[i]) + (i < TRAIN ? 0.1F : 1.0F) * noise;
    }
    train = (struct rows){.count = TRAIN, .n_in = 1, .n_out = 1, .x = x, .y = y};
    validation =
        (struct rows){.count = ROWS - TRAIN, .n_in = 1, .n_out = 1, .x = x + TRAIN, .y = y + TRAIN};
    recipe = recipe_default(1, 1);
    recipe.shape.trunk = (struct widths){1, {16}};
    recipe.shape.eta = (struct widths){1, {8}};
    recipe.fit.epochs = 40;
    recipe.fit.rate = 1e-2;
    recipe.epistemic.steps = 50;
    recipe.epistemic.batch = 32;
    recipe.epistemic.samples = 4000;
    recipe.threads = 1;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static double normalised_square(const struct network *network, const struct rows *rows)
{
    float mean[ROWS], sigma[ROWS];
    double sum = 0.0;
    network_predict(network, rows, mean, sigma, NULL);
    for (size_t i = 0; i < rows->count; i++)
        sum += pow(((double)rows->y[i] - (double)mean[i]) / (double)sigma[i], 2.0);
    return sum / (double)rows->count;
}

/* factor^2 = (n z^2 + 10) / (n + 10), z^2 being that without calibration. */
static void sigma_is_calibrated(void **state)
{
    (void)state;
    const double n = ROWS - TRAIN;
    recipe.fit.calibrate = false;
    const struct network *plain = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
    recipe.fit.calibrate = true;
    const struct network *scaled = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
    double asked = normalised_square(plain, &validation);
    assert_true(plain->sigma_scale[0] == 1.0 && asked > 2.0);
    double factor = sqrt((n * asked + 10.0) / (n + 10.0));
    assert_true(fabs(scaled->sigma_scale[0] / factor - 1.0) < 1e-4);
    assert_memory_equal(plain->parameters, scaled->parameters,
                        (plain->n_fit + plain->n_eta) * sizeof(float));
    assert_true(normalised_square(scaled, &validation) < 1.0001 * asked / (factor * factor));
}

static void no_validation_rows_no_scale(void **state)
{
    (void)state;
    const struct rows none = {.n_in = 1, .n_out = 1};
    assert_true(epiout_fit(arena, &recipe, &train, &none, NULL).network->sigma_scale[0] == 1.0);
}

/* With `coverage`, every second validation row takes the part that all of them have without it, and
   the others set the scale of sigma alone. */
static void coverage_has_rows_of_its_own(void **state)
{
    (void)state;
    const struct row_halves halves = rows_halve(arena, &validation);
    const struct epiout plain = epiout_fit(arena, &recipe, &train, &halves.first, NULL);
    recipe.fit.coverage = 0.8;
    const struct epiout covered = epiout_fit(arena, &recipe, &train, &validation, NULL);
    assert_int_equal(plain.sigma.rows, 0);
    assert_int_equal(covered.sigma.rows, halves.second.count);
    assert_true(covered.sigma.coverage == 0.8);
    assert_memory_equal(plain.network->parameters, covered.network->parameters,
                        (plain.network->n_fit + plain.network->n_eta) * sizeof(float));
    float mean[ROWS], sigma[ROWS];
    size_t within = 0;
    network_predict(covered.network, &halves.second, mean, sigma, NULL);
    for (size_t i = 0; i < halves.second.count; i++)
        within += fabs((double)(halves.second.y[i] - mean[i])) <=
                  1.000001 * covered.sigma.z * (double)sigma[i];
    assert_int_equal(within, ceil(0.8 * (double)(halves.second.count + 1)));
}

static void threads_do_not_show(void **state)
{
    (void)state;
    const struct network *one = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
    recipe.threads = 3;
    const struct network *three = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
    assert_memory_equal(one->parameters, three->parameters,
                        (one->n_fit + one->n_eta) * sizeof(float));
}

/* An input of weight 0 does not count for eta, and neither does its square; what mean and sigma
   make of it is their own affair. */
static void weightless_inputs_are_not_read(void **state)
{
    (void)state;
    enum { COUNT = TRAIN / 2, PROBES = 3 };
    const float weights[] = {1.0F, 0.0F};
    const float probes[2 * PROBES] = {0.5F, 0.0F, 0.5F, 1.5F, 0.5F, -7.0F};
    const struct rows pairs = {.count = COUNT, .n_in = 2, .n_out = 1, .x = x, .y = y};
    const struct rows none = {.n_in = 2, .n_out = 1};
    const struct rows asked = {.count = PROBES, .n_in = 2, .n_out = 1, .x = probes};
    float eta[PROBES];
    recipe.shape.n_in = 2;
    recipe.epistemic.weights = weights;
    for (size_t from = 0; from < ETA_FROM_COUNT; from++) {
        recipe.shape.eta_from = (enum eta_from)from;
        const struct network *network = epiout_fit(arena, &recipe, &pairs, &none, NULL).network;
        network_predict(network, &asked, NULL, NULL, eta);
        bool same = eta[0] == eta[1] && eta[0] == eta[2];
        assert_int_equal(same, from != ETA_FROM_TRUNK);
    }
}

static bool all_same(const struct network *a, const struct network *b)
{
    return a->n_fit == b->n_fit && a->n_eta == b->n_eta && a->sigma_floor == b->sigma_floor &&
           a->sigma_scale[0] == b->sigma_scale[0] &&
           memcmp(a->parameters, b->parameters, (a->n_fit + a->n_eta) * sizeof(float)) == 0;
}

/* Other settings of `fit` change mean and sigma, not eta: taking it from another network gives the
   bits of a whole fit, for every teacher that looks at the network's own rows only. */
static void a_refit_has_the_bits_of_a_fit(void **state)
{
    (void)state;
    static const enum eta_teacher teachers[] = {TEACHER_SAMPLES, TEACHER_BLEND};
    const struct epiout_rows rows = {&train, &validation};
    /* The notion `samples` trains networks of its own, for seconds. */
    recipe.epistemic.notions = NOTIONS_ALL & ~(1U << NOTION_SAMPLES);
    for (size_t i = 0; i < sizeof(teachers) / sizeof(*teachers); i++) {
        recipe.epistemic.teacher = teachers[i];
        recipe.fit.decay = 0.0;
        recipe.fit.warmup = 0.0;
        assert_true(epiout_eta_alone(&recipe));
        const struct network *first = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
        recipe.fit.decay = 0.5;
        recipe.fit.warmup = 0.5;
        const struct network *whole = epiout_fit(arena, &recipe, &train, &validation, NULL).network;
        const struct network *taken = epiout_refit(arena, &recipe, &rows, first, NULL);
        assert_true(all_same(whole, taken));
        assert_false(all_same(whole, first));
    }
}

/* Where eta depends on what stage 1 has found, or on how many steps it took, it is not taken. */
static void eta_that_depends_on_the_fit_is_not_alone(void **state)
{
    (void)state;
    struct recipe r = recipe;
    r.shape.eta_from = ETA_FROM_TRUNK;
    assert_false(epiout_eta_alone(&r));
    r = recipe;
    r.epistemic.spread = SPREAD_GRADIENT;
    assert_false(epiout_eta_alone(&r));
    r = recipe;
    r.prune.sparsity = 0.5;
    assert_false(epiout_eta_alone(&r));
    r = recipe;
    r.prune.eta = 0.5;
    assert_false(epiout_eta_alone(&r));
    r = recipe;
    r.fit.patience = 3;
    assert_false(epiout_eta_alone(&r));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(sigma_is_calibrated),
        TEST(no_validation_rows_no_scale),
        TEST(coverage_has_rows_of_its_own),
        TEST(threads_do_not_show),
        TEST(weightless_inputs_are_not_read),
        TEST(a_refit_has_the_bits_of_a_fit),
        TEST(eta_that_depends_on_the_fit_is_not_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
