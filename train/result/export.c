/* See export.h. The network has scale and floor of sigma in standardised units, the spec in the
   output's unit. */
#include "result/export.h"

#include <float.h>
#include <math.h>
#include <string.h>

float export_number(float value) { return fabsf(value) < FLT_MIN ? 0.0F : value; }

struct spec_from export_from(struct arena *arena, const char *name)
{
    struct spec_from from = {.count = 1};
    from.names = arena_alloc(arena, 1, sizeof(*from.names));
    from.names[0] = name;
    return from;
}

struct spec_layer *export_layer(struct arena *arena, struct spec *spec, const char *name,
                                struct spec_from from, const struct dense *dense)
{
    struct spec_layer *layer = &spec->layers[spec->n_layers++];
    *layer = (struct spec_layer){.name = name,
                                 .from = from,
                                 .activation = dense->activation,
                                 .n_in = dense->n_in,
                                 .n_out = dense->n_out};
    memcpy(layer->parameters, dense->parameters, sizeof(layer->parameters));
    layer->weights = arena_alloc(arena, dense->n_in * dense->n_out, sizeof(float));
    layer->bias = arena_alloc(arena, dense->n_out, sizeof(float));
    for (size_t o = 0; o < dense->n_out; o++) {
        layer->bias[o] = export_number(dense->bias[o]);
        for (size_t i = 0; i < dense->n_in; i++)
            layer->weights[o * dense->n_in + i] =
                export_number(dense->weights[o * dense->stride + i]);
    }
    return layer;
}

const char *export_chain(struct arena *arena, struct spec *spec, const struct chain *chain,
                         const char *letter, const char *last, const char *from)
{
    for (size_t i = 0; i < chain->count; i++) {
        bool end = last != NULL && i + 1 == chain->count;
        const char *name = end ? last : arena_printf(arena, "%s%zu", letter, i + 1);
        export_layer(arena, spec, name, export_from(arena, from), &chain->layers[i]);
        from = name;
    }
    return from;
}

static void outputs_export(struct arena *arena, const struct scaling *outputs, size_t n,
                           struct spec *spec)
{
    spec->mean = (struct spec_output){.from = export_from(arena, "mean")};
    spec->sigma = (struct spec_output){.from = export_from(arena, "sigma")};
    spec->eta = (struct spec_output){.from = export_from(arena, "eta")};
    spec->mean.names = arena_alloc(arena, n, sizeof(*spec->mean.names));
    spec->mean.offset = arena_alloc(arena, n, sizeof(float));
    spec->mean.scale = arena_alloc(arena, n, sizeof(float));
    spec->sigma.scale = arena_alloc(arena, n, sizeof(float));
    spec->sigma.floor = arena_alloc(arena, n, sizeof(float));
    spec->mean.n_names = spec->mean.n_offset = spec->mean.n_scale = n;
    spec->sigma.n_scale = spec->sigma.n_floor = n;
    for (size_t i = 0; i < n; i++) {
        spec->mean.names[i] = outputs[i].name;
        spec->mean.offset[i] = export_number(outputs[i].mean);
        spec->mean.scale[i] = spec->sigma.scale[i] = outputs[i].scale;
        spec->sigma.floor[i] = FLT_MIN;
    }
}

/* A spec has one unit for all outputs; NULL where they differ. */
static const char *unit_of(const struct scaling *outputs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (outputs[i].unit == NULL || strcmp(outputs[i].unit, outputs[0].unit) != 0)
            return NULL;
    return outputs[0].unit;
}

struct spec *export_frame(struct arena *arena, const char *name, const struct scalings *columns,
                          size_t n_layers)
{
    struct spec *spec = arena_alloc(arena, 1, sizeof(*spec));
    const struct scaling *inputs = columns->inputs;
    spec->file = name;
    spec->name = name;
    spec->n_inputs = columns->n_in;
    spec->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*spec->inputs));
    for (size_t i = 0; i < spec->n_inputs; i++)
        spec->inputs[i] = (struct spec_input){.name = inputs[i].name,
                                              .unit = inputs[i].unit,
                                              .min = export_number(inputs[i].low),
                                              .max = export_number(inputs[i].high),
                                              .mean = export_number(inputs[i].mean),
                                              .scale = inputs[i].scale};
    spec->layers = arena_alloc(arena, n_layers, sizeof(*spec->layers));
    outputs_export(arena, columns->outputs, columns->n_out, spec);
    spec->mean.unit = unit_of(columns->outputs, columns->n_out);
    return spec;
}

