/* The elementary functions of the trainer against the C library's, and their bits against those
   that every machine must give. */
#include "base/random.h"
#include "net/elementary.h"
#include "unit/testing.h"

#include <math.h>

enum { TRIALS = 200000 };

static void compare(const char *what, double x, double value, double expected, double allowed)
{
    if (!(fabs(value - expected) <= allowed))
        fail_msg("%s at %.17g: %.17g, expected %.17g", what, x, value, expected);
}

static void close_to_the_library(void **state)
{
    const double two_pi = 6.28318530717958647692;
    struct random random = {1};
    (void)state;
    for (size_t i = 0; i < TRIALS; i++) {
        double u = random_uniform(&random),
               x = ldexp(1.0 - u, (int)(random_bits(&random) % 61) - 30);
        double y = 1400.0 * u - 700.0;
        compare("log", x, elementary_log(x), log(x), 1e-15 * fabs(log(x)));
        compare("exp", y, elementary_exp(y), exp(y), 1e-15 * exp(y));
        compare("cosine", u, elementary_cos_turns(u), cos(two_pi * u), 2e-15);
        compare("power", x, elementary_pow(x, 0.7), pow(x, 0.7), 1e-14 * pow(x, 0.7));
        compare("power", x, elementary_pow(0.999, 1e4 * u), pow(0.999, 1e4 * u), 1e-14);
    }
}

static void special_values(void **state)
{
    (void)state;
    assert_true(elementary_log(1.0) == 0.0 && elementary_exp(0.0) == 1.0);
    assert_true(elementary_pow(0.9, 0.0) == 1.0);
    assert_true(elementary_exp(-1000.0) == 0.0 && isinf(elementary_exp(1000.0)));
    assert_true(isnan(elementary_exp(NAN)));
    assert_true(elementary_logit(0.5) == 0.0 && fabs(elementary_logit(0.75) - log(3.0)) < 1e-15);
    assert_true(elementary_logit(1.0) == elementary_logit(1.0 - 1e-6) &&
                elementary_logit(0.0) < -13.8);
    assert_true(elementary_cos_turns(0.0) == 1.0 && elementary_cos_turns(0.25) == 0.0);
    assert_true(elementary_cos_turns(0.5) == -1.0 && elementary_cos_turns(-3.0) == 1.0);
}

/* A checksum over many values: one bit that differs shows. */
static void same_bits_everywhere(void **state)
{
    struct random random = {2};
    uint64_t sum = 0;
    (void)state;
    for (size_t i = 0; i < TRIALS; i++) {
        double u = 1.0 - random_uniform(&random);
        double values[] = {elementary_log(u), elementary_exp(20.0 * u - 10.0),
                           elementary_cos_turns(u), elementary_pow(u, 3.3)};
        for (size_t k = 0; k < 4; k++) {
            uint64_t bits;
            memcpy(&bits, &values[k], sizeof(bits));
            sum = 31 * sum + bits;
        }
    }
    if (sum != UINT64_C(0x3576a63b4191c44b))
        fail_msg("checksum %016llx", (unsigned long long)sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(close_to_the_library),
        cmocka_unit_test(special_values),
        cmocka_unit_test(same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
