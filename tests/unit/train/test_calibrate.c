/* Calibration: the scales come back that the data were made with. */
#include "base/random.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scales_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
