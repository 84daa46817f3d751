/* The kernels in fixed point for every argument: each keeps to the error of its row in
   gen/program/q15/kernels.c, and beyond the arguments tried here it is a constant or the identity.
 */
#include "program/activation.h"
#include "program/q15/kernels.h"
#include "q15/kernels.h"
#include "unit/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 65,536 and more arguments on both sides of zero: further out every kernel is flat or straight. */
enum { CURVE_SPAN = 1 << 17, FINE_SPAN = 1 << 19 };

/* What the kernel may differ by from the exact function. */
static double error_allowed(const struct q15_kernel *kernel, double exact, int exponent)
{
    return kernel->error + kernel->relative * fabs(exact) + ldexp(0.5, -exponent) + 1e-12;
}

static double exact_of(const struct q15_kernel *kernel, enum activation activation, int32_t z,
                       const float *p)
{
    const double half = kernel->half_argument ? 0.5 : 0.0;
    return activation_row(activation)->exact(ldexp((double)z + half, -kernel->argument), p);
}

/* Largest share of what the error may be, over all arguments for which the result has 16 bits. */
static double curve_worst(enum activation activation, bool tables, int exponent)
{
    const struct q15_kernel *kernel = q15_kernel(activation, tables);
    const float p[ACT_PARAMETERS] = {1.0F};
    const int32_t integers[ACT_PARAMETERS] = {(int32_t)ldexp(1.0, exponent)};
    const double half = kernel->half_result ? 0.5 : 0.0;
    const int32_t span = kernel->argument == 15 ? FINE_SPAN : CURVE_SPAN;
    double worst = 0.0;
    for (int32_t z = -span; z <= span && z <= kernel->reach; z++) {
        const double exact = exact_of(kernel, activation, z, p);
        if (exact >= ldexp(32700.0, -exponent) && !kernel->half_result)
            break;
        const int32_t r = kernel->run(z, (uint32_t)(kernel->result - exponent), integers);
        assert_true(r >= INT16_MIN);
        assert_true(r <= INT16_MAX);
        worst = fmax(worst, fabs(ldexp((double)r + half, -exponent) - exact) /
                                error_allowed(kernel, exact, exponent));
    }
    return worst;
}

static void arguments_keep_the_error(bool tables)
{
    static const enum activation curves[] = {ACT_TANH, ACT_SIGMOID, ACT_SOFTPLUS,
                                             ACT_EXP,  ACT_ELU,     ACT_SILU};
    for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++) {
        const struct q15_kernel *kernel = q15_kernel(curves[i], tables);
        double worst = 0.0;
        const int exponents[] = {kernel->most, kernel->most - 1, kernel->most - 3, kernel->least};
        for (size_t k = 0; k < sizeof(exponents) / sizeof(exponents[0]); k++)
            if (curves[i] != ACT_ELU || exponents[k] < 15) /* alpha 1 has to fit 16 bits */
                worst = fmax(worst, curve_worst(curves[i], tables, exponents[k]));
        if (worst > 1.0 || worst < 0.8)
            fail_msg("%s: its error is %g of what its row says", kernel->name, worst);
    }
}

/* verifies: SPEC-Q15-KERNELS */
static void every_argument_keeps_the_error(void **state)
{
    (void)state;
    arguments_keep_the_error(false);
    arguments_keep_the_error(true);
}

