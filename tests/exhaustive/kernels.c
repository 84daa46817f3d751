/* Checks kernels on a part of the ordered floats, against MPFR or against plain C. The head of
   exhaustive.c says what is certified and how. */
#include "exhaustive.h"

#include "float32/kernels.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* The float with the given place on the ordered line: negative NaN, -inf ... -0, +0 ... +inf,
 * positive NaN. */
static float from_key(uint32_t key)
{
    return from_bits((key & 0x80000000U) != 0U ? key ^ 0x80000000U : ~key);
}

/* -- references */

static double sigmoid_reference(double x) { return 1.0 / (1.0 + exp(-x)); }

static double softplus_reference(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

static void exp_exact(mpfr_t result, mpfr_t x) { mpfr_exp(result, x, MPFR_RNDN); }

static void tanh_exact(mpfr_t result, mpfr_t x) { mpfr_tanh(result, x, MPFR_RNDN); }

static void sigmoid_exact(mpfr_t result, mpfr_t x)
{
    mpfr_neg(x, x, MPFR_RNDN);
    mpfr_exp(result, x, MPFR_RNDN);
    mpfr_add_ui(result, result, 1, MPFR_RNDN);
    mpfr_ui_div(result, 1, result, MPFR_RNDN);
}

static void softplus_exact(mpfr_t result, mpfr_t x)
{
    const bool positive = mpfr_sgn(x) > 0;
    mpfr_t t;
    mpfr_init2(t, PRECISION);
    mpfr_abs(t, x, MPFR_RNDN);
    mpfr_neg(t, t, MPFR_RNDN);
    mpfr_exp(t, t, MPFR_RNDN);
    mpfr_log1p(result, t, MPFR_RNDN);
    if (positive)
        mpfr_add(result, result, x, MPFR_RNDN);
    mpfr_clear(t);
}

static float elu_one(float x) { return epi_elu(x, 1.0F); }

static double elu_reference(double x) { return x > 0.0 ? x : expm1(x); }

static void elu_exact(mpfr_t result, mpfr_t x)
{
    if (mpfr_sgn(x) > 0)
        mpfr_set(result, x, MPFR_RNDN);
    else
        mpfr_expm1(result, x, MPFR_RNDN);
}

/* Minus infinity is a number that makes no difference, as in exact_value. */
static double silu_reference(double x)
{
    return x < 0.0 ? fmax(x, -1e4) * exp(x) / (1.0 + exp(x)) : x / (1.0 + exp(-x));
}

static void silu_exact(mpfr_t result, mpfr_t x)
{
    mpfr_t t;
    mpfr_init2(t, PRECISION);
    mpfr_neg(t, x, MPFR_RNDN);
    mpfr_exp(t, t, MPFR_RNDN);
    mpfr_add_ui(t, t, 1, MPFR_RNDN);
    mpfr_div(result, x, t, MPFR_RNDN);
    mpfr_clear(t);
}

/* The input for which a kernel's result is judged: x, limited to where the kernel saturates. An
   infinity counts as the largest number. */
static double judged(const struct approximation *a, float x)
{
    return fmin((double)x,
                fmin(activation_kernel(a->activation, ACCURACY_FULL)->error.top, (double)FLT_MAX));
}

/* The exact value for x. Minus infinity is replaced by a number so low that the result is the same.
 */
static void exact_value(const struct approximation *a, float x, mpfr_t result)
{
    mpfr_t argument;
    mpfr_init2(argument, PRECISION);
    mpfr_set_d(argument, fmax(-0x1p200, judged(a, x)), MPFR_RNDN);
    a->exact(result, argument);
    mpfr_clear(argument);
}

static double double_value(const struct approximation *a, float x)
{
    return a->reference(judged(a, x));
}

/* -- error in ulp */

/* 1 / ulp of a float of the size of v. It is taken of v before rounding, so it is never larger than
   that of v rounded up. */
static double ulp_inverse(double v)
{
    union {
        double d;
        uint64_t u;
    } bits = {.d = v};
    const int exponent = (int)((bits.u >> 52) & 0x7FF) - 1023;
    bits.u = (uint64_t)(23 - (exponent < -126 ? -126 : exponent) + 1023) << 52;
    return bits.d;
}

static void certify(const struct approximation *a, float x, double *ulp, double *absolute)
{
    const float y = a->kernel(x);
    mpfr_t exact, rounded;
    mpfr_inits2(PRECISION, exact, (mpfr_ptr)0);
    mpfr_init2(rounded, 24);
    exact_value(a, x, exact);
    mpfr_set(rounded, exact, MPFR_RNDN);
    const long exponent = mpfr_zero_p(rounded) ? -126 : mpfr_get_exp(rounded) - 1;
    mpfr_sub_d(exact, exact, (double)y, MPFR_RNDN);
    mpfr_abs(exact, exact, MPFR_RNDN);
    *absolute = mpfr_get_d(exact, MPFR_RNDU);
    mpfr_mul_2si(exact, exact, 23 - (exponent < -126 ? -126 : exponent), MPFR_RNDN);
    *ulp = mpfr_get_d(exact, MPFR_RNDU);
    mpfr_clears(exact, rounded, (mpfr_ptr)0);
}

/* How far the double reference is from MPFR, in ulp of float. */
static double discrepancy(const struct approximation *a, float x)
{
    const double reference = double_value(a, x);
    mpfr_t exact;
    mpfr_init2(exact, PRECISION);
    exact_value(a, x, exact);
    mpfr_sub_d(exact, exact, reference, MPFR_RNDN);
    const double difference = fabs(mpfr_get_d(exact, MPFR_RNDU)) * ulp_inverse(reference);
    mpfr_clear(exact);
    return difference;
}

/* -- one chunk */

static void fault_add(struct record *r, float x)
{
    if (r->faults++ == 0)
        r->fault_at = x;
}

void worst_update(struct worst *w, double error, float x)
{
    if (error > w->error)
        *w = (struct worst){error, x};
}

static bool in_range(const struct approximation *a, float x, float y)
{
    const struct kernel_error *e = &activation_kernel(a->activation, ACCURACY_FULL)->error;
    if (!(y >= e->low && y <= e->high))
        return false;
    return !a->odd ||
           to_bits(a->kernel(from_bits(to_bits(x) ^ 0x80000000U))) == (to_bits(y) ^ 0x80000000U);
}

static void monotony_check(struct record *r, float previous, float y)
{
    if (y < previous) {
        r->drops++;
        r->drop =
            fmax(r->drop, ((double)previous - y) * ulp_inverse(fmaxf(fabsf(previous), fabsf(y))));
    }
}

/* Errors here are estimates by the double reference; chunk_certify replaces the largest by the
 * exact ones. */
static void input_check(const struct approximation *a, uint32_t key, uint64_t index,
                        float *previous, struct record *r)
{
    const float x = from_key(key);
    const float y = a->kernel(x);
    r->inputs++;
    if (!in_range(a, x, y))
        fault_add(r, x);
    if (isnan(x))
        return; /* for a NaN any value in range is right */
    const double reference = double_value(a, x);
    const double error = fabs((double)y - reference);
    worst_update(&r->absolute, error, x);
    if (fabs(reference) < FLT_MIN)
        worst_update(&r->tiny, error, x);
    if (a->denormals || fabs(reference) >= FLT_MIN)
        worst_update(&r->ulp, error * ulp_inverse(reference), x);
    monotony_check(r, *previous, y);
    *previous = y;
    if (index % SPOT == 0)
        r->discrepancy = fmax(r->discrepancy, discrepancy(a, x));
}

static void chunk_certify(const struct approximation *a, struct record *r)
{
    double ulp, absolute;
    if (r->ulp.error > 0.0) {
        certify(a, r->ulp.x, &ulp, &absolute);
        r->ulp.error = ulp;
    }
    if (r->absolute.error > 0.0) {
        certify(a, r->absolute.x, &ulp, &absolute);
        r->absolute.error = absolute;
    }
}

static void approximation_chunk(const struct approximation *a, uint64_t first, uint64_t end,
                                uint64_t stride, struct record *r)
{
    float previous = NAN; /* compares as "not smaller" */
    for (uint64_t i = first; i < end; i++) {
        const uint32_t key = (uint32_t)(i * stride);
        if ((i == first || stride > 1) && key > 0 && !isnan(from_key(key - 1)))
            previous = a->kernel(from_key(key - 1));
        input_check(a, key, i, &previous, r);
    }
    chunk_certify(a, r);
}

static void exact_chunk(bool (*equal)(uint32_t), uint64_t first, uint64_t end, uint64_t stride,
                        struct record *r)
{
    for (uint64_t i = first; i < end; i++) {
        const uint32_t bits = (uint32_t)(i * stride);
        r->inputs++;
        if (!equal(bits))
            fault_add(r, from_bits(bits));
    }
}

void check_chunk(const struct check *check, uint64_t first, uint64_t end, uint64_t stride,
                 struct record *r)
{
    if (check->approximation != NULL)
        approximation_chunk(check->approximation, first, end, stride, r);
    else
        exact_chunk(check->equal, first, end, stride, r);
}

/* -- kernels with an exact answer */

static bool relu_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    bool allowed = isfinite(x) && (double)x <= RELU_TOP;
    return !allowed || to_bits(epi_relu(x)) == to_bits(x > 0.0F ? x : 0.0F);
}

