/* The notions of what is unknown, and the examples and labels made of them. */
#include "eta/distil.h"
#include "unit/testing.h"

#include <math.h>
#include <string.h>

enum { ROWS = 600, DIMS = 6 };

static struct arena *arena;
static float x[ROWS * DIMS], y[ROWS];

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
    for (size_t i = 0; i < ROWS; i++)
        y[i] = sinf(2.0F * x[i * DIMS + 1]) + x[i * DIMS + 4];
    return (struct rows){.count = ROWS, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
}

static struct eta_options options_of(void)
{
    return (struct eta_options){.balanced = true,
                                .n = 7,
                                .samples = 20000,
                                .leave_out = 4,
                                .size = 1.0,
                                .neighbours = 32,
                                .least = 0.05,
                                .most = 2.0,
                                .teacher = TEACHER_BLEND,
                                .notions = NOTIONS_ALL};
}

static struct notions *notions_of(const struct rows *rows, unsigned set, unsigned threads)
{
    struct eta_options *options = arena_alloc(arena, 1, sizeof(*options));
    *options = options_of();
    const struct notions_data data = {
        .train = rows, .options = options, .set = set, .threads = threads, .effort = 0.06};
    return notions_new(arena, &data, &(struct random){4});
}

/* Every notion calls about 95 of 100 new rows known, and a point far away unknown; the set that was
   asked for is there. */
static void notions_have_one_scale(void **state)
{
    enum { NEW = 400 };
    static float new_x[NEW * DIMS], logits[NEW * NOTION_COUNT];
    const float far[DIMS] = {9.0F, 9.0F, 9.0F, 9.0F, 9.0F, 9.0F};
    (void)state;
    struct rows rows = quadrant_rows(21);
    memcpy(new_x, rows.x, sizeof(new_x));
    rows = quadrant_rows(8);
    struct notions *notions = notions_of(&rows, NOTIONS_ALL, 1);
    assert_int_equal(notions_set(notions), NOTIONS_ALL);
    notions_ask(notions, new_x, NEW, logits);
    for (size_t k = 0; k < NOTION_COUNT; k++) {
        size_t known = 0;
        for (size_t i = 0; i < NEW; i++) {
            known += logits[i * NOTION_COUNT + k] <= 0.0F;
        }
        assert_in_range(known, NEW * 88 / 100, NEW * 99 / 100);
    }
    notions_ask(notions, far, 1, logits);
    for (size_t k = 0; k < NOTION_COUNT; k++)
        assert_true(logits[k] > 3.0F);
}

static void threads_change_nothing(void **state)
{
    static float one[ROWS * NOTION_COUNT], two[ROWS * NOTION_COUNT];
    (void)state;
    struct rows rows = quadrant_rows(8);
    notions_ask(notions_of(&rows, NOTIONS_ALL, 1), rows.x, ROWS, one);
    notions_ask(notions_of(&rows, NOTIONS_ALL, 2), rows.x, ROWS, two);
    assert_memory_equal(one, two, sizeof(one));
}

/* With few rows the networks that learn from samples have no say. */
static void few_rows_need_distances(void **state)
{
    (void)state;
    struct rows rows = quadrant_rows(8);
    rows.count = 59;
    assert_int_equal(notions_set(notions_of(&rows, NOTIONS_ALL, 1)),
                     NOTIONS_ALL & ~(1U << NOTION_SAMPLES));
    assert_int_equal(notions_set(notions_of(&rows, 1U << NOTION_SAMPLES, 1)),
                     1U << NOTION_NEIGHBOURS);
}

/* Networks of which one learns a part of the rows are taught alike: all of its rows decide. */
static void rows_of_another_decide(void **state)
{
    (void)state;
    struct rows rows = quadrant_rows(8);
    struct eta_options options = options_of();
    rows.count = 90;
    const struct notions_data data = {.train = &rows,
                                      .options = &options,
                                      .set = NOTIONS_ALL,
                                      .rows = 112,
                                      .threads = 1,
                                      .effort = 0.06};
    assert_int_equal(notions_set(notions_new(arena, &data, &(struct random){4})), NOTIONS_ALL);
}