/* verifies: SPEC-Q15-KERNELS */
static void far_arguments_are_like_near_ones(void **state)
{
    static const int32_t far[] = {1 << 19, 1 << 20, 1 << 25, 1 << 30, INT32_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        assert_int_equal(epi_tanh(far[i], 15), epi_tanh(40959, 15));
        assert_int_equal(epi_tanh(-far[i], 15), epi_tanh(-40960, 15));
        assert_int_equal(epi_sigmoid(far[i], 17), epi_sigmoid(40959, 17));
        assert_int_equal(epi_sigmoid(-far[i], 17), epi_sigmoid(-40960, 17));
        if (far[i] > 1 << 30)
            continue;
        assert_int_equal(epi_softplus(far[i], 15), (far[i] + (1 << 14)) >> 15);
        assert_in_range(epi_softplus(-far[i], 0), 0, 3);
        assert_int_equal(epi_silu(far[i], 15), (far[i] + (1 << 14)) >> 15);
        assert_in_range(epi_silu(-far[i], 0) + 10, 0, 20);
        assert_int_equal(epi_elu(far[i], 15, 100), (far[i] + (1 << 14)) >> 15);
        assert_int_equal(epi_elu(-far[i], 1, 16384), -16384);
    }
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        assert_int_equal(epi_tanh_t(far[i], 7), epi_tanh_t(32767, 7));
        assert_int_equal(epi_tanh_t(-far[i], 7), epi_tanh_t(-32768, 7));
        if (far[i] > 1 << 30)
            continue;
        assert_int_equal(epi_softplus_t(far[i], 15), (far[i] + (1 << 14)) >> 15);
        assert_int_equal(epi_softplus_t(-far[i], 0), epi_softplus_t(-360447, 0));
        assert_int_equal(epi_silu_t(far[i], 15), (far[i] + (1 << 14)) >> 15);
        assert_int_equal(epi_silu_t(-far[i], 0), epi_silu_t(-425983, 0));
        assert_int_equal(epi_elu_t(far[i], 15, 100), (far[i] + (1 << 14)) >> 15);
        assert_int_equal(epi_elu_t(-far[i], 1, 16384), -16384);
    }
    assert_int_equal(epi_exp_t(INT32_MIN + 45056, 0), epi_exp_t(-45056, 0));
    assert_int_equal(epi_tanh(INT32_MIN, 15), epi_tanh(-40960, 15));
    assert_int_equal(epi_exp(-45057, 0), epi_exp(-45056, 0));
    assert_int_equal(epi_exp(INT32_MIN + 45056, 0), epi_exp(-45056, 0));
}

/* --- contracts --- */

/* The contracts (ACSL) of runtime/q15, by which a prover takes the kernels; the names are theirs.
 */
static bool between(int32_t r, int64_t below, int64_t above, int64_t z, uint32_t n)
{
    const int64_t half = ((int64_t)1 << n) / 2;
    return r >= (below + half) >> n && (r <= (above + half) >> n || r <= (z + above + half) >> n);
}

static void steps_keep_their_contracts(int32_t z)
{
    for (uint32_t n = 0; n <= 30; n += 3) {
        assert_true(between(epi_silu(z, n), -9136, 10, z, n));
        assert_true(between(epi_silu_t(z, n), -9136, 10, z, n));
        assert_true(epi_softplus(z, n) >= 0);
        assert_true(epi_softplus_t(z, n) >= 0);
        assert_true(between(epi_softplus(z, n), -(1 << 30), 22714, z, n));
        assert_true(between(epi_softplus_t(z, n), -(1 << 30), 22714, z, n));
        for (int32_t alpha = 0; alpha <= 32767; alpha += 32767) {
            const int64_t above = ((z + ((INT64_C(1) << n) / 2)) >> n) + 1;
            const int32_t e = epi_elu(z, n, alpha), t = epi_elu_t(z, n, alpha);
            assert_true(e >= -alpha - 1 && (e <= 1 || e <= above));
            assert_true(t >= -alpha - 1 && (t <= 1 || t <= above));
        }
    }
}

