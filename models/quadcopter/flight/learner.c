/* See learner.h. */
#include "quadcopter/flight/learner.h"

#include "quadcopter/plant/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sized so that a control step takes less than 2 % of a millisecond on a Cortex-M4F. */
enum { TRUNK = 18 };
enum { N_IN = 2, BATCH = 64 };

static const double fit_rate = 0.01, fit_decay = 0.1;
static const double sigma_floor = 0.02; /* standardised */
static const double reach_least = 0.02; /* standardised */
/* How far a point makes known, in units of the way from one measurement to the next. */
static const double reach_near = 0.5, reach_far = 1.3;

/* Inputs are in units of 20 mm, the width of what there is to learn; outputs in 0.5 N. */
static const struct scaling inputs[N_IN] = {
    {.name = "x", .mean = 0.05F, .scale = 0.02F, .low = -0.05F, .high = 0.15F},
    {.name = "y", .mean = 0.05F, .scale = 0.02F, .low = -0.05F, .high = 0.15F}};
static const struct scaling output = {.name = "force", .mean = 0.0F, .scale = 0.5F};

static void layer_blank(struct dense *layer, float bias)
{
    memset(layer->weights, 0, layer->n_out * layer->stride * sizeof(float));
    for (size_t i = 0; i < layer->n_out; i++)
        layer->bias[i] = bias;
}

struct learner *learner_new(struct arena *arena, uint64_t seed)
{
    struct learner *l = arena_alloc(arena, 1, sizeof(*l));
    struct shape shape = {.n_in = N_IN, .n_out = 1, .activation = ACT_TANH};
    shape.trunk = (struct widths){1, {TRUNK}};
    *l = (struct learner){.arena = arena, .random = {seed}};
    l->network = network_new(arena, &shape);
    network_randomise(l->network, &l->random);
    l->network->sigma_floor = sigma_floor;
    layer_blank(&l->network->mean.layers[l->network->mean.count - 1], 0.0F);
    layer_blank(&l->network->sigma.layers[l->network->sigma.count - 1], -1.0F);
    l->fit_room = workspace_new(arena, l->network, BATCH);
    l->fit_adam = adam_new(arena, l->network->n_fit, fit_rate, fit_decay, 1);
    l->known = known_new(arena, reach_least);
    l->batch = arena_alloc(arena, (size_t)N_IN * BATCH, sizeof(*l->batch));
    return l;
}

static void point_standardise(const float x[2], float point[N_IN])
{
    for (size_t j = 0; j < N_IN; j++)
        point[j] = (x[j] - inputs[j].mean) / inputs[j].scale;
}

static float force_standardise(float y) { return (y - output.mean) / output.scale; }

void learner_add(struct learner *l, const float x[2], float y)
{
    float point[N_IN];
    point_standardise(x, point);
    if (l->count == l->room) {
        l->room = l->room == 0 ? 64 : 2 * l->room;
        l->x = arena_grow(l->arena, l->x, l->count, l->room, N_IN * sizeof(*l->x));
        l->y = arena_grow(l->arena, l->y, l->count, l->room, sizeof(*l->y));
        l->spread = arena_grow(l->arena, l->spread, l->count, l->room, sizeof(*l->spread));
        l->scales = arena_alloc(l->arena, l->room, sizeof(*l->scales));
        l->sums = arena_alloc(l->arena, l->room, sizeof(*l->sums));
    }
    memcpy(l->x + l->count * N_IN, point, sizeof(point));
    l->spread[l->count] = 0.0;
    l->y[l->count++] = force_standardise(y);
    known_add(l->known, point);
}

void learner_merge(struct learner *l, const float x[2], float y)
{
    float point[N_IN];
    if (l->count == 0)
        return;
    point_standardise(x, point);
    size_t i = known_nearest(l->known, point);
    float share = 1.0F / (float)++l->known->stand[i], value = force_standardise(y);
    float deviation = value - l->y[i];
    l->y[i] += share * deviation;
    l->spread[i] += (double)(deviation * (value - l->y[i]));
    for (size_t j = 0; j < N_IN; j++)
        l->x[i * N_IN + j] += share * (point[j] - l->x[i * N_IN + j]);
}

void learner_thin(struct learner *l, size_t most, bool redundant)
{
    while (l->count > most) {
        size_t point = redundant ? known_redundant(l->known) : 0, behind = --l->count - point;
        memmove(l->x + point * N_IN, l->x + (point + 1) * N_IN, behind * N_IN * sizeof(*l->x));
        memmove(l->y + point, l->y + point + 1, behind * sizeof(*l->y));
        memmove(l->spread + point, l->spread + point + 1, behind * sizeof(*l->spread));
        known_remove(l->known, point);
    }
}

void learner_forget(struct learner *l)
{
    l->count = 0;
    known_clear(l->known);
}

void learner_see(struct learner *l, const float x[2])
{
    float point[N_IN];
    point_standardise(x, point);
    if (l->seen++ > 0)
        l->stride = hypot((double)(point[0] - l->last[0]), (double)(point[1] - l->last[1]));
    l->way += l->stride;
    memcpy(l->last, point, sizeof(point));
}

