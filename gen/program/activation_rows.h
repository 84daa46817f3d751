/* The table of activations, float32: see activation.h for what a row says. Each activation has a
   section with its functions and one row. The table is in a header so that the trainer's loops,
   compiled once for each width of vectors, contain the kernels themselves: everyone else asks
   activation_row(). Kernels here are those that are pasted into emitted files. */
#ifndef EPIGEN_ACTIVATION_ROWS_H
#define EPIGEN_ACTIVATION_ROWS_H

#include "program/activation.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Each behind those it uses. */
/* clang-format off */
#include "float32/bits.h"
#include "float32/abs.h"
#include "float32/relu.h"
#include "float32/leaky_relu.h"
#include "float32/tanh_core.h"
#include "float32/tanh.h"
#include "float32/cheaper/tanh_e4_core.h"
#include "float32/cheaper/tanh_e4.h"
#include "float32/cheaper/tanh_e3_core.h"
#include "float32/cheaper/tanh_e3.h"
#include "float32/exp_core.h"
#include "float32/exp.h"
#include "float32/sigmoid.h"
#include "float32/cheaper/sigmoid_e4.h"
#include "float32/cheaper/sigmoid_e3.h"
#include "float32/softplus.h"
#include "float32/cheaper/softplus_e4.h"
#include "float32/cheaper/softplus_e3.h"
#include "float32/square.h"
#include "float32/elu.h"
#include "float32/silu.h"
#include "float32/clip.h"
/* clang-format on */

/* KERNEL_RUN(name): a kernel without parameters, as rows have it. */
#define KERNEL_RUN(name)                                                                           \
    static inline float name##_run(float x, const float *p)                                        \
    {                                                                                              \
        (void)p;                                                                                   \
        return epi_##name(x);                                                                      \
    }
/* The functions of a row with one expression each: of x, the interval v, or dy, x and y; and of the
   parameters p. */
#define CONTRACT(name, low_end, high_end)                                                          \
    static inline struct interval name##_contract(struct interval v, enum accuracy accuracy,       \
                                                  const float *p)                                  \
    {                                                                                              \
        (void)v;                                                                                   \
        (void)accuracy;                                                                            \
        (void)p;                                                                                   \
        return (struct interval){low_end, high_end};                                               \
    }
#define EXACT(name, expression)                                                                    \
    static inline double name##_exact(double x, const float *p)                                    \
    {                                                                                              \
        (void)p;                                                                                   \
        return expression;                                                                         \
    }
#define SLOPE(name, expression)                                                                    \
    static inline double name##_slope(struct interval v, const float *p)                           \
    {                                                                                              \
        (void)v;                                                                                   \
        (void)p;                                                                                   \
        return expression;                                                                         \
    }
#define GRADIENT(name, expression)                                                                 \
    static inline float name##_gradient(float dy, float x, float y, const float *p)                \
    {                                                                                              \
        (void)x;                                                                                   \
        (void)y;                                                                                   \
        (void)p;                                                                                   \
        return expression;                                                                         \
    }

/* The number of an interval that is nearest to zero. */
static inline double interval_nearest(struct interval v)
{
    return v.low > 0.0 ? v.low : v.high < 0.0 ? v.high : 0.0;
}

/* --- identity --- */

static inline float identity_run(float x, const float *p)
{
    (void)p;
    return x;
}
EXACT(identity, x)
SLOPE(identity, 1.0)
CONTRACT(identity, v.low, v.high)
GRADIENT(identity, dy)

/* --- relu --- */

KERNEL_RUN(relu)
EXACT(relu, fmax(x, 0.0))
CONTRACT(relu, fmax(v.low, 0.0), fmax(v.high, 0.0))
GRADIENT(relu, y > 0.0F ? dy : 0.0F)

/* --- leaky_relu --- */

static inline float leaky_relu_run(float x, const float *p) { return epi_leaky_relu(x, p[0]); }
EXACT(leaky_relu, x < 0.0 ? (double)p[0] * x : x)
CONTRACT(leaky_relu, v.low, fmax(v.high, 0.0))
GRADIENT(leaky_relu, (dy * (y > 0.0F ? 1.0F : p[0])))

/* --- tanh --- */

