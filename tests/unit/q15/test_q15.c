/* The fixed point of epigen-spec(5), written down a second time: weights and biases from the spec
   by the rules of that page, sums in 64 bits term by term. They must give the interpreter's
   numbers, and no sum of a part of the terms may leave 32 bits. */
#include "base/random.h"
#include "program/activation.h"
#include "program/q15/errors.h"
#include "program/q15/interpret.h"
#include "program/q15/vectors.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <glob.h>
#include <math.h>
#include <stdbool.h>

struct values {
    const struct q15_program *program;
    int64_t *inputs, **layers;
    double *real_inputs, **real_layers;
};

/* The grid of a weight, and the constant of a sum. */
static int64_t weight_of(const struct q15_layer *layer, size_t row, size_t column,
                         const struct q15_value *factor)
{
    const double w = (double)layer->layer->weights[row * layer->layer->n_in + column];
    return llrint(ldexp(w, layer->neurons[row].sum_exponent - factor->exponent));
}

static int64_t rounding_of(const struct q15_layer *layer, size_t row)
{
    const unsigned n = layer->neurons[row].shift;
    const enum activation a = layer->layer->activation;
    return n == 0 || a == ACT_TANH || a == ACT_SIGMOID ? 0 : (int64_t)1 << (n - 1);
}

/* verifies: SPEC-Q15-WEIGHTS, SPEC-Q15-NO-OVERFLOW */
static int64_t neuron(struct values *v, const struct q15_layer *layer, size_t row)
{
    const struct spec_from *from = &layer->layer->from;
    const double b = layer->layer->bias == NULL ? 0.0 : (double)layer->layer->bias[row];
    int64_t bias = llrint(ldexp(b, layer->neurons[row].sum_exponent)), halves = 0, terms = 0;
    int64_t magnitude = 0;
    double real = b;
    size_t column = 0;
    for (size_t s = 0; s < from->count; s++) {
        const struct q15_value *factors = q15_values(v->program, from->sources[s]);
        const int64_t *x = from->sources[s] < 0 ? v->inputs : v->layers[from->sources[s]];
        const double *y = from->sources[s] < 0 ? v->real_inputs : v->real_layers[from->sources[s]];
        for (size_t i = 0; i < q15_width(v->program, from->sources[s]); i++, column++) {
            const int64_t w = weight_of(layer, row, column, &factors[i]);
            assert_true(w >= -32767);
            assert_true(w <= 32767);
            halves += factors[i].half ? w : 0;
            terms += w * x[i];
            magnitude += llabs(w * x[i]);
            real += (double)layer->layer->weights[row * layer->layer->n_in + column] * y[i];
        }
    }
    bias += (halves >> 1) + rounding_of(layer, row);
    assert_true(llabs(bias) + magnitude <= INT32_MAX);
    v->real_layers[layer - v->program->layers][row] =
        activation_row(layer->layer->activation)->exact(real, layer->layer->parameters);
    const int32_t z = (int32_t)((bias + terms) >> layer->neurons[row].shift);
    return layer->kernel->run(z, layer->neurons[row].resize, layer->parameters);
}

static void layers_run(struct values *v)
{
    for (size_t k = 0; k < v->program->spec->n_layers; k++) {
        const size_t number = v->program->spec->order[k];
        const struct q15_layer *layer = &v->program->layers[number];
        for (size_t row = 0; row < layer->layer->n_out; row++) {
            const int64_t value = neuron(v, layer, row);
            assert_true(value >= layer->values[row].range.low);
            assert_true(value <= layer->values[row].range.high);
            assert_true(value >= INT16_MIN);
            assert_true(value <= INT16_MAX);
            v->layers[number][row] = value;
        }
    }
}

/* verifies: SPEC-Q15-OUTPUTS */
static void output_holds(const struct values *v, const struct q15_output *output, int16_t raw,
                         double scale, double offset)
{
    const int64_t *x = output->source < 0 ? v->inputs : v->layers[output->source];
    const double *y = output->source < 0 ? v->real_inputs : v->real_layers[output->source];
    assert_int_equal(raw, x[output->index]);
    const double stands_for = (double)raw * output->scale + output->offset;
    const double exact = y[output->index] * scale + offset;
    assert_true(fabs(stands_for - exact) <= output->error + 1e-12);
}