double learner_distance(const struct learner *l, const float x[2])
{
    float point[N_IN];
    point_standardise(x, point);
    return known_distance(l->known, point) * (double)inputs[0].scale;
}

/* The running sums of the measurements for which points stand. */
static void draws_prepare(struct learner *l)
{
    double sum = 0.0;
    for (size_t i = 0; i < l->count; i++)
        l->sums[i] = sum += (double)l->known->stand[i];
}

/* A point, by chance in proportion to the measurements for which it stands. */
static size_t point_draw(struct learner *l)
{
    double place = random_uniform(&l->random) * l->sums[l->count - 1];
    size_t low = 0, high = l->count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->sums[middle] > place)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A step on points drawn. What a point says is what all its measurements say on average: with r
   their mean and v their mean squared deviation from it, their mean squared error is (r - f^)^2 +
   v. */
static void fit_step(struct learner *l)
{
    struct workspace *w = l->fit_room;
    const float *mean = chain_result(&l->network->mean, w->mean);
    const float *sigma = chain_result(&l->network->sigma, w->sigma);
    float target[BATCH], around[BATCH];
    for (size_t b = 0; b < BATCH; b++) {
        size_t i = point_draw(l);
        for (size_t j = 0; j < N_IN; j++)
            l->batch[j * BATCH + b] = l->x[i * N_IN + j];
        target[b] = l->y[i];
        around[b] = (float)(l->spread[i] / (double)l->known->stand[i]);
    }
    network_forward(l->network, w, l->batch);
    for (size_t b = 0; b < BATCH; b++) { /* beta-NLL, beta = 0.5 (Seitzer et al. 2022) */
        float error = mean[b] - target[b], s = sigma[b] + (float)sigma_floor;
        w->dmean[b] = error / s / (float)BATCH;
        w->dsigma[b] = (1.0F - (error * error + around[b]) / (s * s)) / (float)BATCH;
    }
    network_backward(l->network, w, l->batch);
    adam_step_at(&l->fit_adam, fit_rate, l->network->parameters, l->network->gradients, NULL);
}

static int number_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The noise at every point, and its distance over which f^ changes by that noise: sigma over slope,
   the paper's spread (eq. 4) in units of sigma. c keeps it short while there are few points, whose
   slope is not to be trusted. */
static void scales_find(struct learner *l, double *scales)
{
    struct workspace *w = l->fit_room;
    const float *sigma = chain_result(&l->network->sigma, w->sigma);
    float slopes[N_IN * BATCH];
    const double c = pow(1e-5, fmin((double)l->count / 100.0, 1.0));
    for (size_t first = 0; first < l->count; first += BATCH) {
        for (size_t j = 0; j < N_IN; j++)
            for (size_t b = 0; b < BATCH; b++)
                l->batch[j * BATCH + b] = l->x[(first + b) % l->count * N_IN + j];
        network_forward(l->network, w, l->batch);
        for (size_t b = 0; b < BATCH && first + b < l->count; b++)
            l->known->sigma[first + b] = (double)sigma[b] + sigma_floor;
        network_slopes(l->network, w, l->batch, slopes);
        for (size_t b = 0; b < BATCH && first + b < l->count; b++)
            scales[first + b] = l->known->sigma[first + b] /
                                (hypot((double)slopes[b], (double)slopes[BATCH + b]) + c);
    }
}

/* How far a point makes known: somewhat farther than one measurement is from the next on average,
   or, where f^ is so steep that a tenth of the points have a shorter scale, as far as that; but at
   least half of the way between measurements, on average and now, or a vehicle would leave what it
   has just learned at once. */
static void reach_follow(struct learner *l)
{
    double spacing = l->way / (double)l->seen;
    scales_find(l, l->scales);
    qsort(l->scales, l->count, sizeof(*l->scales), number_compare);
    double least = fmax(reach_near * fmax(spacing, l->stride), reach_least);
    known_set_reach(l->known, fmax(fmin(l->scales[l->count / 10], reach_far * spacing), least));
}

void learner_work(struct learner *l, size_t steps)
{
    if (l->count == 0)
        return;
    draws_prepare(l);
    for (size_t i = 0; i < steps; i++)
        fit_step(l);
    reach_follow(l);
}

struct spec *learner_spec(const struct learner *l, struct arena *arena)
{
    const struct network *n = l->network;
    const struct scalings columns = {inputs, N_IN, &output, 1};
    struct spec *spec = export_frame(arena, "thermal", &columns, n->trunk.count + 2 + 3);
    const char *features = export_chain(arena, spec, &n->trunk, "h", NULL, "inputs");
    export_chain(arena, spec, &n->mean, "m", "mean", features);
    export_chain(arena, spec, &n->sigma, "s", "sigma", features);
    spec->sigma.floor[0] = (float)(n->sigma_floor * (double)output.scale);
    known_export(l->known, arena, spec);
    spec_check(arena, spec);
    return spec;
}