KERNEL_RUN(tanh)
KERNEL_RUN(tanh_e4)
KERNEL_RUN(tanh_e3)
EXACT(tanh, tanh(x))
static inline double tanh_slope(struct interval v, const float *p)
{
    const double t = tanh(interval_nearest(v));
    (void)p;
    return (1.0 - t * t) + 0x1p-50;
}
CONTRACT(tanh, -1.0, 1.0)
GRADIENT(tanh, (dy * (1.0F - y * y)))

/* --- sigmoid --- */

KERNEL_RUN(sigmoid)
KERNEL_RUN(sigmoid_e4)
KERNEL_RUN(sigmoid_e3)
EXACT(sigmoid, 1.0 / (1.0 + exp(-x)))
static inline double sigmoid_slope(struct interval v, const float *p)
{
    const double s = sigmoid_exact(interval_nearest(v), p);
    return s * (1.0 - s) + 0x1p-50;
}
CONTRACT(sigmoid, 0.0, 1.0)
GRADIENT(sigmoid, (dy * (y * (1.0F - y))))

/* --- softplus --- */

KERNEL_RUN(softplus)
KERNEL_RUN(softplus_e4)
KERNEL_RUN(softplus_e3)
EXACT(softplus, fmax(x, 0.0) + log1p(exp(-fabs(x))))
SLOPE(softplus, 1.0 / (1.0 + exp(-v.high)) + 0x1p-50)
CONTRACT(softplus, fmax(v.low, 0.0),
         fmax(v.high, 0.0) +
             (accuracy == ACCURACY_FULL ? SOFTPLUS_ABOVE_RELU : SOFTPLUS_ABOVE_RELU_COARSE))
GRADIENT(softplus, (dy * (1.0F - epi_exp(-y))))

/* --- exp --- */

KERNEL_RUN(exp)
EXACT(exp, exp(x))
SLOPE(exp, exp(v.high) * (1.0 + 0x1p-50))
static inline struct interval exp_contract(struct interval v, enum accuracy accuracy,
                                           const float *p)
{
    (void)accuracy;
    (void)p;
    for (unsigned i = 0; i < EXP_STEPS; i++)
        if (v.high <= exp_steps[i][0])
            return (struct interval){0.0, exp_steps[i][1]};
    return (struct interval){0.0, (double)FLT_MAX};
}
GRADIENT(exp, (dy * y))

/* --- square --- */

KERNEL_RUN(square)
EXACT(square, (x * x))
SLOPE(square, 2.0 * fmax(fabs(v.low), fabs(v.high)))
static inline struct interval square_range(struct interval v, const float *p)
{
    const double a = v.low * v.low, b = v.high * v.high;
    const bool has_zero = v.low <= 0.0 && v.high >= 0.0;
    (void)p;
    return (struct interval){has_zero ? 0.0 : fmin(a, b), fmax(a, b)};
}
CONTRACT(square, 0.0, (SQUARE_FACTOR * square_range(v, p).high) + SQUARE_MORE)

/* --- elu --- */

static inline float elu_run(float x, const float *p) { return epi_elu(x, p[0]); }
EXACT(elu, x > 0.0 ? x : (double)p[0] * expm1(x))
/* 1 above zero, below it alpha exp(x), which grows. */
SLOPE(elu, fmax(v.high > 0.0 ? 1.0 : 0.0,
                v.low < 0.0 ? (double)p[0] * exp(fmin(v.high, 0.0)) * (1.0 + 0x1p-50) : 0.0))
CONTRACT(elu, v.low >= 0.0 ? v.low : -(double)p[0], fmax(v.high, 0.0))
GRADIENT(elu, (dy * (y > 0.0F ? 1.0F : y + p[0])))

/* --- silu --- */

KERNEL_RUN(silu)
/* x t / (1 + t) below zero, where exp(-x) would overflow. */
EXACT(silu, x < 0.0 ? x * exp(x) / (1.0 + exp(x)) : x / (1.0 + exp(-x)))

static inline double silu_derivative(double x)
{
    const double s = sigmoid_exact(x, NULL);
    return s * (1.0 + x * (1.0 - s));
}

static inline bool interval_has(struct interval v, double x) { return v.low <= x && x <= v.high; }

/* The derivative falls to -0.0998 at -2.3994, grows to 1.0998 at 2.3994 and falls to 1; elsewhere
   its largest magnitude is at an end of the interval. */
