/* Bounds: no value of a program violates them, and a spec that could overflow is refused. */
#include "base/random.h"
#include "program/bounds.h"
#include "program/interpret.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <math.h>

/* Each of these is refused for one place where a value could leave the range. */
static const char *const overflowing[][2] = {
    /* the whole sum is bounded, a partial sum is not: relu(x), x in [-1, 1], 3e38 - 3e38 + ... */
    {"{name: x, min: -1, max: 1}", "weights: [[3e38, -3e38, 3e38]], bias: [0]}\n"},
    /* (x - mean) / scale */
    {"{name: x, min: -1e30, max: 1e30, scale: 1e-20}", "weights: [[0, 0, 0]], bias: [0]}\n"},
};

static const char template[] =
    "epigen: 1\nname: m\ninputs: [{name: x, min: -%s, max: %s}]\n"
    "layers:\n"
    "  - {name: h, from: inputs, activation: %s, weights: [[%s]], bias: [1]}\n"
    "  - {name: f, from: h, activation: identity, weights: [[%s]], bias: [0]}\n"
    "  - {name: s, from: h, activation: softplus, weights: [[0.001]], bias: [0]}\n"
    "  - {name: e, from: h, activation: sigmoid, weights: [[1e-6]], bias: [0]}\n"
    "outputs: {mean: {from: f, scale: %s}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";

struct overflow_case {
    const char *range, *activation, *w1, *w2, *scale, *expected; /* NULL: accepted */
};

/* The message that refuses the spec, or "". */
static const char *refusal(const char *text)
{
    struct arena *arena = arena_new();
    message_expect();
    if (setjmp(message_leave) == 0)
        bounds_of(arena, lower_text(arena, text));
    message_ignore();
    arena_free(arena);
    return message;
}

/* verifies: SPEC-NO-OVERFLOW */
static void overflow_is_refused(void **state)
{
    static const struct overflow_case cases[] = {
        {"10", "tanh", "1e38", "1", "1",
         "spec:5: layer \"h\": neuron 0, counted from 0, can reach"},
        {"1", "tanh", "1e38", "1e38", "1", NULL},
        {"1", "tanh", "1e38", "3.4e38", "3",
         "spec:9: output 0 of \"mean\", counted from 0, can reach"},
        {"100", "exp", "1", "1", "1", "spec:5: layer \"h\": neuron 0, counted from 0, can reach"},
        {"80", "exp", "1", "1", "1", NULL},
        {"10", "relu", "1e30", "1e30", "1",
         "spec:6: layer \"f\": neuron 0, counted from 0, can reach"},
        {"1", "relu", "1.7e38", "1", "1", NULL}, /* twice a sum stays finite */
        {"1", "relu", "1.8e38", "1", "1",
         "spec:5: layer \"h\": neuron 0, counted from 0, can reach"},
        {"1", "sigmoid", "3e38", "3e38", "1", NULL},
        {"1e30", "leaky_relu", "1", "1e5", "1", NULL},
        {"1e30", "clip, min: -1, max: 2", "1", "1e38", "1", NULL},
        {"1e30", "clip, min: -1, max: 2", "1", "3e38", "1",
         "spec:6: layer \"f\": neuron 0, counted from 0, can reach"},
        {"1e30", "silu", "1", "1e5", "1", NULL},
        {"1e30", "silu", "1", "1e9", "1",
         "spec:6: layer \"f\": neuron 0, counted from 0, can reach"},
        {"1e30", "elu", "1", "1e5", "1", NULL},
        {"1e30", "elu", "1", "1e9", "1",
         "spec:6: layer \"f\": neuron 0, counted from 0, can reach"},
        {"1e30", "softplus", "1", "1e9", "1",
         "spec:6: layer \"f\": neuron 0, counted from 0, can reach"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct overflow_case *c = &cases[i];
        struct arena *arena = arena_new();
        const char *text = arena_printf(arena, template, c->range, c->range, c->activation, c->w1,
                                        c->w2, c->scale);
        const char *got = refusal(text);
        if (c->expected == NULL)
            assert_string_equal(got, "");
        else if (strncmp(got, c->expected, strlen(c->expected)) != 0)
            fail_msg("case %zu: \"%s\", expected \"%s...\"", i, got, c->expected);
        arena_free(arena);
    }
}

static void sums_and_inputs_are_refused(void **state)
{
    static const char *const expected[] = {"spec:6: layer \"f\": neuron 0",
                                           "spec:3: input \"x\", standardised, can reach"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct arena *arena = arena_new();
        const char *got = refusal(arena_printf(
            arena,
            "epigen: 1\nname: m\ninputs: [%s]\nlayers:\n"
            "  - {name: h, from: inputs, activation: relu, weights: [[1], [1], [1]], bias: [0, 0, "
            "0]}\n"
            "  - {name: f, from: h, activation: identity, %s"
            "  - {name: s, from: inputs, activation: softplus, weights: [[0]], bias: [0]}\n"
            "  - {name: e, from: inputs, activation: sigmoid, weights: [[0]], bias: [0]}\n"
            "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n",
            overflowing[i][0], overflowing[i][1]));
        if (strncmp(got, expected[i], strlen(expected[i])) != 0)
            fail_msg("case %zu: \"%s\"", i, got);
        arena_free(arena);
    }
}

static void sigma_overflow_is_refused(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: 1, max: 10}]\nlayers:\n"
        "  - {name: f, from: inputs, activation: identity, weights: [[1]], bias: [0]}\n"
        "  - {name: s, from: inputs, activation: relu, weights: [[1e30]], bias: [0]}\n"
        "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: f}, sigma: {from: s, scale: 1e10, floor: 0.1}, eta: {from: e}}\n";
    (void)state;
    assert_non_null(strstr(refusal(text), "output 0 of \"sigma\", counted from 0, can reach"));
}

