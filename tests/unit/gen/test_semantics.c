/* The semantics of epigen-spec(5), written down a second time: a plain float32 evaluation of the
   spec, without program, blocks or folding, that must give the interpreter's bits. It shares only
   the activation kernels, which that page defines by their source. */
/* verifies: REQ-EXACT, SPEC-OPERATION, SPEC-STANDARDISE, SPEC-FLUSH, SPEC-SUM-ORDER */
/* verifies: SPEC-ACTIVATION, SPEC-AVERAGE, SPEC-RADIAL, SPEC-OUTPUTS, SPEC-ETA-ONE, SPEC-CLAMP */
#include "base/random.h"
#include "unit/testing.h"

/* epi_clamp is not used here. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "float32/kernels.h"
#include "program/interpret.h"
#include "program/lower.h"

#include <float.h>
#include <glob.h>
#include <math.h>
#include <stdbool.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float standardised(const struct spec_input *in, float x, bool *outside)
{
    float mean = in->mean < in->min ? in->min : in->mean > in->max ? in->max : in->mean;
    *outside = !(x >= in->min && x <= in->max);
    if (*outside)
        x = isnan(x) ? mean : x < in->min ? in->min : in->max;
    if (in->mean != 0.0F)
        x = x - in->mean;
    if (fabsf(x) < fmaxf((float)(0x1p-30 * (double)in->scale), FLT_MIN))
        x = 0.0F;
    float inv = 1.0F / in->scale;
    return inv == 1.0F ? x : x * inv;
}

static float activated(const struct spec_layer *layer, float s)
{
    switch (layer->activation) {
    case ACT_RELU: return s > 0.0F ? s : 0.0F;
    case ACT_LEAKY_RELU: {
        float p = s > 0.0F ? s : 0.0F;
        volatile float product = layer->parameters[0] * (s - p);
        return p + product;
    }
    case ACT_TANH: return epi_tanh(s);
    case ACT_SIGMOID: return epi_sigmoid(s);
    case ACT_SOFTPLUS: return epi_softplus(s);
    case ACT_EXP: return epi_exp(s);
    case ACT_SQUARE: return s * s;
    case ACT_CLIP: /* a difference of equal numbers is +0, but that of -0 and +0 is -0 */
        return signbit(s - layer->parameters[0])   ? layer->parameters[0]
               : signbit(layer->parameters[1] - s) ? layer->parameters[1]
                                                   : s;
    case ACT_SILU: return epi_silu(s);
    case ACT_ELU: return epi_elu(s, layer->parameters[0]);
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return s;
}

struct values {
    const struct spec *spec;
    float *inputs, **layers;
};

static const float *source(const struct values *v, int from, size_t *n)
{
    *n = from == SOURCE_INPUTS ? v->spec->n_inputs : v->spec->layers[from].n_out;
    return from == SOURCE_INPUTS ? v->inputs : v->layers[from];
}

static float neuron(const struct values *v, const struct spec_layer *layer, size_t row)
{
    float sum = layer->kind == LAYER_DENSE ? layer->bias[row] : 0.0F;
    const float *w = layer->weights + row * layer->n_in;
    for (size_t s = 0; s < layer->from.count; s++) {
        size_t n;
        const float *x = source(v, layer->from.sources[s], &n);
        for (size_t i = 0; i < n; i++, w++) {
            volatile float gap = x[i] - *w;
            volatile float product = layer->kind == LAYER_RADIAL ? gap * gap : *w * x[i];
            if (layer->kind == LAYER_RADIAL)
                sum = sum - product;
            else if (*w != 0.0F)
                sum = sum + product;
        }
    }
    return activated(layer, sum);
}

static float output(const struct values *v, const struct spec_output *o, size_t k, float scale,
                    float offset)
{
    size_t n = 0, s = 0;
    const float *x = source(v, o->from.sources[0], &n);
    for (; k >= n; x = source(v, o->from.sources[++s], &n))
        k -= n;
    volatile float scaled = scale == 1.0F ? x[k] : scale * x[k];
    return offset == 0.0F ? scaled : scaled + offset;
}

