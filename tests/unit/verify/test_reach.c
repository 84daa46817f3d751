/* The range analysis of epivalidate (reach.c) beside that of epigen (bounds.c), which shares no
   code with it, on random specs: no value of the interpreter leaves a range of either, and
   epivalidate's are no wider than those by which epigen leaves out clamps. Many domains lie in or
   at the band around the mean that the code flushes to zero. */
#include "base/random.h"
#include "program/activation.h"
#include "program/bounds.h"
#include "program/interpret.h"
#include "unit/message.h"
#include "unit/testing.h"
#include "validate/reach.h"

#include <math.h>

enum { INPUTS = 2, NEURONS = 3, SAMPLES = 60, SPECS = 1500 };

/* The layers of the random specs. Each is an output of the mean, so that its values can be seen. */
static const char *const layer_names[] = {"h", "hs", "g", "gs", "k", "a"};
enum { LAYERS = sizeof(layer_names) / sizeof(layer_names[0]) };

/* Sigma has as many outputs as the mean: one and these. */
#define THREE(text) ", " text ", " text ", " text
#define ROWS(text)  THREE(text) THREE(text) THREE(text) THREE(text) THREE(text)

struct draw {
    struct arena *arena;
    struct random random;
};

static double uniform(struct draw *d, double low, double high)
{
    return low + (high - low) * random_uniform(&d->random);
}

static size_t pick(struct draw *d, size_t count)
{
    return (size_t)(random_bits(&d->random) % count);
}

/* A domain of one input. `size` gets the largest standardised magnitude, roughly: weights are drawn
   by it, so that sums come near the limits of kernels. */
static const char *input_make(struct draw *d, size_t i, double *size)
{
    static const double scales[] = {1.0, 3.0, 0.25, 1024.0, 1e-20};
    double scale = scales[pick(d, 5)], band = 0x1p-30 * scale;
    double low = 0.0, high = 0.0, mean = 0.0;
    switch (pick(d, 6)) {
    case 0: /* inside of the band, on one side */
        low = band * uniform(d, 0.001, 0.5);
        high = low * uniform(d, 1.0001, 1.9);
        break;
    case 1: /* inside, around the mean */
        low = -band * uniform(d, 0.0, 0.9);
        high = band * uniform(d, 0.1, 0.9);
        break;
    case 2: /* from inside to outside */
        low = band * uniform(d, 0.1, 0.99);
        high = band * uniform(d, 1.01, 3.0);
        break;
    case 3: /* the edge itself */
        low = band;
        high = 4.0 * band;
        break;
    case 4: /* a mean that is not 0 */
        mean = scale * uniform(d, 0.001, 0.02);
        low = mean - scale * uniform(d, 0.0, 1e-9);
        high = mean + scale * uniform(d, 1e-9, 3.0);
        break;
    default:
        low = -scale * uniform(d, -1.0, 3.0);
        high = low + scale * uniform(d, 0.1, 4.0);
        break;
    }
    if (pick(d, 2) == 0 && mean == 0.0) {
        double other = -low;
        low = -high;
        high = other;
    }
    *size = fmax(fabs(low - mean), fabs(high - mean)) / scale;
    return arena_printf(d->arena, "%s{name: x%zu, min: %.9g, max: %.9g, mean: %.9g, scale: %.9g}",
                        i == 0 ? "" : ", ", i, low, high, mean, scale);
}

/* A list of `count` rows of weights, one column for each size. */
static const char *weights_make(struct draw *d, size_t count, const double *sizes, size_t columns)
{
    const char *text = "";
    for (size_t row = 0; row < count; row++)
        for (size_t i = 0; i < columns; i++)
            text = arena_printf(d->arena, "%s%s%.9g%s", text,
                                i > 0      ? ", "
                                : row == 0 ? "["
                                           : ", [",
                                pick(d, 7) == 0 ? 0.0 : uniform(d, -9.0, 9.0) / sizes[i],
                                i + 1 == columns ? "]" : "");
    return text;
}

static const char *activation_draw(struct draw *d)
{
    static const char *const all[] = {"identity",
                                      "relu",
                                      "leaky_relu, slope: 0.1",
                                      "tanh",
                                      "sigmoid",
                                      "softplus",
                                      "exp",
                                      "square",
                                      "elu, alpha: 1.5",
                                      "silu",
                                      "clip, min: -0.5, max: 2"};
    return all[pick(d, sizeof(all) / sizeof(all[0]))];
}

static const char *bias_make(struct draw *d)
{
    return arena_printf(d->arena, "%.9g, %.9g, %.9g", uniform(d, -2.0, 2.0), uniform(d, -9.0, 9.0),
                        uniform(d, -0.1, 0.1));
}

/* A spec with two layers of any activation, a copy of each without (hs, gs: its sums), a radial
   layer and an average. */
