/* Metrics on cases that can be worked out by hand. */
#include "data/metrics.h"
#include "unit/testing.h"

#include <math.h>

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-12 * (1.0 + fabs(expected))))
        fail_msg("%.17g, expected %.17g", value, expected);
}

static const double half_log_two_pi = 0.91893853320467274178;

static void errors(void **state)
{
    (void)state;
    const double y[] = {1.0, 2.0, 3.0}, mean[] = {1.0, 4.0, 2.0}, sigma[] = {1.0, 2.0, 0.5};
    const struct predictions p = {3, y, mean, sigma};
    near(metrics_rmse(&p), sqrt(5.0 / 3.0));
    near(metrics_nll(&p), half_log_two_pi + (0.0 + (log(2.0) + 0.5) + (log(0.5) + 2.0)) / 3.0);
}

static void within(void **state)
{
    (void)state;
    const double y[] = {1.0, 2.0, 3.0, -8.0}, mean[] = {1.0, 4.0, 2.0, 0.0};
    const double sigma[] = {1.0, 2.0, 0.5, 3.0}; /* 0, 1, 2 and 2.67 sigma away */
    const struct predictions p = {4, y, mean, sigma};
    near(metrics_within(&p, 0.5), 0.25);
    near(metrics_within(&p, 1.0), 0.5);
    near(metrics_within(&p, 2.0), 0.75);
    near(metrics_within(&p, 3.0), 1.0);
}

/* The trivial model has MSLL 0; a model whose sigma is a tenth gains log 10. */
static void trivial_model(void **state)
{
    (void)state;
    const double y[] = {1.0, 2.0, 6.0, -1.0}, mean[] = {2.0, 2.0, 2.0, 2.0};
    const double sigma[] = {3.0, 3.0, 3.0, 3.0}, sharp[] = {0.3, 0.3, 0.3, 0.3};
    near(metrics_msll(&(struct predictions){4, y, mean, sigma}, 2.0, 3.0), 0.0);
    double trivial = 26.0 / (4.0 * 18.0);
    near(metrics_msll(&(struct predictions){4, y, y, sharp}, 2.0, 3.0), -log(10.0) - trivial);
}

static void auroc(void **state)
{
    static const struct {
        float known[4], unknown[4];
        size_t n_known, n_unknown;
        double expected;
    } cases[] = {
        {{0.1F, 0.2F}, {0.8F, 0.9F}, 2, 2, 1.0},
        {{0.8F, 0.9F}, {0.1F, 0.2F}, 2, 2, 0.0},
        {{0.5F, 0.5F, 0.5F}, {0.5F, 0.5F}, 3, 2, 0.5},             /* all alike */
        {{0.1F, 0.5F}, {0.5F, 0.9F}, 2, 2, 0.875},                 /* one tie: 3.5 of 4 */
        {{0.1F, 0.5F, 0.5F}, {0.5F, 0.2F}, 3, 2, 3.0 / 6.0},       /* 1 + 1/2 + 1/2 and 1 of 6 */
        {{0.3F}, {0.1F, 0.2F, 0.4F, 0.5F}, 1, 4, 0.5},             /* groups of other sizes */
        {{0.0F, 0.0F, 1.0F}, {1.0F, 1.0F, 0.0F}, 3, 3, 6.0 / 9.0}, /* (2 + .5) * 2 + 1 */
        {{-1.0F}, {INFINITY}, 1, 1, 1.0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        near(metrics_auroc(cases[i].known, cases[i].n_known, cases[i].unknown, cases[i].n_unknown),
             cases[i].expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors),
        cmocka_unit_test(within),
        cmocka_unit_test(trivial_model),
        cmocka_unit_test(auroc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
