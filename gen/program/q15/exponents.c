/* See exponents.h. A finer grid of a value makes its own rounding smaller and that of the weights
   that multiply it coarser, since 32 bits hold the sum: the best one lies between. */
#include "program/q15/exponents.h"

#include "program/bounds.h"
#include "program/lower.h"

#include <math.h>

/* Any larger exponent says nothing: values below 2^-60 are lost. */
enum { EXPONENT_MOST = 60, EXPONENT_LEAST = -60, TRIED = 24 };

/* The largest magnitude of a bound, with what its rounding may lack. */
static double magnitude(struct interval v)
{
    return fmax(fabs(v.low), fabs(v.high)) * (1.0 + 0x1p-20);
}

int q15_exponent_below(double value, double limit)
{
    int exponent;
    if (value <= 0.0)
        return EXPONENT_MOST;
    (void)frexp(limit / value, &exponent);
    exponent--;
    while (ldexp(value, exponent) > limit)
        exponent--;
    return exponent > EXPONENT_MOST ? EXPONENT_MOST : exponent;
}

/* The width of what a source has, and its magnitudes. */
static size_t width_of(const struct spec *spec, int source)
{
    return source == SOURCE_INPUTS ? spec->n_inputs : spec->layers[source].n_out;
}

static const double *magnitudes_of(const struct q15_reals *reals, int source)
{
    return source == SOURCE_INPUTS ? reals->inputs : reals->values[source];
}

static double reach_of(const struct spec *spec, const struct q15_reals *reals,
                       const struct spec_layer *layer, size_t row)
{
    double reach = layer->bias == NULL ? 0.0 : fabs((double)layer->bias[row]);
    const float *weights = layer->weights + row * layer->n_in;
    for (size_t s = 0; s < layer->from.count; s++) {
        const double *v = magnitudes_of(reals, layer->from.sources[s]);
        const size_t width = width_of(spec, layer->from.sources[s]);
        for (size_t i = 0; i < width; i++)
            reach += fabs((double)*weights++) * v[i];
    }
    return reach;
}

struct q15_reals q15_reals_of(struct arena *arena, const struct spec *spec)
{
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    const struct bounds bounds = bounds_of(arena, program);
    struct q15_reals reals = {
        .inputs = arena_alloc(arena, spec->n_inputs, sizeof(*reals.inputs)),
        .values = arena_alloc(arena, spec->n_layers, sizeof(*reals.values)),
        .sums = arena_alloc(arena, spec->n_layers, sizeof(*reals.sums)),
        .reach = arena_alloc(arena, spec->n_layers, sizeof(*reals.reach)),
    };
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        double low = ((double)input->min - (double)input->mean) / (double)input->scale;
        double high = ((double)input->max - (double)input->mean) / (double)input->scale;
        reals.inputs[i] = fmax(fabs(low), fabs(high));
    }
    for (size_t k = 0; k < spec->n_layers; k++) {
        const size_t number = spec->order[k];
        const struct spec_layer *layer = &spec->layers[number];
        const size_t offset = program->buffers[program_buffer((int)number)].offset;
        reals.values[number] = arena_alloc(arena, layer->n_out, sizeof(double));
        reals.sums[number] = arena_alloc(arena, layer->n_out, sizeof(double));
        reals.reach[number] = arena_alloc(arena, layer->n_out, sizeof(double));
        for (size_t i = 0; i < layer->n_out; i++) {
            reals.values[number][i] = magnitude(bounds.values[offset + i]);
            reals.sums[number][i] = magnitude(bounds.sums[offset + i]);
            reals.reach[number][i] = reach_of(spec, &reals, layer, i);
        }
    }
    return reals;
}

bool q15_is_read(const struct spec *spec, int layer)
{
    for (size_t i = 0; i < spec->n_layers; i++)
        for (size_t s = 0; s < spec->layers[i].from.count; s++)
            if (spec->layers[i].from.sources[s] == layer)
                return true;
    return false;
}

/* Which exponents are compared: TRIED of them, the largest one that holds the value first. */
struct costs {
    int largest;
    double squares[TRIED]; /* expected square of the error of all sums that read the value */
};