static inline double silu_slope(struct interval v, const float *p)
{
    const double turn = 2.3993572805154676;
    double slope = fmax(fabs(silu_derivative(v.low)), fabs(silu_derivative(v.high)));
    (void)p;
    if (interval_has(v, turn))
        slope = fmax(slope, silu_derivative(turn));
    if (interval_has(v, -turn))
        slope = fmax(slope, -silu_derivative(-turn));
    return slope + 0x1p-50;
}

/* It falls down to its least value and grows from there. */
static inline struct interval silu_range(struct interval v, const float *p)
{
    const double bottom = -1.2784645427610738;
    const double a = silu_exact(v.low, p), b = silu_exact(v.high, p);
    return (struct interval){interval_has(v, bottom) ? silu_exact(bottom, p) : fmin(a, b),
                             fmax(a, b)};
}
CONTRACT(silu, fmax(fmin(v.low, 0.0), SILU_LEAST), fmax(v.high, 0.0))
static inline float silu_gradient(float dy, float x, float y, const float *p)
{
    const float s = epi_sigmoid(x);
    (void)y;
    (void)p;
    return dy * (s * (1.0F + x * (1.0F - s)));
}

/* --- clip --- */

static inline float clip_run(float x, const float *p) { return epi_clip(x, p[0], p[1]); }
EXACT(clip, fmin(fmax(x, (double)p[0]), (double)p[1]))
CONTRACT(clip, clip_exact(v.low, p), clip_exact(v.high, p))

/* --- the rows --- */

