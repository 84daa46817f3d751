/* How far an output can be from the real-valued network. Adding up the largest errors layer by
   layer forgets that the error of one value reaches the output on many ways, with weights of both
   signs. So the errors of each neuron go to the output all at once here: with what its error is
   multiplied by there, an interval, found from the output backwards.

   Between both arguments of an activation lies one slope s for which the difference of its values
   is s times the difference of its arguments. The difference at the output therefore is a sum over
   all errors of neurons, each times a sum of products of exact weights and of such slopes; those of
   its products that are below zero never help those above. */
#include "program/q15/errors.h"

#include <math.h>

/* What the errors of all values are multiplied by at the output: by layer and neuron. */
struct factors {
    const struct q15_program *program;
    struct interval **layers;
};

static double magnitude(struct interval v) { return fmax(fabs(v.low), fabs(v.high)); }

static struct interval times(struct interval v, struct interval slope)
{
    const double a = v.low * slope.low, b = v.low * slope.high;
    const double c = v.high * slope.low, d = v.high * slope.high;
    return (struct interval){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d))};
}

/* Hands the factor of a neuron's sum on to what it reads. */
static void factor_carry(const struct factors *f, const struct spec_layer *layer, size_t row,
                         struct interval factor)
{
    const float *weight = layer->weights + row * layer->n_in;
    for (size_t s = 0; s < layer->from.count; s++) {
        const int source = layer->from.sources[s];
        const size_t width = q15_width(f->program, source);
        for (size_t i = 0; i < width; i++, weight++) {
            if (source == SOURCE_INPUTS) /* raw inputs have no error */
                continue;
            const double w = (double)*weight;
            struct interval *to = &f->layers[source][i];
            to->low += fmin(w * factor.low, w * factor.high);
            to->high += fmax(w * factor.low, w * factor.high);
        }
    }
}

/* What a neuron's own errors are at the output. Where the activation is so steep that its range
   says more than its slope, all of the difference behind it counts as the neuron's own. */
static double neuron_error(const struct factors *f, const struct q15_layer *layer,
                           const struct q15_value *const *columns, size_t row,
                           struct interval factor)
{
    const struct q15_errors e = q15_errors_of(layer, columns, row);
    if (e.slope.high * (e.sum + e.carried) > e.most)
        return magnitude(factor) * (e.most + e.value);
    const struct interval of_sum = times(factor, e.slope);
    factor_carry(f, layer->layer, row, of_sum);
    return magnitude(factor) * e.value + magnitude(of_sum) * e.sum;
}

static double layer_error(struct arena *arena, const struct factors *f, size_t number)
{
    const struct q15_layer *layer = &f->program->layers[number];
    const struct spec_from *from = &layer->layer->from;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    const struct q15_value **columns = arena_alloc(arena, layer->layer->n_in, sizeof(*columns));
    double error = 0.0;
    size_t column = 0;
    for (size_t s = 0; s < from->count; s++)
        for (size_t i = 0; i < q15_width(f->program, from->sources[s]); i++)
            columns[column++] = &q15_values(f->program, from->sources[s])[i];
    for (size_t row = 0; row < layer->layer->n_out; row++)
        if (magnitude(f->layers[number][row]) > 0.0)
            error += neuron_error(f, layer, columns, row, f->layers[number][row]);
    return error;
}

double q15_output_error(struct arena *arena, const struct q15_program *program,
                        const struct q15_output *output)
{
    const struct spec *spec = program->spec;
    const double by_layer = q15_values(program, output->source)[output->index].error;
    struct factors f = {.program = program};
    double error = 0.0;
    if (output->source == SOURCE_INPUTS)
        return by_layer;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    f.layers = arena_alloc(arena, spec->n_layers, sizeof(*f.layers));
    for (size_t i = 0; i < spec->n_layers; i++)
        f.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**f.layers));
    f.layers[output->source][output->index] = (struct interval){1.0, 1.0};
    for (size_t k = spec->n_layers; k > 0; k--)
        error += layer_error(arena, &f, spec->order[k - 1]);
    return fmin(by_layer, error * (1.0 + 0x1p-40));
}
