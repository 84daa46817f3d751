/* The small Gaussian process against the exact one of epicompare, and the effects that it finds. */
#include "compare/methods/gp.h"
#include "geometry/process.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 200, DIMS = 3, POINTS = 100 };

static float x[(ROWS + POINTS) * DIMS], y[ROWS];

static struct rows rows_make(void)
{
    struct random random = {8};
    for (size_t i = 0; i < (size_t)(ROWS + POINTS) * DIMS; i++)
        x[i] = (float)(4.0 * random_uniform(&random) - 2.0);
    for (size_t i = 0; i < ROWS; i++)
        y[i] = sinf(2.0F * x[i * DIMS]) + 0.1F * (float)random_uniform(&random);
    return (struct rows){.count = ROWS, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
}

/* Only input 0 has an effect. */
static void inputs_have_effects(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    const struct rows rows = rows_make();
    const double *effect = process_effects(arena, &rows);
    assert_true(effect[0] > 0.5);
    assert_true(effect[0] > 3.0 * effect[1]);
    assert_true(effect[0] > 3.0 * effect[2]);
    arena_free(arena);
}

/* The exact process that finds its own hyperparameters ranks points alike. */
static void deviations_rank_as_the_exact_ones(void **state)
{
    struct arena *arena = arena_new();
    double rows_x[ROWS * DIMS], rows_y[ROWS], asked[POINTS * DIMS], mean[POINTS], sd[POINTS];
    double theta[DIMS + 2];
    float score[POINTS];
    (void)state;
    const struct rows rows = rows_make();
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++)
        rows_x[i] = (double)x[i];
    for (size_t i = 0; i < ROWS; i++)
        rows_y[i] = (double)y[i];
    for (size_t i = 0; i < (size_t)POINTS * DIMS; i++) { /* also beyond the rows */
        x[(size_t)ROWS * DIMS + i] *= 2.0F;
        asked[i] = (double)x[(size_t)ROWS * DIMS + i];
    }
    const struct gp_data data = {.n = ROWS, .d = DIMS, .x = rows_x, .y = rows_y, .floor = 0.05};
    gp_learn(&data, ROWS, &(struct random){1}, theta);
    struct gp gp = gp_make(arena, &data, theta);
    gp_predict(&gp, asked, POINTS, mean, sd);
    process_score(process_new(arena, &rows), x + (size_t)ROWS * DIMS, POINTS, score);
    size_t agree = 0, pairs = 0;
    for (size_t i = 0; i < POINTS; i++)
        for (size_t k = 0; k < i; k++, pairs++)
            agree += (sd[i] > sd[k]) == (score[i] > score[k]);
    assert_true((double)agree > 0.8 * (double)pairs);
    arena_free(arena);
}

/* Equal rows make the kernel matrix singular but for the noise. */
static void equal_rows_are_survived(void **state)
{
    struct arena *arena = arena_new();
    float score;
    (void)state;
    struct rows rows = rows_make();
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++)
        x[i] = 1.0F;
    process_score(process_new(arena, &rows), x, 1, &score);
    assert_true(isfinite(score) && score < 0.0F);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_have_effects),
        cmocka_unit_test(deviations_rank_as_the_exact_ones),
        cmocka_unit_test(equal_rows_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
