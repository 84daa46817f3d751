/* Every `ensures` of the kernels' ACSL contracts as a check on all inputs that its `requires`
   admit. A prover that replaces a kernel by its contract relies on exactly these.
   tests/scripts/emitted/kernels.sh compares the texts here with those in runtime/float32, so that
   no clause goes unchecked. */
#include "exhaustive.h"

#include "float32/kernels.h"

#include <float.h>
#include <math.h>

/* CLAUSE(name, kernel call, condition on x and y): a function of the input's bits. */
#define CLAUSE(name, call, condition)                                                              \
    static bool name(uint32_t bits)                                                                \
    {                                                                                              \
        const float x = from_bits(bits);                                                           \
        if (!isfinite(x))                                                                          \
            return true;                                                                           \
        const float y = call;                                                                      \
        return (condition);                                                                        \
    }

/* The caller keeps to x <= 1.7014e38. */
CLAUSE(relu_1, epi_relu(x), (double)x > RELU_TOP || (isfinite(y) && y >= 0.0F))
CLAUSE(relu_2, epi_relu(x), (double)x > RELU_TOP || y >= x)
CLAUSE(relu_3, epi_relu(x), (double)x > RELU_TOP || y == x || y == 0.0F)
CLAUSE(tanh_1, epi_tanh(x), isfinite(y) && -1.0F <= y && y <= 1.0F)
/* The caller keeps to |x| <= 8.6875, or 65536. */
CLAUSE(core_1, epi_tanh_core(x), fabsf(x) > 8.6875F || (isfinite(y) && -1.0F <= y && y <= 1.0F))
CLAUSE(core_e4_1, epi_tanh_e4_core(x),
       fabsf(x) > 65536.0F || (isfinite(y) && -1.0F <= y && y <= 1.0F))
CLAUSE(core_e3_1, epi_tanh_e3_core(x),
       fabsf(x) > 65536.0F || (isfinite(y) && -1.0F <= y && y <= 1.0F))
CLAUSE(abs_1, epi_abs(x), isfinite(y) && y == fabsf(x))
CLAUSE(sigmoid_1, epi_sigmoid(x), isfinite(y) && 0.0F < y && y <= 1.0F)
CLAUSE(softplus_1, epi_softplus(x), isfinite(y) && 0.0F <= y)
CLAUSE(softplus_2, epi_softplus(x), y >= x)
CLAUSE(softplus_3, epi_softplus(x), y <= fmax((double)x, 0.0) + SOFTPLUS_ABOVE_RELU)
CLAUSE(exp_1, epi_exp(x), isfinite(y) && 0.0F <= y && (double)y <= 3.4028e38)
CLAUSE(exp_2, epi_exp(x), !(x <= exp_steps[0][0]) || y <= exp_steps[0][1])
CLAUSE(exp_3, epi_exp(x), !(x <= exp_steps[1][0]) || y <= exp_steps[1][1])
CLAUSE(exp_4, epi_exp(x), !(x <= exp_steps[2][0]) || y <= exp_steps[2][1])
CLAUSE(exp_5, epi_exp(x), !(x <= exp_steps[3][0]) || y <= exp_steps[3][1])
CLAUSE(exp_6, epi_exp(x), !(x <= exp_steps[4][0]) || y <= exp_steps[4][1])
CLAUSE(exp_7, epi_exp(x), !(x <= exp_steps[5][0]) || y <= exp_steps[5][1])
CLAUSE(exp_8, epi_exp(x), !(x <= exp_steps[6][0]) || y <= exp_steps[6][1])
CLAUSE(exp_9, epi_exp(x), !(x <= exp_steps[7][0]) || y <= exp_steps[7][1])

CLAUSE(tanh_e4_1, epi_tanh_e4(x), isfinite(y) && -1.0F <= y && y <= 1.0F)
CLAUSE(sigmoid_e4_1, epi_sigmoid_e4(x), isfinite(y) && 0.0F < y && y <= 1.0F)
CLAUSE(softplus_e4_1, epi_softplus_e4(x), isfinite(y) && 0.0F < y)
CLAUSE(softplus_e4_2, epi_softplus_e4(x), y >= x)
CLAUSE(softplus_e4_3, epi_softplus_e4(x), y <= fmax((double)x, 0.0) + SOFTPLUS_ABOVE_RELU_COARSE)
CLAUSE(tanh_e3_1, epi_tanh_e3(x), isfinite(y) && -1.0F <= y && y <= 1.0F)
CLAUSE(sigmoid_e3_1, epi_sigmoid_e3(x), isfinite(y) && 0.0F < y && y <= 1.0F)
CLAUSE(softplus_e3_1, epi_softplus_e3(x), isfinite(y) && 0.0F < y)
CLAUSE(softplus_e3_2, epi_softplus_e3(x), y >= x)
CLAUSE(softplus_e3_3, epi_softplus_e3(x), y <= fmax((double)x, 0.0) + SOFTPLUS_ABOVE_RELU_COARSE)