/* verifies: SPEC-Q15-KERNELS */
static void contracts_hold(void **state)
{
    static const int32_t far[] = {1 << 25, 1 << 30, -(1 << 25), -(1 << 30)};
    (void)state;
    for (int32_t z = -FINE_SPAN; z <= FINE_SPAN; z++)
        steps_keep_their_contracts(z);
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++)
        steps_keep_their_contracts(far[i]);
    for (int32_t z = -45056; z <= 45056; z++) {
        int32_t power = 99;
        assert_in_range(epi_exp_core(z, &power), 1 << 30, INT32_MAX);
        assert_true(power >= -16 && power <= 15);
        power = 99;
        assert_in_range(epi_exp_table(z, &power), 1 << 30, INT32_MAX);
        assert_true(power >= -16 && power <= 15);
    }
    for (int32_t m = 0; m <= 40959; m++)
        assert_in_range(epi_tanh_core(m), 0, (1 << 30) - 1);
    for (int32_t z = -CURVE_SPAN; z <= CURVE_SPAN; z++)
        for (uint32_t n = 0; n <= 30; n++) {
            const int32_t t = epi_tanh(z, n);
            assert_true(t >= -(1 << 30 >> n) && t < (1 << 30 >> n));
        }
    for (int32_t z = INT16_MIN; z <= INT16_MAX; z++) {
        const int32_t t = epi_tanh_table(z);
        assert_true(t >= -4194304 && t < 4194304);
        for (int32_t slope = 0; slope <= 32767; slope += 32767) {
            const int32_t r = epi_leaky_relu(z, slope);
            assert_true(r >= (slope * z + 16384) >> 15 && (r <= 0 || r <= z));
        }
    }
    assert_in_range(epi_least(0), 0, 40959);
    assert_in_range(epi_least(40960), 0, 40959);
    assert_in_range(epi_least(INT32_MAX), 0, 40959);
    assert_int_equal(epi_saturate(INT32_MIN), INT16_MIN);
    assert_int_equal(epi_saturate(INT32_MAX), INT16_MAX);
}

/* --- words of tables --- */

static double tanh_of(double x) { return tanh(x); }
static double tanh_bend(double x) { return -2.0 * tanh(x) * (1.0 - tanh(x) * tanh(x)); }
static double softplus_of(double x) { return log1p(exp(-x)); }
static double softplus_bend(double x) { return exp(-x) / pow(1.0 + exp(-x), 2.0); }
static double silu_of(double x) { return x / (1.0 + exp(x)); }
static double silu_bend(double x)
{
    return exp(x) / pow(1.0 + exp(x), 2.0) * (x * (1.0 - 2.0 / (1.0 + exp(x))) - 2.0);
}
static double exp_of(double x) { return exp2(x - 1.0); }
static double exp_bend(double x) { return exp2(x - 1.0) * log(2.0) * log(2.0); }

/* A table as epigen-spec(5) derives it: a function, its second derivative, the step. */
struct table {
    const char *kernel;
    double (*f)(double), (*bend)(double);
    double step, first;  /* argument where a step begins: (i + first) * step */
    int count, negative; /* words, and how many of them are for i below 0 */
};

static double node(const struct table *t, int i)
{
    const double x = (i + t->first) * t->step;
    return t->f(x) - t->step * t->step / 16.0 * t->bend(x);
}

static uint32_t word_of(const struct table *t, int place)
{
    const int i = place < t->count - t->negative ? place : place - t->count;
    int upper = (int)lround(ldexp(node(t, i), 16));
    int lower = (int)lround(ldexp(node(t, i + 1), 20) - 16.0 * upper);
    if (t->negative > 0) { /* tanh: both in units of 2^-15, and 1 is not one of 16 bits */
        const int next = (int)lround(ldexp(node(t, i + 1), 15));
        upper = (int)lround(ldexp(node(t, i), 15));
        upper = upper > INT16_MAX ? INT16_MAX : upper;
        lower = (next > INT16_MAX ? INT16_MAX : next) - upper;
    }
    return (uint32_t)upper << 16 | ((uint32_t)lower & 0xFFFFU);
}

