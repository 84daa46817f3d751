/* Clusters of inputs, and the scale of eta: what the errors were made with comes back. */
#include "compare/extrapolate.h"
#include "testing.h"

#include <math.h>

enum { ROWS = 3000 };

static double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* Errors of standard deviation sqrt(0.1^2 + (a eta^p)^2); eta is low, middle or high. */
static struct misses misses_make(struct arena *arena, double a, double p)
{
    static const double etas[] = {0.01, 0.5, 1.0};
    struct random random = {.state = 11};
    struct misses m = {.count = ROWS};
    m.error = arena_alloc(arena, ROWS, sizeof(double));
    m.sigma = arena_alloc(arena, ROWS, sizeof(double));
    m.eta = arena_alloc(arena, ROWS, sizeof(double));
    for (size_t i = 0; i < ROWS; i++) {
        m.sigma[i] = 0.1;
        m.eta[i] = etas[i % 3];
        m.error[i] = hypot(0.1, a * pow(m.eta[i], p)) * normal_draw(&random);
    }
    return m;
}

static void scales_come_back(void **state)
{
    struct arena *arena = arena_new();
    struct misses none = {0}, far = misses_make(arena, 2.5, 1.0),
                  near_by = misses_make(arena, 0.0, 1.0);
    struct misses early = misses_make(arena, 2.5, 0.25);
    (void)state;
    assert_true(fabs(extrapolate_fit(&far).scale - 2.5) < 0.1);
    assert_true(extrapolate_fit(&far).power == 1.0);
    assert_true(extrapolate_fit(&early).power == 0.25);
    assert_true(extrapolate_fit(&near_by).scale < 0.06);
    assert_true(extrapolate_fit(&none).scale == 0.0);
    arena_free(arena);
}

static void clusters_are_found(void **state)
{
    float x[40];
    size_t cluster[20];
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        x[2 * i] = (i % 2 == 0 ? -1.0F : 1.0F) + 0.02F * (float)i;
        x[2 * i + 1] = 0.05F * (float)(i % 5);
    }
    struct rows rows = {.count = 20, .n_in = 2, .x = x};
    extrapolate_clusters(&rows, 2, cluster);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(cluster[i] == cluster[0], i % 2 == 0);
    rows.count = 1;
    extrapolate_clusters(&rows, 2, cluster);
    assert_true(cluster[0] < 2);
}

/* Two pieces of a line far apart: what is learned from one is wrong on the other, and a says so. */
static void the_gap_is_seen(void **state)
{
    float x[64], y[64];
    (void)state;
    for (size_t i = 0; i < 64; i++) {
        x[i] = (i < 32 ? -1.5F : 0.5F) + (float)(i % 32) / 32.0F;
        y[i] = sinf(3.0F * x[i]);
    }
    struct recipe recipe = recipe_default(1, 1);
    struct rows train = {.count = 64, .n_in = 1, .n_out = 1, .x = x, .y = y};
    struct ignorance ignorance;
    recipe.shape.eta = (struct widths){1, {20}};
    recipe.fit.epochs = 200;
    recipe.epistemic.steps = 800;
    recipe.threads = 1;
    extrapolate_ignorance(&recipe, &train, &ignorance);
    assert_true(ignorance.scale > 0.2 && ignorance.scale < 20.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_come_back),
        cmocka_unit_test(clusters_are_found),
        cmocka_unit_test(the_gap_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
