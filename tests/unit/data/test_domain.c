/* The domain that follows from the rows: how wide its margin is. */
#include "data/domain.h"
#include "unit/testing.h"

#include <math.h>

enum { COUNT = 200, DIMS = 2 };

static float x[COUNT * DIMS];

/* Rows from 0 to 1 in both inputs, one a step, with the last ones of the first input moved. */
static struct rows rows_with(const float *last, size_t n)
{
    for (size_t i = 0; i < COUNT; i++)
        x[2 * i] = x[2 * i + 1] = (float)i / (COUNT - 1);
    for (size_t i = 0; i < n; i++)
        x[2 * (COUNT - n + i)] = last[i];
    return (struct rows){.count = COUNT, .n_in = DIMS, .x = x};
}

static bool near(double a, double b) { return fabs(a - b) < 1e-5; }

static const double five = 5.0 / COUNT;

/* Seven rows beyond all others: in each input one at either end, and blocks of several. */
static void margin_follows_the_gaps(void **state)
{
    uint32_t block[COUNT];
    const float last[3] = {1.2F, 1.5F, 1.9F};
    (void)state;
    struct rows rows = rows_with(NULL, 0);
    assert_true(domain_margin(&rows, five) == 0.0); /* both ends may be outside */
    assert_true(domain_margin(&rows, 4.0 / COUNT) == domain_margin_most); /* too few to say */
    rows = rows_with(last, 3);
    for (size_t i = 0; i < COUNT; i++) /* the last ten rows and the first two are of a block each */
        block[i] = i < 2 ? 500 : i >= COUNT - 10 ? 501 : (uint32_t)i;
    rows.block = block;
    /* Beyond the others are the ten, of which the input 0 of three was moved, and the two. Five may
       stay outside: of the ten the sixth farthest, in steps beyond row COUNT - 11, counts. */
    assert_true(near(domain_margin(&rows, five), 5.0 / (COUNT - 1)));
    rows = rows_with((float[]){3.0F, 3.0F, 3.0F, 3.0F, 3.0F, 3.0F}, 6);
    rows.block = block;
    assert_true(domain_margin(&rows, five) == domain_margin_most);
}

/* The smallest values count as the largest do. */
static void both_ends_count(void **state)
{
    uint32_t block[COUNT];
    (void)state;
    struct rows rows = rows_with(NULL, 0);
    for (size_t i = 0; i < COUNT; i++)
        block[i] = i < 8 ? 500 : (uint32_t)i;
    rows.block = block;
    assert_true(near(domain_margin(&rows, five), 3.0 / (COUNT - 1))); /* the sixth of nine */
}

/* A value that two rows share is nobody's own end of the range. */
static void equal_ends_need_no_margin(void **state)
{
    (void)state;
    const size_t last = COUNT - 1;
    struct rows rows = rows_with(NULL, 0);
    for (size_t j = 0; j < DIMS; j++) {
        x[DIMS + j] = x[j];
        x[(last - 1) * DIMS + j] = x[last * DIMS + j];
    }
    assert_true(domain_margin(&rows, five) == 0.0);
}

/* Of a log, whole stretches lie beyond the others. */
static void blocks_are_left_out_whole(void **state)
{
    uint32_t block[COUNT];
    (void)state;
    struct rows rows = rows_with(NULL, 0);
    for (size_t i = 0; i < COUNT; i++)
        block[i] = (uint32_t)(i / 10);
    rows.block = block;
    double step = 1.0 / (COUNT - 1);
    assert_true(near(domain_margin(&rows, 6.0 / COUNT), 7.0 * step)); /* three of each end */
    for (size_t i = 0; i < COUNT; i++)
        block[i] = 7;
    assert_true(domain_margin(&rows, five) == 0.0); /* nothing to compare with */
}

static void rows_on_a_bound_are_inside(void **state)
{
    const float low[2] = {-1.0F, 0.0F}, high[2] = {1.0F, 2.0F};
    (void)state;
    assert_true(domain_holds((float[]){-1.0F, 2.0F}, 2, low, high));
    assert_false(domain_holds((float[]){-1.5F, 1.0F}, 2, low, high));
    assert_false(domain_holds((float[]){0.0F, 2.5F}, 2, low, high));
    assert_true(domain_holds((float[]){5.0F, 5.0F}, 2, NULL, NULL));
}

/* A row at an end of the range, which nobody shares, is outside of what the others span; with a
   margin only if it is farther from them than that. */
static void rows_outside_of_the_others(void **state)
{
    const float low[2] = {0.0F, -0.1F}, high[2] = {1.0F, 1.1F};
    const bool second[2] = {false, true};
    bool outside[COUNT];
    (void)state;
    struct rows rows = rows_with((float[]){1.0F, 1.0F}, 2);
    x[3] = 5.0F; /* the second row, in its second input: outside of the bounds */
    domain_mark_outside(&rows, &(struct domain_bounds){low, high, second}, outside);
    for (size_t i = 0; i < COUNT; i++)
        assert_true(outside[i] == (i <= 1)); /* row 0 alone is at 0; two rows are at 1 */
    const float apart[2] = {-0.1F, -0.21F}, most[2] = {1.1F, 1.1F};
    const struct domain_bounds with_margin = {apart, most, NULL};
    rows = rows_with(NULL, 0);
    domain_mark_outside(&rows, &with_margin, outside);
    for (size_t i = 0; i < COUNT; i++)
        assert_false(outside[i]); /* a step is less than the margin */
    x[1] = -0.2F;
    domain_mark_outside(&rows, &with_margin, outside);
    for (size_t i = 0; i < COUNT; i++)
        assert_true(outside[i] == (i == 0)); /* farther from the others than 0.01 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margin_follows_the_gaps),    cmocka_unit_test(both_ends_count),
        cmocka_unit_test(equal_ends_need_no_margin),  cmocka_unit_test(blocks_are_left_out_whole),
        cmocka_unit_test(rows_on_a_bound_are_inside), cmocka_unit_test(rows_outside_of_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
