/* The spec of a given mean with sigma and eta beside it. The layers of the mean, the mean and the
   scale of the inputs that they read, and the output stay as they are, so that the bits of the mean
   do. A layer in front of sigma and eta turns inputs of the network's scale into those of the rows.
 */
#include "given/given.h"
#include "result/export.h"

#include <string.h>

/* A beginning of names that no layer of the given network has. */
static const char *prefix_free(struct arena *arena, const struct spec *spec)
{
    const char *prefix = "u_";
    for (size_t i = 0; i < spec->n_layers; i++)
        if (strncmp(spec->layers[i].name, prefix, strlen(prefix)) == 0) {
            prefix = arena_printf(arena, "u%s", prefix);
            i = (size_t)-1; /* all of them again */
        }
    return prefix;
}

/* From (x - mean) / scale of the network to that of the rows, input by input. */
static void scaled_add(struct arena *arena, struct spec *spec, const char *name,
                       const struct scaling *inputs)
{
    size_t n = spec->n_inputs;
    struct spec_layer *layer = &spec->layers[spec->n_layers++];
    *layer = (struct spec_layer){.name = name,
                                 .from = export_from(arena, "inputs"),
                                 .activation = ACT_IDENTITY,
                                 .n_in = n,
                                 .n_out = n};
    layer->weights = arena_alloc(arena, n * n, sizeof(float));
    layer->bias = arena_alloc(arena, n, sizeof(float));
    for (size_t i = 0; i < n; i++) {
        double scale = (double)inputs[i].scale;
        layer->weights[i * n + i] = (float)((double)spec->inputs[i].scale / scale);
        layer->bias[i] =
            export_number((float)(((double)spec->inputs[i].mean - (double)inputs[i].mean) / scale));
    }
}

/* Names, units and domain are those of the rows; what is subtracted and divided by is not. */
static void inputs_set(struct arena *arena, struct spec *spec, const struct problem *p)
{
    const struct spec_input *given = spec->inputs;
    spec->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*spec->inputs));
    for (size_t i = 0; i < spec->n_inputs; i++) {
        spec->inputs[i] = given[i];
        spec->inputs[i].name = p->inputs[i].name;
        spec->inputs[i].min = export_number(p->inputs[i].low);
        spec->inputs[i].max = export_number(p->inputs[i].high);
        if (p->inputs[i].unit != NULL)
            spec->inputs[i].unit = p->inputs[i].unit;
    }
}

static void names_set(struct arena *arena, struct spec *spec, const struct problem *p)
{
    struct spec_output *mean = &spec->mean;
    if (mean->names != NULL || p->without_truth)
        return;
    mean->n_names = mean->count;
    mean->names = arena_alloc(arena, mean->count, sizeof(*mean->names));
    for (size_t k = 0; k < mean->count; k++)
        mean->names[k] = p->outputs[k].name;
}

struct spec *given_export(struct arena *arena, const struct given *given,
                          const struct network *network, const struct recipe *recipe,
                          const struct problem *problem, const struct scaling *outputs)
{
    struct spec *spec = arena_alloc(arena, 1, sizeof(*spec));
    const char *prefix = prefix_free(arena, given->spec);
    const char *scaled = arena_printf(arena, "%sscaled", prefix);
    *spec = *given->spec;
    spec->file = spec->name = recipe->name;
    spec->layers = arena_alloc(arena, spec->n_layers + 1 + export_beside_count(network),
                               sizeof(*spec->layers));
    memcpy(spec->layers, given->spec->layers, spec->n_layers * sizeof(*spec->layers));
    inputs_set(arena, spec, problem);
    names_set(arena, spec, problem);
    scaled_add(arena, spec, scaled, problem->inputs);
    export_beside(arena, spec, network, scaled, prefix, problem->without_truth ? NULL : outputs);
    return spec;
}

void given_provenance(struct arena *arena, const struct given *given, const struct problem *problem,
                      struct spec *spec)
{
    size_t n = spec->n_inputs;
    struct spec_pair *scales = arena_alloc(arena, n, sizeof(*scales));
    for (size_t i = 0; i < n; i++)
        scales[i] = (struct spec_pair){
            .key = spec->inputs[i].name,
            .text = arena_printf(arena, "%.9g", (double)problem->inputs[i].scale)};
    const struct spec_pair added[] = {{.key = "mean_sha256", .text = given->sha256},
                                      {.key = "eta_scales", .children = scales, .n_children = n}};
    spec->provenance = arena_grow(arena, spec->provenance, spec->n_provenance,
                                  spec->n_provenance + 2, sizeof(*spec->provenance));
    memcpy(spec->provenance + spec->n_provenance, added, sizeof(added));
    spec->n_provenance += 2;
}
