/* The float32 kernels at their special points; tests/exhaustive has the errors over all inputs. */
/* verifies: SPEC-KERNELS, SPEC-CLAMP, SPEC-FLUSH */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "float32/kernels.h"
#include "program/activation.h"

enum { RANDOM_INPUTS = 1000000 };

static uint32_t random_state;

static uint32_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static float from_bits(uint32_t u)
{
    const epi_bits v = {.u = u};
    return v.f;
}

static uint32_t to_bits(float f)
{
    const epi_bits v = {.f = f};
    return v.u;
}

/* Bit patterns that are no finite number: quiet and signalling NaNs of both signs, infinities. */
static const uint32_t strange[] = {0x7FC00000U, 0xFFC00000U, 0x7F800001U, 0xFF800001U,
                                   0x7FFFFFFFU, 0xFFFFFFFFU, 0x7F800000U, 0xFF800000U};
enum { STRANGE = sizeof strange / sizeof *strange };

struct point {
    float (*kernel)(float);
    float x, y; /* the result must be y, bit for bit */
};

static const struct point points[] = {
    {epi_exp, 0.0F, 1.0F},
    {epi_exp, -0.0F, 1.0F},
    {epi_exp, 1e-45F, 1.0F},
    {epi_exp, -103.0F, 0x1p-149F},
    {epi_exp, -104.0F, 0.0F},
    {epi_exp, -FLT_MAX, 0.0F},
    {epi_exp, -INFINITY, 0.0F},
    {epi_tanh, 0.0F, 0.0F},
    {epi_tanh, -0.0F, -0.0F},
    {epi_tanh, 0x1p-149F, 0x1p-149F},
    {epi_tanh, 8.6875F, 1.0F},
    {epi_tanh, FLT_MAX, 1.0F},
    {epi_tanh, INFINITY, 1.0F},
    {epi_tanh, -INFINITY, -1.0F},
    {epi_sigmoid, 0.0F, 0.5F},
    {epi_sigmoid, -0.0F, 0.5F},
    {epi_sigmoid, 17.5F, 1.0F},
    {epi_sigmoid, FLT_MAX, 1.0F},
    {epi_sigmoid, INFINITY, 1.0F},
    {epi_softplus, 0.0F, 0x1.62e430p-1F},
    {epi_softplus, -0.0F, 0x1.62e430p-1F},
    {epi_softplus, 30.0F, 30.0F},
    {epi_softplus, -103.0F, 0x1p-149F},
    {epi_softplus, -104.0F, 0.0F},
    {epi_softplus, -INFINITY, 0.0F},
    {epi_softplus, FLT_MAX, FLT_MAX},
    {epi_softplus, INFINITY, FLT_MAX},
    {epi_silu, 0.0F, 0.0F},
    {epi_silu, -0.0F, 0.0F},
    {epi_silu, 1e-20F, 0.5e-20F},
    {epi_silu, -0x1p-140F, -0x1p-141F},
    {epi_silu, 30.0F, 30.0F},
    {epi_silu, FLT_MAX, FLT_MAX},
    {epi_silu, INFINITY, FLT_MAX},
    {epi_silu, -104.0F, -0x1.98p-144F},
    {epi_silu, -FLT_MAX, -0x1.98p-144F},
    {epi_silu, -INFINITY, -0x1.98p-144F},
    {epi_relu, 0.0F, 0.0F},
    {epi_relu, -0.0F, 0.0F},
    {epi_relu, -1e-45F, 0.0F},
    {epi_relu, 1e-45F, 1e-45F},
    {epi_relu, -FLT_MAX, 0.0F},
    {epi_relu, 0x1.8p-148F, 0x1.8p-148F},
    {epi_relu, 1.7014e38F, 1.7014e38F},
};

