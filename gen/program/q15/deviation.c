/* How far an output can be from the real-valued network. Adding up the largest errors layer by
   layer forgets that the error of one value reaches the output on many ways, with weights of both
   signs. So the errors of each neuron go to the output all at once here: with what its error is
   multiplied by there, an interval, found from the output backwards.

   Between both arguments of an activation lies one slope s for which the difference of its values
   is s times the difference of its arguments. The difference at the output therefore is a sum over
   all errors of neurons, each times a sum of products of exact weights and of such slopes; those of
   its products that are below zero never help those above.

   The intervals of two neurons of a layer cannot both be at their ends where the layer behind them
   would have to have two slopes at once. So the errors of a layer are bounded together too: what
   they are multiplied by is a constant, from the middles of the factors of the sums behind them,
   and a bilinear form of these factors' distances from their middles and of the errors. */
#include "base/fail.h"
#include "program/q15/errors.h"
#include "program/q15/norm.h"

#include <math.h>

/* What the errors of all values are multiplied by at the output, and those of all sums: by layer
   and neuron. */
struct factors {
    const struct q15_program *program;
    const struct q15_output *output;
    struct interval **layers, **sums;
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

/* The largest own error of a neuron's value. Where the activation is so steep that its range says
   more than its slope, all of the difference behind it counts as the neuron's own. */
static double neuron_error(const struct factors *f, const struct q15_layer *layer,
                           const struct q15_value *const *columns, size_t row)
{
    const size_t number = (size_t)(layer - f->program->layers);
    const struct q15_errors e = q15_errors_of(layer, columns, row);
    if (e.slope.high * (e.sum + e.carried) > e.most)
        return e.most + e.value;
    f->sums[number][row] = times(f->layers[number][row], e.slope);
    factor_carry(f, layer->layer, row, f->sums[number][row]);
    return e.value + magnitude(e.slope) * e.sum;
}

static size_t rows_behind(const struct spec *spec, int number)
{
    size_t rows = 0;
    for (size_t k = 0; k < spec->n_layers; k++)
        for (size_t s = 0; s < spec->layers[k].from.count; s++)
            rows += spec->layers[k].from.sources[s] == number ? spec->layers[k].n_out : 0;
    return rows;
}

/* Adds the rows of a layer that read the values of another from `column` on. Returns the place
   behind those of the form. */
static double *form_add(const struct factors *f, size_t reader, size_t column, size_t width,
                        double *centre, double *form)
{
    const struct spec_layer *layer = &f->program->spec->layers[reader];
    for (size_t row = 0; row < layer->n_out; row++) {
        const struct interval factor = f->sums[reader][row];
        const float *weights = layer->weights + row * layer->n_in + column;
        for (size_t i = 0; i < width; i++) {
            centre[i] += (double)weights[i] * 0.5 * (factor.low + factor.high);
            *form++ = (double)weights[i] * 0.5 * (factor.high - factor.low);
        }
    }
    return form;
}

/* What the errors of a layer's values come to at the output, bounded together. */
static double together(struct arena *arena, const struct factors *f, int number, const double *own)
{
    const struct spec *spec = f->program->spec;
    const size_t width = q15_width(f->program, number), rows = rows_behind(spec, number);
    if (width > Q15_FORM_WIDEST && rows > Q15_FORM_WIDEST)
        return INFINITY;
    double *centre = arena_alloc(arena, width, sizeof(*centre));
    double *form = arena_alloc(arena, rows * width, sizeof(*form)), *next = form, error = 0.0;
    if (f->output->source == number)
        centre[f->output->index] = 1.0;
    for (size_t k = 0; k < spec->n_layers; k++) {
        const struct spec_from *from = &spec->layers[k].from;
        size_t column = 0;
        for (size_t s = 0; s < from->count; column += q15_width(f->program, from->sources[s++]))
            if (from->sources[s] == number)
                next = form_add(f, k, column, width, centre, next);
    }
    for (size_t i = 0; i < rows * width; i++)
        form[i] *= own[i % width];
    for (size_t i = 0; i < width; i++)
        error += fabs(centre[i]) * own[i];
    return error + q15_form_most(arena, form, rows, width);
}

static double layer_error(struct arena *arena, const struct factors *f, size_t number)
{
    const struct q15_layer *layer = &f->program->layers[number];
    const struct spec_from *from = &layer->layer->from;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    const struct q15_value **columns = arena_alloc(arena, layer->layer->n_in, sizeof(*columns));
    double *own = arena_alloc(arena, layer->layer->n_out, sizeof(*own)), error = 0.0;
    size_t column = 0;
    for (size_t s = 0; s < from->count; s++)
        for (size_t i = 0; i < q15_width(f->program, from->sources[s]); i++)
            columns[column++] = &q15_values(f->program, from->sources[s])[i];
    for (size_t row = 0; row < layer->layer->n_out; row++)
        if (magnitude(f->layers[number][row]) > 0.0) {
            own[row] = neuron_error(f, layer, columns, row);
            error += magnitude(f->layers[number][row]) * own[row];
        }
    return error > 0.0 ? fmin(error, together(arena, f, (int)number, own)) : 0.0;
}

/* What the errors of each layer come to at an output that is no input. */
static void parts_find(const struct q15_program *program, const struct q15_output *output,
                       double *parts)
{
    const struct spec *spec = program->spec;
    struct arena *arena = arena_new();
    struct factors f = {.program = program, .output = output};
    /* NOLINTBEGIN(bugprone-sizeof-expression): arrays of pointers */
    f.layers = arena_alloc(arena, spec->n_layers, sizeof(*f.layers));
    f.sums = arena_alloc(arena, spec->n_layers, sizeof(*f.sums));
    /* NOLINTEND(bugprone-sizeof-expression) */
    for (size_t i = 0; i < spec->n_layers; i++) {
        f.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**f.layers));
        f.sums[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**f.sums));
    }
    f.layers[output->source][output->index] = (struct interval){1.0, 1.0};
    for (size_t k = spec->n_layers; k > 0; k--)
        parts[spec->order[k - 1]] = layer_error(arena, &f, spec->order[k - 1]);
    arena_free(arena);
}

