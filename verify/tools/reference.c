/* reference: an independent evaluation of a spec, in double precision with libm, that shares no
   code with lowering, interpreter or kernels. Every value carries a bound on how far a float32
   evaluation in any order of summation may be from it:

     sum of n terms   |error| <= sum |w| error_in + (n + 2) u (|b| + sum |w x|),  u = 2^-24 (1 +
   2^-10) activation       Lipschitz constant times the error, plus the kernel's stated error

   reference SPEC INPUTS RESULTS [BOUNDS [SEEN]]      the two made by verify/tools/answers.c

   checks every result against its bound, status and the effect of status on eta exactly. With
   BOUNDS, what `epigen --bounds` prints, the results for inputs in the domain must also keep to
   its ranges and errors; SEEN gets the least and greatest result and the largest error of each.
   ACCURACY: that of the kernels, as epigen was told; q15: the code is in fixed point, INPUTS and
   RESULTS are doubles without a status word, made by verify/checks/replay_raw.c from raw inputs in
   the domain, and only BOUNDS is what they must keep to. */
#include "base/fail.h"
#include "base/files.h"
#include "spec/spec.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double u = 0x1p-24 * (1.0 + 0x1p-10);

struct value {
    double v, error;
};

struct reference {
    const struct spec *spec;
    struct value *inputs;
    struct value **layers; /* (n_layers)(n_out) */
    uint32_t status;
};

static bool fixed;     /* fixed point */
static double cheaper; /* error of the cheaper kernels of tanh, sigmoid and softplus; 0: full */

/* Stated errors of the kernels: exp and elu 2 ulp, softplus and silu 4, tanh and sigmoid 5; an ulp
 * is at most 2 u.
 */
static struct value activation_value(const struct spec_layer *layer, struct value x)
{
    double v = x.v, parameter = (double)layer->parameters[0];
    switch (layer->activation) {
    case ACT_IDENTITY:
    case ACT_COUNT: return x;
    case ACT_RELU: return (struct value){v > 0.0 ? v : 0.0, x.error};
    case ACT_LEAKY_RELU:
        v = v > 0.0 ? v : parameter * v;
        return (struct value){v, x.error + u * fabs(v)};
    case ACT_ELU: /* its slope at v + error is at most alpha exp(error), or 1 */
        v = v > 0.0 ? v : parameter * expm1(v);
        return (struct value){v, fmax(1.0, parameter * exp(x.error)) * x.error + 4.0 * u * fabs(v) +
                                     0x1p-148};
    case ACT_SILU: /* no slope above 1.1 */
        v = v > 0.0 ? v / (1.0 + exp(-v)) : v * exp(v) / (1.0 + exp(v));
        return (struct value){v, 1.1 * x.error + 8.0 * u * fabs(v) + 0x1p-143};
    case ACT_CLIP:
        v = v < parameter ? parameter : fmin(v, (double)layer->parameters[1]);
        return (struct value){v, x.error};
    case ACT_TANH: v = tanh(v); return (struct value){v, x.error + 10.0 * u * fabs(v) + cheaper};
    case ACT_SIGMOID:
        v = 1.0 / (1.0 + exp(-v));
        return (struct value){v, 0.25 * x.error + 10.0 * u * v + cheaper};
    case ACT_SOFTPLUS:
        v = v > 0.0 ? v + log1p(exp(-v)) : log1p(exp(v));
        return (struct value){v, x.error + 8.0 * u * v + cheaper};
    case ACT_SQUARE:
        return (struct value){v * v, x.error * (2.0 * fabs(v) + x.error) + u * v * v + 0x1p-149};
    case ACT_EXP:
        v = exp(v);
        return (struct value){v, v * expm1(x.error) + 4.0 * u * v * exp(x.error)};
    }
    return x;
}

static struct value input_value(const struct spec_input *input, double x, bool *outside)
{
    double low = (double)input->min, high = (double)input->max, mean = (double)input->mean;
    double v = x;
    *outside = !fixed && !(v >= low && v <= high);
    if (isnan(x))
        v = mean;
    if (!fixed) /* the raw numbers nearest to the ends may lie outside */
        v = v < low ? low : v > high ? high : v;
    double z = (v - mean) / (double)input->scale;
    /* subtraction, reciprocal, product; and what is flushed to zero */
    return (struct value){z, 4.0 * u * fabs(z) + 0x1p-30};
}

