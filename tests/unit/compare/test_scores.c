/* Scores against hand-made cases and figures of scikit-learn 1.2.1 and SciPy. */
#include "compare/measure/scores.h"
#include "unit/testing.h"

#include <math.h>

#define NEAR(value, expected) assert_true(fabs((value) - (expected)) < 1e-12)

static void smse_is_one_for_the_mean(void **state)
{
    const double y[] = {1.0, 2.0, 6.0}, mean[] = {3.0, 3.0, 3.0}, close[] = {1.0, 3.0, 6.0};
    (void)state;
    NEAR(scores_smse(&(struct predictions){3, y, mean, NULL}), 1.0);
    NEAR(scores_smse(&(struct predictions){3, y, close, NULL}), 1.0 / 14.0);
}

/* average_precision_score([0,0,1,1,0,0,1,0], [.1,.4,.35,.8,.8,.2,.9,.35]) */
static void aupr_is_that_of_scikit_learn(void **state)
{
    const float known[] = {0.1F, 0.4F, 0.8F, 0.2F, 0.35F}, unknown[] = {0.35F, 0.8F, 0.9F};
    const float low[] = {0.0F, 0.1F}, high[] = {0.5F, 0.6F}, same[] = {1.0F, 1.0F, 1.0F};
    (void)state;
    NEAR(scores_aupr(known, 5, unknown, 3), 0.7222222222222222);
    NEAR(scores_aupr(low, 2, high, 2), 1.0);
    NEAR(scores_aupr(same, 3, same, 1), 0.25); /* no order: the share of unknowns */
}

/* scipy.stats.spearmanr(a, b) */
static void rank_correlation_is_that_of_scipy(void **state)
{
    const double a[] = {1, 2, 2, 3, 5, 4, 0.5}, b[] = {2, 1, 4, 4, 9, 3, 3};
    const double up[] = {1, 10, 100}, down[] = {3, 2, 1}, flat[] = {1, 1, 1};
    (void)state;
    NEAR(scores_rank_correlation(a, b, 7), 0.5780059766913394);
    NEAR(scores_rank_correlation(up, down, 3), -1.0);
    assert_true(isnan(scores_rank_correlation(up, flat, 3)));
}

/* Squared errors 0, 1, 4 and y of variance 2/3: kept in order of the error the risks are 0, 1/2,
   5/3; the other way round 4, 5/2, 5/3; in no order always 5/3. */
static void risk_coverage_by_hand(void **state)
{
    const double y[] = {0.0, 1.0, 2.0}, mean[] = {0.0, 2.0, 0.0};
    const double right[] = {1, 2, 3}, wrong[] = {3, 2, 1}, none[] = {0, 0, 0};
    struct predictions p = {3, y, mean, NULL};
    (void)state;
    NEAR(scores_risk_coverage(&p, right), (0.0 + 0.5 + 5.0 / 3.0) / 3.0 * 1.5);
    NEAR(scores_risk_coverage(&p, wrong), (4.0 + 2.5 + 5.0 / 3.0) / 3.0 * 1.5);
    NEAR(scores_risk_coverage(&p, none), 5.0 / 3.0 * 1.5);
}

static void coverage_and_summary(void **state)
{
    const double y[] = {0, 0, 0, 0}, mean[] = {0, 1, -2, 3}, sigma[] = {1, 1, 1, 1};
    const double values[] = {1.0, 2.0, 6.0};
    (void)state;
    NEAR(scores_coverage(&(struct predictions){4, y, mean, sigma}, 2.0), 0.75);
    struct spread_of s = scores_summarise(values, 3);
    NEAR(s.mean, 3.0);
    NEAR(s.error, sqrt(7.0 / 3.0)); /* sample variance 7 */
    NEAR(scores_summarise(values, 1).error, 0.0);
}

/* Test rows of one value have no variance to explain, even where the sum of ten tenths is not 1. */
static void nothing_is_said_without_variance(void **state)
{
    double y[10], mean[10], score[10];
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        y[i] = 0.1;
        mean[i] = 0.1 + 0.01 * (double)i;
        score[i] = (double)i;
    }
    struct predictions p = {10, y, mean, NULL};
    assert_true(isnan(scores_smse(&p)));
    assert_true(isnan(scores_risk_coverage(&p, score)));
    p.count = 1;
    assert_true(isnan(scores_smse(&p)));
    assert_true(isnan(scores_rank_correlation(y, score, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smse_is_one_for_the_mean),
        cmocka_unit_test(nothing_is_said_without_variance),
        cmocka_unit_test(aupr_is_that_of_scikit_learn),
        cmocka_unit_test(rank_correlation_is_that_of_scipy),
        cmocka_unit_test(risk_coverage_by_hand),
        cmocka_unit_test(coverage_and_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
