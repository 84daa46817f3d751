/* `type: q15`: the moved network has weights that fixed point holds, loses nothing that matters,
   and keeps the promises of eta in the integers that the code computes. */
#include "eta/gate.h"
#include "fixed/answers.h"
#include "fixed/fixed.h"
#include "program/q15/errors.h"
#include "result/export.h"
#include "unit/testing.h"

#include <math.h>

enum { DIMS = 2, TRAIN = 200, VALIDATION = 60, ROWS = TRAIN + VALIDATION };

static struct arena *arena;
static float x[ROWS * DIMS], raw[ROWS * DIMS], y[ROWS];
static struct scaling inputs[DIMS], output;
static const float low[DIMS] = {-2.0F, -2.0F}, high[DIMS] = {2.0F, 2.0F};
static struct recipe recipe;
static struct problem problem;

static struct rows rows_from(size_t first, size_t count)
{
    return (struct rows){.count = count,
                         .n_in = DIMS,
                         .n_out = 1,
                         .x = x + first * DIMS,
                         .raw = raw + first * DIMS,
                         .y = y + first};
}

static int setup(void **state)
{
    struct random random = {5};
    (void)state;
    arena = arena_new();
    output = (struct scaling){.name = "f", .label = "f", .mean = 1.0F, .scale = 4.0F};
    inputs[0] = (struct scaling){
        .name = "a", .label = "a", .mean = 20.0F, .scale = 5.0F, .low = 10.0F, .high = 30.0F};
    inputs[1] = (struct scaling){
        .name = "b", .label = "b", .mean = 0.0F, .scale = 0.5F, .low = -1.0F, .high = 1.0F};
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < DIMS; j++) {
            float value = (float)(2.0 * random_uniform(&random) - 1.0);
            x[i * DIMS + j] = value + (value > 0.0F ? 0.6F : -0.6F); /* a cross without rows */
            raw[i * DIMS + j] = inputs[j].mean + inputs[j].scale * x[i * DIMS + j];
        }
        y[i] = sinf(2.0F * x[i * DIMS]) + 0.1F * (float)(random_uniform(&random) - 0.5);
    }
    problem = (struct problem){.train = rows_from(0, TRAIN),
                               .validation = rows_from(TRAIN, VALIDATION),
                               .test = rows_from(0, 0),
                               .inputs = inputs,
                               .outputs = &output};
    recipe = recipe_default(DIMS, 1);
    recipe.name = "fixed";
    recipe.shape.trunk = (struct widths){1, {10}};
    recipe.shape.eta = (struct widths){2, {16, 8}};
    recipe.fit.epochs = 60;
    recipe.fit.rate = 1e-2;
    recipe.epistemic.teacher = TEACHER_BLEND;
    recipe.epistemic.notions = 1U << NOTION_NEIGHBOURS;
    recipe.epistemic.low = low;
    recipe.epistemic.high = high;
    recipe.epistemic.steps = 200;
    recipe.epistemic.batch = 128;
    recipe.threads = 1;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* Every weight and bias of the spec is what the program's integer stands for, and none of the grid
   is left unused: some weights are odd, some biases fine. */
static void weights_are_held(const struct spec *spec, const struct q15_program *program)
{
    size_t odd = 0, fine = 0;
    for (size_t k = 0; k < spec->n_layers; k++) {
        const struct spec_layer *layer = &spec->layers[k];
        for (size_t row = 0; row < layer->n_out; row++) {
            const int exponent = program->layers[k].neurons[row].sum_exponent;
            const double bias = ldexp((double)layer->bias[row], exponent);
            assert_true(bias == rint(bias));
            fine += fmod(bias, 4096.0) != 0.0;
            size_t i = row * layer->n_in;
            for (size_t j = 0; j < layer->n_in; j++)
                odd += program->layers[k].weights[i + j] % 2 != 0;
            for (size_t s = 0; s < layer->from.count; s++) {
                const struct q15_value *values = q15_values(program, layer->from.sources[s]);
                for (size_t j = 0; j < q15_width(program, layer->from.sources[s]); j++, i++)
                    assert_true((double)layer->weights[i] == ldexp(program->layers[k].weights[i],
                                                                   values[j].exponent - exponent));
            }
        }
    }
    assert_true(odd > 10 && fine > 5);
}