static const struct value *source_values(const struct reference *r, int source, size_t *n)
{
    *n = source == SOURCE_INPUTS ? r->spec->n_inputs : r->spec->layers[source].n_out;
    return source == SOURCE_INPUTS ? r->inputs : r->layers[source];
}

/* exp(-|x - point|^2): each difference and its square are rounded, then the sum. */
static struct value radial_value(const struct reference *r, const struct spec_layer *layer,
                                 size_t row)
{
    double sum = 0.0, carried = 0.0;
    const float *point = layer->weights + row * layer->n_in;
    for (size_t s = 0; s < layer->from.count; s++) {
        size_t n;
        const struct value *x = source_values(r, layer->from.sources[s], &n);
        for (size_t i = 0; i < n; i++) {
            double difference = x[i].v - (double)*point++;
            double error = x[i].error + u * (fabs(difference) + x[i].error);
            double square_error = error * (2.0 * fabs(difference) + error);
            carried += square_error + u * (difference * difference + square_error) + 0x1p-149;
            sum += difference * difference;
        }
    }
    struct value v = {-sum, carried + ((double)layer->n_in + 2.0) * u * (sum + carried)};
    struct value e = activation_value(layer, v);
    e.error += 0x1p-126; /* a denormal is rounded to multiples of 2^-149 */
    return e;
}

static double bias_of(const struct spec_layer *layer, size_t row)
{
    return layer->kind == LAYER_DENSE ? (double)layer->bias[row] : 0.0;
}

static struct value neuron_value(const struct reference *r, const struct spec_layer *layer,
                                 size_t row)
{
    if (layer->kind == LAYER_RADIAL)
        return radial_value(r, layer, row);
    double sum = bias_of(layer, row), size = fabs(sum), carried = 0.0;
    const float *weight = layer->weights + row * layer->n_in;
    for (size_t s = 0; s < layer->from.count; s++) {
        size_t n;
        const struct value *x = source_values(r, layer->from.sources[s], &n);
        for (size_t i = 0; i < n; i++) {
            double w = (double)*weight++;
            sum += w * x[i].v;
            size += fabs(w) * (fabs(x[i].v) + x[i].error);
            carried += fabs(w) * x[i].error;
        }
    }
    struct value v = {sum, carried + ((double)layer->n_in + 2.0) * u * size};
    return activation_value(layer, v);
}

static void reference_run(struct reference *r, const double *x)
{
    r->status = 0;
    for (size_t i = 0; i < r->spec->n_inputs; i++) {
        bool outside;
        r->inputs[i] = input_value(&r->spec->inputs[i], x[i], &outside);
        if (outside)
            r->status |= 1U << (i < 31 ? i : 31);
    }
    for (size_t k = 0; k < r->spec->n_layers; k++) {
        size_t l = r->spec->order[k];
        for (size_t row = 0; row < r->spec->layers[l].n_out; row++)
            r->layers[l][row] = neuron_value(r, &r->spec->layers[l], row);
    }
}

/* Number `index` of what an output reads. */
static struct value output_value(const struct reference *r, const struct spec_output *o,
                                 size_t index)
{
    for (size_t s = 0; s < o->from.count; s++) {
        size_t n;
        const struct value *v = source_values(r, o->from.sources[s], &n);
        if (index < n)
            return v[index];
        index -= n;
    }
    abort();
}

static struct value scaled(struct value v, float scale, float offset)
{
    double product = (double)scale * v.v, sum = product + (double)offset;
    double error = fabs((double)scale) * v.error;
    return (struct value){sum, error + 2.0 * u * (fabs(product) + error) + u * fabs(sum)};
}

static double worst;        /* error in units of its bound */
static double worst_stated; /* the same for epigen's bound */

/* One line of epigen --bounds; and what was seen of that output. */
struct stated {
    char output[32];
    double low, high, error;
    double seen_low, seen_high, seen_error;
};

