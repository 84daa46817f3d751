/* looped_weights SPEC: the numbers of a spec as C arrays on standard output, for looped.c. Takes
   the one shape that looped.c computes: layers h1 and h2 (tanh), mean, sigma (softplus) and eta
   (sigmoid), each reading the one before, the heads reading h2. */
#include "base/fail.h"
#include "base/files.h"
#include "spec/spec.h"

static void array_print(const char *name, const char *what, const float *values, size_t count)
{
    printf("static const float %s_%s[%zu] = {", name, what, count);
    for (size_t i = 0; i < count; i++)
        printf("%s%a", i == 0 ? "" : ", ", (double)values[i]);
    printf("};\n");
}

static void layer_print(const struct spec_layer *layer)
{
    printf("static const float %s_weights[%zu][%zu] = {\n", layer->name, layer->n_out, layer->n_in);
    for (size_t o = 0; o < layer->n_out; o++) {
        printf("    {");
        for (size_t i = 0; i < layer->n_in; i++)
            printf("%s%a", i == 0 ? "" : ", ", (double)layer->weights[o * layer->n_in + i]);
        printf("},\n");
    }
    printf("};\n");
    array_print(layer->name, "bias", layer->bias, layer->n_out);
}

static void inputs_print(struct arena *arena, const struct spec *spec)
{
    float *numbers[4];
    for (size_t k = 0; k < 4; k++)
        numbers[k] = arena_alloc(arena, spec->n_inputs, sizeof(float));
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        numbers[0][i] = input->mean;
        numbers[1][i] = 1.0F / input->scale;
        numbers[2][i] = input->min;
        numbers[3][i] = input->max;
    }
    array_print("input", "mean", numbers[0], spec->n_inputs);
    array_print("input", "inverse_scale", numbers[1], spec->n_inputs);
    array_print("input", "min", numbers[2], spec->n_inputs);
    array_print("input", "max", numbers[3], spec->n_inputs);
}

static void outputs_print(const struct spec *spec)
{
    array_print("output", "mean_offset", spec->mean.offset, spec->mean.count);
    array_print("output", "mean_scale", spec->mean.scale, spec->mean.count);
    array_print("output", "sigma_scale", spec->sigma.scale, spec->sigma.count);
    array_print("output", "sigma_floor", spec->sigma.floor, spec->sigma.count);
}

/* Layer by layer: what it reads and its activation. */
static void shape_check(const struct spec *spec)
{
    static const struct {
        int source;
        enum activation activation;
    } expected[] = {{SOURCE_INPUTS, ACT_TANH},
                    {0, ACT_TANH},
                    {1, ACT_IDENTITY},
                    {1, ACT_SOFTPLUS},
                    {1, ACT_SIGMOID}};
    if (spec->n_layers != 5)
        fail_at(spec->file, 0, "expected 5 layers");
    for (size_t i = 0; i < 5; i++) {
        const struct spec_layer *layer = &spec->layers[i];
        if (layer->from.count != 1 || layer->from.sources[0] != expected[i].source ||
            layer->activation != expected[i].activation)
            fail_at(spec->file, layer->line, "layer \"%s\" is not what looped.c computes",
                    layer->name);
    }
}

int main(int argc, char **argv)
{
    size_t size;
    fail_program = "looped_weights";
    if (argc != 2)
        fail_usage("expected SPEC");
    struct arena *arena = arena_new();
    char *text = file_read(arena, argv[1], SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, argv[1], text, size);
    spec_check(arena, spec);
    shape_check(spec);
    printf("/* Written by looped_weights. */\n");
    printf("enum { N_IN = %zu, N_H1 = %zu, N_H2 = %zu, N_OUT = %zu };\n", spec->n_inputs,
           spec->layers[0].n_out, spec->layers[1].n_out, spec->mean.count);
    inputs_print(arena, spec);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_print(&spec->layers[i]);
    outputs_print(spec);
    arena_free(arena);
    return 0;
}