/* The product of two floats is exact in double: one rounding is left. */
static bool square_equal(uint32_t bits)
{
    float x = from_bits(bits);
    bool allowed = fabsf(x) <= 1.8446e19F; /* false for a NaN */
    return !allowed || to_bits(epi_square(x)) == to_bits((float)((double)x * (double)x));
}

/* slope * x is exact in double, so its conversion to float is the one rounding allowed */
static bool leaky_relu_equal(uint32_t bits)
{
    static const float slopes[] = {0.01F, 0.2F, 0.5F};
    const float x = from_bits(bits);
    bool good = true;
    bool allowed = isfinite(x) && (double)x <= RELU_TOP;
    for (size_t i = 0; allowed && i < sizeof slopes / sizeof *slopes; i++) {
        const float expected = x > 0.0F ? x : (float)((double)slopes[i] * (double)x) + 0.0F;
        good = good && to_bits(epi_leaky_relu(x, slopes[i])) == to_bits(expected);
    }
    return good;
}

/* What makes the bound for any alpha true: with alpha 1, which changes no bit, the relative error
   is at most that bound without the rounding of the product with alpha. */
static bool elu_relative(uint32_t bits)
{
    const double bar = (activation_kernel(ACT_ELU, ACCURACY_FULL)->error.ulp - 0.5) * 0x1p-24;
    const float x = from_bits(bits);
    const double exact = expm1((double)x);
    return !(x < 0.0F) || fabs((double)epi_elu(x, 1.0F) - exact) <= bar * fabs(exact);
}