static void test_points(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const uint32_t y = to_bits(points[i].kernel(points[i].x));
        if (y != to_bits(points[i].y))
            fail_msg("point %zu, x = %.9g: 0x%08X, expected 0x%08X", i, (double)points[i].x,
                     (unsigned)y, (unsigned)to_bits(points[i].y));
    }
}

/* The inputs with the largest errors of all 2^32 (tests/exhaustive), in ulp: what the table of
   activations states is neither less nor much more. */
static void test_worst_inputs(void **state)
{
    static const struct {
        enum activation activation;
        uint32_t bits;
    } worst[] = {
        {ACT_TANH, 0x3F0AC3BEU},
        {ACT_SIGMOID, 0xC18515ECU},
        {ACT_SOFTPLUS, 0xBEF01E80U},
        {ACT_EXP, 0xC28E1750U},
    };
    (void)state;
    for (size_t i = 0; i < sizeof worst / sizeof *worst; i++) {
        const struct activation_row *row = activation_row(worst[i].activation);
        const float x = from_bits(worst[i].bits);
        const double exact = row->exact((double)x, NULL);
        int exponent;
        (void)frexp(exact, &exponent);
        const double error =
            ldexp(fabs((double)row->kernels[0].run(x, NULL) - exact), 24 - exponent);
        if (!(error <= row->kernels[0].error.ulp && error > row->kernels[0].error.ulp - 0.011))
            fail_msg("%s at %.9g: %.4f ulp, stated %.4f", row->kernels[0].name, (double)x, error,
                     row->kernels[0].error.ulp);
    }
}

/* Their bits are a promise to those who have emitted files: a checksum of the results for 170,000
   bit patterns of all kinds. Who changes a kernel on purpose changes it here, and says so to users.
 */
static void test_bits_stay(void **state)
{
    static const struct {
        const char *name;
        float (*kernel)(float);
        uint32_t sum;
    } rows[] = {
        {"exp", epi_exp, 0xC7A19792U},
        {"tanh", epi_tanh, 0xC6517711U},
        {"sigmoid", epi_sigmoid, 0xD8E92357U},
        {"softplus", epi_softplus, 0x0091E3D0U},
        {"tanh_e4", epi_tanh_e4, 0x40E41062U},
        {"sigmoid_e4", epi_sigmoid_e4, 0x79D62887U},
        {"softplus_e4", epi_softplus_e4, 0x87BC6251U},
        {"tanh_e3", epi_tanh_e3, 0xF9A95FD0U},
        {"sigmoid_e3", epi_sigmoid_e3, 0x5EFF76FFU},
        {"softplus_e3", epi_softplus_e3, 0x4A9BB861U},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t sum = 0, bits = 0;
        for (size_t k = 0; k < 65552; k++, bits += 65521U)
            sum = (sum ^ to_bits(rows[i].kernel(from_bits(bits)))) * 16777619U + 1U;
        for (bits = 0x3C800000U; bits < 0x41800000U; bits += 1601U) { /* 2^-6 to 16 */
            sum = (sum ^ to_bits(rows[i].kernel(from_bits(bits)))) * 16777619U + 1U;
            sum = (sum ^ to_bits(rows[i].kernel(-from_bits(bits)))) * 16777619U + 1U;
        }
        if (sum != rows[i].sum)
            fail_msg("%s: 0x%08XU, expected 0x%08XU", rows[i].name, (unsigned)sum,
                     (unsigned)rows[i].sum);
    }
}

static void test_exp_saturates(void **state)
{
    (void)state;
    const float top = epi_exp(88.7228317F);
    assert_true(top > 3.4027e38F && top < FLT_MAX);
    assert_int_equal(to_bits(epi_exp(89.0F)), to_bits(top));
    assert_int_equal(to_bits(epi_exp(FLT_MAX)), to_bits(top));
    assert_int_equal(to_bits(epi_exp(INFINITY)), to_bits(top));
}