static void point_holds(struct values *v, struct q15_interpreter *m, const int16_t *x)
{
    const struct q15_program *p = v->program;
    uint32_t status = 0;
    for (size_t i = 0; i < p->spec->n_inputs; i++) {
        const struct q15_range domain = p->inputs[i].range;
        const bool outside = x[i] < domain.low || x[i] > domain.high;
        v->inputs[i] = x[i] < domain.low ? domain.low : x[i] > domain.high ? domain.high : x[i];
        v->real_inputs[i] = ldexp((double)v->inputs[i], -p->inputs[i].exponent);
        status |= outside ? (uint32_t)1 << (i < 31 ? i : 31) : 0;
    }
    layers_run(v);
    const struct q15_result *r = q15_interpreter_run(m, x);
    assert_int_equal(r->status, status);
    for (size_t i = 0; i < p->spec->mean.count; i++)
        output_holds(v, &p->mean[i], r->mean[i], (double)p->spec->mean.scale[i],
                     (double)p->spec->mean.offset[i]);
    for (size_t i = 0; i < p->spec->sigma.count; i++) {
        output_holds(v, &p->sigma[i], r->sigma[i], (double)p->spec->sigma.scale[i],
                     (double)p->spec->sigma.floor[i]);
        assert_true((double)r->sigma[i] * p->sigma[i].scale + p->sigma[i].offset > 0.0);
    }
    if (spec_has(&p->spec->eta) && status == 0)
        output_holds(v, &p->eta, r->eta, 1.0, 0.0);
    if (spec_has(&p->spec->eta) && status != 0)
        assert_int_equal(r->eta, 16384);
}

static struct values values_new(struct arena *arena, const struct q15_program *program)
{
    const struct spec *spec = program->spec;
    struct values v = {.program = program};
    v.inputs = arena_alloc(arena, spec->n_inputs, sizeof(*v.inputs));
    v.real_inputs = arena_alloc(arena, spec->n_inputs, sizeof(*v.real_inputs));
    v.layers = arena_alloc(arena, spec->n_layers, sizeof(*v.layers));
    v.real_layers = arena_alloc(arena, spec->n_layers, sizeof(*v.real_layers));
    for (size_t i = 0; i < spec->n_layers; i++) {
        v.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**v.layers));
        v.real_layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**v.real_layers));
    }
    return v;
}

static void program_holds(struct arena *arena, const struct q15_program *program, size_t turns)
{
    struct values v = values_new(arena, program);
    const struct q15_vectors vectors = q15_vectors_make(arena, program, turns);
    struct q15_interpreter *m = q15_interpreter_new(arena, program);
    for (size_t turn = 0; turn < turns; turn++)
        point_holds(&v, m, vectors.inputs + turn * program->spec->n_inputs);
}

static void spec_holds(struct arena *arena, const struct spec *spec, size_t turns)
{
    program_holds(arena, q15_lower(arena, spec, "m", false), turns);
    program_holds(arena, q15_lower(arena, spec, "m", true), turns);
}

static bool has_radial(const struct spec *spec)
{
    for (size_t i = 0; i < spec->n_layers; i++)
        if (spec->layers[i].kind == LAYER_RADIAL)
            return true;
    return false;
}

/* Whether 16 bits hold the spec; else its message is printed. */
static bool fits(const struct spec *spec)
{
    struct arena *arena = arena_new();
    message_expect();
    if (setjmp(message_leave) == 0)
        (void)q15_lower(arena, spec, "m", false);
    message_ignore();
    if (message[0] != '\0')
        print_message("%s\n", message);
    arena_free(arena);
    return message[0] == '\0';
}

static void golden_specs(void **state)
{
    glob_t found;
    size_t held = 0;
    (void)state;
    assert_int_equal(glob("tests/golden/good/*.yaml", 0, NULL, &found), 0);
    glob("tests/golden/updraft.yaml", GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct arena *arena = arena_new();
        char *text = arena_alloc(arena, 1 << 20, 1);
        FILE *file = fopen(found.gl_pathv[i], "rb");
        assert_non_null(file);
        const size_t size = fread(text, 1, (1 << 20) - 1, file);
        fclose(file);
        struct spec *spec = spec_read(arena, found.gl_pathv[i], text, size);
        spec_check(arena, spec);
        if (!has_radial(spec) && fits(spec)) {
            spec_holds(arena, spec, 3000);
            held++;
        }
        arena_free(arena);
    }
    assert_true(held >= 4);
    globfree(&found);
}