static const struct activation_row activation_rows[ACT_COUNT] = {
    [ACT_IDENTITY] = {.kernels = {{.run = identity_run,
                                   .error = {0.0, 0.0, 0.0, -FLT_MAX, FLT_MAX, INFINITY}}},
                      .exact = identity_exact,
                      .slope = identity_slope,
                      .contract = identity_contract,
                      .gradient = identity_gradient,
                      .gain = 1.0},
    [ACT_RELU] = {.kernels = {{.name = "relu",
                               .calls = {"abs"},
                               .run = relu_run,
                               .error = {0.0, 0.0, 0.0, 0.0, FLT_MAX, RELU_TOP},
                               .in_block = true}},
                  .place = 1,
                  .alone = true,
                  .exact = relu_exact,
                  .slope = identity_slope,
                  .contract = relu_contract,
                  .gradient = relu_gradient,
                  .gain = 2.0},
    /* rounds once */
    [ACT_LEAKY_RELU] = {.kernels = {{.name = "leaky_relu",
                                     .calls = {"abs", "relu"},
                                     .run = leaky_relu_run,
                                     .error = {0.5, INFINITY, 0x1p-150, -FLT_MAX, FLT_MAX,
                                               RELU_TOP}}},
                        .place = 2,
                        .requires = "0.0 < slope < 1.0",
                        .exact = leaky_relu_exact,
                        .slope = identity_slope,
                        .contract = leaky_relu_contract,
                        .gradient = leaky_relu_gradient,
                        .gain = 2.0},
    [ACT_TANH] = {.kernels = {{.name = "tanh",
                               .calls = {"tanh_core"},
                               .run = tanh_run,
                               .error = {3.58, 2.1e-7, 0x1p-148, -1.0, 1.0, INFINITY},
                               .core_limit = 8.6875},
                              {.name = "tanh_e4",
                               .calls = {"abs", "tanh_e4_core"},
                               .run = tanh_e4_run,
                               .error = {0.0, 4.6e-5, 0.0, -1.0, 1.0, INFINITY},
                               .core_limit = 65536.0},
                              {.name = "tanh_e3",
                               .calls = {"abs", "tanh_e3_core"},
                               .run = tanh_e3_run,
                               .error = {0.0, 6.8e-4, 0.0, -1.0, 1.0, INFINITY},
                               .core_limit = 65536.0,
                               .in_block = true}},
                  .place = 3,
                  .exact = tanh_exact,
                  .slope = tanh_slope,
                  .contract = tanh_contract,
                  .gradient = tanh_gradient,
                  .gain = 1.0},
    [ACT_SIGMOID] = {.kernels = {{.name = "sigmoid",
                                  .calls = {"exp_core"},
                                  .run = sigmoid_run,
                                  .error = {2.49, 9.0e-8, 1.2e-38, FLT_MIN, 1.0, INFINITY}},
                                 {.name = "sigmoid_e4",
                                  .run = sigmoid_e4_run,
                                  .error = {0.0, 2.4e-5, 0.0, 0.0, 1.0, INFINITY}},
                                 {.name = "sigmoid_e3",
                                  .run = sigmoid_e3_run,
                                  .error = {0.0, 4.3e-4, 0.0, 0.0, 1.0, INFINITY}}},
                     .place = 5,
                     .exact = sigmoid_exact,
                     .slope = sigmoid_slope,
                     .contract = sigmoid_contract,
                     .gradient = sigmoid_gradient,
                     .gain = 1.0},
    [ACT_SOFTPLUS] = {.kernels = {{.name = "softplus",
                                   .calls = {"exp_core"},
                                   .run = softplus_run,
                                   .error = {2.83, INFINITY, 2.83 * 0x1p-149, 0.0, FLT_MAX,
                                             INFINITY}},
                                  {.name = "softplus_e4",
                                   .run = softplus_e4_run,
                                   .error = {0.5, 9.3e-5, 0.0, 0.0, FLT_MAX, INFINITY}},
                                  {.name = "softplus_e3",
                                   .run = softplus_e3_run,
                                   .error = {0.5, 5.4e-4, 0.0, 0.0, FLT_MAX, INFINITY}}},
                      .place = 6,
                      .exact = softplus_exact,
                      .slope = softplus_slope,
                      .contract = softplus_contract,
                      .gradient = softplus_gradient,
                      .gain = 1.0},
    [ACT_EXP] = {.kernels = {{.name = "exp",
                              .calls = {"exp_core"},
                              .run = exp_run,
                              .error = {1.18, INFINITY, 1.18 * 0x1p-149, 0.0, FLT_MAX,
                                        0x1.62e42ep+6}}},
                 .place = 4,
                 .exact = exp_exact,
                 .slope = exp_slope,
                 .contract = exp_contract,
                 .gradient = exp_gradient,
                 .gain = 1.0},
    [ACT_SQUARE] = {.kernels = {{.name = "square",
                                 .run = square_run,
                                 .error = {0.5, INFINITY, 0x1p-150, 0.0, FLT_MAX, 1.8446e19}}},
                    .place = 7,
                    .alone = true,
                    .exact = square_exact,
                    .slope = square_slope,
                    .range = square_range,
                    .rounds_once = true,
                    .contract = square_contract},
    /* For any alpha: the relative error of exp(x) - 1, 1.461 * 2^-24, and the product's rounding.
     */
    [ACT_ELU] = {.kernels = {{.name = "elu",
                              .run = elu_run,
                              .error = {1.97, INFINITY, 1.97 * 0x1p-149, -FLT_MAX, FLT_MAX,
                                        INFINITY}}},
                 .place = 8,
                 .requires = "\\is_finite(alpha) && 0.0 < alpha",
                 .exact = elu_exact,
                 .slope = elu_slope,
                 .contract = elu_contract,
                 .gradient = elu_gradient,
                 .gain = 1.55},
    [ACT_SILU] = {.kernels = {{.name = "silu",
                               .calls = {"exp_core"},
                               .run = silu_run,
                               .error = {3.35, INFINITY, 7.2e-44, SILU_LEAST, FLT_MAX, INFINITY}}},
                  .place = 9,
                  .exact = silu_exact,
                  .slope = silu_slope,
                  .range = silu_range,
                  .contract = silu_contract,
                  .gradient = silu_gradient,
                  .gradient_reads_sum = true,
                  .gain = 2.8},
    [ACT_CLIP] = {.kernels = {{.name = "clip",
                               .run = clip_run,
                               .error = {0.0, 0.0, 0.0, -FLT_MAX, FLT_MAX, INFINITY}}},
                  .place = 10,
                  .requires = "\\is_finite(min) && \\is_finite(max) && min < max",
                  .exact = clip_exact,
                  .slope = identity_slope,
                  .rounds_once = true,
                  .contract = clip_contract},
};

#undef KERNEL_RUN
#undef CONTRACT
#undef EXACT
#undef SLOPE
#undef GRADIENT

#endif
