/* See errors.h. The real-valued network is evaluated in double precision, whose own error is far
   below a unit of 16 bits. */
#include "program/q15/errors.h"

#include "base/random.h"
#include "program/activation.h"
#include "program/q15/interpret.h"

#include <math.h>

static int argument_exponent(const struct q15_neuron *neuron)
{
    return neuron->sum_exponent - (int)neuron->shift;
}

/* What a kernel adds to the error of its argument, for a result of up to a size. */
static double kernel_error(const struct q15_layer *layer, int exponent, double size)
{
    const struct q15_kernel *kernel = layer->kernel;
    const double half = ldexp(0.5, -exponent), parameter = (double)layer->layer->parameters[0];
    switch (layer->layer->activation) {
    case ACT_IDENTITY:
    case ACT_RELU: return 0.0;
    case ACT_CLIP: return half; /* its limits are rounded */
    case ACT_LEAKY_RELU: return half + kernel->error * size / parameter;
    case ACT_ELU: return kernel->error * fmax(parameter, 1.0) + 2.0 * half;
    default: return kernel->error + kernel->relative * size + half;
    }
}

/* What the activation can be on an interval. */
static struct interval exact_range(const struct activation_row *row, struct interval v,
                                   const float *p)
{
    return row->range != NULL ? row->range(v, p)
                              : (struct interval){row->exact(v.low, p), row->exact(v.high, p)};
}

struct interval q15_activated(const struct q15_layer *layer, const struct q15_neuron *neuron,
                              int exponent)
{
    const struct activation_row *row = activation_row(layer->layer->activation);
    const float *p = layer->layer->parameters;
    const double half = layer->kernel->half_argument ? 0.5 : 0.0;
    const int argument = argument_exponent(neuron);
    const struct interval v = {ldexp((double)neuron->argument.low + half, -argument),
                               ldexp((double)neuron->argument.high + half, -argument)};
    struct interval r = exact_range(row, v, p);
    const double size = fmax(fabs(r.low), fabs(r.high));
    const double error = kernel_error(layer, exponent, size) + 0x1p-40 * size;
    r.low -= error;
    r.high += error;
    if (layer->layer->activation == ACT_TANH) /* the complement keeps it below 1 */
        r = (struct interval){fmax(r.low, -1.0), fmin(r.high, 1.0 - ldexp(1.0, -exponent))};
    if (activation_forms[layer->layer->activation].range == RANGE_UNIT)
        r.high = fmin(r.high, 1.0);
    if (activation_forms[layer->layer->activation].range != RANGE_ANY)
        r.low = fmax(r.low, 0.0);
    return r;
}

/* The largest magnitude that a value stands for. */
static double size_of(const struct q15_value *value)
{
    const double half = value->half ? 0.5 : 0.0;
    return fmax(fabs(ldexp((double)value->range.low + half, -value->exponent)),
                fabs(ldexp((double)value->range.high + half, -value->exponent)));
}

/* The slope of an activation between any two numbers of an interval. */
static struct interval slopes(const struct q15_layer *layer, struct interval v)
{
    const enum activation activation = layer->layer->activation;
    const double most = activation_row(activation)->slope(v, layer->layer->parameters);
    double least = 0.0;
    if (activation == ACT_IDENTITY)
        least = most;
    if (activation == ACT_SQUARE)
        least = -most;
    if (activation == ACT_SILU) /* its slope is least, -0.0998, at -2.4 */
        least = fmax(-most, -0.1);
    return (struct interval){least, most};
}

struct q15_errors q15_errors_of(const struct q15_layer *layer,
                                const struct q15_value *const *columns, size_t row)
{
    const struct spec_layer *l = layer->layer;
    const struct q15_neuron *neuron = &layer->neurons[row];
    const struct activation_row *activation = activation_row(l->activation);
    const int argument = argument_exponent(neuron);
    struct q15_errors e = {.sum = ldexp(1.0, -neuron->sum_exponent)}; /* of the bias */
    for (size_t i = 0; i < l->n_in; i++) {
        const double exact = (double)l->weights[row * l->n_in + i];
        const double weight = ldexp((double)layer->weights[row * l->n_in + i],
                                    columns[i]->exponent - neuron->sum_exponent);
        e.sum += fabs(weight - exact) * size_of(columns[i]);
        e.carried += fabs(exact) * columns[i]->error;
    }
    if (neuron->shift > 0 || layer->kernel->half_argument)
        e.sum += ldexp(0.5, -argument);
    const double all = e.sum + e.carried;
    const struct interval reached = {ldexp((double)neuron->argument.low, -argument) - all,
                                     ldexp((double)neuron->argument.high + 1.0, -argument) + all};
    e.value = kernel_error(layer, layer->values[row].exponent, size_of(&layer->values[row]));
    e.slope = slopes(layer, reached);
    /* Both values are what the activation is somewhere on `reached`, but for the kernel's error. */
    const struct interval r = exact_range(activation, reached, l->parameters);
    e.most = (r.high - r.low) * (1.0 + 0x1p-40);
    return e;
}