/* Adds what one value costs, read by column `column` of a layer. */
static void column_cost(const struct spec_layer *layer, const double *reach, size_t column,
                        double largest_value, struct costs *costs)
{
    for (size_t row = 0; row < layer->n_out; row++) {
        const double weight = fabs((double)layer->weights[row * layer->n_in + column]);
        if (weight == 0.0)
            continue;
        const int by_sum = q15_exponent_below(reach[row], (double)INT32_MAX);
        const int by_weight = q15_exponent_below(weight, (double)INT16_MAX);
        for (int t = 0; t < TRIED; t++) {
            const int f = costs->largest - t;
            const int grid = by_sum - f < by_weight ? by_sum - f : by_weight;
            const double of_value = ldexp(weight, -f), of_weight = ldexp(largest_value, -grid);
            costs->squares[t] += of_value * of_value + of_weight * of_weight;
        }
    }
}

/* Adds what number `index` of a source costs in all layers that read it. */
static void value_cost(const struct spec *spec, const struct q15_reals *reals, int source,
                       size_t index, struct costs *costs)
{
    const double largest = magnitudes_of(reals, source)[index];
    for (size_t k = 0; k < spec->n_layers; k++) {
        const struct spec_layer *layer = &spec->layers[k];
        size_t column = index;
        for (size_t s = 0; s < layer->from.count; s++) {
            if (layer->from.sources[s] == source)
                column_cost(layer, reals->reach[k], column, largest, costs);
            column += width_of(spec, layer->from.sources[s]);
        }
    }
}

static int cheapest(const struct costs *costs)
{
    int best = 0;
    for (int t = 1; t < TRIED; t++)
        if (costs->squares[t] < costs->squares[best])
            best = t;
    return costs->largest - best;
}

/* A raw input has to be able to lie outside of its domain, on both sides. Beside weights that are
   far larger its own numbers would not matter, and be few. */
static int input_exponent(const struct spec *spec, const struct q15_reals *reals, size_t i)
{
    const struct spec_input *input = &spec->inputs[i];
    const double width = ((double)input->max - (double)input->min) / (double)input->scale;
    struct costs costs = {.largest = q15_exponent_below(reals->inputs[i], INT16_MAX - 2)};
    value_cost(spec, reals, SOURCE_INPUTS, i, &costs);
    int exponent = cheapest(&costs);
    while (exponent < costs.largest && ldexp(width, exponent) < 2.0 * Q15_LEAST_STEPS)
        exponent++;
    return exponent;
}

static int layer_exponent(const struct spec *spec, const struct q15_reals *reals, int number,
                          const struct q15_kernel *kernel)
{
    const struct spec_layer *layer = &spec->layers[number];
    struct costs costs = {.largest = EXPONENT_MOST};
    for (size_t i = 0; i < layer->n_out; i++) {
        int f = q15_exponent_below(reals->values[number][i], INT16_MAX);
        costs.largest = f < costs.largest ? f : costs.largest;
    }
    if (kernel->kind == Q15_CURVE && costs.largest > kernel->most)
        costs.largest = kernel->most;
    if (spec->eta.count > 0 && spec->eta.from.sources[0] == number)
        return Q15_ETA_EXPONENT;
    for (size_t i = 0; i < layer->n_out; i++)
        value_cost(spec, reals, number, i, &costs);
    return cheapest(&costs);
}

struct q15_exponents q15_exponents_choose(struct arena *arena, const struct spec *spec,
                                          const struct q15_reals *reals, bool tables)
{
    struct q15_exponents e = {.inputs = arena_alloc(arena, spec->n_inputs, sizeof(*e.inputs)),
                              .layers = arena_alloc(arena, spec->n_layers, sizeof(*e.layers))};
    for (size_t i = 0; i < spec->n_inputs; i++)
        e.inputs[i] = input_exponent(spec, reals, i);
    for (size_t i = 0; i < spec->n_layers; i++)
        e.layers[i] =
            layer_exponent(spec, reals, (int)i, q15_kernel(spec->layers[i].activation, tables));
    return e;
}
