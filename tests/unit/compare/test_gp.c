/* The Gaussian process against closed forms, finite differences and scikit-learn 1.2.1. */
#include "compare/methods/gp.h"
#include "unit/testing.h"

#include <math.h>

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance * fmax(1.0, fabs(expected))))
        fail_msg("%.12g, expected %.12g", value, expected);
}

/* One row and two rows: K is a number, or a matrix that is inverted by hand. */
static void small_cases_have_closed_forms(void **state)
{
    struct arena *arena = arena_new();
    const double x[] = {0.0, 1.0}, y[] = {2.0, -1.0}, query = 0.5;
    const double theta[] = {log(2.0), log(3.0), log(0.5)};
    double mean, sd, k = 9.0 * exp(-0.5 / 16.0), one = 9.0 + 0.25, cross = 9.0 * exp(-0.125);
    (void)state;
    struct gp_data data = {1, 1, x, y, 0.0, NULL};
    struct gp gp = gp_make(arena, &data, theta);
    gp_predict(&gp, &query, 1, &mean, &sd);
    near(mean, k * 2.0 / one, 1e-12);
    near(sd, sqrt(9.0 - k * k / one), 1e-12);
    near(gp.noise, 0.5, 1e-12);
    near(gp_loss(&data, theta, NULL), 0.5 * 4.0 / one + 0.5 * log(2.0 * 3.14159265358979 * one),
         1e-12);
    data.floor = 1.2; /* variances add: 0.25 + 1.44 */
    near(gp_make(arena, &data, theta).noise, 1.3, 1e-12);
    near(gp_loss(&data, theta, NULL), 0.5 * 4.0 / 10.69 + 0.5 * log(2.0 * 3.14159265358979 * 10.69),
         1e-12);
    data.floor = 0.0;
    data.n = 2;
    double det = one * one - cross * cross;
    gp = gp_make(arena, &data, theta);
    gp_predict(&gp, &query, 1, &mean, &sd);
    near(mean, k * (one - cross) * (2.0 - 1.0) / det, 1e-12);
    near(sd, sqrt(9.0 - 2.0 * k * k * (one - cross) / det), 1e-12);
    arena_free(arena);
}

enum { ROWS = 40 };

/* Forty rows of two inputs by formula. */
static struct gp_data rows_make(struct arena *arena)
{
    double *x = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*x)),
           *y = arena_alloc(arena, ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++) {
        double a = x[2 * i] = (double)(7 * i % 40) / 20.0 - 1.0;
        double b = x[2 * i + 1] = (double)(11 * i % 40) / 10.0 - 2.0;
        y[i] = sin(3.0 * a) + 0.3 * b * b - 0.5 + (i % 2 == 0 ? 0.05 : -0.05);
    }
    return (struct gp_data){ROWS, 2, x, y, 0.0, NULL};
}

/* The numbers: GaussianProcessRegressor(ConstantKernel(1.3 ** 2) * RBF([0.6, 1.7]) +
   WhiteKernel(0.2 ** 2), alpha=0, optimizer=None).fit(X, y) on the rows above; loss and gradient by
   log_marginal_likelihood(theta, eval_gradient=True), of which ours differ by sign, order and, as
   theirs are by the logarithm of variances, by 2; sd = sqrt(std ** 2 - 0.2 ** 2). */
static void scikit_learn_agrees(void **state)
{
    struct arena *arena = arena_new();
    struct gp_data data = rows_make(arena);
    const double theta[] = {log(0.6), log(1.7), log(1.3), log(0.2)};
    const double queries[] = {0.1, 0.2, 1.5, -2.5, -0.7, 1.1};
    const double expected[] = {-7.59853022071965, -4.7227944039974, 6.492132484797683,
                               23.07501249108737};
    const double means[] = {-0.147760221643, 0.14424536722, -0.880683356023};
    const double sds[] = {0.107477381967, 0.964842406387, 0.1239811249};
    double gradient[4], mean[3], sd[3], single[2];
    (void)state;
    near(gp_loss(&data, theta, gradient), 3.00692254446, 1e-10);
    for (size_t i = 0; i < 4; i++)
        near(gradient[i], expected[i], 1e-9);
    struct gp gp = gp_make(arena, &data, theta);
    gp_predict(&gp, queries, 3, mean, sd);
    for (size_t i = 0; i < 3; i++) {
        near(mean[i], means[i], 1e-9);
        near(sd[i], sds[i], 1e-9);
        gp_predict(&gp, queries + 2 * i, 1, single, single + 1);
        near(single[0], mean[i], 1e-10);
        near(single[1], sd[i], 1e-10);
    }
    arena_free(arena);
}

