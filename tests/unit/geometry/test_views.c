/* Principal axes, and distances in views. */
#include "data/rows.h"
#include "geometry/axes.h"
#include "geometry/clusters.h"
#include "geometry/views.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 1500, DIMS = 6 };

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
    const struct view_rows points = {rows.x, rows.count, NULL};
    (void)state;
    struct views *all = views_all(arena, &metric, &points, 1);
    struct views *pairs = views_pairs(arena, &metric, &points, 1, &(struct random){2});
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
    const struct view_rows points = {rows.x, rows.count, NULL};
    (void)state;
    struct views *pairs = views_pairs(arena, &metric, &points, 1, &(struct random){2});
    assert_true(share_beyond(pairs, true) < 0.2);
}

static void rows_do_not_see_themselves(void **state)
{
    struct rows rows = quadrant_rows(3);
    const struct nearest_metric metric = {DIMS, NULL, NULL};
    float own[VIEWS_CALIBRATE], seen[ROWS];
    (void)state;
    const struct view_rows points = {rows.x, rows.count, NULL};
    struct views *all = views_all(arena, &metric, &points, 1);
    assert_int_equal(views_score_rows(all, own), ROWS);
    views_score(all, (struct nearest_points){rows.x, rows.count}, seen);
    size_t above = 0;
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(own[i] > seen[i]);
        above += own[i] > 0.0F;
    }
    assert_in_range(above, ROWS / 20 - 2, ROWS / 20 + 2);
}

/* Rows of a log, ten of a block nearly equal: a new point of the same kind is as far from them as
   rows of other blocks are, and scores above 0 as seldom as it should. */
static void rows_of_a_block_are_no_strangers(void **state)
{
    enum { BLOCKS = ROWS / 10, POINTS = 400 };
    const struct nearest_metric metric = {DIMS, NULL, NULL};
    struct random random = {12};
    static uint32_t block[ROWS];
    float points[POINTS * DIMS], score[POINTS];
    size_t above[2] = {0, 0};
    (void)state;
    for (size_t i = 0; i < ROWS; i++) { /* in an order in which blocks are mixed */
        block[i] = (uint32_t)(i % BLOCKS);
        for (size_t j = 0; j < DIMS; j++)
            x[i * DIMS + j] =
                i < BLOCKS ? uniform(&random) : x[i % BLOCKS * DIMS + j] + 1e-3F * uniform(&random);
    }
    for (size_t i = 0; i < (size_t)POINTS * DIMS; i++)
        points[i] = uniform(&random);
    for (size_t k = 0; k < 2; k++) {
        const struct view_rows rows = {x, ROWS, k == 0 ? NULL : block};
        const struct views *views = views_all(arena, &metric, &rows, 1);
        views_score(views, (struct nearest_points){points, POINTS}, score);
        for (size_t i = 0; i < POINTS; i++)
            above[k] += score[i] > 0.0F;
    }
    assert_int_equal(above[0], POINTS); /* the spacing within a block makes all of them unknown */
    assert_in_range(above[1], POINTS / 100, POINTS / 10);
}

/* Two clouds far apart are two clusters, whatever the order of their rows. */
static void clusters_are_clouds(void **state)
{
    struct random random = {9};
    size_t cluster[ROWS];
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        x[i] = uniform(&random) + (i % 3 == 0 ? 5.0F : 0.0F);
    const struct rows rows = {.count = ROWS, .n_in = 1, .x = x};
    clusters_find(&rows, 2, cluster);
    for (size_t i = 1; i < ROWS; i++)
        assert_int_equal(cluster[i] == cluster[0], i % 3 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_make_rows_white),
        cmocka_unit_test(axes_of_a_line),
        cmocka_unit_test(pairs_see_what_the_whole_hides),
        cmocka_unit_test(weights_leave_inputs_out),
        cmocka_unit_test(rows_do_not_see_themselves),
        cmocka_unit_test(rows_of_a_block_are_no_strangers),
        cmocka_unit_test(clusters_are_clouds),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
