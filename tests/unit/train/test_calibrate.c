/* Calibration: the scales come back that the data were made with; sigma covers the share that it
   promises; the rows for it are halved by whole blocks. */
#include "base/random.h"
#include "net/coverage.h"
#include "result/calibrate.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 20000 };

static double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* Errors of standard deviation sqrt((factor sigma)^2 + (a eta)^2). */
static struct predictions errors_make(struct arena *arena, double factor, double a, float *eta)
{
    struct random random = {.state = 11};
    double *y = arena_alloc(arena, ROWS, sizeof(*y)), *mean = arena_alloc(arena, ROWS, sizeof(*y));
    double *sigma = arena_alloc(arena, ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++) {
        sigma[i] = 0.1 + random_uniform(&random);
        eta[i] = i % 4 == 0 ? 1.0F : 0.0F;
        mean[i] = 3.0;
        y[i] = 3.0 + hypot(factor * sigma[i], a * (double)eta[i]) * normal_draw(&random);
    }
    return (struct predictions){ROWS, y, mean, sigma};
}

static void scales_come_back(void **state)
{
    struct arena *arena = arena_new();
    float *eta = arena_alloc(arena, ROWS, sizeof(*eta));
    (void)state;
    struct predictions p = errors_make(arena, 1.7, 0.0, eta);
    assert_true(fabs(calibrate_sigma(&p) - 1.7) < 0.03);
    p = errors_make(arena, 1.0, 2.5, eta);
    assert_true(fabs(calibrate_eta(&p, eta) - 2.5) < 0.1);
    p = errors_make(arena, 0.9, 0.0, eta);
    assert_true(calibrate_eta(&p, eta) == 0.0);
    arena_free(arena);
}

static void quantiles_are_normal(void **state)
{
    static const struct {
        double coverage, z;
    } cases[] = {{0.5, 0.67448975019608174},  {0.68268949213708590, 1.0},
                 {0.9, 1.6448536269514722},   {0.95, 1.9599639845400543},
                 {0.95449973610364158, 2.0},  {0.99730020393673979, 3.0},
                 {0.9999, 3.8905918864131203}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_true(fabs(normal_quantile(cases[i].coverage) - cases[i].z) < 1e-11);
}

/* A network of two outputs that says 0 and the same sigma everywhere. */
static struct network *constant_network(struct arena *arena)
{
    const struct shape shape = {.n_in = 1, .n_out = 2, .trunk = {1, {4}}, .activation = ACT_TANH};
    return network_new(arena, &shape);
}

/* Errors with heavy tails, of another size in the second output. */
static void errors_fill(struct random *random, float *y, size_t rows)
{
    for (size_t i = 0; i < 2 * rows; i++) {
        double u = 2.0 * random_uniform(random) - 1.0;
        y[i] = (float)((i % 2 == 0 ? 0.2 : 30.0) * u / (1.01 - u * u));
    }
}

/* Over many draws of n rows that calibrate, the mean coverage of further rows is the rank over
   n + 1, within four standard deviations: those of the draws (of a beta distribution) and those of
   the rows that are counted (binomial). */
static void coverage_is_kept(void **state)
{
    enum { SEEDS = 2000, FRESH = 20, NUMBERS = 2 * FRESH, MOST = 99 };
    static const struct {
        size_t rows;
        double coverage, promised, rank;
    } cases[] = {{39, 0.9, 0.9, 36},
                 {99, 0.95, 0.95, 95},
                 {50, 0.683, 0.683, 35},
                 {9, 0.95, 0.9, 9}, /* too few: the largest is taken */
                 {1, 0.95, 0.5, 1}};
    static float x[MOST], y[2 * MOST], mean[2 * MOST], sigma[2 * MOST];
    (void)state;
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
        struct random random = {.state = 20 + c};
        size_t n = cases[c].rows, within[2] = {0};
        for (size_t seed = 0; seed < SEEDS; seed++) {
            struct arena *arena = arena_new();
            struct network *network = constant_network(arena);
            struct rows rows = {.count = n, .n_in = 1, .n_out = 2, .x = x, .y = y};
            errors_fill(&random, y, n);
            struct sigma_promise p = sigma_cover(network, &rows, cases[c].coverage);
            assert_true(p.rows == n && fabs(p.coverage - cases[c].promised) < 1e-12);
            assert_true(p.z == normal_quantile(cases[c].coverage));
            rows.count = FRESH;
            errors_fill(&random, y, FRESH);
            network_predict(network, &rows, mean, sigma, NULL);
            for (size_t i = 0; i < NUMBERS; i++)
                within[i % 2] += fabs((double)(y[i] - mean[i])) <= p.z * (double)sigma[i];
            arena_free(arena);
        }
        double share = cases[c].rank / (double)(n + 1), variance = share * (1.0 - share);
        double spread = sqrt(variance / (double)(n + 2) / SEEDS + variance / (SEEDS * FRESH));
        for (size_t k = 0; k < 2; k++) {
            double seen = (double)within[k] / (SEEDS * FRESH);
            print_message("%zu rows, %g: %.4f, expected %.4f +- %.4f\n", n, cases[c].coverage, seen,
                          share, 4.0 * spread);
            assert_true(fabs(seen - share) < 4.0 * spread);
        }
    }
}

