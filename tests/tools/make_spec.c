/* make_spec: a random spec of a given shape on standard output, for tests and benchmarks.

   make_spec NAME INPUTS WIDTH,WIDTH,... OUTPUTS ACTIVATION SEED [ZEROS [RESULTS]]

   A trunk of hidden layers with heads for mean, sigma and eta on its last layer. ZEROS is the
   share of weights set to zero (a pruned model). RESULTS is mean, mean,sigma or mean,eta for a
   spec without the others, of a plain trunk. With "-" for the activation every hidden layer
   takes another one, and the heads read the inputs beside the trunk. With "sampled" there is one
   hidden tanh layer for each width, each with its own heads; their averages are mean and sigma,
   and eta looks at the variance of the means. With "radial" the first width is a number of points:
   a Gaussian process. */
#include "base/fail.h"
#include "base/random.h"
#include "spec/spec.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What the call asks for, and the memory and random numbers that the spec is made of. */
struct shape {
    struct arena *arena;
    const char *name;
    size_t inputs, outputs;
    size_t widths[16], depth;
    const char *activation;
    double zeros;
    bool sigma, eta;
    struct random random;
};

static double uniform(struct shape *s, double low, double high)
{
    return low + (high - low) * random_uniform(&s->random);
}

/* Draws a scale; every third one is a power of two, which epigen folds into weights. */
static float scale_draw(struct shape *s, size_t i)
{
    double scale = uniform(s, 0.5, 2.0);
    return (float)(i % 3 == 2 ? ldexp(1.0, (int)(8.0 * scale) - 9) : scale);
}

static enum activation activation_parse(const char *name)
{
    for (size_t i = 0; i < ACT_COUNT; i++)
        if (strcmp(name, activation_name[i]) == 0)
            return (enum activation)i;
    fail_usage("unknown activation %s", name);
}

static struct spec_from from_make(struct arena *arena, const char *first, const char *second)
{
    struct spec_from from = {.count = second == NULL ? 1 : 2};
    from.names = arena_alloc(arena, 2, sizeof(*from.names));
    from.names[0] = first;
    from.names[1] = second;
    return from;
}

/* Draws a layer. Its weights are as large as trained ones, so that sums stay where activations
   bend. */
static struct spec_layer layer_make(struct shape *s, const char *name, struct spec_from from,
                                    size_t n_in, size_t n_out, enum activation activation)
{
    struct spec_layer layer = {
        .name = name, .from = from, .n_in = n_in, .n_out = n_out, .activation = activation};
    for (size_t i = 0; i < ACT_PARAMETERS; i++) {
        float otherwise = activation_forms[activation].parameters[i].otherwise;
        layer.parameters[i] = isnan(otherwise) ? (float)i * 1.75F - 0.75F : otherwise;
    }
    double size = 2.0 / sqrt((double)n_in);
    layer.weights = arena_alloc(s->arena, n_in * n_out, sizeof(float));
    layer.bias = arena_alloc(s->arena, n_out, sizeof(float));
    for (size_t i = 0; i < n_in * n_out; i++) {
        double weight = uniform(s, -size, size);
        layer.weights[i] = uniform(s, 0.0, 1.0) < s->zeros ? 0.0F : (float)weight;
    }
    for (size_t i = 0; i < n_out; i++)
        layer.bias[i] = (float)uniform(s, -0.5, 0.5);
    return layer;
}

static void inputs_make(struct shape *s, struct spec *spec)
{
    spec->n_inputs = s->inputs;
    spec->inputs = arena_alloc(s->arena, s->inputs, sizeof(*spec->inputs));
    for (size_t i = 0; i < s->inputs; i++) {
        float mean = (float)uniform(s, -1.0, 1.0), scale = scale_draw(s, i);
        spec->inputs[i] = (struct spec_input){.name = arena_printf(s->arena, "x%zu", i),
                                              .mean = mean,
                                              .scale = scale,
                                              .min = mean - 3.0F * scale,
                                              .max = mean + 3.0F * scale};
    }
}

