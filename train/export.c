/* See export.h. Scale and floor of sigma are standardised in the network and written in the
   output's unit. */
#include "export.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A spec holds no denormals: what small is as good as zero. */
static float normal_or_zero(float value) { return fabsf(value) < FLT_MIN ? 0.0F : value; }

static struct spec_from from_name(struct arena *arena, const char *name)
{
    struct spec_from from = {.count = 1};
    from.names = arena_alloc(arena, 1, sizeof(*from.names));
    from.names[0] = name;
    return from;
}

static void layer_export(struct arena *arena, const struct dense *dense, struct spec_layer *layer)
{
    layer->activation = dense->activation;
    layer->slope = dense->slope;
    layer->n_in = dense->n_in;
    layer->n_out = dense->n_out;
    layer->weights = arena_alloc(arena, dense->n_in * dense->n_out, sizeof(float));
    layer->bias = arena_alloc(arena, dense->n_out, sizeof(float));
    for (size_t o = 0; o < dense->n_out; o++) {
        layer->bias[o] = normal_or_zero(dense->bias[o]);
        for (size_t i = 0; i < dense->n_in; i++)
            layer->weights[o * dense->n_in + i] =
                normal_or_zero(dense->weights[o * dense->stride + i]);
    }
}

/* Hidden layers are called <letter>1, <letter>2, ...; the last of a branch has the branch's name.
 */
static const char *chain_export(struct arena *arena, const struct chain *chain, const char *letter,
                                const char *last, const char *from, struct spec *spec)
{
    for (size_t i = 0; i < chain->count; i++) {
        struct spec_layer *layer = &spec->layers[spec->n_layers++];
        bool end = last != NULL && i + 1 == chain->count;
        layer->name = end ? last : arena_printf(arena, "%s%zu", letter, i + 1);
        layer->from = from_name(arena, from);
        layer_export(arena, &chain->layers[i], layer);
        from = layer->name;
    }
    return from;
}

static void outputs_export(struct arena *arena, const struct network *network,
                           const struct scaling *outputs, struct spec *spec)
{
    size_t n = network->shape.n_out;
    spec->mean = (struct spec_output){.from = from_name(arena, "mean")};
    spec->sigma = (struct spec_output){.from = from_name(arena, "sigma")};
    spec->eta = (struct spec_output){.from = from_name(arena, "eta")};
    spec->mean.names = arena_alloc(arena, n, sizeof(*spec->mean.names));
    spec->mean.offset = arena_alloc(arena, n, sizeof(float));
    spec->mean.scale = arena_alloc(arena, n, sizeof(float));
    spec->sigma.scale = arena_alloc(arena, n, sizeof(float));
    spec->sigma.floor = arena_alloc(arena, n, sizeof(float));
    spec->mean.n_names = spec->mean.n_offset = spec->mean.n_scale = n;
    spec->sigma.n_scale = spec->sigma.n_floor = n;
    for (size_t i = 0; i < n; i++) {
        spec->mean.names[i] = outputs[i].name;
        spec->mean.offset[i] = normal_or_zero(outputs[i].mean);
        spec->mean.scale[i] = outputs[i].scale;
        double scale = network->sigma_scale[i] * (double)outputs[i].scale;
        spec->sigma.scale[i] = (float)scale;
        spec->sigma.floor[i] = fmaxf((float)(network->sigma_floor * scale), FLT_MIN);
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

struct spec *export_spec(struct arena *arena, const struct network *network, const char *name,
                         const struct scaling *inputs, const struct scaling *outputs)
{
    struct spec *spec = arena_alloc(arena, 1, sizeof(*spec));
    size_t n_layers =
        network->trunk.count + network->mean.count + network->sigma.count + network->eta.count;
    spec->file = name;
    spec->name = name;
    spec->n_inputs = network->shape.n_in;
    spec->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*spec->inputs));
    for (size_t i = 0; i < spec->n_inputs; i++)
        spec->inputs[i] = (struct spec_input){.name = inputs[i].name,
                                              .unit = inputs[i].unit,
                                              .min = normal_or_zero(inputs[i].low),
                                              .max = normal_or_zero(inputs[i].high),
                                              .mean = normal_or_zero(inputs[i].mean),
                                              .scale = inputs[i].scale};
    spec->layers = arena_alloc(arena, n_layers, sizeof(*spec->layers));
    const char *features = chain_export(arena, &network->trunk, "h", NULL, "inputs", spec);
    chain_export(arena, &network->mean, "m", "mean", features, spec);
    chain_export(arena, &network->sigma, "s", "sigma", features, spec);
    chain_export(arena, &network->eta, "e", "eta",
                 network->shape.eta_on_trunk ? features : "inputs", spec);
    outputs_export(arena, network, outputs, spec);
    spec->mean.unit = unit_of(outputs, network->shape.n_out);
    return spec;
}
