/* See demand.h. All numbers and all arithmetic here are float32. Multiplying by a power of two is
   exact if the result is normal, so that is checked first. */
#include "validate/demand.h"

#include <float.h>
#include <math.h>
#include <string.h>

uint32_t demand_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Whether the value is 2^k with a positive sign: a normal number without significand bits. */
static bool is_power_of_two(float value)
{
    return isnormal(value) && (demand_bits(value) & 0x807FFFFFU) == 0U;
}

/* Whether value * factor is zero or normal, factor being a power of two. */
static bool remains_normal(float value, float factor)
{
    float product = value * factor;
    return value == 0.0F || isnormal(product);
}

size_t demand_width(const struct spec *spec, int source)
{
    return source == SOURCE_INPUTS ? spec->n_inputs : spec->layers[source].n_out;
}

/* "A number of an average is that of a dense layer with bias 0, the activation identity, and the
   weight 1 / n ... for that number of each of the n sources." */
static float weight_of(const struct spec_layer *layer, size_t row, size_t column)
{
    if (layer->kind == LAYER_AVERAGE)
        return column % layer->n_out == row ? 1.0F / (float)layer->from.count : 0.0F;
    return layer->weights[row * layer->n_in + column];
}

static float bias_of(const struct spec_layer *layer, size_t row)
{
    return layer->kind == LAYER_DENSE ? layer->bias[row] : 0.0F;
}

static bool is_linear(const struct spec_layer *layer)
{
    return layer->kind == LAYER_AVERAGE ||
           (layer->kind == LAYER_DENSE && layer->activation == ACT_IDENTITY);
}

static bool from_reads(const struct spec_from *from, int source)
{
    for (size_t s = 0; s < from->count; s++)
        if (from->sources[s] == source)
            return true;
    return false;
}

static size_t times_read(const struct spec *spec, int source)
{
    size_t times = 0;
    for (size_t i = 0; i < spec->n_layers + 3; i++) {
        const struct spec_from *from = i < spec->n_layers        ? &spec->layers[i].from
                                       : i == spec->n_layers     ? &spec->mean.from
                                       : i == spec->n_layers + 1 ? &spec->sigma.from
                                                                 : &spec->eta.from;
        times += from_reads(from, source);
    }
    return times;
}

/* "If the scale of a mean output is a power of two and its layer is linear and read by nothing
   else, the weights and the bias of its neuron are multiplied by scale instead of v, unless one of
   them would not remain zero or a normal number." */
static bool row_takes(const struct spec *spec, int source, size_t row, float scale)
{
    const struct spec_layer *layer = &spec->layers[source];
    if (!is_linear(layer) || times_read(spec, source) != 1 || !is_power_of_two(scale) ||
        !remains_normal(bias_of(layer, row), scale))
        return false;
    for (size_t i = 0; i < layer->n_in; i++)
        if (!remains_normal(weight_of(layer, row, i), scale))
            return false;
    return true;
}

static void rows_fold(struct demand *d)
{
    const struct spec *spec = d->spec;
    size_t output = 0;
    for (size_t s = 0; s < spec->mean.from.count; s++) {
        int source = spec->mean.from.sources[s];
        for (size_t row = 0; row < demand_width(spec, source); row++, output++)
            if (source != SOURCE_INPUTS && row_takes(spec, source, row, spec->mean.scale[output]))
                d->row_factor[source][row] = spec->mean.scale[output];
    }
}

/* "... the weights that multiply this input, in all layers, are multiplied by inv instead of
   x - mean, unless one of them would not remain zero or a normal number." */
static bool columns_take(const struct demand *d, size_t input, float inv)
{
    for (size_t k = 0; k < d->spec->n_layers; k++) {
        const struct spec_layer *layer = &d->spec->layers[k];
        size_t column = 0;
        for (size_t s = 0; s < layer->from.count; s++) {
            int source = layer->from.sources[s];
            for (size_t row = 0; source == SOURCE_INPUTS && row < layer->n_out; row++) {
                float weight = weight_of(layer, row, column + input) * d->row_factor[k][row];
                if (!remains_normal(weight, inv))
                    return false;
            }
            column += demand_width(d->spec, source);
        }
    }
    return true;
}

