/* Clusters of inputs, and the calibration of every learner's standard deviation. For the error that
   an epistemic part stands for, errors are made with given scales, and the fit must find these
   scales. */
#include "compare/learners/calibration.h"
#include "geometry/clusters.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 900 };

static double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* Errors of standard deviation sqrt(0.1^2 + g(eta)^2); eta is low, middle or high. */
static struct misses misses_make(struct arena *arena, struct ignorance g)
{
    static const double etas[] = {0.01, 0.5, 1.0};
    struct random random = {.state = 11};
    struct misses m = {.count = ROWS, .held_out = MISSES_GROUPS};
    m.error = arena_alloc(arena, ROWS, sizeof(double));
    m.sigma = arena_alloc(arena, ROWS, sizeof(double));
    m.eta = arena_alloc(arena, ROWS, sizeof(double));
    m.group = arena_alloc(arena, ROWS, sizeof(*m.group));
    for (size_t i = 0; i < ROWS; i++) {
        m.sigma[i] = 0.1;
        m.eta[i] = etas[i % 3];
        m.error[i] = hypot(0.1, ignorance_at(&g, m.eta[i])) * normal_draw(&random);
    }
    return m;
}

/* The scales that are found describe the same errors, though their numbers may differ. */
static void scales_come_back(void **state)
{
    static const struct ignorance truths[] = {
        {{0.0, 1.0}, {2.5, 1.0}},  {{2.5, 0.25}, {0.0, 1.0}}, {{0.0, 1.0}, {0.0, 1.0}},
        {{0.3, 0.25}, {3.0, 8.0}}, {{0.0, 1.0}, {2.5, 4.0}},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof(truths) / sizeof(*truths); i++) {
        struct misses m = misses_make(arena, truths[i]);
        struct ignorance found = ignorance_fit(&m);
        for (size_t k = 0; k < 3; k++) {
            double wanted = hypot(0.1, ignorance_at(&truths[i], m.eta[k]));
            double had = hypot(0.1, ignorance_at(&found, m.eta[k]));
            assert_true(fabs(had / wanted - 1.0) < 0.1);
        }
    }
    arena_free(arena);
}

/* Without errors to learn from there is no ignorance, and with few rows there is some. */
static void few_rows_are_enough(void **state)
{
    double error[] = {0.0, 3.0}, sigma[] = {0.1, 0.1}, eta[] = {0.01, 1.0};
    size_t group[] = {0, 0};
    struct misses m = {2, error, sigma, eta, group, MISSES_GROUPS, false}, none = {0};
    struct ignorance found = ignorance_fit(&none);
    (void)state;
    assert_true(ignorance_at(&found, 1.0) == 0.0);
    found = ignorance_fit(&m);
    assert_true(fabs(ignorance_at(&found, 1.0) - 3.0) < 0.1);
    assert_true(ignorance_at(&found, 0.01) < 0.05);
}

/* Rows of high eta alone do not tell from which eta on errors grow: then they grow at least in
   proportion to eta. Rows of low eta whose errors are as large as their sigma show that errors
   begin later. */
static void high_eta_alone_is_taken_with_caution(void **state)
{
    struct arena *arena = arena_new();
    struct misses m = misses_make(arena, (struct ignorance){{0.0, 1.0}, {2.0, 16.0}}), high = m;
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        m.group[i] = i / 3 % 4;
    struct ignorance told = ignorance_fit(&m);
    high.count = 0;
    for (size_t i = 2; i < ROWS; i += 3, high.count++) {
        high.error[high.count] = m.error[i];
        high.eta[high.count] = 1.0;
        high.group[high.count] = m.group[i];
    }
    struct ignorance untold = ignorance_fit(&high);
    assert_true(fabs(ignorance_at(&untold, 1.0) / ignorance_at(&told, 1.0) - 1.0) < 0.1);
    assert_true(ignorance_at(&untold, 0.01) >= 0.02);
    assert_true(ignorance_at(&told, 0.01) < 0.01);
    arena_free(arena);
}

/* Four groups; the errors of the last are three times as large. */
static struct misses misses_uneven(struct arena *arena)
{
    struct misses m = misses_make(arena, (struct ignorance){{0.0, 1.0}, {2.0, 1.0}});
    for (size_t i = 0; i < ROWS; i++) {
        m.group[i] = i / 3 % 4;
        m.error[i] *= m.group[i] == 3 ? 3.0 : 1.0;
    }
    return m;
}

/* The scales are raised for the group with the largest errors. */
static void the_worst_group_counts(void **state)
{
    struct arena *arena = arena_new();
    struct misses m = misses_uneven(arena);
    (void)state;
    struct ignorance found = ignorance_fit(&m);
    assert_true(ignorance_at(&found, 1.0) > 5.0 && ignorance_at(&found, 1.0) < 7.0);
    arena_free(arena);
}

/* The same with held-out rows of middle eta whose errors are as small as sigma: they limit how far
   the scales are raised. */