static void assert_within(struct interval bound, float value)
{
    assert_true((double)value >= bound.low && (double)value <= bound.high);
}

/* A million values of a network, none outside its bounds. */
/* verifies: REQ-BOUNDED-ERROR */
static void bounds_hold(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct program *p = lower_shape(arena, 5, 19);
    struct bounds bounds = bounds_of(arena, p);
    struct interpreter *m = interpreter_new(arena, p);
    struct random random = {.state = 5};
    const struct interval *end = bounds.values + p->n_values;
    assert_true(bounds.eta.high < 1.0);
    for (size_t i = 0; i < 300000; i++) {
        float x[5];
        for (size_t k = 0; k < 5; k++)
            x[k] = i % 3 == 0 ? (random_bits(&random) % 2 ? 3.0F : -3.0F)
                              : (float)(6.0 * random_uniform(&random) - 3.0);
        const struct result *r = interpreter_run(m, x);
        assert_within(end[-3], r->mean[0]);
        assert_within(end[-2], r->sigma[0]);
        assert_within(bounds.eta, r->eta);
    }
    arena_free(arena);
}

/* One input, one weight each: the ranges and errors that paper and pencil give. */
static void bounds_by_hand(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -2, max: 3}]\nlayers:\n"
        "  - {name: f, from: inputs, activation: identity, weights: [[0.5]], bias: [1]}\n"
        "  - {name: s, from: inputs, activation: relu, weights: [[-4]], bias: [0]}\n"
        "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.5}, eta: {from: e}}\n";
    (void)state;
    struct arena *arena = arena_new();
    struct program *p = lower_text(arena, text);
    struct bounds bounds = bounds_of(arena, p), wider = bounds_by_contract(arena, p);
    const struct interval *mean = bounds.values + p->n_values - 3, *sigma = mean + 1;
    const double *errors = bounds.errors + p->n_values - 3;
    assert_true(mean->low == 0.0 && mean->high == 2.5);
    assert_true(sigma->low == 0.5 && sigma->high == 8.5);
    assert_true(bounds.eta.low < 0.1193 && bounds.eta.low > 0.1191);
    assert_true(bounds.eta.high > 0.9525 && bounds.eta.high < 0.9526);
    assert_true(mean[2].high == 1.0); /* outside the domain */
    /* the flush of 2^-30, half an ulp of a product of 1.5 and of a sum of 2.5 */
    assert_true(errors[0] > 0.5 * 0x1p-30 + 0x1p-24 + 0x1p-23 && errors[0] < 2e-7);
    assert_true(wider.values[p->n_values - 1].low == 0.0);
    arena_free(arena);
}

