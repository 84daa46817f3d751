/* The teacher of eta and its student: principal axes, distances in views, labels, the threshold. */
#include "eta/axes.h"
#include "eta/distil.h"
#include "eta/views.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 1500, DIMS = 6, FEW = 20 };

static struct arena *arena;
static float x[ROWS * DIMS];

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static float uniform(struct random *random) { return (float)(2.0 * random_uniform(random) - 1.0); }

/* Rows in a cube without the quadrant in which inputs 1 and 4 are both above 0. */
static struct rows quadrant_rows(uint64_t seed)
{
    struct random random = {seed};
    for (size_t i = 0; i < ROWS; i++)
        do
            for (size_t j = 0; j < DIMS; j++)
                x[i * DIMS + j] = uniform(&random);
        while (x[i * DIMS + 1] > 0.0F && x[i * DIMS + 4] > 0.0F);
    return (struct rows){.count = ROWS, .n_in = DIMS, .x = x};
}

static void axes_make_rows_white(void **state)
{
    enum { D = 3 };
    struct random random = {5};
    float data[ROWS * D], white[ROWS * D], axes[D * D];
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        float a = uniform(&random), b = uniform(&random);
        data[i * D] = a;
        data[i * D + 1] = 0.9F * a + 0.3F * b;
        data[i * D + 2] = 2.0F * uniform(&random) - b;
    }
    axes_principal(data, ROWS, D, axes);
    axes_apply(axes, data, ROWS, D, white);
    for (size_t j = 0; j < D; j++)
        for (size_t k = 0; k <= j; k++) {
            double sum = 0.0, mean_j = 0.0, mean_k = 0.0;
            for (size_t i = 0; i < ROWS; i++) {
                sum += (double)white[i * D + j] * (double)white[i * D + k];
                mean_j += (double)white[i * D + j] / ROWS;
                mean_k += (double)white[i * D + k] / ROWS;
            }
            double covariance = sum / ROWS - mean_j * mean_k;
            assert_true(fabs(covariance - (j == k ? 1.0 : 0.0)) < 1e-3);
        }
}

/* An axis along which rows do not vary is not blown up without limit. */
static void axes_of_a_line(void **state)
{
    float data[ROWS * 2], axes[4];
    struct random random = {6};
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        data[2 * i] = data[2 * i + 1] = uniform(&random);
    axes_principal(data, ROWS, 2, axes);
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs((double)axes[i]) <= 1.001 / AXES_LEAST);
}

/* The share of points, drawn in the quadrant or outside of it, that score above 0. */
static double share_beyond(const struct views *views, bool in_quadrant)
{
    enum { POINTS = 400 };
    struct random random = {77};
    float points[POINTS * DIMS], score[POINTS];
    size_t beyond = 0;
    for (size_t i = 0; i < POINTS; i++) {
        for (size_t j = 0; j < DIMS; j++)
            points[i * DIMS + j] = uniform(&random);
        float a = fabsf(points[i * DIMS + 1]), b = fabsf(points[i * DIMS + 4]);
        points[i * DIMS + 1] = in_quadrant ? 0.25F + 0.75F * a : -a;
        points[i * DIMS + 4] = in_quadrant ? 0.25F + 0.75F * b : b;
    }
    views_score(views, (struct nearest_points){points, POINTS}, score);
    for (size_t i = 0; i < POINTS; i++)
        beyond += score[i] > 1.0F;
    return (double)beyond / POINTS;
}

static void pairs_see_what_the_whole_hides(void **state)
{
    struct rows rows = quadrant_rows(1);
    const struct nearest_metric metric = {DIMS, NULL, NULL};
    const struct nearest_points points = {rows.x, rows.count};
    (void)state;
    struct views *all = views_all(arena, &metric, points, 1);
    struct views *pairs = views_pairs(arena, &metric, points, 1, &(struct random){2});
    assert_true(share_beyond(all, true) < 0.2);
    assert_true(share_beyond(pairs, true) > 0.95);
    assert_true(share_beyond(pairs, false) < 0.1);
}