/* Above zero it is x, whatever alpha; and a product with alpha rounds once. */
static bool elu_equal(uint32_t bits)
{
    static const float alphas[] = {FLT_MIN, 0.01F, 1.6732632F, 100.0F, FLT_MAX};
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; isfinite(x) && i < sizeof alphas / sizeof *alphas; i++) {
        const double product = (double)alphas[i] * (double)epi_elu(x, 1.0F);
        const float expected = x > 0.0F ? x : (float)product + 0.0F;
        good = good && to_bits(epi_elu(x, alphas[i])) == to_bits(expected);
    }
    return good;
}

/* Zeros may change their sign where a limit is zero; a NaN is taken for an infinity. */
static bool clip_equal(uint32_t bits)
{
    static const float limits[][2] = {{-1.0F, 1.0F},     {0.0F, 1.0F},       {-0.0F, 2.5F},
                                      {-3.0F, -0.0F},    {1.5F, 1.5000001F}, {-320.0F, -280.0F},
                                      {-1e-45F, 1e-45F}, {-FLT_MAX, FLT_MAX}};
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const float low = limits[i][0], high = limits[i][1], y = epi_clip(x, low, high);
        const float expected = isnan(x)   ? (signbit(x) ? low : high)
                               : x < low  ? low
                               : x > high ? high
                                          : x;
        good = good && y == expected && (x == 0.0F || to_bits(y) == to_bits(expected));
    }
    return good;
}

static bool abs_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    return isnan(x) || to_bits(epi_abs(x)) == (bits & 0x7FFFFFFFU);
}