/* The error of an input counts by the size of its weight, whatever the sign. */
static void errors_have_no_sign(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -2, max: 2, scale: 3}]\nlayers:\n"
        "  - {name: f, from: inputs, activation: identity, weights: [[%s]], bias: [0]}\n"
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n"
        "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.5}, eta: {from: e}}\n";
    (void)state;
    struct arena *arena = arena_new();
    struct program *plus = lower_text(arena, arena_printf(arena, text, "0.7"));
    struct program *minus = lower_text(arena, arena_printf(arena, text, "-0.7"));
    double error = bounds_of(arena, plus).errors[plus->n_values - 3];
    assert_true(error > 0.0);
    assert_true(bounds_of(arena, minus).errors[minus->n_values - 3] == error);
    arena_free(arena);
}

/* Three products of x in [0.9, 1]: two of them overflow, all three do not. */
static void partial_sums_are_refused(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: 0.9, max: 1}]\nlayers:\n"
        "  - {name: h, from: inputs, activation: relu, weights: [[1], [1], [1]], bias: [0, 0, 0]}\n"
        "  - {name: f, from: h, activation: identity, weights: [[%s]], bias: [0]}\n"
        "  - {name: s, from: h, activation: softplus, weights: [[0, 0, 1]], bias: [0]}\n"
        "  - {name: e, from: h, activation: sigmoid, weights: [[0, 0, 1]], bias: [0]}\n"
        "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";
    static const char expected[] =
        "spec:6: layer \"f\": neuron 0, counted from 0, can reach 6.0000";
    (void)state;
    char full[1024];
    snprintf(full, sizeof(full), text, "3e38, 3e38, -3e38");
    if (strncmp(refusal(full), expected, strlen(expected)) != 0)
        fail_msg("\"%s\"", message);
    snprintf(full, sizeof(full), text, "3e38, -3e38, 3e38");
    assert_string_equal(refusal(full), "");
}

/* Specs at the edge of the range, in pairs: what could overflow in one place only is refused, and
   what stays just below is not. a is in [0.999, 1], b in [-1, 0.5], c in [1, 1.5]; z lies in the
   band that is flushed to 0. */
static const char edge_format[] =
    "epigen: 1\nname: m\ninputs: [{name: a, min: 0.999, max: 1}, {name: b, min: -1, max: 0.5},\n"
    "  {name: c, min: 1, max: 1.5}, {name: z, min: 5e-10, max: 6e-10}]\nlayers:\n"
    "  - {name: h, from: inputs, activation: identity, weights: [[%s]], bias: [%s]}\n"
    "  - {name: f, from: h, %s}\n"
    "  - {name: s, from: inputs, activation: softplus, weights: [[0, 0, 0, 0]], bias: [0]}\n"
    "  - {name: e, from: inputs, activation: sigmoid, weights: [[0, 0, 0, 0]], bias: [0]}\n"
    "outputs: {mean: {from: f, %s}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";

#define TIMES(weight) "activation: identity, weights: [[" weight "]], bias: [0]"
static const char in_h[] = "layer \"h\": neuron 0", in_f[] = "layer \"f\": neuron 0",
                  in_mean[] = "output 0 of \"mean\", counted from 0";