/* Every activation in a layer that others read, and as an output. */
static void every_activation(void **state)
{
    static const char *const activations[] = {"identity",
                                              "relu",
                                              "leaky_relu",
                                              "leaky_relu, slope: 0.3",
                                              "tanh",
                                              "sigmoid",
                                              "softplus",
                                              "exp",
                                              "square",
                                              "elu",
                                              "silu",
                                              "elu, alpha: 0.7",
                                              "clip, min: -0.5, max: 1.25"};
    (void)state;
    for (size_t i = 0; i < sizeof(activations) / sizeof(activations[0]); i++) {
        struct arena *arena = arena_new();
        const char *text = arena_printf(
            arena,
            "epigen: 1\nname: m\ninputs: [{name: x, min: -3, max: 5, mean: 1, scale: 2},\n"
            "  {name: y, min: 0, max: 300, mean: 100, scale: 50}]\nlayers:\n"
            "  - {name: h, from: inputs, activation: %s, weights: [[0.7, -0.4], [1.3, 0.002]],"
            " bias: [0.1, -0.2]}\n"
            "  - {name: f, from: [h, inputs], activation: %s, weights: [[0.5, -0.3, 0.2, 0]], "
            "bias: "
            "[0.3]}\n"
            "outputs: {mean: {from: f, scale: 3, offset: -1}}\n",
            activations[i], activations[i]);
        struct spec *spec = spec_read(arena, "spec", text, strlen(text));
        spec_check(arena, spec);
        spec_holds(arena, spec, 5000);
        arena_free(arena);
    }
}

static void made_up_specs(void **state)
{
    (void)state;
    for (size_t n_in = 1; n_in < 40; n_in += 7) {
        struct arena *arena = arena_new();
        spec_holds(arena, lower_shape(arena, n_in, 3 * n_in)->spec, 1000);
        arena_free(arena);
    }
}

/* --- refused --- */

static const char *refusal(const char *input, const char *layer)
{
    struct arena *arena = arena_new();
    const char *text =
        arena_printf(arena,
                     "epigen: 1\nname: m\ninputs: [%s]\nlayers:\n  - {name: h, from: inputs, %s}\n"
                     "outputs: {mean: {from: h}}\n",
                     input, layer);
    message_expect();
    if (setjmp(message_leave) == 0) {
        struct spec *spec = spec_read(arena, "spec", text, strlen(text));
        spec_check(arena, spec);
        (void)q15_lower(arena, spec, "m", false);
    }
    message_ignore();
    arena_free(arena);
    return message;
}

