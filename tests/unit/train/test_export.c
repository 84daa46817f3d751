/* Export: what the spec says is what the network says, for every activation and shape, after
   writing it, reading it back and lowering it. */
#include "net/fit.h"
#include "program/interpret.h"
#include "program/lower.h"
#include "result/export.h"
#include "unit/testing.h"

#include <float.h>
#include <math.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const struct shape shapes[] = {
    {.n_in = 1, .n_out = 1, .trunk = {2, {6, 6}}, .eta = {2, {5, 5}}},
    {.n_in = 3, .n_out = 2, .trunk = {1, {9}}, .eta = {1, {4}}, .eta_from = ETA_FROM_TRUNK},
    {.n_in = 2, .n_out = 3, .trunk = {1, {5}}, .mean = {1, {4}}, .sigma = {2, {3, 4}}},
    {.n_in = 2, .n_out = 1, .mean = {1, {4}}, .eta_from = ETA_FROM_TRUNK},
    {.n_in = 20, .n_out = 1},
    {.n_in = 3, .n_out = 1, .trunk = {1, {4}}, .eta = {1, {6}}, .eta_from = ETA_FROM_SQUARES},
    {.n_in = 20, .n_out = 1, .eta_from = ETA_FROM_SQUARES},
};

static const char *const names[] = {"a", "b", "c",  "d",  "e",  "f",  "g",  "h",  "i",  "j",
                                    "k", "l", "m1", "m2", "h1", "e1", "s1", "x1", "x2", "x3"};

static void scalings_make(struct scaling *inputs, struct scaling *outputs)
{
    for (size_t i = 0; i < LENGTH(names); i++) {
        float size = (float)(i % 3 + 1) * (i % 2 == 0 ? 100.0F : 0.01F);
        inputs[i] = (struct scaling){.name = names[i],
                                     .mean = 3.0F * size,
                                     .scale = size,
                                     .low = -size,
                                     .high = 7.0F * size};
        outputs[i] = (struct scaling){.name = names[i], .mean = -2.0F * size, .scale = size};
    }
}

/* Standardised rows from inside the domain. */
static float *rows_draw(struct arena *arena, size_t n, size_t n_in)
{
    struct random random = {8};
    float *x = arena_alloc(arena, n * n_in, sizeof(*x));
    for (size_t i = 0; i < n * n_in; i++)
        x[i] = (float)(6.0 * random_uniform(&random) - 3.0);
    return x;
}

static struct spec *written_and_read(struct arena *arena, const struct spec *spec)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    spec_write(spec, memory);
    fclose(memory);
    struct spec *again = spec_read(arena, "spec", arena_strdup(arena, text), size);
    free(text);
    spec_check(arena, again);
    return again;
}

static void near(float value, double expected, double scale)
{
    if (!(fabs((double)value - expected) <= 2e-5 * scale + 2e-5 * fabs(expected)))
        fail_msg("%.9g, expected %.9g", (double)value, expected);
}

static void answers_agree(struct arena *arena, struct network *network)
{
    enum { ROWS = 50 };
    network->sigma_floor = 0.25;
    for (size_t k = 0; k < network->shape.n_out; k++)
        network->sigma_scale[k] = 1.5 + (double)k;
    struct scaling in[LENGTH(names)], out[LENGTH(names)];
    scalings_make(in, out);
    const struct spec *spec = export_spec(arena, network, "model", in, out);
    const struct program *program =
        lower(arena, written_and_read(arena, spec), "model", &number_float32);
    struct interpreter *interpreter = interpreter_new(arena, program);
    size_t n_in = network->shape.n_in, n_out = network->shape.n_out;
    const struct rows rows = {
        .count = ROWS, .n_in = n_in, .n_out = n_out, .x = rows_draw(arena, ROWS, n_in)};
    float *mean = arena_alloc(arena, ROWS * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, ROWS * n_out, sizeof(*sigma)), eta[ROWS];
    network_predict(network, &rows, mean, sigma, eta);
    for (size_t i = 0; i < ROWS; i++) {
        float x[LENGTH(names)];
        for (size_t j = 0; j < n_in; j++)
            x[j] = in[j].mean + in[j].scale * rows.x[i * n_in + j];
        const struct result *r = interpreter_run(interpreter, x);
        assert_int_equal(r->status, 0);
        near(r->eta, (double)eta[i], 1.0);
        for (size_t k = 0; k < n_out; k++) {
            double scale = (double)out[k].scale;
            near(r->mean[k], (double)out[k].mean + scale * (double)mean[i * n_out + k], scale);
            near(r->sigma[k], scale * (double)sigma[i * n_out + k], scale);
        }
    }
}

static void agrees_with_the_network(void **state)
{
    (void)state;
    for (size_t s = 0; s < LENGTH(shapes); s++) {
        for (size_t a = 0; a < ACT_COUNT; a++) {
            if (activation_row((enum activation)a)->gradient == NULL)
                continue;
            struct arena *arena = arena_new();
            struct shape shape = shapes[s];
            shape.activation = (enum activation)a;
            struct network *network = network_new(arena, &shape);
            network_randomise(network, &(struct random){2 + s});
            for (size_t i = 0; i < network->n_fit + network->n_eta; i++)
                network->parameters[i] *= a == ACT_EXP ? 0.25F : 1.0F;
            answers_agree(arena, network);
            arena_free(arena);
        }
    }
}

/* Numbers that a spec cannot hold become 0, or the least sigma. */
static void denormals(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct network *network = network_new(arena, &shapes[0]);
    struct scaling in = {.name = "x", .mean = 1e-40F, .scale = 1.0F, .low = -1e-41F, .high = 1.0F};
    struct scaling out = {.name = "y", .mean = -1e-42F, .scale = 1e-30F};
    network_randomise(network, &(struct random){1});
    network->trunk.layers[0].weights[0] = 1e-39F;
    network->eta.layers[0].bias[0] = -FLT_MIN / 2.0F;
    const struct spec *spec = export_spec(arena, network, "model", &in, &out);
    const struct spec *again = written_and_read(arena, spec);
    assert_true(again->inputs[0].mean == 0.0F && again->inputs[0].min == 0.0F);
    assert_true(again->layers[0].weights[0] == 0.0F);
    assert_true(again->mean.offset[0] == 0.0F);
    assert_true(again->sigma.floor[0] == FLT_MIN);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_network),
        cmocka_unit_test(denormals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