static void test_sigmoid_stays_normal(void **state)
{
    (void)state;
    const float bottom = epi_sigmoid(-87.3365402F);
    assert_true(bottom >= FLT_MIN && bottom < 1.0001F * FLT_MIN);
    assert_int_equal(to_bits(epi_sigmoid(-88.0F)), to_bits(bottom));
    assert_int_equal(to_bits(epi_sigmoid(-INFINITY)), to_bits(bottom));
}

/* Kernels are close to libm on ordinary numbers; a wrong kernel under the name would not be. */
static void test_values(void **state)
{
    (void)state;
    for (int i = -800; i <= 800; i++) {
        const float x = 0.1F * (float)i;
        const double e = exp((double)x);
        assert_true(fabs((double)epi_exp(x) - e) <= 1.3e-7 * e);
        assert_true(fabs((double)epi_tanh(x) - tanh((double)x)) <= 3e-7);
        assert_true(fabs((double)epi_sigmoid(x) - e / (1.0 + e)) <= 3e-7);
        assert_true(fabs((double)epi_softplus(x) - log1p(e)) <= 4.8e-7 * log1p(e));
        assert_true(fabs((double)epi_silu(x) - (double)x / (1.0 + 1.0 / e)) <=
                    4e-7 * fabs((double)x) / (1.0 + 1.0 / e));
    }
}

static void test_strange_inputs_give_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < STRANGE; i++) {
        const float x = from_bits(strange[i]);
        assert_true(epi_exp(x) >= 0.0F && epi_exp(x) <= FLT_MAX);
        assert_true(epi_tanh(x) >= -1.0F && epi_tanh(x) <= 1.0F);
        assert_true(epi_sigmoid(x) >= FLT_MIN && epi_sigmoid(x) <= 1.0F);
        assert_true(epi_softplus(x) >= 0.0F && epi_softplus(x) <= FLT_MAX);
        assert_true(epi_silu(x) == (signbit(x) ? epi_silu(-104.0F) : FLT_MAX));
    }
}

static void test_tanh_is_odd(void **state)
{
    (void)state;
    for (int i = 0; i < RANDOM_INPUTS; i++) {
        const uint32_t u = random_bits();
        const uint32_t y = to_bits(epi_tanh(from_bits(u)));
        assert_int_equal(y ^ 0x80000000U, to_bits(epi_tanh(from_bits(u ^ 0x80000000U))));
        assert_true((y & 0x7FFFFFFFU) <= 0x3F800000U);
    }
}

static void test_leaky_relu(void **state)
{
    (void)state;
    static const float xs[] = {-FLT_MAX, -3.0F, -1e-38F, 1e-45F, 0.7F, 1.7014e38F};
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++)
        assert_int_equal(to_bits(epi_leaky_relu(xs[i], 0.01F)),
                         to_bits(xs[i] > 0.0F ? xs[i] : 0.01F * xs[i]));
    assert_int_equal(to_bits(epi_leaky_relu(-0.0F, 0.01F)), 0);
    assert_int_equal(to_bits(epi_leaky_relu(0.0F, 0.01F)), 0);
}