/* The caller keeps to |x| <= 1.8446e19. */
CLAUSE(square_1, epi_square(x),
       fabs((double)x) > 1.8446e19 || (isfinite(y) && 0.0F <= y && (double)y <= 3.4028e38))
CLAUSE(square_2, epi_square(x),
       fabs((double)x) > 1.8446e19 || y <= (double)x * (double)x * SQUARE_FACTOR + SQUARE_MORE)

CLAUSE(silu_1, epi_silu(x), isfinite(y) && y >= SILU_LEAST)
CLAUSE(silu_2, epi_silu(x), y >= fminf(x, 0.0F))
CLAUSE(silu_3, epi_silu(x), y <= fmaxf(x, 0.0F))

/* For parameters: slopes and limits between the extremes that a spec can have. */
static const float slopes[] = {FLT_MIN, 0.01F, 0.2F, 0.5F, 0x1.fffffep-1F};
static const float alphas[] = {FLT_MIN, 0.01F, 1.0F, 1.6732632F, FLT_MAX};
static const float lows[] = {-FLT_MAX, -1.0F, 0.0F, -0.0F, 280.0F, -1e-45F};
static const float highs[] = {FLT_MAX, 1.0F, 0.5F, 1e-45F, 320.0F, -0.0F};
static const float limits[] = {0x1p-126F, 0x1p-30F, 1.0F, 0x1p127F};

#define CLAUSE_EACH(name, table, call, condition)                                                  \
    static bool name(uint32_t bits)                                                                \
    {                                                                                              \
        const float x = from_bits(bits);                                                           \
        bool good = true;                                                                          \
        for (unsigned i = 0; isfinite(x) && i < sizeof(table) / sizeof(*(table)); i++) {           \
            const float y = call;                                                                  \
            good = good && (condition);                                                            \
        }                                                                                          \
        return good;                                                                               \
    }

CLAUSE_EACH(leaky_1, slopes, epi_leaky_relu(x, slopes[i]),
            (double)x > RELU_TOP || (isfinite(y) && y >= x))
CLAUSE_EACH(leaky_2, slopes, epi_leaky_relu(x, slopes[i]),
            (double)x > RELU_TOP || y == x || y <= 0.0F)
CLAUSE_EACH(elu_1, alphas, epi_elu(x, alphas[i]), isfinite(y) && y >= -alphas[i])
CLAUSE_EACH(elu_2, alphas, epi_elu(x, alphas[i]), y <= fmaxf(x, 0.0F))
CLAUSE_EACH(elu_3, alphas, epi_elu(x, alphas[i]), !(x >= 0.0F) || y == x)
CLAUSE_EACH(clip_1, lows, epi_clip(x, lows[i], highs[i]),
            isfinite(y) && lows[i] <= y && y <= highs[i])
CLAUSE_EACH(clip_2, lows, epi_clip(x, lows[i], highs[i]), y >= fminf(x, highs[i]))
CLAUSE_EACH(clip_3, lows, epi_clip(x, lows[i], highs[i]), y <= fmaxf(x, lows[i]))
CLAUSE_EACH(flush_1, limits, epi_flush(x, to_bits(limits[i])), isfinite(y))
CLAUSE_EACH(flush_2, limits, epi_flush(x, to_bits(limits[i])), y == x || y == 0.0F)

/* Domains from -0 or below to +0 or above first, then others; what stands in for a NaN. */
static const float domains[][3] = {
    {-4.0F, 4.0F, 0.013F},     {-0.0F, 3.3F, 1.0F},       {-1.0F, 0.0F, -0.25F},
    {-FLT_MAX, FLT_MAX, 0.0F}, {0.0F, 1.0F, 0.5F},        {-2.5F, -0.0F, -1.0F},
    {1.5F, 1.5000001F, 1.5F},  {280.0F, 320.0F, 293.15F}, {-320.0F, -280.0F, -293.15F},
};