static void caution_is_bounded(void **state)
{
    struct arena *arena = arena_new();
    struct misses m = misses_uneven(arena);
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        if (m.group[i] == 2) {
            m.eta[i] = 0.5;
            m.error[i] = i % 2 == 0 ? 0.1 : -0.1;
        }
    struct ignorance free = ignorance_fit(&m);
    m.held_out = 2;
    struct ignorance bound = ignorance_fit(&m);
    assert_true(ignorance_at(&bound, 1.0) > 1.0);
    assert_true(ignorance_at(&bound, 1.0) < 0.8 * ignorance_at(&free, 1.0));
    arena_free(arena);
}

static void clusters_are_found(void **state)
{
    float x[40];
    size_t cluster[20];
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        x[2 * i] = (i % 2 == 0 ? -1.0F : 1.0F) + 0.02F * (float)i;
        x[2 * i + 1] = 0.05F * (float)(i % 5);
    }
    struct rows rows = {.count = 20, .n_in = 2, .x = x};
    clusters_find(&rows, 2, cluster);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(cluster[i] == cluster[0], i % 2 == 0);
    rows.count = 1;
    clusters_find(&rows, 2, cluster);
    assert_true(cluster[0] < 2);
}

/* Two long clouds side by side: the clusters are the clouds, in every draw. */
static void clusters_are_the_best(void **state)
{
    enum { COUNT = 200, DRAWS = 20 };
    float x[2 * COUNT];
    size_t cluster[COUNT];
    struct rows rows = {.count = COUNT, .n_in = 2, .x = x};
    (void)state;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        struct random random = {.state = draw};
        for (size_t i = 0; i < COUNT; i++) {
            x[2 * i] = (i % 2 == 0 ? -1.0F : 1.0F) + 0.14F * (float)normal_draw(&random);
            x[2 * i + 1] = (float)normal_draw(&random);
        }
        clusters_find(&rows, 2, cluster);
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(cluster[i] == cluster[0], i % 2 == 0);
    }
}

/* Two distant pieces of a line: a network that has learned one is wrong on the other, and the
   ignorance must say so, with validation rows and without. */
static void errors_between_clusters_are_seen(void **state)
{
    enum { COUNT = 64, HELD = 8 };
    float x[COUNT + HELD], y[COUNT + HELD];
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < COUNT + HELD; i++) {
        size_t at = i < COUNT ? i : 8 * (i - COUNT) + 4;
        x[i] = (at < 32 ? -1.5F : 0.5F) + ((float)(at % 32) + (i < COUNT ? 0.0F : 0.5F)) / 32.0F;
        y[i] = sinf(3.0F * x[i]);
    }
    struct recipe recipe = recipe_default(1, 1);
    struct rows train = {.count = COUNT, .n_in = 1, .n_out = 1, .x = x, .y = y};
    struct rows held = {.count = HELD, .n_in = 1, .n_out = 1, .x = x + COUNT, .y = y + COUNT};
    recipe.shape.eta = (struct widths){1, {20}};
    recipe.fit.epochs = 100;
    recipe.epistemic.steps = 400;
    recipe.threads = 1;
    struct task task = {.recipe = &recipe, .train = &train, .validation = &held, .seed = 1};
    struct fitted *model = regressor_epiout.fit(&task);
    for (int with = 0; with < 2; with++) {
        held.count = with ? HELD : 0;
        calibrate_plain(model, &task);
        double far = ignorance_at(&model->ignorance[0], 1.0);
        assert_true(far > 0.2 && far < 20.0);
    }
    fitted_free(model);
    arena_free(arena);
}

/* The edge of a square: no row left out lies beside it, where nothing says how the output goes on
   and eta is low. Errors are expected there all the same. */
static void errors_are_expected_beside_the_data(void **state)
{
    enum { SIDE = 20, COUNT = 4 * SIDE };
    float x[2 * COUNT], y[COUNT];
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        float along = 0.157F * ((float)(i % SIDE) - 9.5F), far = i / SIDE % 2 == 0 ? -1.5F : 1.5F;
        x[2 * i] = i < (size_t)2 * SIDE ? along : far;
        x[2 * i + 1] = i < (size_t)2 * SIDE ? far : along;
        y[i] = sinf(2.0F * x[2 * i]) + 0.5F * x[2 * i + 1] * x[2 * i + 1];
    }
    struct recipe recipe = recipe_default(2, 1);
    struct rows train = {.count = COUNT, .n_in = 2, .n_out = 1, .x = x, .y = y}, none = train;
    struct ignorance g;
    none.count = 0;
    recipe.fit.epochs = 200;
    recipe.epistemic.steps = 800;
    recipe.threads = 1;
    struct task task = {.recipe = &recipe, .train = &train, .validation = &none, .seed = 1};
    struct fitted *model = regressor_epiout.fit(&task);
    calibrate_plain(model, &task);
    g = model->ignorance[0];
    assert_true(ignorance_at(&g, 0.01) > 0.03);
    assert_true(ignorance_at(&g, 1.0) > 0.5);
    fitted_free(model);
    arena_free(arena);
}