/* verifies: SPEC-Q15-REFUSE */
static void what_does_not_fit_is_refused(void **state)
{
    static const char *const cases[][3] = {
        {"{name: x, min: -1, max: 1}", "activation: tanh, weights: [[3]], bias: [0]", ""},
        {"{name: x, min: -1, max: 1}", "activation: tanh, weights: [[1000000]], bias: [0]",
         "spec:5: layer \"h\": the sum of neuron 0, counted from 0, can reach 1e+06 for inputs in "
         "the "
         "domain; --type=q15 needs scale 2^-2 of its weights and bias, to keep below 262144"},
        {"{name: x, min: -1, max: 1}", "activation: exp, weights: [[11]], bias: [0]",
         "spec:5: layer \"h\": neuron 0, counted from 0, can reach 11 before its exp and 59874.2 "
         "behind it for inputs in the domain; --type=q15 needs a scale of its weights and bias "
         "that "
         "keeps the first below 11"},
        {"{name: x, min: 1000, max: 1001}", "activation: tanh, weights: [[1]], bias: [0]",
         "spec:3: input \"x\": --type=q15 has 33 numbers for its domain, expected at least 65: a "
         "mean "
         "near the domain would fit"},
        {"{name: x, min: -1, max: 1}, {name: y, min: -1, max: 1}",
         "activation: tanh, weights: [[1e9, 0.5]], bias: [0]",
         "spec:5: layer \"h\": the sum of neuron 0, counted from 0, can reach 1e+09 for inputs in "
         "the domain; --type=q15 needs scale 2^-12 of its weights and bias, to keep below 262144"},
        {"{name: x, min: -1, max: 1}, {name: y, min: -1, max: 1}",
         "activation: tanh, weights: [[100, 1e-9]], bias: [0]", ""},
        {"{name: x, min: -1, max: 1}", "kind: radial, points: [[1]]",
         "spec:5: layer \"h\" is radial, --type=q15 needs layers of the other kinds"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(refusal(cases[i][0], cases[i][1]), cases[i][2]);
}

/* A network of one input, deep enough that errors reach the output on ways of both signs. */
static struct spec *both_signs(struct arena *arena, const char *activation)
{
    const char *const row = "[0.9, -0.8, 0.7, -1.1, 0.6, -0.5]";
    const char *const turned = "[-0.7, 0.9, -0.4, 0.8, -1.2, 0.6]";
    const char *text = arena_printf(
        arena,
        "epigen: 1\nname: m\ninputs: [{name: x, min: -3, max: 5, mean: 1, scale: 2}]\nlayers:\n"
        "  - {name: h, from: inputs, activation: tanh, weights: [[1.3], [-0.7], [2], [0.4], "
        "[-1.6], "
        "[0.9]], bias: [0.1, -0.2, 0.5, 0, 0.7, -0.4]}\n"
        "  - {name: g, from: h, activation: %s, weights: [%s, %s, %s, %s], "
        "bias: [0.1, 0, -0.3, 0.2]}\n"
        "  - {name: f, from: g, activation: identity, weights: [[0.8, 0.9, 0.7, 0.6]], bias: [0]}\n"
        "outputs: {mean: {from: f}}\n",
        activation, row, turned, turned, row);
    struct spec *spec = spec_read(arena, "spec", text, strlen(text));
    spec_check(arena, spec);
    return spec;
}

/* verifies: REQ-BOUNDED-ERROR
   Every raw input of the domain: the proven deviation holds, and with slopes of one sign it is
   below the sum of the largest errors. */
static void every_input_keeps_the_proven_deviation(void **state)
{
    static const char *const activations[] = {"tanh", "sigmoid", "silu", "square", "relu", "elu"};
    (void)state;
    for (size_t k = 0; k < sizeof(activations) / sizeof(activations[0]); k++) {
        struct arena *arena = arena_new();
        const struct q15_program *p =
            q15_lower(arena, both_signs(arena, activations[k]), "m", false);
        const struct q15_range domain = p->inputs[0].range;
        struct values v = values_new(arena, p);
        struct q15_interpreter *m = q15_interpreter_new(arena, p);
        for (int32_t x = domain.low; x <= domain.high; x++) {
            const int16_t raw = (int16_t)x;
            point_holds(&v, m, &raw);
        }
        const double by_layer = p->layers[2].values[0].error;
        assert_true(p->mean[0].error <= by_layer * (1.0 + 1e-12));
        if (k == 0) /* tanh: its slopes have one sign */
            assert_true(p->mean[0].error < 0.75 * by_layer);
        arena_free(arena);
    }
}

/* The own errors of a layer's values, as the bound has them. */
static void own_errors(const struct q15_program *p, size_t number, double *own)
{
    const struct q15_layer *layer = &p->layers[number];
    const struct q15_value *columns[6], *values = q15_values(p, layer->layer->from.sources[0]);
    for (size_t i = 0; i < layer->layer->n_in; i++)
        columns[i] = &values[i];
    for (size_t row = 0; row < layer->layer->n_out; row++) {
        const struct q15_errors e = q15_errors_of(layer, columns, row);
        own[row] = e.value + e.slope.high * e.sum;
    }
}

/* Whatever the slopes of the layer in the middle are, and whatever signs the errors of all values
   have: the bound is no less. */
static void no_slopes_give_more(void **state)
{
    struct arena *arena = arena_new();
    const struct q15_program *p = q15_lower(arena, both_signs(arena, "tanh"), "m", false);
    const float *inner = p->layers[1].layer->weights, *outer = p->layers[2].layer->weights;
    double own[3][6] = {{0.0}}, most = 0.0;
    (void)state;
    for (size_t k = 0; k < 3; k++)
        own_errors(p, k, own[k]);
    for (unsigned steep = 0; steep < 16; steep++) {
        double error = own[2][0];
        for (size_t i = 0; i < 6; i++) {
            double factor = 0.0;
            for (size_t j = 0; j < 4; j++)
                factor +=
                    (steep >> j & 1U) != 0 ? (double)outer[j] * (double)inner[j * 6 + i] : 0.0;
            error += fabs(factor) * own[0][i];
        }
        for (size_t j = 0; j < 4; j++)
            error += fabs((double)outer[j]) * own[1][j];
        most = fmax(most, error);
    }
    assert_true(p->mean[0].error >= most);
    assert_true(p->mean[0].error <= 1.3 * most);
    arena_free(arena);
}

/* Where the error of each value reaches the output on one way, nothing is gained, and nothing lost.
 */
static void on_one_way_errors_add_up(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -3, max: 5, mean: 1, scale: 2}]\nlayers:\n"
        "  - {name: h, from: inputs, activation: tanh, weights: [[1.3]], bias: [0.1]}\n"
        "  - {name: g, from: h, activation: softplus, weights: [[-0.7]], bias: [0.3]}\n"
        "  - {name: k, from: g, activation: square, weights: [[-0.7]], bias: [-0.2]}\n"
        "  - {name: f, from: k, activation: sigmoid, weights: [[-1.7]], bias: [0.3]}\n"
        "outputs: {mean: {from: f}}\n";
    struct arena *arena = arena_new();
    struct spec *spec = spec_read(arena, "spec", text, strlen(text));
    (void)state;
    spec_check(arena, spec);
    const struct q15_program *p = q15_lower(arena, spec, "m", false);
    const double by_layer = p->layers[3].values[0].error;
    assert_true(fabs(p->mean[0].error / by_layer - 1.0) < 1e-9);
    arena_free(arena);
}

