/* See affine.h. Errors of double are below 2^-40 of the numbers involved and are added as such;
   those of float32 are n + 2 times 2^-24 of all that a sum of n terms adds. */
#include "prove/log/affine.h"

#include "base/fail.h"

#include <math.h>
#include <string.h>

struct value {
    double centre, error;
    double *part; /* (room) */
};

struct affine {
    const struct spec *spec;
    enum accuracy accuracy;
    struct value *inputs, *given; /* standardised, and as they are */
    struct value **layers;
    struct value scratch, scratch2;
    size_t symbols, room;
};

static struct value value_new(struct arena *arena, size_t room)
{
    return (struct value){0.0, 0.0, arena_alloc(arena, room, sizeof(double))};
}

static struct value *values_new(struct arena *arena, size_t count, size_t room)
{
    struct value *v = arena_alloc(arena, count, sizeof(*v));
    for (size_t i = 0; i < count; i++)
        v[i] = value_new(arena, room);
    return v;
}

struct affine *affine_new(struct arena *arena, const struct spec *spec, enum accuracy accuracy)
{
    struct affine *a = arena_alloc(arena, 1, sizeof(*a));
    a->spec = spec;
    a->accuracy = accuracy;
    a->room = spec->n_inputs;
    for (size_t i = 0; i < spec->n_layers; i++)
        a->room += spec->layers[i].n_out;
    a->inputs = values_new(arena, spec->n_inputs, a->room);
    a->given = values_new(arena, spec->n_inputs, a->room);
    a->layers = arena_alloc(arena, spec->n_layers, sizeof(struct value *));
    for (size_t i = 0; i < spec->n_layers; i++)
        a->layers[i] = values_new(arena, spec->layers[i].n_out, a->room);
    a->scratch = value_new(arena, a->room);
    a->scratch2 = value_new(arena, a->room);
    return a;
}

/* --- arithmetic ----------------------------------------------------------------------------- */

static double radius(const struct affine *a, const struct value *v)
{
    double sum = v->error;
    for (size_t i = 0; i < a->symbols; i++)
        sum += fabs(v->part[i]);
    return sum * (1.0 + 0x1p-30);
}

static double size_of(const struct affine *a, const struct value *v)
{
    return fabs(v->centre) + radius(a, v);
}

static void value_set(const struct affine *a, struct value *v, double constant)
{
    memset(v->part, 0, a->room * sizeof(*v->part));
    v->centre = constant;
    v->error = 0.0;
}

/* to += factor * from, but for errors of double */
static void value_add(const struct affine *a, struct value *to, double factor,
                      const struct value *from)
{
    to->centre += factor * from->centre;
    to->error += fabs(factor) * from->error;
    for (size_t i = 0; i < a->symbols; i++)
        to->part[i] += factor * from->part[i];
}

/* The inputs that a layer or an output reads, number by number. */
static const struct value *source(const struct affine *a, const struct spec_from *from,
                                  size_t number)
{
    for (size_t s = 0; s < from->count; s++) {
        int layer = from->sources[s];
        size_t width = layer == SOURCE_INPUTS ? a->spec->n_inputs : a->spec->layers[layer].n_out;
        if (number < width)
            return layer == SOURCE_INPUTS ? &a->inputs[number] : &a->layers[layer][number];
        number -= width;
    }
    return NULL;
}

/* v += a rest from low to high that depends on the value in an unknown way: a symbol of its own. */
static void rest_add(struct affine *a, struct value *v, double low, double high)
{
    v->centre += 0.5 * (low + high);
    v->part[a->symbols++] = 0.5 * (high - low) + 0x1p-40 * (fabs(low) + fabs(high));
}

/* --- activations ---------------------------------------------------------------------------- */

/* Largest errors of the kernels by epigen-spec(5): so many ulp, and so much at most; of the cheaper
   ones by gen/USAGE.md. An ulp is at most 2^-23 of the value. */
static double kernel_error(enum activation act, enum accuracy accuracy, double size)
{
    static const double ulp[ACT_COUNT] = {
        [ACT_LEAKY_RELU] = 0.5, [ACT_TANH] = 3.58,  [ACT_SIGMOID] = 2.49, [ACT_SOFTPLUS] = 2.83,
        [ACT_EXP] = 1.18,       [ACT_SQUARE] = 0.5, [ACT_ELU] = 1.97,     [ACT_SILU] = 3.35};
    static const double cheaper[ACT_COUNT][ACCURACY_COUNT] = {
        [ACT_TANH] = {0.0, 4.6e-5, 6.8e-4},
        [ACT_SIGMOID] = {0.0, 2.4e-5, 4.3e-4},
        [ACT_SOFTPLUS] = {0.0, 9.3e-5, 5.4e-4}};
    if (act >= ACT_COUNT || accuracy >= ACCURACY_COUNT)
        fail("internal error: no kernel %d of accuracy %d", (int)act, (int)accuracy);
    if (cheaper[act][accuracy] > 0.0)
        return cheaper[act][accuracy] + 0x1p-24 * size;
    return ulp[act] * 0x1p-23 * size + (ulp[act] > 0.0 ? 1.3e-38 : 0.0);
}