static void layers_make(struct shape *s, struct spec *spec)
{
    bool mixed = strcmp(s->activation, "-") == 0, shaped = strcmp(s->activation, "+") == 0;
    const char *below = "inputs";
    size_t n_in = s->inputs;
    spec->layers = arena_alloc(s->arena, s->depth + 3, sizeof(*spec->layers));
    for (size_t i = 0; i < s->depth; i++) {
        /* An exp of an exp overflows, so exp reads a bounded layer. */
        static const enum activation turns[] = {ACT_TANH, ACT_LEAKY_RELU, ACT_SIGMOID,
                                                ACT_EXP,  ACT_SOFTPLUS,   ACT_RELU};
        static const enum activation other_turns[] = {ACT_ELU, ACT_SILU, ACT_CLIP};
        const char *name = arena_printf(s->arena, "h%zu", i + 1);
        spec->layers[i] = layer_make(s, name, from_make(s->arena, below, NULL), n_in, s->widths[i],
                                     mixed    ? turns[i % 6]
                                     : shaped ? other_turns[i % 3]
                                              : activation_parse(s->activation));
        below = name;
        n_in = s->widths[i];
    }
    const char *beside = mixed ? "inputs" : NULL;
    n_in += mixed ? s->inputs : 0;
    struct spec_layer *heads = spec->layers + s->depth;
    heads[0] = layer_make(s, "mean", from_make(s->arena, below, beside), n_in, s->outputs,
                          shaped ? ACT_CLIP : ACT_IDENTITY);
    struct spec_layer *head = heads + 1;
    if (s->sigma)
        *head++ = layer_make(s, "sigma", from_make(s->arena, below, beside), n_in, s->outputs,
                             mixed ? ACT_EXP : ACT_SOFTPLUS);
    if (s->eta)
        *head++ = layer_make(s, "eta", from_make(s->arena, below, beside), n_in, 1, ACT_SIGMOID);
    spec->n_layers = (size_t)(head - spec->layers);
}

static struct spec_from from_all(struct arena *arena, const char *stem, size_t count,
                                 const char *last)
{
    struct spec_from from = {.count = count + (last != NULL)};
    from.names = arena_alloc(arena, from.count, sizeof(*from.names));
    for (size_t i = 0; i < count; i++)
        from.names[i] = arena_printf(arena, "%s%zu", stem, i + 1);
    if (last != NULL)
        from.names[count] = last;
    return from;
}

/* The squared deviations of `count` means from their average, number by number. */
static struct spec_layer deviations_make(struct arena *arena, size_t count, size_t outputs)
{
    size_t n_in = (count + 1) * outputs, n_out = count * outputs;
    struct spec_layer layer = {.name = "deviation", .n_in = n_in, .n_out = n_out};
    layer.from = from_all(arena, "f", count, "mean");
    layer.activation = ACT_SQUARE;
    layer.weights = arena_alloc(arena, n_in * n_out, sizeof(float));
    layer.bias = arena_alloc(arena, n_out, sizeof(float));
    for (size_t i = 0; i < n_out; i++) {
        layer.weights[i * n_in + i] = 1.0F;
        layer.weights[i * n_in + n_out + i % outputs] = -1.0F;
    }
    return layer;
}

static void sampled_make(struct shape *s, struct spec *spec)
{
    size_t n = s->depth;
    struct spec_layer *layer = arena_alloc(s->arena, 3 * n + 4, sizeof(*layer));
    spec->layers = layer;
    for (size_t i = 0; i < n; i++) {
        const char *h = arena_printf(s->arena, "h%zu", i + 1);
        struct spec_from from = from_make(s->arena, h, NULL);
        *layer++ = layer_make(s, h, from_make(s->arena, "inputs", NULL), s->inputs, s->widths[i],
                              ACT_TANH);
        *layer++ = layer_make(s, arena_printf(s->arena, "f%zu", i + 1), from, s->widths[i],
                              s->outputs, ACT_IDENTITY);
        *layer++ = layer_make(s, arena_printf(s->arena, "s%zu", i + 1), from, s->widths[i],
                              s->outputs, ACT_SOFTPLUS);
    }
    *layer++ = (struct spec_layer){
        .name = "mean", .kind = LAYER_AVERAGE, .from = from_all(s->arena, "f", n, NULL)};
    *layer++ = (struct spec_layer){
        .name = "sigma", .kind = LAYER_AVERAGE, .from = from_all(s->arena, "s", n, NULL)};
    *layer++ = deviations_make(s->arena, n, s->outputs);
    *layer++ = layer_make(s, "eta", from_make(s->arena, "deviation", NULL), n * s->outputs, 1,
                          ACT_SIGMOID);
    spec->n_layers = 3 * n + 4;
}

