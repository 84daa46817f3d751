/* From a checked spec to its program in fixed point. Read it from the bottom: q15_lower() is the
   list of steps. Layers are made in the order of computation: what integers the values of a layer
   can be decides about the sums of the next one. */
#include "base/fail.h"
#include "program/activation.h"
#include "program/q15/errors.h"
#include "program/q15/exponents.h"
#include "program/q15/q15.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lowering {
    struct arena *arena;
    const struct spec *spec;
    struct q15_program *program;
    struct q15_reals reals;
    struct q15_exponents exponents;
};

/* What a layer reads, number by number. */
struct columns {
    size_t count;
    const struct q15_value **values;
};

enum { SHIFT_MOST = 31, SMALL = -100 };

uint32_t q15_status_bit(size_t input) { return (uint32_t)(input < 31 ? input : 31); }

const struct q15_value *q15_values(const struct q15_program *program, int source)
{
    return source == SOURCE_INPUTS ? program->inputs : program->layers[source].values;
}

size_t q15_width(const struct q15_program *program, int source)
{
    return source == SOURCE_INPUTS ? program->spec->n_inputs : program->spec->layers[source].n_out;
}

/* --- inputs --- */

static void input_lower(const struct lowering *l, size_t i)
{
    const struct spec_input *input = &l->spec->inputs[i];
    struct q15_value *value = &l->program->inputs[i];
    const double unit = ldexp((double)input->scale, -l->exponents.inputs[i]);
    const double low = rint(((double)input->min - (double)input->mean) / unit);
    const double high = rint(((double)input->max - (double)input->mean) / unit);
    if (high - low < Q15_LEAST_STEPS)
        fail_at(l->spec->file, input->line,
                "input \"%s\": --type=q15 has %.0f numbers for its domain, expected at least %d: a "
                "mean near the domain would fit",
                input->name, high - low + 1.0, Q15_LEAST_STEPS + 1);
    *value = (struct q15_value){.exponent = l->exponents.inputs[i],
                                .range = {(int32_t)low, (int32_t)high}};
}

/* --- sums --- */

static struct columns columns_of(const struct lowering *l, const struct spec_layer *layer)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    struct columns c = {.values = arena_alloc(l->arena, layer->n_in, sizeof(*c.values))};
    for (size_t s = 0; s < layer->from.count; s++) {
        const struct q15_value *values = q15_values(l->program, layer->from.sources[s]);
        const size_t width = q15_width(l->program, layer->from.sources[s]);
        for (size_t i = 0; i < width; i++)
            c.values[c.count++] = &values[i];
    }
    return c;
}

static int32_t largest_of(struct q15_range range)
{
    return range.high > -range.low ? range.high : -range.low;
}

static int32_t shifted(int64_t sum, unsigned n)
{
    return (int32_t)(sum >= 0 ? sum >> n : -((-sum + ((int64_t)1 << n) - 1) >> n));
}

/* The weights of a row on the grid of a sum's exponent, and the sum's bias and range. False: they
   do not fit. `shift`: of the sum; `rounds`: half of its last unit is added. */
static bool row_fits(const struct spec_layer *layer, const struct columns *columns, size_t row,
                     bool rounds, struct q15_layer *made)
{
    struct q15_neuron *neuron = &made->neurons[row];
    int16_t *weights = made->weights + row * layer->n_in;
    int64_t halves = 0, low = 0, high = 0, reach = 0;
    for (size_t i = 0; i < layer->n_in; i++) {
        const struct q15_value *value = columns->values[i];
        const double weight = rint(ldexp((double)layer->weights[row * layer->n_in + i],
                                         neuron->sum_exponent - value->exponent));
        if (fabs(weight) > (double)INT16_MAX)
            return false;
        weights[i] = (int16_t)weight;
        const int64_t a = weights[i] * (int64_t)value->range.low;
        const int64_t b = weights[i] * (int64_t)value->range.high;
        low += a < b ? a : b;
        high += a < b ? b : a;
        reach += abs(weights[i]) * (int64_t)largest_of(value->range);
        halves += value->half ? weights[i] : 0;
    }
    const double real = layer->bias == NULL ? 0.0 : (double)layer->bias[row];
    const double bias = rint(ldexp(real, neuron->sum_exponent)) + floor((double)halves / 2.0) +
                        (rounds && neuron->shift > 0 ? ldexp(1.0, (int)neuron->shift - 1) : 0.0);
    if (fabs(bias) + (double)reach > (double)INT32_MAX)
        return false;
    neuron->bias = (int32_t)bias;
    neuron->sum = (struct q15_range){(int32_t)(neuron->bias + low), (int32_t)(neuron->bias + high)};
    neuron->argument = (struct q15_range){shifted(neuron->sum.low, neuron->shift),
                                          shifted(neuron->sum.high, neuron->shift)};
    return true;
}

