/* The values that a neuron can have: those of the exact function at the ends of the range of its
   argument, widened by the error that its kernel states, or exact where the kernel is. See q15.h.
 */
#include "validate/q15/q15.h"

#include <math.h>

/* a / 2^n, rounded to nearest, a half upwards. */
static int64_t rounded(int64_t a, uint32_t n)
{
    const int64_t power = INT64_C(1) << n;
    const int64_t sum = a + power / 2;
    return (sum - (((sum % power) + power) % power)) / power;
}

static int64_t leaky(int64_t z, int64_t slope) { return z > 0 ? z : rounded(z * slope, 15); }

static int64_t forced(int64_t z, int64_t low, int64_t high)
{
    return z < low ? low : z > high ? high : z;
}

/* The exact function of an activation that is a curve. */
static double curve(enum activation activation, double x, double alpha)
{
    switch (activation) {
    case ACT_TANH: return tanh(x);
    case ACT_SIGMOID: return 1 / (1 + exp(-x));
    case ACT_SOFTPLUS: return x > 40 ? x : log1p(exp(x));
    case ACT_EXP: return exp(x);
    case ACT_ELU: return x > 0 ? x : alpha * expm1(x);
    default: return x / (1 + exp(-x));
    }
}

/* The largest errors that the kernels state, by polynomial or table; of exp also relative ones, of
 * elu those of alpha. */
static double error_of(const struct spec_layer *layer, double value)
{
    switch (layer->activation) {
    case ACT_TANH: return 1.33e-4;
    case ACT_SIGMOID: return 6.7e-5;
    case ACT_SOFTPLUS: return 7.3e-5;
    case ACT_EXP: return 1.7e-5 + 7.9e-5 * value;
    case ACT_ELU: return 4e-5 * (double)layer->parameters[0];
    default: return 2.5e-4;
    }
}

/* Between which numbers the curve lies: silu falls from 0 to its lowest point at -1.278 and rises.
 */
static struct q15_value curve_range(const struct spec_layer *layer, struct q15_value z,
                                    int exponent)
{
    const double alpha = (double)layer->parameters[0];
    const double unit = ldexp(1, -z.exponent), half = z.half ? 0.5 : 0;
    const double from = ((double)z.low + half) * unit, to = ((double)z.high + half) * unit;
    double low = curve(layer->activation, from, alpha), high = curve(layer->activation, to, alpha);
    if (layer->activation == ACT_SILU) {
        const double lowest = -0.278465;
        high = fmax(low, high);
        low = from < -1.27 && to > -1.28 ? lowest : fmin(low, curve(ACT_SILU, to, 0));
    }
    struct q15_value value = {.exponent = exponent, .half = layer->activation == ACT_TANH};
    const double scale = ldexp(1, exponent), offset = value.half ? 0.5 : 0;
    low = floor((low - error_of(layer, low)) * scale - offset - 0.5);
    high = ceil((high + error_of(layer, high)) * scale - offset + 0.5);
    const bool bounded = layer->activation == ACT_TANH || layer->activation == ACT_SIGMOID;
    const double top = value.half ? scale - 1 : scale, bottom = value.half ? -scale : 0;
    value.low = (int64_t)(bounded ? fmax(low, bottom) : low);
    value.high = (int64_t)(bounded ? fmin(high, top) : high);
    return value;
}

/* A square is lowest at 0, or at the end that is nearer. */
static struct q15_value square_range(struct q15_value z, uint32_t n)
{
    const int64_t a = rounded(z.low * z.low, n), b = rounded(z.high * z.high, n);
    const bool crosses = z.low <= 0 && z.high >= 0;
    return (struct q15_value){.low = crosses ? 0 : a < b ? a : b, .high = a > b ? a : b};
}

struct q15_value q15_value_range(const struct spec_layer *layer, const struct q15_neuron *neuron,
                                 struct q15_value z, int exponent)
{
    const int32_t *arguments = neuron->arguments;
    struct q15_value value = {.low = z.low, .high = z.high};
    switch (layer->activation) {
    case ACT_IDENTITY: break;
    case ACT_RELU:
        value.low = z.low > 0 ? z.low : 0;
        value.high = z.high > 0 ? z.high : 0;
        break;
    case ACT_LEAKY_RELU:
        value.low = leaky(z.low, arguments[0]);
        value.high = leaky(z.high, arguments[0]);
        break;
    case ACT_CLIP:
        value.low = forced(z.low, arguments[0], arguments[1]);
        value.high = forced(z.high, arguments[0], arguments[1]);
        break;
    case ACT_SQUARE: value = square_range(z, (uint32_t)arguments[0]); break;
    default: value = curve_range(layer, z, exponent); break;
    }
    value.exponent = exponent;
    return value;
}
