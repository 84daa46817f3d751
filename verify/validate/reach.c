/* See reach.h. The ends of a range are rounded at each step like the numbers of the code, in the
   code's order. Rounding keeps order, so no number of the code lies beyond those ends. */
#include "validate/reach.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* v rounded to float32; a v too large for float32 stays as it is. */
static double rounded(double v) { return fabs(v) > (double)FLT_MAX ? v : (double)(float)v; }

static float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* The code makes 0 of numbers below the limit: so an end below it is 0. Where the spec demands no
   flush no number but 0 is below the limit. */
static double flushed(double end, double limit) { return fabs(end) < limit ? 0.0 : end; }

/* Scales are positive, so each step keeps the order of the ends. */
static struct range input_range(const struct demand *demand, size_t i)
{
    const struct spec_input *input = &demand->spec->inputs[i];
    struct input_demand steps = demand_input(demand, i);
    double mean = steps.subtracts ? (double)steps.mean : 0.0;
    double factor = steps.multiplies ? (double)steps.factor : 1.0;
    double limit = (double)bits_float(steps.limit);
    double low = flushed(rounded((double)input->min - mean), limit);
    double high = flushed(rounded((double)input->max - mean), limit);
    return (struct range){rounded(low * factor), rounded(high * factor)};
}

/* What a term adds to the sum: weight * number, or minus the square of (number - point). */
static struct range term_range(const struct spec_layer *layer, double constant, struct range number)
{
    if (layer->kind == LAYER_RADIAL) {
        double far = rounded(fmax(fabs(number.low - constant), fabs(number.high - constant)));
        return (struct range){-rounded(far * far), 0.0};
    }
    double a = rounded(constant * number.low), b = rounded(constant * number.high);
    return (struct range){fmin(a, b), fmax(a, b)};
}

static struct range sum_range(const struct demand *demand, const struct layer_reach *reach,
                              size_t index, size_t row)
{
    const struct spec_layer *layer = &demand->spec->layers[index];
    double bias = (double)demand_bias(demand, index, row);
    struct range sum = {bias, bias};
    size_t column = 0;
    for (size_t s = 0; s < layer->from.count; s++) {
        int source = layer->from.sources[s];
        for (size_t i = 0; i < demand_width(demand->spec, source); i++, column++) {
            if (!demand_connects(demand, index, row, column))
                continue;
            struct range number =
                source == SOURCE_INPUTS ? input_range(demand, i) : reach[source].neurons[i].out;
            float constant = layer->kind == LAYER_RADIAL
                                 ? layer->weights[row * layer->n_in + column]
                                 : demand_weight(demand, index, row, column, source, i);
            struct range term = term_range(layer, (double)constant, number);
            sum.low = rounded(sum.low + term.low);
            sum.high = rounded(sum.high + term.high);
        }
    }
    return sum;
}

/* The range of an activation's results, with the error of its kernel. */
static struct range activated(const struct spec_layer *layer, struct range sum, bool coarse)
{
    static const double more = 1.000001;
    const double log2 = coarse ? 0.694 : 0.6931476;
    double far = fmax(fabs(sum.low), fabs(sum.high)), top = fmax(sum.high, 0.0);
    if (layer->kind == LAYER_RADIAL)
        return (struct range){0.0, more};
    if (layer->kind == LAYER_AVERAGE)
        return sum;
    switch (layer->activation) {
    case ACT_RELU: return (struct range){fmax(sum.low, 0.0), top};
    case ACT_LEAKY_RELU: return (struct range){sum.low, top};
    case ACT_ELU:
        return (struct range){sum.low >= 0.0 ? sum.low : -(double)layer->parameters[0], top};
    case ACT_SILU: return (struct range){fmax(fmin(sum.low, 0.0), -0.2784646), top};
    case ACT_CLIP: {
        double min = (double)layer->parameters[0], max = (double)layer->parameters[1];
        return (struct range){fmax(min, fmin(sum.low, max)), fmin(max, fmax(sum.high, min))};
    }
    case ACT_TANH: return (struct range){-1.0, 1.0};
    case ACT_SIGMOID: return (struct range){0.0, 1.0};
    case ACT_SOFTPLUS: return (struct range){fmax(sum.low, 0.0), top + log2};
    case ACT_EXP: return (struct range){0.0, exp(sum.high) * more};
    case ACT_SQUARE: return (struct range){0.0, far * far * 1.0000001 + 1e-37};
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return sum;
}

struct layer_reach *reach_make(struct arena *arena, const struct demand *demand, bool coarse)
{
    const struct spec *spec = demand->spec;
    struct layer_reach *reach = arena_alloc(arena, spec->n_layers, sizeof(*reach));
    for (size_t k = 0; k < spec->n_layers; k++) {
        size_t index = spec->order[k];
        const struct spec_layer *layer = &spec->layers[index];
        struct reach *neurons = arena_alloc(arena, layer->n_out, sizeof(*neurons));
        for (size_t row = 0; row < layer->n_out; row++) {
            struct range sum = sum_range(demand, reach, index, row);
            neurons[row] = (struct reach){fmax(-sum.low, sum.high), activated(layer, sum, coarse)};
        }
        reach[index].neurons = neurons;
    }
    return reach;
}

bool reach_fits_unclamped(const struct reach *reach, const char *kernel)
{
    static const struct {
        const char *kernel;
        double limit;
    } rows[] = {{"tanh_core", 8.6875}, {"tanh_e4_core", 65536.0}, {"tanh_e3_core", 65536.0}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(kernel, rows[i].kernel) == 0)
            return reach->sum <= rows[i].limit;
    return false;
}

bool reach_is_finite(const struct demand *demand, const struct layer_reach *reach, int source,
                     size_t place)
{
    struct range r =
        source == SOURCE_INPUTS ? input_range(demand, place) : reach[source].neurons[place].out;
    return fmax(fabs(r.low), fabs(r.high)) <= (double)FLT_MAX;
}