static void test_clip(void **state)
{
    (void)state;
    static const struct {
        float x, min, max, y;
    } rows[] = {
        {0.3F, -1.0F, 1.0F, 0.3F},        {-1.0F, -1.0F, 1.0F, -1.0F},
        {1.0F, -1.0F, 1.0F, 1.0F},        {-1.00000012F, -1.0F, 1.0F, -1.0F},
        {1.00000012F, -1.0F, 1.0F, 1.0F}, {-0.0F, -1.0F, 1.0F, -0.0F},
        {1e-45F, -1.0F, 1.0F, 1e-45F},    {-1e-45F, 0.0F, 1.0F, 0.0F},
        {-0.0F, 0.0F, 1.0F, 0.0F},        {0.0F, -1.0F, -0.0F, -0.0F},
        {FLT_MAX, -1.0F, 1.0F, 1.0F},     {-FLT_MAX, -1.0F, 1.0F, -1.0F},
        {FLT_MAX, -FLT_MAX, 1.0F, 1.0F},  {-FLT_MAX, -1.0F, FLT_MAX, -1.0F},
        {INFINITY, -2.0F, 3.0F, 3.0F},    {-INFINITY, -2.0F, 3.0F, -2.0F},
        {5.0F, 280.0F, 320.0F, 280.0F},   {-5.0F, -320.0F, -280.0F, -280.0F},
        {300.0F, 280.0F, 320.0F, 300.0F}, {-400.0F, -320.0F, -280.0F, -320.0F},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (to_bits(epi_clip(rows[i].x, rows[i].min, rows[i].max)) != to_bits(rows[i].y))
            fail_msg("row %zu: %.9g", i, (double)epi_clip(rows[i].x, rows[i].min, rows[i].max));
    for (size_t i = 0; i < STRANGE; i++) {
        const float y = epi_clip(from_bits(strange[i]), 0.25F, 0.5F);
        assert_true(y == ((strange[i] >> 31U) != 0U ? 0.25F : 0.5F));
    }
}

static void test_elu(void **state)
{
    (void)state;
    static const struct {
        float x, alpha, y;
    } rows[] = {
        {0.0F, 1.0F, 0.0F},          {-0.0F, 1.0F, 0.0F},
        {1e-45F, 0.5F, 1e-45F},      {-1e-45F, 1.0F, -1e-45F},
        {-1e-20F, 1.0F, -1e-20F},    {-0x1p-24F, 1.0F, -0x1p-24F},
        {0.7F, 3.0F, 0.7F},          {FLT_MAX, 2.0F, FLT_MAX},
        {INFINITY, 2.0F, FLT_MAX},   {-17.5F, 1.0F, -1.0F},
        {-18.0F, 0.25F, -0.25F},     {-FLT_MAX, 0.1F, -0.1F},
        {-INFINITY, 3.0F, -3.0F},    {-0x1.62e430p-1F, 1.0F, -0.5F},
        {-20.0F, FLT_MAX, -FLT_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (to_bits(epi_elu(rows[i].x, rows[i].alpha)) != to_bits(rows[i].y))
            fail_msg("row %zu: %.9g", i, (double)epi_elu(rows[i].x, rows[i].alpha));
    for (size_t i = 0; i < STRANGE; i++) {
        const float y = epi_elu(from_bits(strange[i]), 0.5F);
        assert_true(y == ((strange[i] >> 31U) != 0U ? -0.5F : FLT_MAX));
    }
    for (size_t i = 1; i < 800; i++) {
        const float x = -0.0371F * (float)i;
        assert_true(fabs((double)epi_elu(x, 0.7F) - (double)0.7F * expm1((double)x)) <= 1.2e-7);
    }
}

/* low, high, the value for NaN, x, the expected result, and whether x is outside */
static const struct {
    float low, high, nan, x, y;
    int outside;
} clamps[] = {
    {-4.0F, 4.0F, 0.5F, -4.0F, -4.0F, 0},
    {-4.0F, 4.0F, 0.5F, 4.0F, 4.0F, 0},
    {-4.0F, 4.0F, 0.5F, -4.00000048F, -4.0F, 1},
    {-4.0F, 4.0F, 0.5F, 4.00000048F, 4.0F, 1},
    {-4.0F, 4.0F, 0.5F, -INFINITY, -4.0F, 1},
    {-4.0F, 4.0F, 0.5F, INFINITY, 4.0F, 1},
    {-4.0F, 4.0F, 0.5F, -0.0F, -0.0F, 0},
    {-4.0F, 4.0F, 0.5F, 1e-45F, 1e-45F, 0},
    {0.0F, 1.0F, 0.5F, -0.0F, -0.0F, 0}, /* -0 is inside [0, 1] and stays -0 */
    {0.0F, 1.0F, 0.5F, 0.0F, 0.0F, 0},
    {0.0F, 1.0F, 0.5F, -1e-45F, 0.0F, 1},
    {-0.0F, 1.0F, 0.5F, 0.0F, 0.0F, 0},
    {-1.0F, 0.0F, -0.5F, 0.0F, 0.0F, 0},
    {-1.0F, -0.0F, -0.5F, 0.0F, 0.0F, 0},
    {-1.0F, 0.0F, -0.5F, 1e-45F, 0.0F, 1},
    {-FLT_MAX, FLT_MAX, 0.0F, FLT_MAX, FLT_MAX, 0},
    {-FLT_MAX, FLT_MAX, 0.0F, INFINITY, FLT_MAX, 1},
    {-FLT_MAX, FLT_MAX, 0.0F, -INFINITY, -FLT_MAX, 1},
    {280.0F, 320.0F, 293.15F, 0.0F, 280.0F, 1},
    {280.0F, 320.0F, 293.15F, -300.0F, 280.0F, 1},
    {-320.0F, -280.0F, -293.15F, 300.0F, -280.0F, 1},
    {-320.0F, -280.0F, -293.15F, -300.0F, -300.0F, 0},
};

static void test_clamp(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof clamps / sizeof *clamps; i++) {
        uint32_t status = 1U;
        const float y = epi_clamp(clamps[i].x, to_bits(clamps[i].low), to_bits(clamps[i].high),
                                  to_bits(clamps[i].nan), 0x80000000U, &status);
        if (to_bits(y) != to_bits(clamps[i].y) || status != (clamps[i].outside ? 0x80000001U : 1U))
            fail_msg("clamp row %zu: %.9g, status 0x%08X", i, (double)y, (unsigned)status);
        if (!signbit(clamps[i].low) || signbit(clamps[i].high))
            continue;
        uint32_t again = 1U;
        const float z = epi_clamp_zero(clamps[i].x, to_bits(clamps[i].low), to_bits(clamps[i].high),
                                       to_bits(clamps[i].nan), 0x80000000U, &again);
        if (to_bits(z) != to_bits(y) || again != status)
            fail_msg("clamp_zero row %zu: %.9g, status 0x%08X", i, (double)z, (unsigned)again);
    }
}

/* Cheaper kernels return a number in their range for all bits, are near the exact function at its
   ends, and are odd where it is. */
static void test_cheaper(void **state)
{
    static const struct {
        float (*kernel)(float);
        float low, high, error;
    } rows[] = {
        {epi_tanh_e4, -1.0F, 1.0F, 1e-4F},       {epi_tanh_e3, -1.0F, 1.0F, 1e-3F},
        {epi_sigmoid_e4, 0.0F, 1.0F, 1e-4F},     {epi_sigmoid_e3, 0.0F, 1.0F, 1e-3F},
        {epi_softplus_e4, 0.0F, FLT_MAX, 1e-4F}, {epi_softplus_e3, 0.0F, FLT_MAX, 1e-3F},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (uint32_t bits = 0; bits < 0xFFFE0000U; bits += 0x1FFFFU) {
            const float y = rows[i].kernel(from_bits(bits));
            assert_true(y >= rows[i].low && y <= rows[i].high);
        }
        assert_true(rows[i].kernel(-INFINITY) <= rows[i].low + rows[i].error);
        assert_true(rows[i].kernel(INFINITY) >= rows[i].high - rows[i].error);
        assert_true(rows[i].kernel(from_bits(0xFFC00000U)) == rows[i].kernel(-INFINITY));
        assert_true(rows[i].kernel(from_bits(0x7FC00000U)) == rows[i].kernel(INFINITY));
    }
    for (size_t i = 0; i < 243; i++) {
        const float x = 0.0371F * (float)i; /* up to 9 */
        assert_true(epi_tanh_e4(-x) == -epi_tanh_e4(x));
        assert_true(epi_tanh_e3(-x) == -epi_tanh_e3(x));
    }
    for (size_t i = 0; i < 102; i++) {
        const float x = 1e-9F * powf(1.37F, (float)i); /* up to 65536 */
        assert_true(epi_tanh_e4_core(x) == epi_tanh_e4(x));
        assert_true(epi_tanh_e3_core(-x) == epi_tanh_e3(-x));
    }
}

static void test_clamp_replaces_nan(void **state)
{
    (void)state;
    for (size_t i = 0; i < STRANGE; i++) {
        uint32_t status = 0U;
        const float y =
            epi_clamp(from_bits(strange[i]), 0xC0800000U, 0x40800000U, 0x3F000000U, 2U, &status);
        assert_int_equal(status, 2U);
        if (isnan(from_bits(strange[i])))
            assert_int_equal(to_bits(y), 0x3F000000U);
    }
}

/* One status word collects the bits of all inputs, and no call clears one. */
static void test_clamp_collects_status(void **state)
{
    (void)state;
    uint32_t status = 0U;
    (void)epi_clamp(5.0F, to_bits(-1.0F), to_bits(1.0F), 0U, 1U, &status);
    (void)epi_clamp(0.0F, to_bits(-1.0F), to_bits(1.0F), 0U, 2U, &status);
    (void)epi_clamp(-5.0F, to_bits(-1.0F), to_bits(1.0F), 0U, 4U, &status);
    assert_int_equal(status, 5U);
}

static void test_flush(void **state)
{
    (void)state;
    const uint32_t limit = to_bits(0x1p-30F);
    assert_int_equal(to_bits(epi_flush(0x1p-30F, limit)), limit);
    assert_int_equal(to_bits(epi_flush(-0x1p-30F, limit)), limit | 0x80000000U);
    assert_int_equal(to_bits(epi_flush(0x1.fffffep-31F, limit)), 0);
    assert_int_equal(to_bits(epi_flush(-0x1.fffffep-31F, limit)), 0); /* +0, not -0 */
    assert_int_equal(to_bits(epi_flush(-1e-45F, limit)), 0);
    assert_int_equal(to_bits(epi_flush(-0.0F, limit)), 0);
    assert_int_equal(to_bits(epi_flush(FLT_MAX, limit)), to_bits(FLT_MAX));
}

static void test_doubt(void **state)
{
    (void)state;
    static const float etas[] = {0.0F, 1e-45F, FLT_MIN, 0.3F, 1.0F};
    for (size_t i = 0; i < sizeof etas / sizeof *etas; i++) {
        assert_int_equal(to_bits(epi_eta_or_one(etas[i], 0U)), to_bits(etas[i]));
        for (uint32_t bit = 0; bit < 32; bit++)
            assert_int_equal(to_bits(epi_eta_or_one(etas[i], 1U << bit)), to_bits(1.0F));
        assert_int_equal(to_bits(epi_eta_or_one(etas[i], 0xFFFFFFFFU)), to_bits(1.0F));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_worst_inputs),
        cmocka_unit_test(test_bits_stay),
        cmocka_unit_test(test_exp_saturates),
        cmocka_unit_test(test_sigmoid_stays_normal),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_strange_inputs_give_numbers),
        cmocka_unit_test(test_tanh_is_odd),
        cmocka_unit_test(test_leaky_relu),
        cmocka_unit_test(test_elu),
        cmocka_unit_test(test_clip),
        cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_cheaper),
        cmocka_unit_test(test_clamp_replaces_nan),
        cmocka_unit_test(test_clamp_collects_status),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_doubt),
    };
    const char *seed = getenv("SEED");
    random_state = seed != NULL ? (uint32_t)strtoul(seed, NULL, 0) | 1U : 20240601U;
    printf("seed %u (set SEED to change it)\n", (unsigned)random_state);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
