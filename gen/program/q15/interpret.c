/* See interpret.h. It calls the very kernels that are pasted into the emitted file, so the two
   cannot drift. */
#include "program/q15/interpret.h"

#include "q15/kernels.h"

#include <math.h>

struct q15_interpreter {
    const struct q15_program *program;
    int16_t *inputs, **values;
    struct q15_result result;
};

struct q15_interpreter *q15_interpreter_new(struct arena *arena, const struct q15_program *program)
{
    const struct spec *spec = program->spec;
    struct q15_interpreter *m = arena_alloc(arena, 1, sizeof(*m));
    m->program = program;
    m->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*m->inputs));
    m->values = arena_alloc(arena, spec->n_layers, sizeof(*m->values));
    for (size_t i = 0; i < spec->n_layers; i++)
        m->values[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**m->values));
    m->result.mean = arena_alloc(arena, spec->mean.count, sizeof(*m->result.mean));
    if (spec_has(&spec->sigma))
        m->result.sigma = arena_alloc(arena, spec->sigma.count, sizeof(*m->result.sigma));
    return m;
}

static const int16_t *values_of(const struct q15_interpreter *m, int source)
{
    return source == SOURCE_INPUTS ? m->inputs : m->values[source];
}

/* A sum of 32 bits: in any order, none of its parts overflows. */
static int32_t sum_of(const struct q15_interpreter *m, const struct q15_layer *layer, size_t row)
{
    const int16_t *weights = layer->weights + row * layer->layer->n_in;
    int32_t sum = layer->neurons[row].bias;
    for (size_t s = 0; s < layer->layer->from.count; s++) {
        const int source = layer->layer->from.sources[s];
        const int16_t *v = values_of(m, source);
        const size_t width = q15_width(m->program, source);
        for (size_t i = 0; i < width; i++)
            sum += *weights++ * (int32_t)v[i];
    }
    return sum;
}

static void outputs_copy(const struct q15_interpreter *m, const struct q15_output *outputs,
                         size_t count, int16_t *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = values_of(m, outputs[i].source)[outputs[i].index];
}

const struct q15_result *q15_interpreter_run(struct q15_interpreter *m, const int16_t *x)
{
    const struct q15_program *p = m->program;
    struct q15_result *result = &m->result;
    result->status = 0;
    for (size_t i = 0; i < p->spec->n_inputs; i++)
        m->inputs[i] = (int16_t)epi_clamp(x[i], p->inputs[i].range.low, p->inputs[i].range.high,
                                          q15_status_bit(i), &result->status);
    for (size_t k = 0; k < p->spec->n_layers; k++) {
        const struct q15_layer *layer = &p->layers[p->spec->order[k]];
        for (size_t row = 0; row < layer->layer->n_out; row++) {
            const struct q15_neuron *neuron = &layer->neurons[row];
            const int32_t z = epi_shift(sum_of(m, layer, row), neuron->shift);
            m->values[p->spec->order[k]][row] =
                (int16_t)layer->kernel->run(z, neuron->resize, layer->parameters);
        }
    }
    outputs_copy(m, p->mean, p->spec->mean.count, result->mean);
    outputs_copy(m, p->sigma, p->spec->sigma.count, result->sigma);
    if (spec_has(&p->spec->eta)) {
        outputs_copy(m, &p->eta, 1, &result->eta);
        result->eta = (int16_t)epi_eta_or_one(result->eta, result->status);
    }
    return result;
}

int16_t q15_input_raw(const struct q15_program *program, size_t input, float x)
{
    const struct spec_input *i = &program->spec->inputs[input];
    const float scale = (float)ldexp((double)i->scale, -program->inputs[input].exponent);
    const float raw = (x - i->mean) / scale;
    if (!(raw > -32768.0F)) /* a NaN as well */
        return INT16_MIN;
    if (raw >= 32767.0F)
        return INT16_MAX;
    return (int16_t)(raw < 0.0F ? raw - 0.5F : raw + 0.5F);
}