/* Reads `output low high error` from a line. */
static bool stated_parse(const char *line, struct stated *s)
{
    double *const numbers[] = {&s->low, &s->high, &s->error};
    int name = 0;
    if (sscanf(line, "%31s%n", s->output, &name) != 1)
        return false;
    const char *text = line + name;
    for (size_t i = 0; i < 3; i++) {
        char *end;
        *numbers[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return true;
}

/* Epigen's claims in the order of its lines: mean, sigma, eta as far as there are any. The
   reference is itself in double: 2^-40 of a value's size is far more than it can be off, and far
   less than a float's rounding. */
static struct stated *stated_read(struct arena *arena, const char *path, size_t count)
{
    struct stated *all = arena_alloc(arena, count, sizeof(*all));
    char line[512];
    size_t n = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL || fgets(line, sizeof(line), f) == NULL || line[0] != '#')
        fail("%s: expected what epigen --bounds prints", path);
    while (fgets(line, sizeof(line), f) != NULL && n < count) {
        if (line[0] == '#') /* fixed point has two such lines */
            continue;
        struct stated *s = &all[n++];
        if (!stated_parse(line, s))
            fail("%s:%zu: expected output, low, high, error", path, n + 1);
        s->seen_low = INFINITY;
        s->seen_high = -INFINITY;
    }
    if (n != count || !feof(f))
        fail("%s: expected %zu outputs", path, count);
    fclose(f);
    return all;
}

static void seen_write(const char *path, const struct stated *all, size_t count)
{
    FILE *f = fopen(path, "w");
    for (const struct stated *s = all; f != NULL && s < all + count; s++)
        fprintf(f, "%s %.9g %.9g %.4g\n", s->output, s->seen_low, s->seen_high, s->seen_error);
    if (f == NULL || fclose(f) != 0)
        fail("cannot write %s", path);
}

static bool keeps(struct stated *stated, double exact, double got, size_t vector, size_t word)
{
    double error = fabs(got - exact), slack = 0x1p-40 * fabs(exact);
    worst_stated = fmax(worst_stated, error / stated->error);
    stated->seen_low = fmin(stated->seen_low, got);
    stated->seen_high = fmax(stated->seen_high, got);
    stated->seen_error = fmax(stated->seen_error, error);
    if (got >= stated->low && got <= stated->high && error <= stated->error + slack)
        return true;
    printf("vector %zu: word %zu is %.9g, exactly %.17g; stated: %.9g to %.9g, error %.3g\n",
           vector, word, got, exact, stated->low, stated->high, stated->error);
    return false;
}

static bool agrees(struct value expected, float got, const char *what, size_t vector)
{
    double error = fabs((double)got - expected.v);
    if (error / expected.error > worst)
        worst = error / expected.error;
    if (error <= expected.error)
        return true;
    printf("vector %zu: %s is %.9g, expected %.9g within %.3g\n", vector, what, (double)got,
           expected.v, expected.error);
    return false;
}

/* Only inside the domain is anything stated. */
static bool results_keep(const struct reference *r, struct stated *stated, const double *words,
                         size_t vector)
{
    const struct spec *spec = r->spec;
    size_t n = spec->mean.count;
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        struct value mean = output_value(r, &spec->mean, i);
        mean = scaled(mean, spec->mean.scale[i], spec->mean.offset[i]);
        good &= keeps(&stated[i], mean.v, words[i], vector, i);
    }
    for (size_t i = 0; i < spec->sigma.count; i++) {
        struct value sigma = output_value(r, &spec->sigma, i);
        sigma = scaled(sigma, spec->sigma.scale[i], spec->sigma.floor[i]);
        good &= keeps(&stated[n + i], sigma.v, words[n + i], vector, n + i);
    }
    n += spec->sigma.count;
    if (spec_has(&spec->eta))
        good &= keeps(&stated[n], output_value(r, &spec->eta, 0).v, words[n], vector, n);
    return good;
}

static bool results_agree(const struct reference *r, const float *words, size_t vector)
{
    const struct spec *spec = r->spec;
    size_t n = spec->mean.count;
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= agrees(
            scaled(output_value(r, &spec->mean, i), spec->mean.scale[i], spec->mean.offset[i]),
            words[i], "mean", vector);
    for (size_t i = 0; i < spec->sigma.count; i++) {
        struct value sigma = output_value(r, &spec->sigma, i);
        good &= agrees(scaled(sigma, spec->sigma.scale[i], spec->sigma.floor[i]), words[n + i],
                       "sigma", vector);
        good &= words[n + i] > 0.0F;
    }
    n += spec->sigma.count;
    if (spec_has(&spec->eta)) {
        good &= r->status != 0 ? words[n] == 1.0F
                               : agrees(output_value(r, &spec->eta, 0), words[n], "eta", vector);
        n++;
    }
    uint32_t status;
    memcpy(&status, &words[n], sizeof(status));
    return good & (status == r->status);
}

