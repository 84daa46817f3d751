/* The threshold 0.5 has a meaning: which share of rows like the held-out ones lies above it. */
#include "data/domain.h"
#include "eta/threshold.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

static struct arena *arena;

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

static struct network *network_from(uint64_t seed)
{
    const struct shape shape = {.n_in = 1,
                                .n_out = 1,
                                .eta = {1, {16}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, &(struct random){seed});
    return network;
}

/* The threshold of one network, by rows of which those beyond the bounds are outside. */
static struct eta_promise calibrated(const struct network *network, const struct rows *rows,
                                     const struct eta_options *o)
{
    bool outside[200] = {false};
    for (size_t i = 0; i < rows->count; i++)
        outside[i] = !domain_holds(rows->x + i * rows->n_in, rows->n_in, o->low, o->high);
    const struct held_out part = {network, eta_bias(network), rows, outside};
    return eta_calibrate(&part, 1, NULL, o);
}

/* n rows, of which at most `most` may have eta above 0.5, and the next one just does not. */
static void threshold_is(size_t n, double share, size_t most, double promised)
{
    struct random random = {31};
    float rows_x[200], eta[200];
    struct network *network = network_from(1);
    for (size_t i = 0; i < n; i++)
        rows_x[i] = 3.0F * uniform(&random);
    const struct rows rows = {.count = n, .n_in = 1, .x = rows_x};
    const struct eta_options o = {.false_alarms = share};
    struct eta_promise promise = calibrated(network, &rows, &o);
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

/* Rows of one block are alike, so a promise says of how many blocks its rows are. */
static void promise_counts_blocks(void **state)
{
    const float inputs[6] = {0.0F, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F};
    const uint32_t block[6] = {7, 7, 2, 7, 2, 9};
    const struct eta_options o = {.false_alarms = 0.05};
    struct rows rows = {.count = 6, .n_in = 1, .x = inputs, .block = block};
    const struct network *network = network_from(1);
    (void)state;
    assert_int_equal(calibrated(network, &rows, &o).blocks, 3);
    rows.block = NULL;
    assert_int_equal(calibrated(network, &rows, &o).blocks, 0);
}

/* Rows from 0 to n - 1, of which `outside` lie above the bound. */
static struct eta_promise calibrated_with_bound(size_t n, size_t outside, bool given, float eta[])
{
    struct network *network = network_from(1);
    static float rows_x[200];
    const float least[1] = {0.0F}, most[1] = {(float)(n - outside) - 0.5F};
    const struct eta_options o = {
        .false_alarms = 0.1, .low = least, .high = most, .bounds_given = &given};
    for (size_t i = 0; i < n; i++)
        rows_x[i] = (float)i;
    const struct rows rows = {.count = n, .n_in = 1, .x = rows_x};
    struct eta_promise promise = calibrated(network, &rows, &o);
    network_predict(network, &rows, NULL, NULL, eta);
    return promise;
}

/* A row outside of the domain is an alarm already: fewer of the others may be one. */
static void rows_outside_are_alarms(void **state)
{
    float eta[100];
    size_t above = 0;
    (void)state;
    struct eta_promise promise = calibrated_with_bound(100, 4, true, eta);
    assert_false(promise.inside);
    assert_int_equal(promise.rows, 100);
    assert_true(promise.share == 0.1);
    for (size_t i = 0; i < 96; i++)
        above += eta[i] > 0.5F + 1e-5F;
    assert_int_equal(above, 5); /* rank ceil(101 * 0.9) = 91 of 100: nine above, four outside */
}

/* Bounds that leave out many rows would use up all alarms: the promise is about rows inside. */
static void narrow_domain_is_another_promise(void **state)
{
    float eta[100];
    size_t above = 0;
    (void)state;
    struct eta_promise promise = calibrated_with_bound(100, 30, true, eta);
    assert_true(promise.inside);
    assert_int_equal(promise.rows, 70);
    assert_true(promise.share == 0.1);
    for (size_t i = 0; i < 70; i++)
        above += eta[i] > 0.5F + 1e-5F;
    assert_int_equal(above, 6); /* rank ceil(71 * 0.9) = 64 of 70 */
    /* A domain that follows from the rows is no excuse: the share that can be promised grows. */
    promise = calibrated_with_bound(100, 30, false, eta);
    assert_false(promise.inside);
    assert_true(fabs(promise.share - 31.0 / 101.0) < 1e-12);
}

static void no_rows_promise_nothing(void **state)
{
    const struct rows none = {.n_in = 1};
    const struct eta_options o = {.false_alarms = 0.05};
    (void)state;
    const struct network *network = network_from(1);
    assert_int_equal(calibrated(network, &none, &o).rows, 0);
}

/* All rows lie outside of the domain: all of them are alarms, and nothing less is promised. */
static void all_rows_outside(void **state)
{
    const float inputs[3] = {7.0F, 8.0F, 9.0F}, least[1] = {0.0F}, most[1] = {1.0F};
    const struct eta_options o = {.false_alarms = 0.05, .low = least, .high = most};
    const struct rows rows = {.count = 3, .n_in = 1, .x = inputs};
    (void)state;
    const struct eta_promise promise = calibrated(network_from(1), &rows, &o);
    assert_int_equal(promise.rows, 3);
    assert_true(promise.share == 1.0);
}

static size_t above_of(const struct network *network, const struct rows *rows)
{
    float eta[1000];
    size_t above = 0;
    network_predict(network, rows, NULL, NULL, eta);
    for (size_t i = 0; i < rows->count; i++)
        above += eta[i] > 0.5F + 1e-5F;
    return above;
}

/* A network and one whose logits are half as large again and 1 higher order all points alike.
   Compared by rank among points of reference, they get one threshold, from the rows of both. */
static void networks_compared_by_rank(void **state)
{
    enum { HELD = 50, POINTS = 1000 };
    static float points_x[POINTS];
    float rows_x[2][HELD];
    const bool outside[HELD] = {false};
    struct random random = {37};
    struct network *network[2] = {network_from(5), network_from(5)};
    const struct dense *last = &network[1]->eta.layers[1];
    struct held_out part[2];
    struct rows rows[2];
    (void)state;
    for (size_t i = 0; i < last->n_in; i++)
        last->weights[i] *= 1.5F;
    last->bias[0] = 1.5F * last->bias[0] + 1.0F;
    for (size_t i = 0; i < POINTS; i++)
        points_x[i] = 3.0F * uniform(&random);
    const struct rows points = {.count = POINTS, .n_in = 1, .x = points_x};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < HELD; i++)
            rows_x[k][i] = 3.0F * uniform(&random);
        rows[k] = (struct rows){.count = HELD, .n_in = 1, .x = rows_x[k]};
        part[k] = (struct held_out){network[k], eta_bias(network[k]), &rows[k], outside};
    }
    const struct eta_options o = {.false_alarms = 0.1};
    const struct eta_promise promise = eta_calibrate(part, 2, &points, &o);
    assert_int_equal(promise.rows, 2 * HELD);
    assert_int_equal(promise.above, 9); /* rank ceil(101 * 0.9) = 91 of 100 */
    size_t above = above_of(network[0], &rows[0]) + above_of(network[1], &rows[1]);
    assert_true(above >= 8 && above <= 9); /* two rows may have one rank */
    assert_int_equal(above_of(network[0], &points), above_of(network[1], &points));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threshold_by_rank),
        cmocka_unit_test(promise_counts_blocks),
        cmocka_unit_test(rows_outside_are_alarms),
        cmocka_unit_test(narrow_domain_is_another_promise),
        cmocka_unit_test(no_rows_promise_nothing),
        cmocka_unit_test(all_rows_outside),
        cmocka_unit_test(networks_compared_by_rank),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