/* An input of weight 0 is in no view. */
static void weights_leave_inputs_out(void **state)
{
    struct rows rows = quadrant_rows(1);
    const float weights[DIMS] = {1.0F, 0.0F, 1.0F, 1.0F, 1.0F, 1.0F};
    const struct nearest_metric metric = {DIMS, weights, NULL};
    const struct nearest_points points = {rows.x, rows.count};
    (void)state;
    struct views *pairs = views_pairs(arena, &metric, points, 1, &(struct random){2});
    assert_true(share_beyond(pairs, true) < 0.2);
}

static void rows_do_not_see_themselves(void **state)
{
    struct rows rows = quadrant_rows(3);
    const struct nearest_metric metric = {DIMS, NULL, NULL};
    float own[VIEWS_CALIBRATE], seen[ROWS];
    (void)state;
    struct views *all = views_all(arena, &metric, (struct nearest_points){rows.x, rows.count}, 1);
    assert_int_equal(views_score_rows(all, own), ROWS);
    views_score(all, (struct nearest_points){rows.x, rows.count}, seen);
    size_t above = 0;
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(own[i] > seen[i]);
        above += own[i] > 0.0F;
    }
    assert_in_range(above, ROWS / 20 - 2, ROWS / 20 + 2);
}

static struct teacher *teacher_of(const struct rows *rows, unsigned threads)
{
    static const struct rows none;
    static const struct eta_options options;
    const struct teacher_data data = {rows, &none, NULL, &options, threads};
    return teacher_new(arena, &data, &(struct random){4});
}

static void labels_of_rows_and_far_points(void **state)
{
    struct rows rows = quadrant_rows(8);
    float logit[ROWS], again[ROWS];
    const float far[DIMS] = {9.0F, 9.0F, 9.0F, 9.0F, 9.0F, 9.0F};
    (void)state;
    struct teacher *teacher = teacher_of(&rows, 1);
    teacher_ask(teacher, rows.x, ROWS, logit);
    size_t known = 0;
    for (size_t i = 0; i < ROWS; i++)
        known += logit[i] < 0.0F;
    assert_true(known > ROWS * 95 / 100);
    teacher_ask(teacher_of(&rows, 2), rows.x, ROWS, again);
    assert_memory_equal(logit, again, sizeof(logit));
    teacher_ask(teacher, far, 1, logit);
    assert_true(logit[0] == 6.0F);
}

/* Twenty rows in a square: what lies farther than a spacing from all of them is unknown. */
static void few_rows_are_not_trusted(void **state)
{
    enum { POINTS = 2000 };
    float few[FEW * 2], points[POINTS * 2], logit[POINTS];
    struct random random = {12};
    size_t away = 0, unknown = 0;
    (void)state;
    for (size_t i = 0; i < (size_t)FEW * 2; i++)
        few[i] = 1.7F * uniform(&random);
    for (size_t i = 0; i < (size_t)POINTS * 2; i++)
        points[i] = 4.0F * uniform(&random);
    const struct rows rows = {.count = FEW, .n_in = 2, .x = few};
    teacher_ask(teacher_of(&rows, 1), points, POINTS, logit);
    const double spacing = 2.0 * 1.7 / sqrt((double)FEW);
    for (size_t i = 0; i < POINTS; i++) {
        double least = INFINITY;
        for (size_t k = 0; k < FEW; k++)
            least = fmin(least, hypot((double)(points[2 * i] - few[2 * k]),
                                      (double)(points[2 * i + 1] - few[2 * k + 1])));
        away += least > spacing;
        unknown += least > spacing && logit[i] > 0.0F;
    }
    assert_true(away > POINTS / 3);
    assert_true((double)unknown > 0.8 * (double)away);
}

/* --- the student ---------------------------------------------------------------------------- */