static double function(enum activation act, const float *p, double s)
{
    switch (act) {
    case ACT_RELU: return s > 0.0 ? s : 0.0;
    case ACT_LEAKY_RELU: return s > 0.0 ? s : (double)p[0] * s;
    case ACT_TANH: return tanh(s);
    case ACT_SIGMOID: return 0.5 + 0.5 * tanh(0.5 * s);
    case ACT_SOFTPLUS: return s > 0.0 ? s + log1p(exp(-s)) : log1p(exp(s));
    case ACT_EXP: return exp(s);
    case ACT_SQUARE: return s * s;
    case ACT_ELU: return s > 0.0 ? s : (double)p[0] * expm1(s);
    case ACT_SILU: return s * (0.5 + 0.5 * tanh(0.5 * s));
    case ACT_CLIP: return fmin(fmax(s, (double)p[0]), (double)p[1]);
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return s;
}

/* No second derivative on the interval is larger; without kinks. */
static double curvature(enum activation act, const float *p, double high)
{
    switch (act) {
    case ACT_TANH: return 0.77;
    case ACT_SIGMOID: return 0.0963;
    case ACT_SOFTPLUS: return 0.25;
    case ACT_EXP: return exp(high) * 1.0001;
    case ACT_SQUARE: return 2.0;
    case ACT_ELU: return (double)p[0] * exp(fmin(high, 0.0)) * 1.0001;
    case ACT_SILU: return 0.5;
    case ACT_IDENTITY:
    case ACT_RELU:
    case ACT_LEAKY_RELU:
    case ACT_CLIP:
    case ACT_COUNT: break;
    }
    return 0.0;
}

/* Where a kink can be; NAN: none. */
static void kinks(enum activation act, const float *p, double at[2])
{
    at[0] = at[1] = NAN;
    if (act == ACT_RELU || act == ACT_LEAKY_RELU || act == ACT_ELU)
        at[0] = 0.0;
    if (act == ACT_CLIP) {
        at[0] = (double)p[0];
        at[1] = (double)p[1];
    }
}

/* What f(s) - slope * s can be from low to high. Between neighbours of {low, kinks, high} f is
   within curvature * width^2 / 8 of its chord, and a chord less a line is largest at an end. */
static void rest_bound(enum activation act, const float *p, const double ends[2], double slope,
                       double rest[2])
{
    double at[4] = {ends[0], 0.0, 0.0, ends[1]};
    kinks(act, p, at + 1);
    rest[0] = INFINITY;
    rest[1] = -INFINITY;
    double before = ends[0], bend = 0.0;
    for (int i = 0; i < 4; i++) {
        if (!(at[i] >= ends[0] && at[i] <= ends[1]))
            continue;
        double r = function(act, p, at[i]) - slope * at[i], width = at[i] - before;
        rest[0] = fmin(rest[0], r);
        rest[1] = fmax(rest[1], r);
        bend = fmax(bend, 0.125 * curvature(act, p, ends[1]) * width * width);
        before = at[i];
    }
    rest[0] -= bend;
    rest[1] += bend;
}

/* Replaces the sum v by what its activation makes of it. */
static void activate(struct affine *a, const struct spec_layer *layer, struct value *v)
{
    enum activation act = layer->activation;
    double r = radius(a, v), ends[2] = {v->centre - r, v->centre + r}, rest[2];
    double low = function(act, layer->parameters, ends[0]);
    double high = function(act, layer->parameters, ends[1]), width = ends[1] - ends[0];
    double slope = width > 1e-9 * (1.0 + fabs(v->centre)) ? (high - low) / width : 0.0;
    if (act == ACT_IDENTITY)
        return;
    rest_bound(act, layer->parameters, ends, slope, rest);
    double size = fmax(fabs(rest[0]), fabs(rest[1])) + fabs(slope) * size_of(a, v);
    v->centre *= slope;
    v->error *= fabs(slope);
    for (size_t i = 0; i < a->symbols; i++)
        v->part[i] *= slope;
    double error = kernel_error(act, a->accuracy, size) + 0x1p-40 * size;
    if (rest[1] - rest[0] > 0.0)
        rest_add(a, v, rest[0], rest[1]);
    else
        v->centre += rest[0];
    v->error += error;
}

/* --- the network ---------------------------------------------------------------------------- */

/* Standardised: z = (x - mean) * inv, with x - mean flushed to 0 below 2^-30 of the scale. */
static void input_run(struct affine *a, size_t i, float low, float high)
{
    const struct spec_input *in = &a->spec->inputs[i];
    struct value *x = &a->given[i], *z = &a->inputs[i];
    double inv = (double)(float)(1.0 / (double)in->scale);
    value_set(a, x, 0.5 * ((double)low + (double)high));
    x->part[i] = 0.5 * ((double)high - (double)low) * (1.0 + 0x1p-40);
    x->error = 0x1p-50 * fabs(x->centre);
    value_set(a, z, -(double)in->mean);
    value_add(a, z, 1.0, x);
    double size = size_of(a, z);
    z->error += 0x1p-24 * size + fmax(0x1p-30 * (double)in->scale, 0x1p-126) * 1.0001;
    z->centre *= inv;
    z->part[i] *= inv;
    z->error =
        z->error * inv + 0x1p-23 * size * inv + 0x1p-149 + 0x1p-40 * fabs((double)in->mean) * inv;
}

static void sum_run(struct affine *a, const struct spec_layer *layer, size_t row, struct value *s)
{
    double size = layer->kind == LAYER_DENSE ? fabs((double)layer->bias[row]) : 0.0;
    value_set(a, s, layer->kind == LAYER_DENSE ? (double)layer->bias[row] : 0.0);
    for (size_t i = 0; i < layer->n_in; i++) {
        double w = (double)layer->weights[row * layer->n_in + i];
        const struct value *v = source(a, &layer->from, i);
        if (w != 0.0) {
            value_add(a, s, w, v);
            size += fabs(w) * size_of(a, v);
        }
    }
    s->error += (0x1p-24 * ((double)layer->n_in + 2.0) * 1.01 + 0x1p-40) * size + 0x1p-130;
}

/* s = -(v - p)^2 - ...; a square lies within width^2 / 8 of the middle of chord and tangent. */
static void radial_run(struct affine *a, const struct spec_layer *layer, size_t row,
                       struct value *s)
{
    double size = 0.0;
    value_set(a, s, 0.0);
    for (size_t i = 0; i < layer->n_in; i++) {
        double p = (double)layer->weights[row * layer->n_in + i];
        const struct value *v = source(a, &layer->from, i);
        double c = v->centre - p, r = radius(a, v), most = fabs(c) + r;
        /* (c + d)^2 = c^2 + 2 c d + d^2, d from -r to r */
        value_add(a, s, -2.0 * c, v);
        s->centre += 2.0 * c * v->centre - c * c - 0.5 * r * r;
        s->error += 0.5 * r * r;
        size += most * most + 2.0 * fabs(c) * size_of(a, v);
    }
    s->error += (0x1p-24 * ((double)layer->n_in + 5.0) * 1.01 + 0x1p-40) * size + 0x1p-130;
}

void affine_run(struct affine *a, const float *low, const float *high)
{
    const struct spec *spec = a->spec;
    a->symbols = spec->n_inputs;
    for (size_t i = 0; i < spec->n_inputs; i++)
        input_run(a, i, low[i], high[i]);
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct spec_layer *layer = &spec->layers[spec->order[i]];
        for (size_t k = 0; k < layer->n_out; k++) {
            struct value *v = &a->layers[spec->order[i]][k];
            if (layer->kind == LAYER_RADIAL)
                radial_run(a, layer, k, v);
            else
                sum_run(a, layer, k, v);
            activate(a, layer, v);
        }
    }
}