/* A kernel without a clamp equals the one with a clamp to the bit wherever it may be called. */
#define UNCLAMPED(name, core, kernel, limit)                                                       \
    static bool name(uint32_t bits)                                                                \
    {                                                                                              \
        const float x = from_bits(bits);                                                           \
        return !(fabsf(x) <= (limit)) || to_bits(core(x)) == to_bits(kernel(x));                   \
    }

UNCLAMPED(tanh_core_equal, epi_tanh_core, epi_tanh, 8.6875F)
UNCLAMPED(tanh_e4_core_equal, epi_tanh_e4_core, epi_tanh_e4, 65536.0F)
UNCLAMPED(tanh_e3_core_equal, epi_tanh_e3_core, epi_tanh_e3, 65536.0F)

/* low, high and the value for NaN, which need not lie between them */
static const float bounds[][3] = {
    {-4.0F, 4.0F, 0.013F},    {0.0F, 1.0F, 0.5F},          {-0.0F, 3.3F, 1.0F},
    {-1.0F, 0.0F, -0.25F},    {-2.5F, -0.0F, -1.0F},       {-FLT_MAX, FLT_MAX, 0.0F},
    {1.5F, 1.5000001F, 1.5F}, {280.0F, 320.0F, 293.15F},   {-320.0F, -280.0F, -293.15F},
    {-1e-45F, 1e-45F, -0.0F}, {-FLT_MAX, -FLT_MIN, -1.0F}, {1e-40F, FLT_MAX, 7.0F},
    {-0.0F, 0.0F, 0.0F},      {-3.3F, 0.0F, -1.0F},        {-0.0F, FLT_MAX, 0.5F},
};

static bool clamp_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const float *b = bounds[i];
        const float expected = isnan(x) ? b[2] : x < b[0] ? b[0] : x > b[1] ? b[1] : x;
        const bool outside = isnan(x) || x < b[0] || x > b[1];
        uint32_t status = 0x80000001U;
        const float y = epi_clamp(x, to_bits(b[0]), to_bits(b[1]), to_bits(b[2]), 4U, &status);
        good = good && to_bits(y) == to_bits(expected) &&
               status == (outside ? 0x80000005U : 0x80000001U);
    }
    return good;
}

/* clamp_zero equals clamp to the bit wherever it may be called. */
static bool clamp_zero_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const float *b = bounds[i];
        uint32_t status = 0x80000001U, expected = 0x80000001U;
        if (!signbit(b[0]) || signbit(b[1]))
            continue;
        const float y = epi_clamp_zero(x, to_bits(b[0]), to_bits(b[1]), to_bits(b[2]), 4U, &status);
        const float z = epi_clamp(x, to_bits(b[0]), to_bits(b[1]), to_bits(b[2]), 4U, &expected);
        good = good && to_bits(y) == to_bits(z) && status == expected;
    }
    return good;
}

static bool flush_equal(uint32_t bits)
{
    static const float limits[] = {0x1p-30F, 0x1p-126F, 1.0F, 0x1p127F};
    const float z = from_bits(bits);
    bool good = true;
    for (size_t i = 0; isfinite(z) && i < sizeof limits / sizeof *limits; i++) {
        const float expected = fabsf(z) < limits[i] ? 0.0F : z;
        good = good && to_bits(epi_flush(z, to_bits(limits[i]))) == to_bits(expected);
    }
    return good;
}

/* the pattern is taken both as eta and as the status */
static bool eta_or_one_equal(uint32_t bits)
{
    const uint32_t one = 0x3F800000U;
    const uint32_t eta = 0x3E800000U;
    return to_bits(epi_eta_or_one(from_bits(eta), bits)) == (bits == 0 ? eta : one) &&
           (isnan(from_bits(bits)) || (to_bits(epi_eta_or_one(from_bits(bits), 0)) == bits &&
                                       to_bits(epi_eta_or_one(from_bits(bits), 8)) == one));
}

/* -- cheaper kernels: absolute errors, for which the double reference is good enough */

static bool is_near(float y, double exact, enum accuracy accuracy, enum activation activation)
{
    const struct kernel_error *e = &activation_kernel(activation, accuracy)->error;
    double spacing = (double)nextafterf(fabsf(y), INFINITY) - fabs((double)y);
    spacing = isfinite(spacing) ? spacing : 0x1p104;
    return isfinite(y) && e->low <= (double)y && (double)y <= e->high &&
           fabs((double)y - exact) <= e->absolute + e->ulp * spacing;
}

