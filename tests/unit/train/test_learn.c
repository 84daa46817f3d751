/* The whole branch: what it is taught, its gate and its threshold together. */
#include "eta/learn.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

enum { DIMS = 2, MOST = 400, POINTS = 2000 };

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

static struct rows rows_draw(struct random *random, size_t count)
{
    float *x = arena_alloc(arena, count * DIMS, sizeof(*x));
    float *y = arena_alloc(arena, count, sizeof(*y));
    for (size_t i = 0; i < count * DIMS; i++)
        x[i] = (float)(2.0 * random_uniform(random) - 1.0);
    return (struct rows){.count = count, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
}

static const float low[DIMS] = {-5.0F, -5.0F}, high[DIMS] = {5.0F, 5.0F};

static struct eta_learned learned_from(const struct rows *train, const struct rows *validation,
                                       struct random *random)
{
    struct eta_options *o = arena_alloc(arena, 1, sizeof(*o));
    *o = (struct eta_options){.teacher = TEACHER_BLEND,
                              .notions = 1U << NOTION_NEIGHBOURS,
                              .false_alarms = 0.05,
                              .guarantee = true,
                              .low = low,
                              .high = high,
                              .steps = 200,
                              .batch = 128,
                              .rate = 1e-2};
    const struct eta_task task = {
        .train = train, .validation = validation, .options = o, .threads = 1};
    const struct shape shape = {.n_in = DIMS,
                                .n_out = 1,
                                .eta = {2, {16, 8}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, random);
    return eta_learn(arena, network, &task, random);
}

static double distance_to(const struct rows *rows, const float *point, size_t but)
{
    double least = INFINITY;
    for (size_t i = 0; i < rows->count; i++)
        if (i != but)
            least = fmin(least, hypot((double)(rows->x[DIMS * i] - point[0]),
                                      (double)(rows->x[DIMS * i + 1] - point[1])));
    return least;
}

/* Of the domain, what is farther from all rows than these are from each other is unknown. */
static void few_rows_know_little(uint64_t seed)
{
    struct random random = {.state = seed};
    const struct rows train = rows_draw(&random, 18), validation = rows_draw(&random, 2);
    const struct eta_learned learned = learned_from(&train, &validation, &random);
    static float points[POINTS * DIMS], eta[POINTS];
    double spacing = 0.0;
    size_t far = 0, unknown = 0;
    for (size_t i = 0; i < train.count; i++)
        spacing += distance_to(&train, train.x + DIMS * i, i) / (double)train.count;
    for (size_t i = 0; i < (size_t)POINTS * DIMS; i++)
        points[i] = (float)(3.0 * random_uniform(&random) - 1.5);
    const struct rows asked = {.count = POINTS, .n_in = DIMS, .x = points};
    network_predict(learned.network, &asked, NULL, NULL, eta);
    for (size_t i = 0; i < POINTS; i++)
        if (distance_to(&train, points + DIMS * i, SIZE_MAX) > spacing) {
            far++;
            unknown += eta[i] > 0.5F;
        }
    assert_int_equal(learned.gate.hats, train.count);
    assert_true(far > POINTS / 4);
    assert_true((double)unknown >= 0.8 * (double)far);
}

static void twenty_rows(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        few_rows_know_little(seed);
}

static size_t unknown_of(const struct network *network, const struct rows *rows)
{
    float eta[MOST];
    size_t unknown = 0;
    network_predict(network, rows, NULL, NULL, eta);
    for (size_t i = 0; i < rows->count; i++)
        unknown += eta[i] > 0.5F + 1e-5F;
    return unknown;
}

/* With the gate as without it, rank ceil(101 * 0.95) = 96 of 100 rows is at 0.5. */
static void threshold_counts_the_gate(void **state)
{
    struct random random = {.state = 3};
    const struct rows train = rows_draw(&random, 300), validation = rows_draw(&random, 100);
    (void)state;
    struct eta_learned learned = learned_from(&train, &validation, &random);
    assert_true(learned.gate.radius > 0.0);
    assert_int_equal(unknown_of(learned.network, &validation), 4);
    assert_true(learned.promise.share == 0.05);
}

/* A fifth of the rows that set the threshold lie in the domain, but where no row teaches: a gate
   would make all of them false alarms. */
static void no_gate_beyond_its_rows(void **state)
{
    struct random random = {.state = 4};
    const struct rows train = rows_draw(&random, 300), validation = rows_draw(&random, 100);
    (void)state;
    for (size_t i = 0; i < 20; i++)
        ((float *)validation.x)[i * DIMS] = 4.0F;
    struct eta_learned learned = learned_from(&train, &validation, &random);
    assert_true(learned.gate.radius == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_rows),
        cmocka_unit_test(threshold_counts_the_gate),
        cmocka_unit_test(no_gate_beyond_its_rows),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