/* Only layers with weights can take inv: so neither the mean nor a radial layer may read inputs. */
static void inputs_fold(struct demand *d)
{
    bool direct = from_reads(&d->spec->mean.from, SOURCE_INPUTS);
    for (size_t k = 0; k < d->spec->n_layers; k++)
        direct = direct || (d->spec->layers[k].kind == LAYER_RADIAL &&
                            from_reads(&d->spec->layers[k].from, SOURCE_INPUTS));
    for (size_t i = 0; i < d->spec->n_inputs; i++) {
        float inv = 1.0F / d->spec->inputs[i].scale;
        d->input_factor[i] =
            !direct && is_power_of_two(inv) && columns_take(d, i, inv) ? inv : 1.0F;
    }
}

struct demand demand_make(struct arena *arena, const struct spec *spec)
{
    struct demand d = {.spec = spec};
    d.input_factor = arena_alloc(arena, spec->n_inputs, sizeof(*d.input_factor));
    d.row_factor = arena_alloc(arena, spec->n_layers, sizeof(*d.row_factor));
    for (size_t i = 0; i < spec->n_layers; i++) {
        d.row_factor[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**d.row_factor));
        for (size_t row = 0; row < spec->layers[i].n_out; row++)
            d.row_factor[i][row] = 1.0F;
    }
    rows_fold(&d);
    inputs_fold(&d);
    return d;
}

/* Whether x - mean can be smaller than the limit without being 0. x - mean grows with x, so the
   floats next to the mean decide. A mean of 0 always needs the flush: x may be denormal or -0. */
static bool flush_can_happen(float mean, float limit)
{
    return mean == 0.0F || nextafterf(mean, INFINITY) - mean < limit ||
           mean - nextafterf(mean, -INFINITY) < limit;
}

struct input_demand demand_input(const struct demand *d, size_t i)
{
    const struct spec_input *input = &d->spec->inputs[i];
    float limit = 0x1p-30F * input->scale, inv = 1.0F / input->scale;
    float nearest = input->mean < input->min   ? input->min
                    : input->mean > input->max ? input->max
                                               : input->mean;
    limit = limit < FLT_MIN ? FLT_MIN : limit;
    /* "A bound of 0 is -0 as min and +0 as max; no result depends on that." */
    return (struct input_demand){.low = demand_bits(input->min == 0.0F ? -0.0F : input->min),
                                 .high = demand_bits(input->max == 0.0F ? 0.0F : input->max),
                                 .nan = demand_bits(nearest),
                                 .status = 1U << (i < 31 ? i : 31),
                                 .subtracts = input->mean != 0.0F,
                                 .mean = input->mean,
                                 .must_flush = flush_can_happen(input->mean, limit),
                                 .limit = demand_bits(limit),
                                 .multiplies = inv != 1.0F && d->input_factor[i] == 1.0F,
                                 .factor = inv};
}

float demand_bias(const struct demand *d, size_t layer, size_t row)
{
    return bias_of(&d->spec->layers[layer], row) * d->row_factor[layer][row];
}

bool demand_connects(const struct demand *d, size_t layer, size_t row, size_t column)
{
    const struct spec_layer *l = &d->spec->layers[layer];
    return l->kind == LAYER_RADIAL || weight_of(l, row, column) != 0.0F;
}

float demand_weight(const struct demand *d, size_t layer, size_t row, size_t column, int source,
                    size_t place)
{
    float weight = weight_of(&d->spec->layers[layer], row, column) * d->row_factor[layer][row];
    return source == SOURCE_INPUTS ? weight * d->input_factor[place] : weight;
}

float demand_mean_scale(const struct demand *d, size_t output, int source, size_t place)
{
    float scale = d->spec->mean.scale[output];
    return source != SOURCE_INPUTS && d->row_factor[source][place] == scale ? 1.0F : scale;
}