/* --- every learner in the same way ---------------------------------------------------------------
 */

/* A learner that is told what to say: a mean of 0, a noise and an ignorance that grows with |x|. */
static double told_noise, told_slope;
static size_t told_fits;
static struct fitted *told_fit(const struct task *task);

static void told_predict(struct fitted *model, const struct rows *rows, const struct estimates *e)
{
    (void)model;
    for (size_t i = 0; i < rows->count; i++) {
        e->mean[i] = 0.0F;
        e->aleatoric[i] = (float)told_noise;
        e->epistemic[i] = (float)told_slope * fabsf(rows->x[i]);
    }
}

static const struct regressor told = {.name = "told",
                                      .title = "told",
                                      .has_mean = true,
                                      .steady = true,
                                      .fit = told_fit,
                                      .predict = told_predict,
                                      .free = fitted_free};

static struct fitted *told_fit(const struct task *task)
{
    told_fits++;
    return fitted_new(&told, task, sizeof(struct fitted));
}

enum { TOLD = 400 };

/* Rows around -3 and rows around 3. Outputs are normal with a standard deviation; those of the
   second cloud lie higher. */
static struct rows told_rows(struct arena *arena, uint64_t seed, double sd, double height)
{
    struct random random = {.state = seed};
    float *x = arena_alloc(arena, TOLD, sizeof(*x)), *y = arena_alloc(arena, TOLD, sizeof(*y));
    for (size_t i = 0; i < TOLD; i++) {
        x[i] = (float)(normal_draw(&random) + (i % 2 == 0 ? -3.0 : 3.0));
        y[i] = (float)(sd * normal_draw(&random) + (i % 2 == 0 ? 0.0 : height));
    }
    return (struct rows){.count = TOLD, .n_in = 1, .n_out = 1, .x = x, .y = y};
}

/* A learner that says half of its noise is given a factor of 2 by the validation rows; one that has
   scaled its noise itself is not scaled again. Raw figures stay as the learner says. */
static void noise_is_scaled_by_validation_rows(void **state)
{
    struct arena *arena = arena_new();
    struct rows train = told_rows(arena, 1, 1.0, 0.0), held = told_rows(arena, 2, 1.0, 0.0);
    struct recipe recipe = recipe_default(1, 1);
    struct task task = {.recipe = &recipe, .train = &train, .validation = &held, .seed = 1};
    (void)state;
    told_noise = 0.5;
    told_slope = 0.0;
    told_fits = 0;
    struct fitted *model = told_fit(&task);
    calibrate_plain(model, &task);
    assert_int_equal(told_fits, 3); /* itself, and once for each cluster */
    assert_true(fabs(model->factor[0] - 2.0) < 0.2);
    assert_true(fabs(deviation_calibrated(model, 0, 0.5, 0.0) - 1.0) < 0.1);
    assert_true(deviation_raw(model, 0, 0.5, 0.0) == 0.5);
    fitted_free(model);
    model = told_fit(&task);
    model->given[0] = 2.0;
    calibrate_plain(model, &task);
    assert_true(model->factor[0] == 1.0);
    assert_true(deviation_raw(model, 0, 0.5, 0.0) == 0.25);
    fitted_free(model);
    arena_free(arena);
}

/* Ignorance that is a standard deviation joins the noise in raw figures; one that is twenty times
   too small on clusters left out is raised. */
static void ignorance_is_scaled_by_clusters(void **state)
{
    struct arena *arena = arena_new();
    struct rows train = told_rows(arena, 3, 0.1, 1.0), held = told_rows(arena, 4, 0.1, 0.0);
    struct recipe recipe = recipe_default(1, 1);
    struct task task = {.recipe = &recipe, .train = &train, .validation = &held, .seed = 1};
    (void)state;
    told_noise = 0.1;
    told_slope = 0.01;
    struct fitted *model = told_fit(&task);
    calibrate_plain(model, &task);
    assert_true(deviation_raw(model, 0, 3.0, 4.0) == 5.0);
    assert_true(ignorance_at(&model->ignorance[0], 0.05) > 0.25);
    assert_true(model->ignorance[0].late.power == 1.0);
    fitted_free(model);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_come_back),
        cmocka_unit_test(few_rows_are_enough),
        cmocka_unit_test(the_worst_group_counts),
        cmocka_unit_test(caution_is_bounded),
        cmocka_unit_test(high_eta_alone_is_taken_with_caution),
        cmocka_unit_test(clusters_are_found),
        cmocka_unit_test(clusters_are_the_best),
        cmocka_unit_test(errors_between_clusters_are_seen),
        cmocka_unit_test(errors_are_expected_beside_the_data),
        cmocka_unit_test(noise_is_scaled_by_validation_rows),
        cmocka_unit_test(ignorance_is_scaled_by_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