double q15_value_error(const struct q15_layer *layer, const struct q15_value *const *columns,
                       size_t row)
{
    const struct q15_errors e = q15_errors_of(layer, columns, row);
    return fmin(e.slope.high * (e.sum + e.carried), e.most) + e.value;
}

/* --- measured --- */

/* The real-valued network. */
struct real {
    const struct q15_program *program;
    double *inputs, **values;
};

static const double *real_values(const struct real *real, int source)
{
    return source == SOURCE_INPUTS ? real->inputs : real->values[source];
}

static double real_sum(const struct real *real, const struct spec_layer *layer, size_t row)
{
    const float *weights = layer->weights + row * layer->n_in;
    double sum = layer->bias == NULL ? 0.0 : (double)layer->bias[row];
    for (size_t s = 0; s < layer->from.count; s++) {
        const double *v = real_values(real, layer->from.sources[s]);
        const size_t width = q15_width(real->program, layer->from.sources[s]);
        for (size_t i = 0; i < width; i++)
            sum += (double)*weights++ * v[i];
    }
    return sum;
}

static void real_run(const struct real *real, const int16_t *x)
{
    const struct spec *spec = real->program->spec;
    for (size_t i = 0; i < spec->n_inputs; i++)
        real->inputs[i] = ldexp((double)x[i], -real->program->inputs[i].exponent);
    for (size_t k = 0; k < spec->n_layers; k++) {
        const struct spec_layer *layer = &spec->layers[spec->order[k]];
        for (size_t row = 0; row < layer->n_out; row++)
            real->values[spec->order[k]][row] =
                activation_row(layer->activation)
                    ->exact(real_sum(real, layer, row), layer->parameters);
    }
}

/* Adds what an output's raw number differs from the real one. */
static void deviation_add(const struct real *real, const struct q15_output *output, double factor,
                          int16_t raw, struct q15_measured *measured)
{
    const struct q15_value *value = &q15_values(real->program, output->source)[output->index];
    const double half = value->half ? 0.5 : 0.0;
    const double exact = real_values(real, output->source)[output->index];
    const double off = fabs(factor * (ldexp((double)raw + half, -value->exponent) - exact));
    measured->largest = fmax(measured->largest, off);
    measured->rms += off * off;
}

static void deviations_finish(struct q15_measured *measured, size_t count, size_t points)
{
    for (size_t i = 0; i < count; i++)
        measured[i].rms = sqrt(measured[i].rms / (double)points);
}

static struct real real_new(struct arena *arena, const struct q15_program *program)
{
    const struct spec *spec = program->spec;
    struct real real = {.program = program,
                        .inputs = arena_alloc(arena, spec->n_inputs, sizeof(*real.inputs)),
                        .values = arena_alloc(arena, spec->n_layers, sizeof(*real.values))};
    for (size_t i = 0; i < spec->n_layers; i++)
        real.values[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(double));
    return real;
}

struct q15_deviations q15_measure(struct arena *arena, const struct q15_program *program,
                                  size_t points)
{
    const struct spec *spec = program->spec;
    const struct real real = real_new(arena, program);
    struct q15_interpreter *interpreter = q15_interpreter_new(arena, program);
    struct random random = {.state = 1};
    int16_t *x = arena_alloc(arena, spec->n_inputs, sizeof(*x));
    struct q15_deviations d = {
        .points = points,
        .mean = arena_alloc(arena, spec->mean.count, sizeof(*d.mean)),
        .sigma = arena_alloc(arena, spec->sigma.count, sizeof(*d.sigma)),
    };
    for (size_t p = 0; p < points; p++) {
        for (size_t i = 0; i < spec->n_inputs; i++) {
            const struct q15_range range = program->inputs[i].range;
            x[i] = (int16_t)(range.low + (int32_t)floor(random_uniform(&random) *
                                                        (double)(range.high - range.low + 1)));
        }
        const struct q15_result *result = q15_interpreter_run(interpreter, x);
        real_run(&real, x);
        for (size_t i = 0; i < spec->mean.count; i++)
            deviation_add(&real, &program->mean[i], (double)spec->mean.scale[i], result->mean[i],
                          &d.mean[i]);
        for (size_t i = 0; i < spec->sigma.count; i++)
            deviation_add(&real, &program->sigma[i], (double)spec->sigma.scale[i], result->sigma[i],
                          &d.sigma[i]);
        if (spec_has(&spec->eta))
            deviation_add(&real, &program->eta, 1.0, result->eta, &d.eta);
    }
    deviations_finish(d.mean, spec->mean.count, points);
    deviations_finish(d.sigma, spec->sigma.count, points);
    deviations_finish(&d.eta, 1, points);
    return d;
}