static const struct {
    const char *weights, *bias, *layer, *output, *expected; /* NULL: accepted */
} edges[] = {
    /* one corner: a = 1 and b = -1 */
    {"2e38, -1.5e38, 0, 0", "0", TIMES("1"), "offset: 0", in_h},
    {"2e38, -1.4e38, 0, 0", "0", TIMES("1"), "offset: 0", NULL},
    {"2e38, 1.5e38, 0, 0", "0", TIMES("1"), "offset: 0", NULL},
    {"-2e38, 1.5e38, 0, 0", "0", TIMES("1"), "offset: 0", in_h},
    /* the low end only */
    {"0, 3e38, 0, 0", "-5e37", TIMES("1"), "offset: 0", in_h},
    {"0, 3e38, 0, 0", "5e37", TIMES("1"), "offset: 0", NULL},
    /* a partial sum only; with its terms in another order there is none */
    {"3e38, 0, -2e38, 0", "2e38", TIMES("1"), "offset: 0", in_h},
    {"-3e38, 0, 2e38, 0", "2e38", TIMES("1"), "offset: 0", NULL},
    /* a product only, which the bias would bring back */
    {"0, 0, 3e38, 0", "-3e38", TIMES("1"), "offset: 0", in_h},
    {"0, 0, 2e38, 0", "-3e38", TIMES("1"), "offset: 0", NULL},
    /* only by rounding: two terms of a bit more than half an ulp are rounded up, each to a whole */
    {"1.05e31, -1.05e31, 0, 0", "3.40282326e38", TIMES("1"), "offset: 0", in_h},
    {"1.05e31, -1.05e31, 0, 0", "3.40282306e38", TIMES("1"), "offset: 0", NULL},
    /* only because z is 0, or because it is not replaced by 0 alone */
    {"0, 0, 0, 1e10", "-5.5", TIMES("1e38"), "offset: 0", in_f},
    {"0, 0, 0, 1e10", "-3", TIMES("1e38"), "offset: 0", NULL},
    {"0, 0, 0, -1e10", "5.5", TIMES("1e38"), "offset: 0", in_f},
    /* the squares of a radial layer */
    {"1, 0, 0, 0", "0", "kind: radial, points: [[1.8e19]]", "offset: 0", NULL},
    {"1, 0, 0, 0", "0", "kind: radial, points: [[1.9e19]]", "offset: 0", in_f},
    {"1e19, 0, 0, 0", "0", "kind: radial, points: [[-9e18]]", "offset: 0", in_f},
    /* an output's scale and offset */
    {"1e38, 0, 0, 0", "0", TIMES("1"), "scale: 3.3, offset: 2e37", in_mean},
    {"1e38, 0, 0, 0", "0", TIMES("1"), "scale: 3.3, offset: -2e37", NULL},
    {"1e38, 0, 0, 0", "0", TIMES("1"), "scale: 3.5, offset: -1e38", in_mean},
    {"-1e38, 0, 0, 0", "0", TIMES("1"), "scale: 3.3, offset: -2e37", in_mean},
    {"-1e38, 0, 0, 0", "0", TIMES("1"), "scale: 3.3, offset: 2e37", NULL},
};

static void edges_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
        struct arena *arena = arena_new();
        const char *got = refusal(arena_printf(arena, edge_format, edges[i].weights, edges[i].bias,
                                               edges[i].layer, edges[i].output));
        const char *words = edges[i].expected;
        if (words == NULL ? got[0] != '\0' : strstr(got, words) == NULL)
            fail_msg("edge %zu: \"%s\", expected \"%s\"", i, got, words == NULL ? "" : words);
        arena_free(arena);
    }
}

/* What replaces 1 / scale is a rounded number: its error is part of that of the standardised input.
 */
static void reciprocals_are_inexact(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: 0, max: 1, scale: %s}]\nlayers:\n"
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n"
        "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: inputs}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";
    static const char *const scales[] = {"3", "0.7", "11", "41", "0.3"};
    (void)state;
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        struct arena *arena = arena_new();
        struct program *p = lower_text(arena, arena_printf(arena, text, scales[i]));
        struct bounds bounds = bounds_of(arena, p);
        struct interpreter *m = interpreter_new(arena, p);
        double scale = (double)strtof(scales[i], NULL), worst = 0.0;
        for (int k = 0; k < 1 << 14; k++) {
            float z = nextafterf((float)k * 0x1p-14F, 2.0F);
            worst = fmax(worst, fabs((double)interpreter_run(m, &z)->mean[0] - (double)z / scale));
        }
        double stated = bounds.errors[p->n_values - 3];
        if (worst > stated || stated > 3.0 * worst + 0x1p-30)
            fail_msg("scale %s: error %g, stated %g", scales[i], worst, stated);
        arena_free(arena);
    }
}

static void decimals_are_outward(void **state)
{
    struct random random = {.state = 6};
    (void)state;
    struct arena *arena = arena_new();
    for (int i = 0; i < 20000; i++) {
        double value = (random_uniform(&random) - 0.5) * pow(2.0, (double)(i % 200) - 100.0);
        double low = strtod(number_down(arena, value, 4), NULL);
        double high = strtod(number_up(arena, value, 4), NULL);
        assert_true(low <= value && value <= high);
        assert_true(high - low <= 2.1e-3 * fabs(value));
    }
    assert_string_equal(number_up(arena, 0.0, 9), "0");
    assert_string_equal(number_down(arena, -4.0, 9), "-4");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_is_refused),
        cmocka_unit_test(sums_and_inputs_are_refused),
        cmocka_unit_test(sigma_overflow_is_refused),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(bounds_by_hand),
        cmocka_unit_test(errors_have_no_sign),
        cmocka_unit_test(partial_sums_are_refused),
        cmocka_unit_test(edges_are_exact),
        cmocka_unit_test(reciprocals_are_inexact),
        cmocka_unit_test(decimals_are_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