static const char *spec_draw(struct draw *d)
{
    static const double ones[NEURONS] = {1.0, 1.0, 1.0};
    double sizes[INPUTS];
    const char *inputs = "";
    for (size_t i = 0; i < INPUTS; i++)
        inputs = arena_printf(d->arena, "%s%s", inputs, input_make(d, i, &sizes[i]));
    const char *first = weights_make(d, NEURONS, sizes, INPUTS), *first_bias = bias_make(d);
    const char *second = weights_make(d, NEURONS, ones, NEURONS), *second_bias = bias_make(d);
    return arena_printf(
        d->arena,
        "epigen: 1\nname: m\ninputs: [%s]\nlayers:\n"
        "  - {name: h, from: inputs, activation: %s, weights: [%s], bias: [%s]}\n"
        "  - {name: hs, from: inputs, activation: identity, weights: [%s], bias: [%s]}\n"
        "  - {name: g, from: h, activation: %s, weights: [%s], bias: [%s]}\n"
        "  - {name: gs, from: h, activation: identity, weights: [%s], bias: [%s]}\n"
        "  - {name: k, kind: radial, from: h, points: [[%.9g, 0, %.9g]]}\n"
        "  - {name: a, kind: average, from: [h, g]}\n"
        "  - {name: s, from: k, activation: sigmoid, weights: [[1]" ROWS("[1]") "], bias: [0" ROWS(
            "0") "]}\n"
                 "  - {name: e, from: a, activation: sigmoid, weights: [[1, 0, 0]], bias: [0]}\n"
                 "outputs:\n  mean: {from: [h, hs, g, gs, k, a]}\n"
                 "  sigma: {from: s, floor: 0.1}\n  eta: {from: e}\n",
        inputs, activation_draw(d), first, first_bias, first, first_bias, activation_draw(d),
        second, second_bias, second, second_bias, uniform(d, -1.0, 1.0), uniform(d, -3.0, 3.0));
}

/* An input for the interpreter: a bound, a number at the band, or any. */
static float value_draw(struct draw *d, const struct spec_input *input)
{
    float limit = 0x1p-30F * input->scale;
    switch (pick(d, 5)) {
    case 0: return input->min;
    case 1: return input->max;
    case 2: return input->mean;
    case 3:
        return input->mean + (pick(d, 2) == 0 ? 1.0F : -1.0F) *
                                 (pick(d, 2) == 0 ? limit : nextafterf(limit, 0.0F));
    default: return (float)uniform(d, (double)input->min, (double)input->max);
    }
}

/* A spec with all that is known of its ranges. */
struct ranges {
    struct program *program;
    struct bounds bounds, contracts;
    struct layer_reach *reach;
};

static bool lies_in(double low, double high, float value)
{
    return (double)value >= low && (double)value <= high;
}

static const struct buffer *layer_buffer(const struct program *program, size_t layer)
{
    return &program->buffers[program_buffer((int)layer)];
}

/* One value of the mean: number i of a layer, by both analyses. */
static void value_check(const struct ranges *r, size_t layer, size_t i, float value)
{
    const struct range *reach = &r->reach[layer].neurons[i].out;
    const struct interval *bound = &r->bounds.values[layer_buffer(r->program, layer)->offset + i];
    if (!lies_in(reach->low, reach->high, value))
        fail_msg("%s[%zu] = %.9g, epivalidate says [%.9g, %.9g]", layer_names[layer], i,
                 (double)value, reach->low, reach->high);
    if (!lies_in(bound->low, bound->high, value))
        fail_msg("%s[%zu] = %.9g, epigen says [%.9g, %.9g]", layer_names[layer], i, (double)value,
                 bound->low, bound->high);
}

/* The sums of h and g, seen in hs and gs. */
static void sum_check(const struct ranges *r, size_t layer, size_t i, float sum)
{
    const struct interval *bound = &r->bounds.sums[layer_buffer(r->program, layer)->offset + i];
    assert_true(fabs((double)sum) <= r->reach[layer].neurons[i].sum);
    assert_true(lies_in(bound->low, bound->high, sum));
}

static void values_check(const struct ranges *r, const float *mean)
{
    for (size_t layer = 0, at = 0; layer < LAYERS; layer++)
        for (size_t i = 0; i < r->program->spec->layers[layer].n_out; i++, at++) {
            value_check(r, layer, i, mean[at]);
            if (layer == 1 || layer == 3)
                sum_check(r, layer - 1, i, mean[at]);
        }
}

/* What epivalidate allows is at least what epigen does: a sum that is within a limit by the
   contracts of the kernels, by which clamps are left out, is so for epivalidate. */