/* The squares of the inputs: a layer whose only weights are 1, from each input to its square. */
static void squares_export(struct arena *arena, struct spec *spec, const char *name,
                           const char *inputs)
{
    size_t n = spec->n_inputs;
    struct spec_layer *layer = &spec->layers[spec->n_layers++];
    *layer = (struct spec_layer){.name = name,
                                 .from = export_from(arena, inputs),
                                 .activation = ACT_SQUARE,
                                 .n_in = n,
                                 .n_out = n};
    layer->weights = arena_alloc(arena, n * n, sizeof(float));
    layer->bias = arena_alloc(arena, n, sizeof(float));
    for (size_t i = 0; i < n; i++)
        layer->weights[i * n + i] = 1.0F;
}

/* Where the layers of a network are put: what they read as the inputs, and what stands in front of
   their names. */
struct placing {
    const char *inputs, *prefix;
};

static const char *placed(struct arena *arena, const struct placing *at, const char *name)
{
    return arena_printf(arena, "%s%s", at->prefix, name);
}

static void eta_export(struct arena *arena, struct spec *spec, const struct network *network,
                       const struct placing *at, const char *features)
{
    const char *squares = placed(arena, at, "squares");
    const char *const reads[ETA_FROM_COUNT] = {at->inputs, features, squares};
    bool squared = network->shape.eta_from == ETA_FROM_SQUARES;
    if (squared)
        squares_export(arena, spec, squares, at->inputs);
    struct spec_layer *first = &spec->layers[spec->n_layers];
    export_chain(arena, spec, &network->eta, placed(arena, at, "e"), placed(arena, at, "eta"),
                 reads[network->shape.eta_from]);
    if (squared) { /* the first layer reads the inputs, then their squares */
        first->from = (struct spec_from){.count = 2};
        first->from.names = arena_alloc(arena, 2, sizeof(*first->from.names));
        first->from.names[0] = at->inputs;
        first->from.names[1] = squares;
    }
}

/* Sigma in the unit of its output. */
static void sigma_scale(struct spec *spec, const struct network *network,
                        const struct scaling *outputs)
{
    for (size_t i = 0; i < network->shape.n_out; i++) {
        double scale = network->sigma_scale[i] * (double)outputs[i].scale;
        spec->sigma.scale[i] = (float)scale;
        spec->sigma.floor[i] = fmaxf((float)(network->sigma_floor * scale), FLT_MIN);
    }
}

struct spec *export_spec(struct arena *arena, const struct network *network, const char *name,
                         const struct scaling *inputs, const struct scaling *outputs)
{
    size_t n_layers =
        network->trunk.count + network->mean.count + network->sigma.count + network->eta.count + 1;
    const struct scalings columns = {inputs, network->shape.n_in, outputs, network->shape.n_out};
    struct spec *spec = export_frame(arena, name, &columns, n_layers);
    const char *features = export_chain(arena, spec, &network->trunk, "h", NULL, "inputs");
    export_chain(arena, spec, &network->mean, "m", "mean", features);
    export_chain(arena, spec, &network->sigma, "s", "sigma", features);
    eta_export(arena, spec, network, &(struct placing){"inputs", ""}, features);
    sigma_scale(spec, network, outputs);
    return spec;
}

size_t export_beside_count(const struct network *network)
{
    return network->trunk.count + network->sigma.count + network->eta.count + 1;
}

void export_beside(struct arena *arena, struct spec *spec, const struct network *network,
                   const char *inputs, const char *prefix, const struct scaling *outputs)
{
    const struct placing at = {inputs, prefix};
    size_t n = network->shape.n_out;
    if (outputs != NULL) {
        const char *features =
            export_chain(arena, spec, &network->trunk, placed(arena, &at, "h"), NULL, inputs);
        const char *sigma = placed(arena, &at, "sigma");
        export_chain(arena, spec, &network->sigma, placed(arena, &at, "s"), sigma, features);
        spec->sigma =
            (struct spec_output){.from = export_from(arena, sigma), .n_scale = n, .n_floor = n};
        spec->sigma.scale = arena_alloc(arena, n, sizeof(float));
        spec->sigma.floor = arena_alloc(arena, n, sizeof(float));
        sigma_scale(spec, network, outputs);
    }
    eta_export(arena, spec, network, &at, NULL);
    spec->eta = (struct spec_output){.from = export_from(arena, placed(arena, &at, "eta"))};
}