/* One notion that calls a point unknown is enough; notions outside of the set have no say. */
static void join_is_a_soft_maximum(void **state)
{
    const float logits[3 * NOTION_COUNT] = {-6, 6, 0, 0, -6, -6, 0, 0, 2, 2, 2, 2};
    float all[3], without[3];
    (void)state;
    notions_join(logits, 3, 1U << NOTION_NEIGHBOURS | 1U << NOTION_PAIRS, all);
    notions_join(logits, 3, 1U << NOTION_NEIGHBOURS, without);
    assert_true(all[0] > 3.0F && all[0] < 6.0F);
    assert_true(fabsf(all[1] + 6.0F) < 1e-5F && fabsf(all[2] - 2.0F) < 1e-5F);
    assert_true(fabsf(without[0] + 6.0F) < 1e-5F);
}

/* Samples and gp, the third and the fourth, count twice: in the maximum, and in the mean with it.
 */
static void smooth_notions_count_twice(void **state)
{
    const float logits[2 * NOTION_COUNT] = {-6, -6, -2, 6, 6, 6, -6, -4};
    float with[2], alone[2], both[2];
    (void)state;
    notions_join(logits, 2, NOTIONS_USUAL, with);
    notions_join(logits, 2, 1U << NOTION_SAMPLES, alone);
    double first = 2.0 * log((2.0 * exp(-3.0) + exp(-1.0)) / 3.0);
    double second = 2.0 * log((2.0 * exp(3.0) + exp(-3.0)) / 3.0);
    assert_true(fabs((double)with[0] - (first - 2.0) / 2.0) < 1e-5);
    assert_true(fabs((double)with[1] - (second - 6.0) / 2.0) < 1e-5);
    assert_true(fabsf(alone[0] + 2.0F) < 1e-5F && fabsf(alone[1] + 6.0F) < 1e-5F);
    notions_join(logits, 2, NOTIONS_ALL, both);
    second = 2.0 * log((2.0 * exp(3.0) + exp(-3.0) + exp(-2.0)) / 4.0);
    assert_true(fabs((double)both[1] - (second - 5.0) / 2.0) < 1e-5);
}

static bool point_equal(const float a[DIMS], const float b[DIMS])
{
    for (size_t j = 0; j < DIMS; j++)
        if (a[j] != b[j])
            return false;
    return true;
}

static void examples_are_of_six_kinds(void **state)
{
    enum { COUNT = 2000, KINDS = 6 };
    struct rows rows = quadrant_rows(15);
    struct eta_options options = options_of();
    const float low[DIMS] = {-3, -3, -3, -3, -3, -3}, high[DIMS] = {3, 3, 3, 3, 3, 3};
    size_t rows_seen = 0, outside = 0, far = 0, moved_off = 0, moved_far = 0;
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        ((float *)rows.x)[i * DIMS + DIMS - 1] = 0.0F;
    options.low = low;
    options.high = high;
    const struct notions_data data = {.train = &rows, .options = &options, .threads = 1};
    struct notions *notions = notions_of(&rows, 1U << NOTION_NEIGHBOURS, 1);
    struct examples e = examples_make(arena, &data, notions, COUNT, &(struct random){3});
    examples_label(&e, 1U << NOTION_NEIGHBOURS);
    for (size_t i = 0; i < e.count; i++) {
        const float *at = e.x + i * DIMS;
        assert_true(e.label[i] >= 0.0F && e.label[i] <= 1.0F);
        for (size_t k = 0; k < ROWS && i % KINDS == 0; k++)
            rows_seen += point_equal(at, rows.x + k * DIMS);
        /* Steps along differences of rows do not leave the plane that all rows lie on. */
        if (i % KINDS == 5) {
            moved_off += fabsf(at[DIMS - 1]) > 1e-6F;
            moved_far += fabsf(at[0]) > 1.1F;
        }
        for (size_t j = 0; j < DIMS && i % KINDS == 4; j++) {
            outside += fabsf(at[j]) > 3.0F;
            far += fabsf(at[j]) > 1.3F;
        }
    }
    assert_in_range(rows_seen, COUNT / KINDS, COUNT / KINDS + 2);
    assert_int_equal(outside, 0);
    assert_int_equal(moved_off, 0);
    assert_in_range(moved_far, COUNT / KINDS / 20, COUNT / KINDS / 2);
    assert_in_range(far, COUNT / KINDS * DIMS / 5, COUNT / KINDS * DIMS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notions_have_one_scale),    cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(few_rows_need_distances),   cmocka_unit_test(rows_of_another_decide),
        cmocka_unit_test(join_is_a_soft_maximum),    cmocka_unit_test(smooth_notions_count_twice),
        cmocka_unit_test(examples_are_of_six_kinds),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