static void consistency_check(const struct ranges *r)
{
    for (size_t layer = 0; layer < LAYERS; layer++)
        for (size_t i = 0; i < r->program->spec->layers[layer].n_out; i++) {
            size_t at = layer_buffer(r->program, layer)->offset + i;
            const struct interval *sum = &r->contracts.sums[at];
            const struct reach *reach = &r->reach[layer].neurons[i];
            double most = fmax(fabs(sum->low), fabs(sum->high));
            bool clamped = layer == 0 || layer == 2; /* only these have kernels with clamps */
            if (clamped && most <= 65536.0 && reach->sum > most)
                fail_msg("%s[%zu]: epivalidate has sums up to %.17g, epigen up to %.17g",
                         layer_names[layer], i, reach->sum, most);
        }
}

/* Tries one random spec; returns false if epigen refuses it, because a value could overflow. */
static bool spec_try(struct draw *d)
{
    const char *text = spec_draw(d);
    struct ranges r = {0};
    message_expect();
    if (setjmp(message_leave) == 0) {
        r.program = lower_text(d->arena, text);
        r.bounds = bounds_of(d->arena, r.program);
    }
    message_ignore();
    if (message[0] != '\0') {
        if (strstr(message, "can reach") == NULL)
            fail_msg("%s\n%s", message, text);
        return false;
    }
    if (r.program == NULL)
        return false; /* for the analyser: without a message there is a program */
    const struct spec *spec = r.program->spec;
    struct demand demand = demand_make(d->arena, spec);
    r.contracts = bounds_by_contract(d->arena, r.program);
    r.reach = reach_make(d->arena, &demand, false);
    consistency_check(&r);
    struct interpreter *m = interpreter_new(d->arena, r.program);
    for (size_t n = 0; n < SAMPLES; n++) {
        float x[INPUTS];
        for (size_t i = 0; i < INPUTS; i++)
            x[i] = value_draw(d, &spec->inputs[i]);
        values_check(&r, interpreter_run(m, x)->mean);
    }
    return true;
}

static void ranges_hold(void **state)
{
    (void)state;
    struct draw d = {.random = {11}};
    size_t tried = 0;
    for (size_t n = 0; n < SPECS; n++) {
        d.arena = arena_new();
        tried += spec_try(&d);
        arena_free(d.arena);
    }
    print_message("%zu of %d specs have no overflow\n", tried, SPECS);
    assert_true(tried > SPECS / 2);
}

/* A domain inside of the band and a large weight: the standardised input is 0, not 2^-39. */
static void flushed_inputs_count_as_zero(void **state)
{
    static const char format[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: %s, max: %s}]\nlayers:\n"
        "  - {name: h, from: inputs, activation: tanh, weights: [[5.5e12]], bias: [%s]}\n"
        "  - {name: s, from: h, activation: softplus, weights: [[1]], bias: [0]}\n"
        "  - {name: e, from: h, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: h}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";
    static const struct {
        const char *low, *high, *bias;
        double sum;
    } cases[] = {
        {"1.81898919e-12", "1.8189893e-12", "-10", 10.0},
        {"-1.8189893e-12", "-1.81898919e-12", "10", 10.0},
        {"-1e-12", "1e-12", "0", 0.0},
        /* from inside to the edge, 2^-30, and on; the edge is not flushed */
        {"4.65661287e-10", "9.31322575e-10", "-4", 0x1p-30 * 5.5e12 - 4.0},
        {"9.31322575e-10", "1e-09", "-5500", 5500.0 - 0x1p-30 * 5.5e12},
        {"9.31322464e-10", "1e-09", "-5500", 5500.0}, /* the float below it is */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        struct program *p = lower_text(
            arena, arena_printf(arena, format, cases[i].low, cases[i].high, cases[i].bias));
        struct demand demand = demand_make(arena, p->spec);
        const struct reach *reach = &reach_make(arena, &demand, false)[0].neurons[0];
        if (fabs(reach->sum - cases[i].sum) > 0.01)
            fail_msg("case %zu: sums up to %.9g, expected %.9g", i, reach->sum, cases[i].sum);
        assert_int_equal(reach_fits_unclamped(reach, "tanh_core"), cases[i].sum <= 8.6875);
        arena_free(arena);
    }
}

/* Both name the same magnitude up to which a kernel without its clamp is right. */
static void limits_are_the_same(void **state)
{
    (void)state;
    for (enum accuracy a = ACCURACY_FULL; a < ACCURACY_COUNT; a++) {
        const struct activation_kernel *kernel = activation_kernel(ACT_TANH, a);
        char core[32];
        snprintf(core, sizeof(core), "%s_core", kernel->name);
        struct reach at = {.sum = kernel->core_limit};
        struct reach above = {.sum = nextafter(kernel->core_limit, INFINITY)};
        assert_true(reach_fits_unclamped(&at, core));
        assert_false(reach_fits_unclamped(&above, core));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flushed_inputs_count_as_zero),
        cmocka_unit_test(limits_are_the_same),
        cmocka_unit_test(ranges_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