/* verifies: SPEC-Q15-TABLES */
static void words_follow_from_functions(void **state)
{
    static const struct table tables[] = {
        {"tanh_table", tanh_of, tanh_bend, 1.0 / 32.0, 1.0 / 256.0, 512, 256},
        {"softplus_t", softplus_of, softplus_bend, 1.0 / 32.0, 0.0, 352, 0},
        {"silu_t", silu_of, silu_bend, 1.0 / 32.0, 0.0, 416, 0},
        {"exp_table", exp_of, exp_bend, 1.0 / 64.0, 0.0, 64, 0},
    };
    (void)state;
    for (size_t k = 0; k < sizeof(tables) / sizeof(tables[0]); k++) {
        char path[64], line[256];
        int count = 0;
        snprintf(path, sizeof(path), "runtime/q15/tables/%s.h", tables[k].kernel);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof(line), file) != NULL)
            for (const char *at = line; (at = strstr(at, "0x")) != NULL; at++)
                assert_int_equal(strtoul(at, NULL, 16), word_of(&tables[k], count++));
        fclose(file);
        assert_int_equal(count, tables[k].count);
    }
}

/* tanh is odd about -1/2, where its argument stands for 0; sigmoid is symmetric about 1/2. */
static void halves_make_it_odd(void **state)
{
    (void)state;
    for (int32_t z = 0; z < CURVE_SPAN; z++) {
        assert_int_equal(epi_tanh(~z, 17), ~epi_tanh(z, 17));
        assert_int_equal(epi_sigmoid(~z, 17) + epi_sigmoid(z, 17), 16384);
    }
}

static void simple_kernels_are_exact(void **state)
{
    (void)state;
    for (int32_t z = INT16_MIN; z <= INT16_MAX; z++) {
        assert_int_equal(epi_relu(z), z > 0 ? z : 0);
        assert_int_equal(epi_clip(z, -300, 500), z < -300 ? -300 : z > 500 ? 500 : z);
        assert_int_equal(epi_leaky_relu(z, 3277),
                         z > 0 ? z : (int32_t)floor((3277.0 * z + 16384.0) / 32768.0));
        for (uint32_t n = 16; n < 32 && z > INT16_MIN; n++)
            assert_int_equal(epi_square(z, n), (int32_t)floor(ldexp((double)z * z, -(int)n) + 0.5));
    }
    assert_int_equal(epi_relu(INT32_MIN), 0);
    assert_int_equal(epi_relu(INT32_MAX), INT32_MAX);
}

/* verifies: SPEC-Q15-CLAMP */
static void clamp_takes_every_pattern(void **state)
{
    static const int32_t domains[][2] = {{-32767, 32766}, {-1, 0},        {0, 1},
                                         {100, 200},      {-9000, -8000}, {-5, 12288}};
    (void)state;
    for (size_t i = 0; i < sizeof(domains) / sizeof(domains[0]); i++)
        for (int32_t x = INT16_MIN; x <= INT16_MAX; x++) {
            const int32_t low = domains[i][0], high = domains[i][1];
            uint32_t status = 0x80;
            assert_int_equal(epi_clamp(x, low, high, 4, &status), x < low    ? low
                                                                  : x > high ? high
                                                                             : x);
            assert_int_equal(status, x < low || x > high ? 0x90 : 0x80);
        }
}

/* verifies: SPEC-Q15-ETA-ONE */
static void eta_is_one_outside(void **state)
{
    (void)state;
    for (int32_t eta = 0; eta <= 16384; eta++) {
        assert_int_equal(epi_eta_or_one(eta, 0), eta);
        for (unsigned bit = 0; bit < 32; bit++)
            assert_int_equal(epi_eta_or_one(eta, (uint32_t)1 << bit), 16384);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_argument_keeps_the_error),
        cmocka_unit_test(far_arguments_are_like_near_ones),
        cmocka_unit_test(contracts_hold),
        cmocka_unit_test(words_follow_from_functions),
        cmocka_unit_test(halves_make_it_odd),
        cmocka_unit_test(simple_kernels_are_exact),
        cmocka_unit_test(clamp_takes_every_pattern),
        cmocka_unit_test(eta_is_one_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