static bool argument_fits(const struct q15_kernel *kernel, struct q15_range argument)
{
    return (kernel->falls || argument.low >= -kernel->reach) && argument.high <= kernel->reach;
}

static _Noreturn void row_refuse(const struct lowering *l, const struct spec_layer *layer,
                                 size_t row, double limit)
{
    const size_t number = (size_t)(layer - l->spec->layers);
    const double reach = l->reals.reach[number][row];
    int less = 1;
    while (less < 300 && ldexp(reach, -less) > limit)
        less++;
    fail_at(l->spec->file, layer->line,
            "layer \"%s\": the sum of neuron %zu, counted from 0, can reach %.6g for inputs in the "
            "domain; --type=q15 needs scale 2^-%d of its weights and bias, to keep below %.6g",
            layer->name, row, reach, less, limit);
}

/* Finds the largest exponent of the sum at which a row fits, at most `most`, and says whether there
   is one. `exponent` is that of the argument. */
static bool row_lower(const struct columns *columns, size_t row, struct q15_layer *made,
                      int exponent, int most)
{
    struct q15_neuron *neuron = &made->neurons[row];
    const int highest = exponent + SHIFT_MOST < most ? exponent + SHIFT_MOST : most;
    for (int k = highest; k >= exponent; k--) {
        neuron->sum_exponent = k;
        neuron->shift = (unsigned)(k - exponent);
        if (row_fits(made->layer, columns, row, !made->kernel->half_argument, made))
            return true;
    }
    return false;
}

/* The largest exponent that a sum can have, from its size in real arithmetic. */
static int sum_most(const struct lowering *l, const struct spec_layer *layer, size_t row)
{
    const size_t number = (size_t)(layer - l->spec->layers);
    return q15_exponent_below(l->reals.reach[number][row], ldexp(1.0, 31)) + 1;
}

/* --- values --- */

/* What a kernel makes of a range of arguments: between what the exact function is at its ends, and
   its error. */
static struct q15_range value_range(const struct q15_layer *made, const struct q15_neuron *neuron,
                                    int exponent)
{
    const struct q15_kernel *kernel = made->kernel;
    if (kernel->kind == Q15_LINEAR)
        return (struct q15_range){kernel->run(neuron->argument.low, 0, made->parameters),
                                  kernel->run(neuron->argument.high, 0, made->parameters)};
    const struct interval v = q15_activated(made, neuron, exponent);
    const double low = floor(ldexp(v.low, exponent)), high = ceil(ldexp(v.high, exponent));
    const double limit = 0x1p30;
    return (struct q15_range){(int32_t)fmax(fmin(low, limit), -limit),
                              (int32_t)fmax(fmin(high, limit), -limit)};
}

static int argument_exponent(const struct lowering *l, const struct q15_layer *made, size_t row,
                             int exponent)
{
    const size_t number = (size_t)(made->layer - l->spec->layers);
    if (made->kernel->kind == Q15_CURVE)
        return made->kernel->argument;
    if (made->kernel->kind == Q15_LINEAR)
        return exponent;
    double largest = l->reals.sums[number][row];
    for (size_t i = 0; i < made->layer->n_out && !made->by_row; i++)
        largest = fmax(largest, l->reals.sums[number][i]);
    return q15_exponent_below(largest * (1.0 + 0x1p-12), (double)INT16_MAX);
}

static void parameters_lower(struct q15_layer *made, int exponent)
{
    const struct spec_layer *layer = made->layer;
    for (size_t i = 0; i < ACT_PARAMETERS; i++) {
        const int scale = layer->activation == ACT_LEAKY_RELU ? 15 : exponent;
        const double value = rint(ldexp((double)layer->parameters[i], scale));
        made->parameters[i] = (int32_t)fmax(fmin(value, INT16_MAX), INT16_MIN);
    }
}