static void network_moves_to_the_grid(void **state)
{
    (void)state;
    struct epiout e = epiout_fit(arena, &recipe, &problem.train, &problem.validation, NULL);
    assert_true(e.eta.gate.hats > 0 && e.eta.promise.rows > 0);
    const double radius = e.eta.gate.radius;
    struct spec *plain = export_spec(arena, e.network, "fixed", inputs, &output);
    spec_check(arena, plain);
    const double rounded =
        q15_lower(arena, plain, "fixed", false)->mean[0].error; /* of weights as they are */

    const struct fixed *fixed = fixed_train(arena, &e, &recipe, &problem, NULL);
    const struct q15_program *program = q15_lower(arena, fixed->spec, "fixed", false);
    assert_true(fixed->settled);
    weights_are_held(fixed->spec, program);
    assert_true(program->mean[0].error < rounded);

    struct predictions before = answers_output(&fixed->before.validation, 0),
                       after = answers_output(&fixed->after.validation, 0);
    assert_true(metrics_nll(&after) < metrics_nll(&before) + 0.01);
    assert_true(metrics_rmse(&after) < 1.01 * metrics_rmse(&before));

    size_t above = 0;
    struct rows threshold = e.eta.threshold;
    float *threshold_raw = arena_alloc(arena, threshold.count * DIMS, sizeof(float));
    for (size_t i = 0; i < threshold.count * DIMS; i++)
        threshold_raw[i] = inputs[i % DIMS].mean + inputs[i % DIMS].scale * threshold.x[i];
    threshold.raw = threshold_raw;
    const struct answers asked = fixed_ask(arena, program, &threshold, &output, SIZE_MAX);
    for (size_t i = 0; i < asked.count; i++)
        above += asked.eta[i] > 0.5F;
    assert_true(threshold.count == e.eta.promise.rows && above <= e.eta.promise.above);
    assert_true(fabs(e.eta.gate.radius / radius - 1.0) < 0.05);
}

/* The radius that weights say is that which the gate was made for, and none where a hat does not
   fall in an input. */
static void radius_follows_from_weights(void **state)
{
    (void)state;
    struct epiout e = epiout_fit(arena, &recipe, &problem.train, &problem.validation, NULL);
    const size_t hats = e.eta.gate.hats;
    const double radius = gate_radius(e.network, hats, &problem.train, &recipe.epistemic);
    assert_true(radius < 1.001 * e.eta.gate.radius && radius > 0.5 * e.eta.gate.radius);
    const struct dense *first = &e.network->eta.layers[0];
    float *curve = &first->weights[(first->n_out - 1) * first->stride + DIMS];
    *curve *= 0.25F; /* a flatter hat reaches farther */
    assert_true(gate_radius(e.network, hats, &problem.train, &recipe.epistemic) > 1.2 * radius);
    *curve = 0.0F;
    assert_true(isinf(gate_radius(e.network, hats, &problem.train, &recipe.epistemic)));
    float *weights = &first->weights[(first->n_out - 1) * first->stride];
    const float flat[] = {0.0F, 0.0F, -0.01F,
                          -1.0F}; /* 10 along the first input, 1 along the other */
    memcpy(weights, flat, sizeof(flat));
    first->bias[first->n_out - 1] = 1.0F;
    assert_true(gate_radius(e.network, hats, &problem.train, &recipe.epistemic) > 9.9);
    e.network->eta.layers[e.network->eta.count - 1].bias[0] = -100.0F;
    assert_true(isinf(gate_radius(e.network, hats, &problem.train, &recipe.epistemic)));
}

/* Ties go to even, a step of 0 keeps the number. */
static void lattice_rounds(void **state)
{
    (void)state;
    float step[] = {0.5F, 0.5F, 0.0F, 0.25F}, to[4];
    const float from[] = {0.75F, 1.25F, 0.3F, -0.25F};
    const struct lattice lattice = {.n = 4, .step = step};
    assert_int_equal(lattice_round(&lattice, from, to), 2);
    assert_true(to[0] == 1.0F && to[1] == 1.0F && to[2] == 0.3F && to[3] == -0.25F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(network_moves_to_the_grid, setup, teardown),
        cmocka_unit_test_setup_teardown(radius_follows_from_weights, setup, teardown),
        cmocka_unit_test(lattice_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