static void same_bits(const struct values *v, const struct result *r, bool outside)
{
    const struct spec *spec = v->spec;
    for (size_t k = 0; k < spec->mean.count; k++)
        assert_int_equal(bits_of(r->mean[k]), bits_of(output(v, &spec->mean, k, spec->mean.scale[k],
                                                             spec->mean.offset[k])));
    for (size_t k = 0; k < spec->sigma.count; k++)
        assert_int_equal(
            bits_of(r->sigma[k]),
            bits_of(output(v, &spec->sigma, k, spec->sigma.scale[k], spec->sigma.floor[k])));
    assert_int_equal(r->status != 0, outside);
    if (!spec_has(&spec->eta))
        return;
    float eta = outside ? 1.0F : output(v, &spec->eta, 0, 1.0F, 0.0F);
    assert_int_equal(bits_of(r->eta), bits_of(eta));
}

/* An input in the domain, at its bounds, beyond them, or where the flush to zero begins. */
static float draw(const struct spec_input *in, struct random *random)
{
    float inside = in->min + (float)random_uniform(random) * (in->max - in->min);
    float edge = in->mean + in->scale * (float)ldexp(random_uniform(random) - 0.5, -28);
    const float choices[] = {inside,  inside, inside, inside, edge,   edge, in->min,
                             in->max, NAN,    1e30F,  -1e30F, 1e-40F, 0.0F, -0.0F};
    return choices[random_bits(random) % (sizeof(choices) / sizeof(choices[0]))];
}

static void spec_holds(struct arena *arena, const struct spec *spec, size_t turns)
{
    struct interpreter *m = interpreter_new(arena, lower(arena, spec, spec->name, &number_float32));
    struct values v = {spec, arena_alloc(arena, spec->n_inputs, sizeof(float)),
                       arena_alloc(arena, spec->n_layers, sizeof(float *))};
    float *x = arena_alloc(arena, spec->n_inputs, sizeof(*x));
    struct random random = {.state = 3};
    for (size_t i = 0; i < spec->n_layers; i++)
        v.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(float));
    for (size_t turn = 0; turn < turns; turn++) {
        bool outside = false, any = false;
        for (size_t i = 0; i < spec->n_inputs; i++) {
            x[i] = draw(&spec->inputs[i], &random);
            v.inputs[i] = standardised(&spec->inputs[i], x[i], &outside);
            any = any || outside;
        }
        for (size_t k = 0; k < spec->n_layers; k++)
            for (size_t row = 0; row < spec->layers[spec->order[k]].n_out; row++)
                v.layers[spec->order[k]][row] = neuron(&v, &spec->layers[spec->order[k]], row);
        same_bits(&v, interpreter_run(m, x), any);
    }
}

static void golden_specs(void **state)
{
    glob_t found;
    (void)state;
    assert_int_equal(glob("tests/golden/good/*.yaml", 0, NULL, &found), 0);
    glob("tests/golden/updraft.yaml", GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct arena *arena = arena_new();
        char *text = arena_alloc(arena, 1 << 20, 1);
        FILE *file = fopen(found.gl_pathv[i], "rb");
        assert_non_null(file);
        size_t size = fread(text, 1, (1 << 20) - 1, file);
        fclose(file);
        struct spec *spec = spec_read(arena, found.gl_pathv[i], text, size);
        spec_check(arena, spec);
        spec_holds(arena, spec, 20000);
        arena_free(arena);
    }
    assert_true(found.gl_pathc >= 4);
    globfree(&found);
}

static void made_up_specs(void **state)
{
    (void)state;
    for (size_t n_in = 1; n_in < 40; n_in += 7) {
        struct arena *arena = arena_new();
        spec_holds(arena, lower_shape(arena, n_in, 3 * n_in)->spec, 2000);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_specs),
        cmocka_unit_test(made_up_specs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