#define CLAUSE_CLAMP(name, clamp, first, last, condition)                                          \
    static bool name(uint32_t bits)                                                                \
    {                                                                                              \
        bool good = true;                                                                          \
        for (unsigned i = (first); i <= (last); i++) {                                             \
            const float *d = domains[i];                                                           \
            uint32_t status = 0x80000001U;                                                         \
            const float y =                                                                        \
                clamp(from_bits(bits), to_bits(d[0]), to_bits(d[1]), to_bits(d[2]), 4U, &status);  \
            good = good && (condition);                                                            \
        }                                                                                          \
        return good;                                                                               \
    }

CLAUSE_CLAMP(clamp_1, epi_clamp, 0, 8, isfinite(y) && status != 0U)
CLAUSE_CLAMP(clamp_2, epi_clamp, 0, 8, d[0] <= y && y <= d[1] && status != 0U)
CLAUSE_CLAMP(clamp_3, epi_clamp, 0, 8,
             (status == 0x80000001U || status == 0x80000005U) && isfinite(y))
CLAUSE_CLAMP(zero_1, epi_clamp_zero, 0, 3, isfinite(y) && status != 0U)
CLAUSE_CLAMP(zero_2, epi_clamp_zero, 0, 3, d[0] <= y && y <= d[1] && status != 0U)
CLAUSE_CLAMP(zero_3, epi_clamp_zero, 0, 3,
             (status == 0x80000001U || status == 0x80000005U) && isfinite(y))

/* The pattern is the status, and eta where the contract admits it. */
static bool doubt_holds(uint32_t bits, int clause)
{
    const float etas[] = {0.0F, 0x1p-126F, 0.25F, 1.0F, from_bits(bits)};
    const uint32_t statuses[] = {bits, bits, bits, bits, 0U, 1U, 0x80000000U};
    bool good = true;
    for (unsigned i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        const float eta = etas[i < 4 ? i : 4];
        if (!(eta >= 0.0F && eta <= 1.0F))
            continue;
        const float y = epi_eta_or_one(eta, statuses[i]);
        const bool holds[] = {isfinite(y) && 0.0F <= y && y <= 1.0F, statuses[i] != 0U || y == eta,
                              statuses[i] == 0U || y == 1.0F};
        good = good && holds[clause];
    }
    return good;
}

static bool eta_or_one_1(uint32_t bits) { return doubt_holds(bits, 0); }
static bool eta_or_one_2(uint32_t bits) { return doubt_holds(bits, 1); }
static bool eta_or_one_3(uint32_t bits) { return doubt_holds(bits, 2); }

