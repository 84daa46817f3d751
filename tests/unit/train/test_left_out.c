/* A region is left out: who teaches, who is asked, and where the limits are. */
#include "eta/judge/left_out.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 200, DIMS = 2, REGION = 30, LENGTH = 10 };

static float x[ROWS * DIMS], y[ROWS];
static bool member[ROWS];
static uint32_t block[ROWS];

static const struct eta_options options = {.false_alarms = 0.05};

/* Row i has i in its first input; the last rows are the region. */
static struct rows rows_make(bool blocks)
{
    for (size_t i = 0; i < ROWS; i++) {
        x[i * DIMS] = (float)i;
        x[i * DIMS + 1] = (float)(i % 7);
        member[i] = i >= ROWS - REGION;
        block[i] = (uint32_t)(i / LENGTH);
    }
    return (struct rows){
        .count = ROWS, .n_in = DIMS, .n_out = 1, .x = x, .y = y, .block = blocks ? block : NULL};
}

static size_t number_of(const struct rows *rows, size_t i) { return (size_t)rows->x[i * DIMS]; }

/* Marks the numbers of the rows, each once. */
static void rows_mark(const struct rows *rows, unsigned *seen)
{
    for (size_t i = 0; i < rows->count; i++)
        seen[number_of(rows, i)]++;
}

static struct left_out left_make(struct arena *arena, bool blocks)
{
    const struct region region = {.member = member};
    const struct rows rows = rows_make(blocks);
    return left_out_make(arena, &rows, &region, &options, &(struct random){4});
}

/* Every row is in one part; a quarter of those that are not of the region is held out. */
static void parts_share_no_row(void **state)
{
    struct arena *arena = arena_new();
    unsigned seen[ROWS] = {0};
    (void)state;
    struct left_out left = left_make(arena, false);
    const struct rows validation = left_out_validation(arena, &left, &options);
    assert_int_equal(left.outside.count, REGION);
    assert_int_equal(left.inside.count, (ROWS - REGION) / 4);
    assert_int_equal(validation.count, (ROWS - REGION - left.inside.count) / 5);
    for (size_t i = 0; i < left.outside.count; i++)
        assert_in_range(number_of(&left.outside, i), ROWS - REGION, ROWS - 1);
    rows_mark(&left.train, seen);
    rows_mark(&left.inside, seen);
    rows_mark(&left.outside, seen);
    rows_mark(&validation, seen);
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(seen[i], 1);
    arena_free(arena);
}

/* The rows of a stretch are all held out, all validate, or all teach. */
static void blocks_stay_whole(void **state)
{
    struct arena *arena = arena_new();
    unsigned in[ROWS] = {0}, validates[ROWS] = {0};
    (void)state;
    struct left_out left = left_make(arena, true);
    const struct rows validation = left_out_validation(arena, &left, &options);
    rows_mark(&left.inside, in);
    rows_mark(&validation, validates);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(in[i], in[i / LENGTH * LENGTH]);
        assert_int_equal(validates[i], validates[i / LENGTH * LENGTH]);
        assert_true(in[i] + validates[i] <= 1);
    }
    assert_true(left.inside.count >= (ROWS - REGION) / 4 && validation.count >= LENGTH);
    arena_free(arena);
}

/* The domain is that of the rows that teach, or the recipe's. */
static void domain_bounds_scores(void **state)
{
    struct arena *arena = arena_new();
    const float low[DIMS] = {-5.0F, -5.0F}, high[DIMS] = {500.0F, 5.5F};
    const bool given[DIMS] = {true, true};
    struct eta_options bounded = options;
    float asked[3 * DIMS] = {20.0F, 3.0F, 600.0F, 3.0F, 20.0F, 5.7F}, score[3] = {0.5F, 0.6F, 0.7F};
    const struct rows rows = {.count = 3, .n_in = DIMS, .x = asked};
    (void)state;
    struct left_out left = left_make(arena, false);
    assert_true(left.high[0] < (float)ROWS - REGION + 20.0F && left.low[0] <= 5.0F);
    bounded.low = low;
    bounded.high = high;
    bounded.bounds_given = given;
    (void)left_out_validation(arena, &left, &bounded);
    assert_true(left.low[0] == -5.0F && left.high[1] == 5.5F);
    left_out_bound(&left, &rows, score);
    assert_true(score[0] == 0.5F && score[1] > 1e6F && score[2] > 1e6F);
    arena_free(arena);
}

/* Of 99 scores 1 to 99 the 95th is the limit at 5 %: rank ceil(100 * 0.95). */
static void limit_is_conformal(void **state)
{
    float score[99];
    (void)state;
    for (size_t i = 0; i < 99; i++)
        score[i] = (float)(99 - i);
    assert_true(left_out_limit(score, 99, 0.05) == 95.0F);
    assert_true(left_out_limit(score, 10, 0.05) == 99.0F); /* too few: the largest */
    assert_true(fabs(left_out_share(score, 99, 95.0F) - 4.0 / 99.0) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_share_no_row),
        cmocka_unit_test(blocks_stay_whole),
        cmocka_unit_test(domain_bounds_scores),
        cmocka_unit_test(limit_is_conformal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