static struct network *student_new(size_t n_in)
{
    const struct shape shape = {.n_in = n_in,
                                .n_out = 1,
                                .eta = {1, {16}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, &(struct random){1});
    return network;
}

static void student_learns_soft_labels(void **state)
{
    enum { COUNT = 4000 };
    struct random random = {21};
    struct examples e = {.count = COUNT, .n_in = 2};
    float eta[COUNT];
    double error = 0.0;
    (void)state;
    e.x = arena_alloc(arena, (size_t)COUNT * 2, sizeof(float));
    e.label = arena_alloc(arena, COUNT, sizeof(float));
    for (size_t i = 0; i < COUNT; i++) {
        e.x[2 * i] = 2.0F * uniform(&random);
        e.x[2 * i + 1] = 2.0F * uniform(&random);
        e.label[i] = 1.0F / (1.0F + expf(2.0F - e.x[2 * i] * e.x[2 * i] - e.x[2 * i + 1]));
    }
    struct network *network = student_new(2);
    const struct eta_options o = {.steps = 1500, .batch = 128, .rate = 1e-2};
    distil_fit(network, &e, &o, &random, NULL, NULL);
    const struct rows rows = {.count = COUNT, .n_in = 2, .x = e.x};
    network_predict(network, &rows, NULL, NULL, eta);
    for (size_t i = 0; i < COUNT; i++)
        error += fabs((double)(eta[i] - e.label[i])) / COUNT;
    assert_true(error < 0.02);
}

/* n rows, of which at most `most` may have eta above 0.5, and the next one just does not. */
static void threshold_is(size_t n, double share, size_t most, double promised)
{
    struct random random = {31};
    float rows_x[200], eta[200];
    struct network *network = student_new(1);
    for (size_t i = 0; i < n; i++)
        rows_x[i] = 3.0F * uniform(&random);
    const struct rows rows = {.count = n, .n_in = 1, .x = rows_x};
    struct eta_promise promise = eta_calibrate(network, &rows, share);
    assert_true(fabs(promise.share - promised) < 1e-12);
    assert_int_equal(promise.rows, n);
    network_predict(network, &rows, NULL, NULL, eta);
    size_t above = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        above += (double)eta[i] > 0.5 + 1e-5;
        at += fabs((double)eta[i] - 0.5) <= 1e-5;
    }
    assert_int_equal(above, most);
    assert_true(at >= 1);
}

static void threshold_by_rank(void **state)
{
    (void)state;
    threshold_is(100, 0.05, 4, 0.05); /* rank ceil(101 * 0.95) = 96: four above */
    threshold_is(199, 0.1, 19, 0.1);  /* rank 180 */
    threshold_is(19, 0.05, 0, 0.05);  /* rank 19, the largest */
    threshold_is(9, 0.05, 0, 0.1);    /* too few: 1 of 10 is what nine rows can promise */
}

static void no_rows_promise_nothing(void **state)
{
    const struct rows none = {.n_in = 1};
    (void)state;
    assert_int_equal(eta_calibrate(student_new(1), &none, 0.05).rows, 0);
}

static bool point_equal(const float a[DIMS], const float b[DIMS])
{
    for (size_t j = 0; j < DIMS; j++)
        if (a[j] != b[j])
            return false;
    return true;
}

static void examples_are_of_four_kinds(void **state)
{
    struct rows rows = quadrant_rows(15);
    size_t rows_seen = 0, outside = 0;
    (void)state;
    struct examples e = examples_make(arena, &rows, teacher_of(&rows, 1), &(struct random){3});
    for (size_t i = 0; i < e.count; i++) {
        const float *at = e.x + i * DIMS;
        assert_true(e.label[i] >= 0.0F && e.label[i] <= 1.0F);
        for (size_t k = 0; k < 64 && i % 4 == 0; k++) /* rows themselves, by the first of them */
            rows_seen += point_equal(at, rows.x + k * DIMS);
        for (size_t j = 0; j < DIMS && i % 4 == 3; j++)
            outside += fabsf(at[j]) > 1.2F;
    }
    assert_true(rows_seen > DISTIL_EXAMPLES / 4 * 64 / ROWS / 2);
    assert_int_equal(outside, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_make_rows_white),
        cmocka_unit_test(axes_of_a_line),
        cmocka_unit_test(pairs_see_what_the_whole_hides),
        cmocka_unit_test(weights_leave_inputs_out),
        cmocka_unit_test(rows_do_not_see_themselves),
        cmocka_unit_test(labels_of_rows_and_far_points),
        cmocka_unit_test(few_rows_are_not_trusted),
        cmocka_unit_test(student_learns_soft_labels),
        cmocka_unit_test(threshold_by_rank),
        cmocka_unit_test(no_rows_promise_nothing),
        cmocka_unit_test(examples_are_of_four_kinds),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