double q15_output_error(const struct q15_program *program, const struct q15_output *output)
{
    const double by_layer = q15_values(program, output->source)[output->index].error;
    if (output->source == SOURCE_INPUTS)
        return by_layer;
    struct arena *arena = arena_new();
    double *parts = arena_alloc(arena, program->spec->n_layers, sizeof(*parts)), error = 0.0;
    parts_find(program, output, parts);
    for (size_t i = 0; i < program->spec->n_layers; i++)
        error += parts[i];
    arena_free(arena);
    return fmin(by_layer, error * (1.0 + 0x1p-40));
}

/* --- the accuracy that was asked for --- */

/* `unit`: what a difference of 1 is in the unit of the output. */
static void output_check(const struct q15_program *program, const struct q15_output *output,
                         const char *name, size_t index, double unit, double most)
{
    const struct spec *spec = program->spec;
    size_t worst = 0;
    if (output->error <= most * unit || output->source == SOURCE_INPUTS)
        return;
    struct arena *arena = arena_new();
    double *parts = arena_alloc(arena, spec->n_layers, sizeof(*parts)), all = 0.0;
    parts_find(program, output, parts);
    for (size_t i = 0; i < spec->n_layers; i++) {
        all += parts[i];
        worst = parts[i] > parts[worst] ? i : worst;
    }
    const struct spec_layer *layer = &spec->layers[worst];
    fail_at(spec->file, layer->line,
            "layer \"%s\" makes %.0f %% of the %.3g by which %s[%zu] can differ from the "
            "real-valued network, in units of its scale: --accuracy=%.3g would fit, or weights "
            "that are trained for 16 bits (\"type: q15\" in the recipe)",
            layer->name, 100.0 * parts[worst] / all, output->error / unit, name, index,
            1.01 * output->error / unit);
}

void q15_accuracy_check(const struct q15_program *program, double most)
{
    const struct spec *spec = program->spec;
    for (size_t i = 0; i < spec->mean.count; i++)
        output_check(program, &program->mean[i], "mean", i, fabs((double)spec->mean.scale[i]),
                     most);
    for (size_t i = 0; i < spec->sigma.count; i++)
        output_check(program, &program->sigma[i], "sigma", i, fabs((double)spec->mean.scale[i]),
                     most);
    if (spec_has(&spec->eta))
        output_check(program, &program->eta, "eta", 0, 1.0, most);
}
