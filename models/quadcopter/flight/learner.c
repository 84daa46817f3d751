/* See learner.h. */
#include "quadcopter/flight/learner.h"

#include "quadcopter/plant/field.h"

#include <math.h>
#include <string.h>

/* Sized so that a control step takes less than 2 % of a millisecond on a Cortex-M4F. */
enum { TRUNK = 18, ETA = 17 };
enum { N_IN = 2, BATCH = 64, FIT_STEPS = 60, ETA_STEPS = 120, SAMPLES = 2 * N_IN + 1 };

static const double fit_rate = 0.01, fit_decay = 0.1, eta_rate = 0.03;
static const double sigma_floor = 0.02; /* standardised */
/* The spread of samples around a point (eq. 4 in train/README.md): by the slope, kept within these,
   in standardised inputs. Samples nearer than `resolution` to a point lie among the data and teach
   nothing; it is less than the spread, or steep places would have no samples left. */
static const double spread_least = 0.6, spread_most = 1.0;
static const float resolution = 0.3F;

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
    static const struct nearest_metric metric = {.dims = N_IN};
    shape.trunk = (struct widths){1, {TRUNK}};
    shape.eta = (struct widths){1, {ETA}};
    *l = (struct learner){.arena = arena, .random = {seed}};
    l->network = network_new(arena, &shape);
    network_randomise(l->network, &l->random);
    l->network->sigma_floor = sigma_floor;
    layer_blank(&l->network->mean.layers[l->network->mean.count - 1], 0.0F);
    layer_blank(&l->network->sigma.layers[l->network->sigma.count - 1], -1.0F);
    layer_blank(&l->network->eta.layers[l->network->eta.count - 1], 5.0F);
    l->fit_room = workspace_new(arena, l->network, BATCH);
    l->eta_room = workspace_new(arena, l->network, BATCH);
    l->fit_adam = adam_new(arena, l->network->n_fit, fit_rate, fit_decay, 1);
    l->eta_adam = adam_new(arena, l->network->n_eta, eta_rate, 0.0, 1);
    const struct nearest_points none = {0};
    l->set = epistemic_set_new(arena, &metric, EPISTEMIC_ONCE, none, none, 1);
    l->batch = arena_alloc(arena, (size_t)N_IN * BATCH, sizeof(*l->batch));
    l->labels = arena_alloc(arena, BATCH, sizeof(*l->labels));
    return l;
}

static double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(6.28318530717958647692 * v);
}

/* eqs. 3, 4: around the point, by the slope of the mean there. */
static void samples_draw(struct learner *l, const float *x, float *samples)
{
    float slopes[N_IN * BATCH], *at = l->batch;
    double c = pow(1e-5, fmin((double)l->count / 100.0, 1.0));
    for (size_t j = 0; j < N_IN; j++)
        for (size_t b = 0; b < BATCH; b++)
            at[j * BATCH + b] = x[j];
    network_slopes(l->network, l->fit_room, at, slopes);
    for (size_t s = 0; s < SAMPLES; s++)
        for (size_t j = 0; j < N_IN; j++) {
            double sd = sqrt(1.0 / ((double)slopes[j * BATCH] + c));
            sd = fmin(fmax(sd, spread_least), spread_most);
            samples[s * N_IN + j] = x[j] + (float)(sd * normal_draw(&l->random));
        }
}

void learner_add(struct learner *l, const float x[2], float y)
{
    float point[N_IN], samples[SAMPLES * N_IN];
    for (size_t j = 0; j < N_IN; j++)
        point[j] = (x[j] - inputs[j].mean) / inputs[j].scale;
    if (l->count == l->room) {
        l->room = l->room == 0 ? 64 : 2 * l->room;
        l->x = arena_grow(l->arena, l->x, l->count, l->room, N_IN * sizeof(*l->x));
        l->y = arena_grow(l->arena, l->y, l->count, l->room, sizeof(*l->y));
    }
    memcpy(l->x + l->count * N_IN, point, sizeof(point));
    l->y[l->count++] = (y - output.mean) / output.scale;
    samples_draw(l, point, samples);
    epistemic_set_add(l->set, point, samples, SAMPLES);
}

static void fit_step(struct learner *l)
{
    struct workspace *w = l->fit_room;
    const float *mean = chain_result(&l->network->mean, w->mean);
    const float *sigma = chain_result(&l->network->sigma, w->sigma);
    float target[BATCH];
    for (size_t b = 0; b < BATCH; b++) {
        size_t i = (size_t)(random_uniform(&l->random) * (double)l->count);
        for (size_t j = 0; j < N_IN; j++)
            l->batch[j * BATCH + b] = l->x[i * N_IN + j];
        target[b] = l->y[i];
    }
    network_forward(l->network, w, l->batch);
    for (size_t b = 0; b < BATCH; b++) { /* beta-NLL, beta = 0.5 (Seitzer et al. 2022) */
        float error = mean[b] - target[b], s = sigma[b] + (float)sigma_floor;
        w->dmean[b] = error / s / (float)BATCH;
        w->dsigma[b] = (1.0F - error * error / (s * s)) / (float)BATCH;
    }
    network_backward(l->network, w, l->batch);
    adam_step_at(&l->fit_adam, fit_rate, l->network->parameters, l->network->gradients, NULL);
}

/* Class-weighted cross entropy on the epistemic set; the trunk stays as it is. */
static void eta_step(struct learner *l)
{
    struct workspace *w = l->eta_room;
    const float *eta = chain_result(&l->network->eta, w->eta);
    size_t n = l->set->n_samples;
    double all = (double)n, known = (double)l->set->n_inputs;
    const float weight[2] = {(float)(all / (2.0 * known)), (float)(all / (2.0 * (all - known)))};
    bool among[BATCH];
    for (size_t b = 0; b < BATCH; b++) {
        size_t i = (size_t)(random_uniform(&l->random) * all);
        const float *row = epistemic_set_row(l->set, i);
        l->labels[b] = epistemic_set_label(l->set, i);
        among[b] = l->labels[b] > 0.5F && l->set->distance[i] < resolution * resolution;
        for (size_t j = 0; j < N_IN; j++)
            l->batch[j * BATCH + b] = row[j];
    }
    network_forward_eta(l->network, w, l->batch);
    for (size_t b = 0; b < BATCH; b++) {
        float p = fminf(fmaxf(eta[b], 1e-6F), 1.0F - 1e-6F), label = l->labels[b];
        float slope = weight[label > 0.5F] / (float)BATCH * (p - label) / (p * (1.0F - p));
        w->deta[b] = among[b] ? 0.0F : slope;
    }
    network_backward_eta(l->network, w, l->batch);
    adam_step_at(&l->eta_adam, eta_rate, l->network->parameters + l->network->n_fit,
                 l->network->gradients + l->network->n_fit, NULL);
}

void learner_work(struct learner *l)
{
    for (size_t i = 0; i < FIT_STEPS && l->count > 0; i++)
        fit_step(l);
    for (size_t i = 0; i < ETA_STEPS && l->count > 0; i++)
        eta_step(l);
}

struct spec *learner_spec(const struct learner *l, struct arena *arena)
{
    struct spec *spec = export_spec(arena, l->network, "thermal", inputs, &output);
    spec_check(arena, spec);
    return spec;
}