/* What is measured never exceeds what is proven, and a grid is no better than its numbers. */
static void measured_is_below_proven(void **state)
{
    struct arena *arena = arena_new();
    const struct q15_program *p = q15_lower(arena, lower_shape(arena, 5, 20)->spec, "m", false);
    const struct q15_deviations d = q15_measure(arena, p, 2000);
    (void)state;
    assert_true(d.mean[0].largest <= p->mean[0].error);
    assert_true(d.sigma[0].largest <= p->sigma[0].error);
    assert_true(d.eta.largest <= p->eta.error);
    assert_true(d.mean[0].rms < 3e-4);
    assert_true(d.mean[0].largest > 1e-6);
    arena_free(arena);
}

static void raw_inputs_round(void **state)
{
    struct arena *arena = arena_new();
    const struct q15_program *p = q15_lower(arena, lower_shape(arena, 1, 2)->spec, "m", false);
    const float unit = (float)ldexp(1.5, -p->inputs[0].exponent);
    (void)state;
    assert_int_equal(q15_input_raw(p, 0, 0.0F), 0);
    assert_int_equal(q15_input_raw(p, 0, 3.0F), p->inputs[0].range.high);
    assert_int_equal(q15_input_raw(p, 0, -3.0F), p->inputs[0].range.low);
    assert_int_equal(q15_input_raw(p, 0, 10.4F * unit), 10);
    assert_int_equal(q15_input_raw(p, 0, 10.6F * unit), 11);
    assert_int_equal(q15_input_raw(p, 0, -10.6F * unit), -11);
    assert_int_equal(q15_input_raw(p, 0, 1e30F), 32767);
    assert_int_equal(q15_input_raw(p, 0, -1e30F), -32768);
    assert_int_equal(q15_input_raw(p, 0, NAN), -32768);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_specs),
        cmocka_unit_test(every_activation),
        cmocka_unit_test(made_up_specs),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(on_one_way_errors_add_up),
        cmocka_unit_test(every_input_keeps_the_proven_deviation),
        cmocka_unit_test(no_slopes_give_more),
        cmocka_unit_test(measured_is_below_proven),
        cmocka_unit_test(raw_inputs_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