/* The float of the bits; a NaN counts as an infinity of its sign, an infinity as the largest
 * number. */
static double tamed(uint32_t bits)
{
    const float x = from_bits(bits);
    return isfinite(x) ? (double)x : (bits >> 31U) != 0U ? -(double)FLT_MAX : (double)FLT_MAX;
}

#define CHEAPER(name, kernel, reference, accuracy, activation)                                     \
    static bool name(uint32_t bits)                                                                \
    {                                                                                              \
        return is_near(kernel(from_bits(bits)), reference(tamed(bits)), accuracy, activation);     \
    }

CHEAPER(tanh_e4_near, epi_tanh_e4, tanh, ACCURACY_E4, ACT_TANH)
CHEAPER(tanh_e3_near, epi_tanh_e3, tanh, ACCURACY_E3, ACT_TANH)
CHEAPER(sigmoid_e4_near, epi_sigmoid_e4, sigmoid_reference, ACCURACY_E4, ACT_SIGMOID)
CHEAPER(sigmoid_e3_near, epi_sigmoid_e3, sigmoid_reference, ACCURACY_E3, ACT_SIGMOID)
CHEAPER(softplus_e4_near, epi_softplus_e4, softplus_reference, ACCURACY_E4, ACT_SOFTPLUS)
CHEAPER(softplus_e3_near, epi_softplus_e3, softplus_reference, ACCURACY_E3, ACT_SOFTPLUS)

/* -- all kernels */

static const struct approximation exp_approximation = {epi_exp, exp,  exp_exact,
                                                       ACT_EXP, true, false};
static const struct approximation tanh_approximation = {epi_tanh, tanh,  tanh_exact,
                                                        ACT_TANH, false, true};
static const struct approximation sigmoid_approximation = {
    epi_sigmoid, sigmoid_reference, sigmoid_exact, ACT_SIGMOID, false, false};
static const struct approximation softplus_approximation = {
    epi_softplus, softplus_reference, softplus_exact, ACT_SOFTPLUS, true, false};
static const struct approximation elu_approximation = {elu_one, elu_reference, elu_exact,
                                                       ACT_ELU, true,          false};
static const struct approximation silu_approximation = {epi_silu, silu_reference, silu_exact,
                                                        ACT_SILU, false,          false};

const struct check kernel_checks[] = {
    {"exp", &exp_approximation, NULL, NULL},
    {"tanh", &tanh_approximation, NULL, NULL},
    {"sigmoid", &sigmoid_approximation, NULL, NULL},
    {"softplus", &softplus_approximation, NULL, NULL},
    {"elu", &elu_approximation, NULL, NULL},
    {"elu_any", NULL, elu_relative, NULL},
    {"elu_alphas", NULL, elu_equal, NULL},
    {"silu", &silu_approximation, NULL, NULL},
    {"tanh_core", NULL, tanh_core_equal, NULL},
    {"tanh_e4", NULL, tanh_e4_near, NULL},
    {"tanh_e4_core", NULL, tanh_e4_core_equal, NULL},
    {"tanh_e3", NULL, tanh_e3_near, NULL},
    {"tanh_e3_core", NULL, tanh_e3_core_equal, NULL},
    {"sigmoid_e4", NULL, sigmoid_e4_near, NULL},
    {"sigmoid_e3", NULL, sigmoid_e3_near, NULL},
    {"softplus_e4", NULL, softplus_e4_near, NULL},
    {"softplus_e3", NULL, softplus_e3_near, NULL},
    {"abs", NULL, abs_equal, NULL},
    {"relu", NULL, relu_equal, NULL},
    {"leaky_relu", NULL, leaky_relu_equal, NULL},
    {"square", NULL, square_equal, NULL},
    {"clip", NULL, clip_equal, NULL},
    {"clamp", NULL, clamp_equal, NULL},
    {"clamp_zero", NULL, clamp_zero_equal, NULL},
    {"flush", NULL, flush_equal, NULL},
    {"eta_or_one", NULL, eta_or_one_equal, NULL},
};
const int n_kernel_checks = sizeof kernel_checks / sizeof *kernel_checks;