/* Makes a Gaussian process. A diagonal dense layer in front of the points holds one length scale
   for each input. */
static void radial_make(struct shape *s, struct spec *spec)
{
    size_t n = s->widths[0];
    struct spec_layer *layers = arena_alloc(s->arena, 6, sizeof(*layers));
    spec->layers = layers;
    spec->n_layers = 6;
    layers[0] = layer_make(s, "scaled", from_make(s->arena, "inputs", NULL), s->inputs, s->inputs,
                           ACT_IDENTITY);
    for (size_t i = 0; i < s->inputs * s->inputs; i++)
        layers[0].weights[i] = i % (s->inputs + 1) == 0 ? (float)uniform(s, 0.2, 1.0) : 0.0F;
    layers[1] = layer_make(s, "near", from_make(s->arena, "scaled", NULL), s->inputs, n, ACT_EXP);
    layers[1].kind = LAYER_RADIAL;
    layers[2] =
        layer_make(s, "mean", from_make(s->arena, "near", NULL), n, s->outputs, ACT_IDENTITY);
    layers[3] =
        layer_make(s, "sigma", from_make(s->arena, "near", NULL), n, s->outputs, ACT_SOFTPLUS);
    layers[4] = layer_make(s, "explained", from_make(s->arena, "near", NULL), n, n, ACT_SQUARE);
    layers[5] = layer_make(s, "eta", from_make(s->arena, "explained", NULL), n, 1, ACT_SIGMOID);
}

static struct spec_output output_make(struct shape *s, const char *layer, float offset)
{
    struct spec_output output = {.from = from_make(s->arena, layer, NULL), .n_scale = 1};
    output.scale = arena_alloc(s->arena, 1, sizeof(float));
    output.scale[0] = scale_draw(s, s->inputs);
    output.offset = output.floor = arena_alloc(s->arena, 1, sizeof(float));
    output.offset[0] = offset;
    return output;
}

static void shape_parse(struct shape *s, int argc, char **argv)
{
    s->name = argv[1];
    s->inputs = strtoul(argv[2], NULL, 10);
    for (char *w = strtok(argv[3], ","); w != NULL && s->depth < 16; w = strtok(NULL, ","))
        s->widths[s->depth++] = strtoul(w, NULL, 10);
    s->outputs = strtoul(argv[4], NULL, 10);
    s->activation = argv[5];
    s->random.state = strtoul(argv[6], NULL, 10);
    s->zeros = argc < 8 ? 0.0 : strtod(argv[7], NULL);
    s->sigma = argc < 9 || strcmp(argv[8], "mean,sigma") == 0;
    s->eta = argc < 9 || strcmp(argv[8], "mean,eta") == 0;
}

int main(int argc, char **argv)
{
    struct shape s = {0};
    struct spec spec = {.file = "make_spec"};
    fail_program = "make_spec";
    if (argc < 7 || argc > 9)
        fail_usage("expected NAME INPUTS WIDTH,... OUTPUTS ACTIVATION SEED [ZEROS [RESULTS]]");
    shape_parse(&s, argc, argv);
    s.arena = arena_new();
    spec.name = s.name;
    inputs_make(&s, &spec);
    if (strcmp(s.activation, "sampled") == 0)
        sampled_make(&s, &spec);
    else if (strcmp(s.activation, "radial") == 0)
        radial_make(&s, &spec);
    else
        layers_make(&s, &spec);
    spec.mean = output_make(&s, "mean", 0.25F);
    spec.mean.n_offset = 1;
    if (s.sigma)
        spec.sigma = output_make(&s, "sigma", 0.01F);
    spec.sigma.n_floor = s.sigma;
    if (s.eta)
        spec.eta.from = from_make(s.arena, "eta", NULL);
    spec_check(s.arena, &spec);
    spec_write(&spec, stdout);
    arena_free(s.arena);
    return 0;
}
