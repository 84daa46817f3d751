/* The whole branch: what it is taught, its gate and its threshold together. */
#include "data/domain.h"
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

static double false_alarms = 0.05; /* one test asks for fewer */

static struct eta_learned learned_within(const struct rows *train, const struct rows *validation,
                                         const float bound[2], unsigned threads,
                                         struct random *random)
{
    float *least = arena_alloc(arena, DIMS, sizeof(*least));
    float *most = arena_alloc(arena, DIMS, sizeof(*most));
    for (size_t j = 0; j < DIMS; j++) {
        least[j] = bound[0];
        most[j] = bound[1];
    }
    struct eta_options *o = arena_alloc(arena, 1, sizeof(*o));
    *o = (struct eta_options){.teacher = TEACHER_BLEND,
                              .notions = 1U << NOTION_NEIGHBOURS,
                              .false_alarms = false_alarms,
                              .guarantee = true,
                              .low = least,
                              .high = most,
                              .steps = 200,
                              .batch = 128,
                              .rate = 1e-2};
    const struct eta_task task = {
        .train = train, .validation = validation, .options = o, .threads = threads};
    const struct shape shape = {.n_in = DIMS,
                                .n_out = 1,
                                .eta = {2, {16, 8}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, random);
    return eta_learn(arena, network, &task, random);
}

static const float wide[2] = {-5.0F, 5.0F};

static struct eta_learned learned_from(const struct rows *train, const struct rows *validation,
                                       struct random *random)
{
    return learned_within(train, validation, wide, 1, random);
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

/* Training rows that join those of the threshold have made the domain: the only ones with a value
   at its end would lie outside, had the others made it, and count as alarms like a new row there.
   Two of 500 are more than 0.2 %, so that the promise is a weaker one. */
static void rows_at_the_ends_are_alarms(void **state)
{
    enum { ROWS = 2000, JOINED = 500 };
    const float ends[2] = {-1.5F, 1.5F};
    size_t at_ends = 0;
    struct random random = {.state = 5};
    const struct rows train = rows_draw(&random, ROWS), none = rows_draw(&random, 0);
    float *x = (float *)train.x;
    (void)state;
    false_alarms = 0.002;
    for (size_t j = 0; j < DIMS; j++) { /* each of four rows has an end of its own */
        x[DIMS * j + j] = ends[0];
        x[DIMS * (j + 2) + j] = ends[1];
    }
    for (uint64_t seed = 1; at_ends < 2; seed++) {
        size_t unknown = 0;
        random.state = seed;
        const struct eta_learned learned = learned_within(&train, &none, ends, 1, &random);
        const struct rows *rows = &learned.threshold;
        assert_int_equal(rows->count, JOINED);
        at_ends = 0;
        for (size_t i = 0; i < rows->count; i++) {
            const float *row = rows->x + DIMS * i;
            const struct rows one = {.count = 1, .n_in = DIMS, .x = row};
            if (fabsf(row[0]) == 1.5F || fabsf(row[1]) == 1.5F)
                at_ends++;
            else
                unknown += unknown_of(learned.network, &one);
        }
        assert_int_equal(unknown, 0); /* rank ceil(501 * 0.998) = 500 of 500 */
        double share = at_ends > 0 ? (double)(at_ends + 1) / (double)(JOINED + 1) : 0.002;
        assert_true(fabs(learned.promise.share - share) < 1e-9);
    }
    false_alarms = 0.05;
}

static int first_inputs_compare(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Few rows take turns, so that all of them teach and all set the threshold. The file may be sorted:
   a fifth of it that is a region of its own would say nothing about another row. */
static void few_rows_take_turns(void **state)
{
    enum { ROWS = 300, HELD = 30 };
    struct random random = {.state = 9};
    const struct rows train = rows_draw(&random, ROWS), validation = rows_draw(&random, HELD);
    (void)state;
    qsort((float *)train.x, ROWS, DIMS * sizeof(float), first_inputs_compare);
    struct random start = random;
    const struct eta_learned learned = learned_from(&train, &validation, &start);
    start = random;
    const struct eta_learned again = learned_within(&train, &validation, wide, 3, &start);
    size_t bytes = (learned.network->n_fit + learned.network->n_eta) * sizeof(float), above = 0;
    assert_memory_equal(learned.network->parameters, again.network->parameters, bytes);
    assert_int_equal(learned.promise.rows, ROWS + HELD);
    assert_int_equal(learned.promise.blocks, 0);
    assert_int_equal(learned.promise.turns, 5);
    assert_true(learned.promise.share == 0.05);
    for (size_t k = 0; k < 10; k++) {
        const struct rows fresh = rows_draw(&random, MOST);
        above += unknown_of(learned.network, &fresh);
    }
    assert_in_range(above, MOST * 10 / 50, MOST * 10 / 12); /* 2 to 8 % */
}

/* A network that is given may have made the domain narrower than the rows do: rows outside of it
   are alarms in every turn, and the promise says so. */
static void narrow_domain_counts_in_turns(void **state)
{
    const float narrow[2] = {-0.8F, 0.8F};
    struct random random = {.state = 11};
    const struct rows train = rows_draw(&random, 300), validation = rows_draw(&random, 30);
    size_t outside = 0;
    (void)state;
    const struct eta_learned learned = learned_within(&train, &validation, narrow, 1, &random);
    for (size_t i = 0; i < learned.threshold.count; i++)
        outside += !domain_holds(learned.threshold.x + DIMS * i, DIMS, (float[2]){-0.8F, -0.8F},
                                 (float[2]){0.8F, 0.8F});
    assert_true(outside > 80);
    assert_true(fabs(learned.promise.share - (double)(outside + 1) / 331.0) < 1e-9);
}

/* A validation set that is large enough needs no turns, and stays the only one that is asked. */
static void enough_rows_need_no_turns(void **state)
{
    struct random random = {.state = 10};
    const struct rows train = rows_draw(&random, 240), validation = rows_draw(&random, 80);
    (void)state;
    const struct eta_promise promise = learned_from(&train, &validation, &random).promise;
    assert_int_equal(promise.rows, 80);
    assert_int_equal(promise.turns, 0);
}

/* Stretches of a log that lie in the middle, but for `away` of them, which are far from it and from
   each other. */
static struct rows log_draw(struct random *random, size_t blocks, size_t away, uint32_t first)
{
    enum { LENGTH = 30 };
    struct rows rows = rows_draw(random, blocks * LENGTH);
    uint32_t *block = arena_alloc(arena, rows.count, sizeof(*block));
    for (size_t i = 0; i < rows.count; i++) {
        size_t number = i / LENGTH;
        block[i] = first + (uint32_t)number;
        if (number < away)
            ((float *)rows.x)[DIMS * i] += number % 2 == 0 ? 3.5F : -3.5F;
    }
    rows.block = block;
    return rows;
}

/* One held-out stretch cannot say what the next one will be like, so those that train take turns:
   each row is asked about by a network that its stretch did not teach. */
static void stretches_take_turns(void **state)
{
    struct random random = {.state = 6};
    const struct rows train = log_draw(&random, 10, 0, 0), odd = log_draw(&random, 10, 2, 0);
    const struct rows validation = log_draw(&random, 1, 0, 100);
    struct random start = random;
    (void)state;
    const struct eta_learned like = learned_from(&train, &validation, &start);
    assert_int_equal(like.promise.blocks, 11);
    assert_int_equal(like.promise.rows, 330);
    assert_int_equal(like.threshold.count, 330);
    assert_true(like.promise.share == 0.05);
    start = random;
    const struct eta_learned again = learned_within(&train, &validation, wide, 3, &start);
    size_t bytes = (like.network->n_fit + like.network->n_eta) * sizeof(float);
    assert_memory_equal(like.network->parameters, again.network->parameters, bytes);
    start = random;
    const struct eta_learned unlike = learned_from(&odd, &validation, &start);
    assert_true(unlike.promise.share > 0.15 && unlike.promise.share < 0.25); /* two of eleven */
}

/* Stretches at places of their own: what they teach does not hold for the next one, and only those
   that have not taught a network show it. The one that validates is where another one teaches. Two
   of the twelve next ones may be unknown; without turns all are. */
static void next_stretch_is_no_alarm(void **state)
{
    enum { STRETCHES = 12, LENGTH = 30 };
    struct random random = {.state = 12};
    struct rows rows[3];
    float place[DIMS] = {0.0F};
    (void)state;
    for (uint32_t k = 0; k < 3; k++) { /* train, validation, and stretches of another day */
        rows[k] = log_draw(&random, k == 1 ? 1 : STRETCHES, 0, 100 * k);
        for (size_t i = 0; i < rows[k].count; i++)
            for (size_t j = 0; j < DIMS; j++) {
                if (i % LENGTH == 0 && k != 1) /* else the last place that teaches */
                    place[j] = (float)(2.0 * random_uniform(&random) - 1.0);
                ((float *)rows[k].x)[DIMS * i + j] *= 0.05F;
                ((float *)rows[k].x)[DIMS * i + j] += place[j];
            }
    }
    const struct eta_learned learned = learned_from(&rows[0], &rows[1], &random);
    assert_true(unknown_of(learned.network, &rows[2]) < rows[2].count / 4);
}

/* With as many held-out stretches as this, or with too few to take turns, they set it alone. */
static void enough_stretches_need_no_turns(void **state)
{
    struct random random = {.state = 8};
    const struct rows train = log_draw(&random, 6, 0, 0), few = log_draw(&random, 4, 0, 0);
    const struct rows many = log_draw(&random, 21, 0, 100), one = log_draw(&random, 1, 0, 100);
    (void)state;
    assert_int_equal(learned_from(&train, &many, &random).promise.blocks, 21);
    assert_int_equal(learned_from(&few, &one, &random).promise.blocks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_rows),
        cmocka_unit_test(threshold_counts_the_gate),
        cmocka_unit_test(no_gate_beyond_its_rows),
        cmocka_unit_test(rows_at_the_ends_are_alarms),
        cmocka_unit_test(few_rows_take_turns),
        cmocka_unit_test(narrow_domain_counts_in_turns),
        cmocka_unit_test(enough_rows_need_no_turns),
        cmocka_unit_test(stretches_take_turns),
        cmocka_unit_test(next_stretch_is_no_alarm),
        cmocka_unit_test(enough_stretches_need_no_turns),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