/* scikit-learn's optimum, ConstantKernel(1) * RBF([1, 1]) + WhiteKernel(0.1) with 20 restarts:
   -17.8989013 at lengths 0.8758 and 3.0126, signal 2.151, noise 0.0605. */
static void the_optimum_is_found(void **state)
{
    struct arena *arena = arena_new();
    struct gp_data data = rows_make(arena);
    struct random random = {.state = 1};
    double theta[4];
    (void)state;
    gp_learn(&data, 1000, &random, theta);
    near(gp_loss(&data, theta, NULL), -17.8989013, 1e-4);
    near(theta[0], -0.13266411, 0.02);
    near(theta[1], 1.10280404, 0.02);
    near(theta[3], 0.5 * -5.60913918, 0.02);
    gp_learn(&data, 20, &random, theta); /* a subset: other, but finite */
    assert_true(isfinite(gp_loss(&data, theta, NULL)));
    arena_free(arena);
}

static void gradients_are_differences(void **state)
{
    struct arena *arena = arena_new();
    struct gp_data data = rows_make(arena);
    struct random random = {.state = 5};
    double size = 0.0;
    (void)state;
    data.floor = 0.1;
    for (int trial = 0; trial < 5; trial++) {
        double theta[4], gradient[4];
        for (int i = 0; i < 4; i++)
            theta[i] = 2.0 * random_uniform(&random) - (i == 3 ? 3.0 : 1.0);
        gp_loss(&data, theta, gradient);
        for (int i = 0; i < 4; i++) {
            double at = theta[i], step = 1e-5;
            theta[i] = at + step;
            double above = gp_loss(&data, theta, NULL);
            theta[i] = at - step;
            double below = gp_loss(&data, theta, NULL);
            theta[i] = at;
            near(gradient[i], (above - below) / (2.0 * step), 1e-5);
            size += fabs(gradient[i]);
        }
    }
    assert_true(size > 1.0);
    arena_free(arena);
}

static void a_matrix_that_is_not_positive_is_said(void **state)
{
    double a[] = {1.0, 2.0, 2.0, 1.0};
    (void)state;
    assert_int_not_equal(gp_factor(a, 2), 0);
}

static void progress_keep(void *context, double done)
{
    double *last = context;
    assert_true(done >= *last && done <= 1.0);
    *last = done;
}

static void progress_rises(void **state)
{
    struct arena *arena = arena_new();
    struct gp_data data = rows_make(arena);
    struct random random = {.state = 1};
    double theta[4], last = 0.0;
    (void)state;
    data.progress = &(struct gp_progress){progress_keep, &last};
    gp_learn(&data, 20, &random, theta);
    assert_true(last > 0.1);
    arena_free(arena);
}

/* Long lengths, a large signal and next to no noise: rounding makes eigenvalues negative. */
static void rounding_does_not_end_it(void **state)
{
    enum { MANY = 300 };
    struct arena *arena = arena_new();
    double x[MANY], y[MANY], mean, sd;
    const double theta[] = {log(50.0), log(100.0), log(1e-9)};
    (void)state;
    for (int i = 0; i < MANY; i++) {
        x[i] = 4.0 * i / MANY - 2.0;
        y[i] = 0.5 * x[i];
    }
    struct gp_data data = {MANY, 1, x, y, 0.0, NULL};
    assert_true(isinf(gp_loss(&data, theta, NULL)));
    struct gp gp = gp_make(arena, &data, theta);
    for (int i = 0; i < MANY; i += 10) {
        gp_predict(&gp, &x[i], 1, &mean, &sd);
        near(mean, y[i], 1e-3);
        assert_true(sd < 0.01);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_cases_have_closed_forms),
        cmocka_unit_test(scikit_learn_agrees),
        cmocka_unit_test(the_optimum_is_found),
        cmocka_unit_test(gradients_are_differences),
        cmocka_unit_test(progress_rises),
        cmocka_unit_test(rounding_does_not_end_it),
        cmocka_unit_test(a_matrix_that_is_not_positive_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