const struct check clause_checks[] = {
    {"clamp", NULL, clamp_1, "ensures \\is_finite(\\result);"},
    {"clamp", NULL, clamp_2, "ensures epi_in_domain(\\result, low, high, nan);"},
    {"clamp", NULL, clamp_3,
     "ensures *status == \\old(*status) || *status == (\\old(*status) | bit);"},
    {"clamp_zero", NULL, zero_1, "ensures \\is_finite(\\result);"},
    {"clamp_zero", NULL, zero_2, "ensures epi_in_domain(\\result, low, high, nan);"},
    {"clamp_zero", NULL, zero_3,
     "ensures *status == \\old(*status) || *status == (\\old(*status) | bit);"},
    {"eta_or_one", NULL, eta_or_one_1, "ensures \\is_finite(\\result) && 0.0 <= \\result <= 1.0;"},
    {"eta_or_one", NULL, eta_or_one_2, "ensures status == 0 ==> \\result == eta;"},
    {"eta_or_one", NULL, eta_or_one_3, "ensures status != 0 ==> \\result == 1.0;"},
    {"exp", NULL, exp_1, "ensures \\is_finite(\\result) && 0.0 <= \\result <= 3.4028e38;"},
    {"exp", NULL, exp_2, "ensures x <= 0.0 ==> \\result <= 1.000001;"},
    {"exp", NULL, exp_3, "ensures x <= 1.0 ==> \\result <= 2.718285;"},
    {"exp", NULL, exp_4, "ensures x <= 2.0 ==> \\result <= 7.389064;"},
    {"exp", NULL, exp_5, "ensures x <= 4.0 ==> \\result <= 54.59821;"},
    {"exp", NULL, exp_6, "ensures x <= 8.0 ==> \\result <= 2980.962;"},
    {"exp", NULL, exp_7, "ensures x <= 16.0 ==> \\result <= 8886122.0;"},
    {"exp", NULL, exp_8, "ensures x <= 32.0 ==> \\result <= 7.896306e13;"},
    {"exp", NULL, exp_9, "ensures x <= 64.0 ==> \\result <= 6.235156e27;"},
    {"flush", NULL, flush_1, "ensures \\is_finite(\\result);"},
    {"flush", NULL, flush_2, "ensures \\result == z || \\result == 0.0;"},
    {"leaky_relu", NULL, leaky_1, "ensures \\is_finite(\\result) && \\result >= x;"},
    {"leaky_relu", NULL, leaky_2, "ensures \\result == x || \\result <= 0.0;"},
    {"elu", NULL, elu_1, "ensures \\is_finite(\\result) && \\result >= -alpha;"},
    {"elu", NULL, elu_2, "ensures \\result <= \\max(x, 0.0);"},
    {"elu", NULL, elu_3, "ensures x >= 0.0 ==> \\result == x;"},
    {"silu", NULL, silu_1, "ensures \\is_finite(\\result) && \\result >= -0.2784646;"},
    {"silu", NULL, silu_2, "ensures \\result >= \\min(x, 0.0);"},
    {"silu", NULL, silu_3, "ensures \\result <= \\max(x, 0.0);"},
    {"clip", NULL, clip_1, "ensures \\is_finite(\\result) && min <= \\result <= max;"},
    {"clip", NULL, clip_2, "ensures \\result >= \\min(x, max);"},
    {"clip", NULL, clip_3, "ensures \\result <= \\max(x, min);"},
    {"relu", NULL, relu_1, "ensures \\is_finite(\\result) && \\result >= 0.0;"},
    {"relu", NULL, relu_2, "ensures \\result >= x;"},
    {"relu", NULL, relu_3, "ensures \\result == x || \\result == 0.0;"},
    {"sigmoid", NULL, sigmoid_1, "ensures \\is_finite(\\result) && 0.0 < \\result <= 1.0;"},
    {"softplus", NULL, softplus_1, "ensures \\is_finite(\\result) && 0.0 <= \\result;"},
    {"softplus", NULL, softplus_2, "ensures \\result >= x;"},
    {"softplus", NULL, softplus_3, "ensures \\result <= \\max(x, 0.0) + 0.6931476;"},
    {"square", NULL, square_1, "ensures \\is_finite(\\result) && 0.0 <= \\result <= 3.4028e38;"},
    {"square", NULL, square_2, "ensures \\result <= (x * x * 1.0000001) + 1.0e-37;"},
    {"tanh", NULL, tanh_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"tanh_e4", NULL, tanh_e4_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"sigmoid_e4", NULL, sigmoid_e4_1, "ensures \\is_finite(\\result) && 0.0 < \\result <= 1.0;"},
    {"softplus_e4", NULL, softplus_e4_1, "ensures \\is_finite(\\result) && 0.0 < \\result;"},
    {"softplus_e4", NULL, softplus_e4_2, "ensures \\result >= x;"},
    {"softplus_e4", NULL, softplus_e4_3, "ensures \\result <= \\max(x, 0.0) + 0.694;"},
    {"tanh_e3", NULL, tanh_e3_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"sigmoid_e3", NULL, sigmoid_e3_1, "ensures \\is_finite(\\result) && 0.0 < \\result <= 1.0;"},
    {"softplus_e3", NULL, softplus_e3_1, "ensures \\is_finite(\\result) && 0.0 < \\result;"},
    {"softplus_e3", NULL, softplus_e3_2, "ensures \\result >= x;"},
    {"softplus_e3", NULL, softplus_e3_3, "ensures \\result <= \\max(x, 0.0) + 0.694;"},
    {"tanh_core", NULL, core_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"tanh_e4_core", NULL, core_e4_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"tanh_e3_core", NULL, core_e3_1, "ensures \\is_finite(\\result) && -1.0 <= \\result <= 1.0;"},
    {"abs", NULL, abs_1, "ensures \\is_finite(\\result) && \\result == \\abs(x);"},
};
const int n_clause_checks = sizeof clause_checks / sizeof *clause_checks;