static void nothing_covers_nothing(void **state)
{
    struct arena *arena = arena_new();
    struct network *network = constant_network(arena);
    (void)state;
    assert_int_equal(sigma_cover(network, &(struct rows){.n_in = 1, .n_out = 2}, 0.9).rows, 0);
    assert_true(network->sigma_scale[0] == 1.0 && network->sigma_scale[1] == 1.0);
    arena_free(arena);
}

/* "0 2|1 3": the x of both halves of rows 0, 1, 2 ... */
static const char *halves_dump(struct arena *arena, size_t count, const uint32_t *block)
{
    static const float x[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const struct rows rows = {
        .count = count, .n_in = 1, .n_out = 1, .x = x, .y = x, .block = block};
    struct row_halves halves = rows_halve(arena, &rows);
    const struct rows *const both[] = {&halves.first, &halves.second};
    const char *text = "";
    for (size_t h = 0; h < 2; h++) {
        assert_true((both[h]->block == NULL) == (block == NULL) && both[h]->raw == NULL);
        for (size_t i = 0; i < both[h]->count; i++) {
            assert_true(both[h]->x[i] == both[h]->y[i]);
            if (block != NULL && both[h]->block != NULL)
                assert_int_equal(both[h]->block[i], block[(size_t)both[h]->x[i]]);
            text = arena_printf(arena, "%s%g ", text, (double)both[h]->x[i]);
        }
        text = arena_printf(arena, "%s%s", text, h == 0 ? "|" : "");
    }
    return text;
}

static void rows_are_halved(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    assert_string_equal(halves_dump(arena, 5, NULL), "0 2 4 |1 3 ");
    assert_string_equal(halves_dump(arena, 1, NULL), "0 |");
    assert_string_equal(halves_dump(arena, 0, NULL), "|");
    assert_string_equal(halves_dump(arena, 6, (const uint32_t[]){4, 4, 9, 9, 11, 11}),
                        "0 1 4 5 |2 3 ");
    assert_string_equal(halves_dump(arena, 7, (const uint32_t[]){0, 2, 1, 0, 0, 1, 2}),
                        "0 3 4 |1 2 5 6 ");
    assert_string_equal(halves_dump(arena, 5, (const uint32_t[]){3, 3, 3, 3, 3}), "0 1 2 |3 4 ");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_come_back), cmocka_unit_test(quantiles_are_normal),
        cmocka_unit_test(coverage_is_kept), cmocka_unit_test(nothing_covers_nothing),
        cmocka_unit_test(rows_are_halved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