/* How far the kernel shifts its result. */
static int resize_of(const struct q15_layer *made, int argument, int exponent)
{
    switch (made->kernel->kind) {
    case Q15_CURVE: return made->kernel->result - exponent;
    case Q15_SQUARE: return 2 * argument - exponent;
    case Q15_LINEAR: break;
    }
    return 0;
}

/* Tries an exponent of a neuron's value: false if 16 bits cannot hold it. */
static bool value_lower(const struct lowering *l, const struct columns *columns, size_t row,
                        struct q15_layer *made, int exponent, int most)
{
    struct q15_neuron *neuron = &made->neurons[row];
    const int argument = argument_exponent(l, made, row, exponent);
    const int resize = resize_of(made, argument, exponent);
    if ((made->kernel->kind == Q15_LINEAR && argument > most) ||
        (made->kernel->kind == Q15_CURVE && exponent < made->kernel->least))
        return false;
    if (!row_lower(columns, row, made, argument, most)) {
        if (made->kernel->kind == Q15_CURVE)
            row_refuse(l, made->layer, row, ldexp((double)INT32_MAX, -argument));
        return false;
    }
    if (!argument_fits(made->kernel, neuron->argument) ||
        resize < (made->kernel->kind == Q15_SQUARE) || resize > SHIFT_MOST)
        return false;
    neuron->resize = (unsigned)resize;
    struct q15_value *value = &made->values[row];
    value->exponent = exponent;
    value->half = made->kernel->half_result;
    value->range = value_range(made, neuron, exponent);
    return value->range.low >= INT16_MIN && value->range.high <= INT16_MAX;
}

static _Noreturn void value_refuse(const struct lowering *l, const struct spec_layer *layer,
                                   size_t row)
{
    const size_t number = (size_t)(layer - l->spec->layers);
    const struct q15_kernel *kernel = q15_kernel(layer->activation, l->program->tables);
    const double limit =
        kernel->kind == Q15_CURVE ? ldexp(kernel->reach, -kernel->argument) : ldexp(INT16_MAX, 30);
    fail_at(
        l->spec->file, layer->line,
        "layer \"%s\": neuron %zu, counted from 0, can reach %.6g before its %s and %.6g behind it "
        "for inputs in the domain; --type=q15 needs a scale of its weights and bias that keeps the "
        "first below %.6g",
        layer->name, row, l->reals.sums[number][row], activation_name[layer->activation],
        l->reals.values[number][row], limit);
}

/* --- layers --- */

/* All neurons with exponents of their own, each as large as it goes. */
static void rows_lower_each(const struct lowering *l, const struct columns *columns,
                            struct q15_layer *made, int wanted)
{
    const struct q15_kernel *kernel = made->kernel;
    for (size_t row = 0; row < made->layer->n_out; row++) {
        const size_t number = (size_t)(made->layer - l->spec->layers);
        const int least = kernel->kind == Q15_CURVE ? kernel->least : SMALL;
        int exponent = wanted;
        if (!q15_is_read(l->spec, (int)number) && wanted != Q15_ETA_EXPONENT) {
            exponent = q15_exponent_below(l->reals.values[number][row], INT16_MAX);
            if (kernel->kind == Q15_CURVE && exponent > kernel->most)
                exponent = kernel->most;
        }
        parameters_lower(made, exponent);
        while (!value_lower(l, columns, row, made, exponent, sum_most(l, made->layer, row))) {
            if (exponent <= least)
                value_refuse(l, made->layer, row);
            parameters_lower(made, --exponent);
        }
    }
}

/* Expected square of the error that the grid of the weights makes, of all sums. */
static double grid_square(const struct q15_layer *made, const struct columns *columns, bool common,
                          int exponent)
{
    double square = 0.0;
    for (size_t row = 0; row < made->layer->n_out; row++)
        for (size_t i = 0; i < made->layer->n_in; i++) {
            const struct q15_value *value = columns->values[i];
            const double step = ldexp((double)largest_of(value->range),
                                      -(common ? exponent : made->neurons[row].sum_exponent));
            const double weight =
                ldexp((double)made->layer->weights[row * made->layer->n_in + i], -value->exponent);
            square += step * step + weight * weight;
        }
    return square;
}

/* One exponent for all sums and one for all values, unless exponents of their own halve the error.
 */