/* Vectors of both files, one at a time. */
struct vectors {
    FILE *inputs, *results;
    size_t n_in, n_outputs;
    float *words;       /* inputs, and results with the status word, as they are in float */
    double *x, *values; /* inputs and results */
};

static bool vector_read(struct vectors *v)
{
    const size_t n_words = v->n_outputs + 1;
    if (fixed)
        return fread(v->x, sizeof(*v->x), v->n_in, v->inputs) == v->n_in &&
               fread(v->values, sizeof(*v->values), v->n_outputs, v->results) == v->n_outputs;
    if (fread(v->words, sizeof(*v->words), v->n_in, v->inputs) != v->n_in)
        return false;
    for (size_t i = 0; i < v->n_in; i++)
        v->x[i] = (double)v->words[i];
    if (fread(v->words, sizeof(*v->words), n_words, v->results) != n_words)
        return false;
    for (size_t i = 0; i < v->n_outputs; i++)
        v->values[i] = (double)v->words[i];
    return true;
}

static struct vectors vectors_open(struct arena *arena, const struct spec *spec, char **paths)
{
    struct vectors v = {.inputs = fopen(paths[0], "rb"),
                        .results = fopen(paths[1], "rb"),
                        .n_in = spec->n_inputs,
                        .n_outputs = spec_result_count(spec)};
    if (v.inputs == NULL || v.results == NULL)
        fail("cannot open %s or %s", paths[0], paths[1]);
    v.words = arena_alloc(arena, v.n_in + v.n_outputs + 1, sizeof(*v.words));
    v.x = arena_alloc(arena, v.n_in, sizeof(*v.x));
    v.values = arena_alloc(arena, v.n_outputs, sizeof(*v.values));
    return v;
}

static struct reference reference_new(struct arena *arena, const struct spec *spec)
{
    struct reference r = {.spec = spec};
    r.inputs = arena_alloc(arena, spec->n_inputs, sizeof(*r.inputs));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    r.layers = arena_alloc(arena, spec->n_layers, sizeof(*r.layers));
    for (size_t i = 0; i < spec->n_layers; i++)
        r.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(**r.layers));
    return r;
}

int main(int argc, char **argv)
{
    fail_program = "reference";
    if (argc < 4 || argc > 7)
        fail_usage("expected SPEC INPUTS RESULTS [BOUNDS [SEEN [ACCURACY]]]");
    fixed = argc == 7 && strcmp(argv[6], "q15") == 0;
    cheaper = argc < 7 || fixed || strcmp(argv[6], "full") == 0 ? 0.0 : strtod(argv[6], NULL);
    struct arena *arena = arena_new();
    size_t size, vectors = 0, wrong = 0;
    const char *bytes = file_read(arena, argv[1], SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, argv[1], bytes, size);
    spec_check(arena, spec);
    struct reference r = reference_new(arena, spec);
    struct vectors v = vectors_open(arena, spec, argv + 2);
    struct stated *stated = argc >= 5 ? stated_read(arena, argv[4], v.n_outputs) : NULL;
    while (vector_read(&v)) {
        reference_run(&r, v.x);
        bool good = fixed || results_agree(&r, v.words, vectors);
        if (stated != NULL && r.status == 0)
            good &= results_keep(&r, stated, v.values, vectors);
        wrong += !good;
        vectors++;
    }
    fclose(v.inputs);
    fclose(v.results);
    if (argc >= 6)
        seen_write(argv[5], stated, v.n_outputs);
    printf("%zu vectors, %zu wrong, largest error %.3f of its bound", vectors, wrong, worst);
    if (stated != NULL)
        printf(", %.3f of the stated", worst_stated);
    putchar('\n');
    arena_free(arena);
    return vectors == 0 || wrong != 0;
}