/* to += factor * (scale * v + offset), rounded as the code rounds it. */
static void output_add(struct affine *a, double factor, const struct spec_output *o, size_t k)
{
    struct value *to = &a->scratch;
    const struct value *v = source(a, &o->from, k);
    double scale = o->scale == NULL ? 1.0 : (double)o->scale[k], offset = 0.0;
    if (o->offset != NULL)
        offset = (double)o->offset[k];
    if (o->floor != NULL)
        offset = (double)o->floor[k];
    double size = fabs(scale) * size_of(a, v) + fabs(offset);
    value_add(a, to, factor * scale, v);
    to->centre += factor * offset;
    to->error += fabs(factor) * (0x1p-23 * 1.01 * size + 0x1p-130);
}

double affine_least(struct affine *a, const double *inputs, const double *outputs, double constant,
                    size_t *widest)
{
    const struct spec *spec = a->spec;
    const struct spec_output *kinds[] = {&spec->mean, &spec->sigma, &spec->eta};
    double size = fabs(constant);
    value_set(a, &a->scratch, -constant);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        value_add(a, &a->scratch, inputs[i], &a->given[i]);
        size += fabs(inputs[i]) * size_of(a, &a->given[i]);
    }
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t k = 0; k < kinds[kind]->count; k++, outputs++)
            if (*outputs != 0.0)
                output_add(a, *outputs, kinds[kind], k);
    size += size_of(a, &a->scratch);
    for (size_t i = 0; widest != NULL && i < spec->n_inputs; i++)
        if (i == 0 || fabs(a->scratch.part[i]) > fabs(a->scratch.part[*widest]))
            *widest = i;
    return a->scratch.centre - radius(a, &a->scratch) - 0x1p-40 * size;
}