static void rows_lower(const struct lowering *l, const struct columns *columns,
                       struct q15_layer *made, int wanted)
{
    int sum = INT16_MAX, value = INT16_MAX;
    rows_lower_each(l, columns, made, wanted);
    for (size_t row = 0; row < made->layer->n_out; row++) {
        sum = made->neurons[row].sum_exponent < sum ? made->neurons[row].sum_exponent : sum;
        value = made->values[row].exponent < value ? made->values[row].exponent : value;
    }
    const int number = (int)(made->layer - l->spec->layers);
    made->by_row = !q15_is_read(l->spec, number) || 4.0 * grid_square(made, columns, false, sum) <
                                                        grid_square(made, columns, true, sum);
    if (made->by_row && !q15_is_read(l->spec, number))
        return;
    parameters_lower(made, value);
    for (size_t row = 0; row < made->layer->n_out; row++) {
        const int most = made->by_row ? sum_most(l, made->layer, row) : sum;
        if (!value_lower(l, columns, row, made, value, most))
            value_refuse(l, made->layer, row);
    }
}

static void layer_lower(const struct lowering *l, size_t number)
{
    const struct spec_layer *layer = &l->spec->layers[number];
    struct q15_layer *made = &l->program->layers[number];
    if (layer->kind == LAYER_RADIAL)
        fail_at(l->spec->file, layer->line,
                "layer \"%s\" is radial, --type=q15 needs layers of the other kinds", layer->name);
    *made = (struct q15_layer){
        .layer = layer,
        .kernel = q15_kernel(layer->activation, l->program->tables),
        .weights = arena_alloc(l->arena, layer->n_in * layer->n_out, sizeof(*made->weights)),
        .neurons = arena_alloc(l->arena, layer->n_out, sizeof(*made->neurons)),
        .values = arena_alloc(l->arena, layer->n_out, sizeof(*made->values)),
    };
    const struct columns columns = columns_of(l, layer);
    rows_lower(l, &columns, made, l->exponents.layers[number]);
    for (size_t row = 0; row < layer->n_out; row++)
        made->values[row].error = q15_value_error(made, columns.values, row);
}

/* --- outputs --- */

static struct q15_output *output_lower(const struct lowering *l, const struct spec_output *output,
                                       const float *scale, const float *offset)
{
    struct q15_output *all = arena_alloc(l->arena, output->count, sizeof(*all)), *next = all;
    for (size_t s = 0; s < output->from.count; s++) {
        const int source = output->from.sources[s];
        const struct q15_value *values = q15_values(l->program, source);
        for (size_t i = 0; i < q15_width(l->program, source); i++, next++) {
            const size_t place = (size_t)(next - all);
            const double factor = scale == NULL ? 1.0 : (double)scale[place];
            *next = (struct q15_output){.source = source, .index = i};
            next->scale = ldexp(factor, -values[i].exponent);
            next->offset = (offset == NULL ? 0.0 : (double)offset[place]) +
                           (values[i].half ? 0.5 * next->scale : 0.0);
            next->error = fabs(factor) * q15_output_error(l->program, next);
        }
    }
    return all;
}

struct q15_program *q15_lower(struct arena *arena, const struct spec *spec, const char *prefix,
                              bool tables)
{
    struct q15_program *program = arena_alloc(arena, 1, sizeof(*program));
    *program = (struct q15_program){
        .spec = spec,
        .prefix = prefix,
        .tables = tables,
        .inputs = arena_alloc(arena, spec->n_inputs, sizeof(*program->inputs)),
        .layers = arena_alloc(arena, spec->n_layers, sizeof(*program->layers)),
    };
    struct lowering l = {.arena = arena, .spec = spec, .program = program};
    l.reals = q15_reals_of(arena, spec);
    l.exponents = q15_exponents_choose(arena, spec, &l.reals, tables);
    for (size_t i = 0; i < spec->n_inputs; i++)
        input_lower(&l, i);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_lower(&l, spec->order[i]);
    program->mean = output_lower(&l, &spec->mean, spec->mean.scale, spec->mean.offset);
    program->sigma = output_lower(&l, &spec->sigma, spec->sigma.scale, spec->sigma.floor);
    if (spec_has(&spec->eta))
        program->eta = *output_lower(&l, &spec->eta, NULL, NULL);
    return program;
}
