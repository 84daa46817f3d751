/* See distil.h. */
#include "eta/distil.h"

#include "eta/sample.h"
#include "net/adam.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- examples ------------------------------------------------------------------------------ */

static const double smallest_step = 0.05, largest_step = 2.0, box_margin = 0.1, jitter = 0.05;

static const float *row_draw(const struct rows *rows, struct random *random)
{
    return rows->x + (size_t)(random_uniform(random) * (double)rows->count) * rows->n_in;
}

static void step_from(float *x, size_t n, double size, struct random *random)
{
    for (size_t j = 0; j < n; j++)
        x[j] += (float)(size * normal_draw(random));
}

/* The range of every input in the rows, and a margin around it. */
static void box_of(const struct rows *rows, float *low, float *high)
{
    for (size_t j = 0; j < rows->n_in; j++) {
        low[j] = high[j] = rows->x[j];
        for (size_t i = 1; i < rows->count; i++) {
            low[j] = fminf(low[j], rows->x[i * rows->n_in + j]);
            high[j] = fmaxf(high[j], rows->x[i * rows->n_in + j]);
        }
        float margin = (float)box_margin * (high[j] - low[j]);
        low[j] -= margin;
        high[j] += margin;
    }
}

static void example_draw(const struct rows *train, size_t kind, const float *low, const float *high,
                         struct random *random, float *x)
{
    size_t d = train->n_in;
    memcpy(x, row_draw(train, random), d * sizeof(*x));
    if (kind == 1) {
        double octaves = elementary_log(largest_step / smallest_step);
        step_from(x, d, smallest_step * elementary_exp(octaves * random_uniform(random)), random);
    }
    if (kind == 2) {
        const float *other = row_draw(train, random);
        for (size_t j = 0; j < d; j++)
            x[j] = random_uniform(random) < 0.5 ? other[j] : x[j];
        step_from(x, d, jitter, random);
    }
    for (size_t j = 0; j < d && kind == 3; j++)
        x[j] = low[j] + (high[j] - low[j]) * (float)random_uniform(random);
}

struct examples examples_make(struct arena *arena, const struct rows *train,
                              const struct teacher *teacher, struct random *random)
{
    enum { KINDS = 4 };
    struct arena *scratch = arena_new();
    size_t d = train->n_in;
    struct examples e = {.count = DISTIL_EXAMPLES, .n_in = d};
    float *low = arena_alloc(scratch, d, sizeof(*low)),
          *high = arena_alloc(scratch, d, sizeof(*high));
    e.x = arena_alloc(arena, e.count * d, sizeof(*e.x));
    e.label = arena_alloc(arena, e.count, sizeof(*e.label));
    box_of(train, low, high);
    for (size_t i = 0; i < e.count; i++)
        example_draw(train, i % KINDS, low, high, random, e.x + i * d);
    teacher_ask(teacher, e.x, e.count, e.label);
    for (size_t i = 0; i < e.count; i++)
        e.label[i] = (float)(1.0 / (1.0 + elementary_exp(-(double)e.label[i])));
    arena_free(scratch);
    return e;
}

/* --- learning ------------------------------------------------------------------------------ */

static void batch_draw(const struct examples *e, size_t batch, struct random *random, float *x,
                       float *label)
{
    for (size_t b = 0; b < batch; b++) {
        size_t i = (size_t)(random_uniform(random) * (double)e->count);
        label[b] = e->label[i];
        for (size_t j = 0; j < e->n_in; j++)
            x[j * batch + b] = e->x[i * e->n_in + j];
    }
}

/* Sets the gradient of the cross entropy with respect to eta; returns the loss. */
static double entropy_backward(struct workspace *w, const float *eta, const float *label)
{
    double loss = 0.0;
    for (size_t b = 0; b < w->batch; b++) {
        float p = fminf(fmaxf(eta[b], 1e-6F), 1.0F - 1e-6F);
        w->deta[b] = (p - label[b]) / (p * (1.0F - p)) / (float)w->batch;
        loss -= ((double)label[b] * elementary_log((double)p) +
                 (1.0 - (double)label[b]) * elementary_log(1.0 - (double)p)) /
                (double)w->batch;
    }
    return loss;
}

void distil_fit(struct network *network, const struct examples *e, const struct eta_options *o,
                struct random *random, void (*progress)(void *context, double done, double loss),
                void *context)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, o->batch);
    struct adam adam = adam_new(arena, network->n_eta, o->rate, o->decay, o->steps);
    float *x = arena_alloc(arena, e->n_in * o->batch, sizeof(*x));
    float *label = arena_alloc(arena, o->batch, sizeof(*label));
    for (size_t step = 0; step < o->steps; step++) {
        batch_draw(e, o->batch, random, x, label);
        network_forward_eta(network, w, x);
        double loss = entropy_backward(w, chain_result(&network->eta, w->eta), label);
        network_backward_eta(network, w, x);
        adam_step(&adam, network->parameters + network->n_fit, network->gradients + network->n_fit,
                  o->prune == NULL ? o->keep : o->prune->keep);
        if (o->prune != NULL)
            prune_step(o->prune, step + 1, o->steps);
        if (progress != NULL && (step + 1) % 100 == 0)
            progress(context, (double)(step + 1) / (double)o->steps, loss);
    }
    arena_free(arena);
}

/* --- calibration --------------------------------------------------------------------------- */

static int floats_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

struct eta_promise eta_calibrate(struct network *network, const struct rows *held_out, double share)
{
    struct arena *arena = arena_new();
    size_t n = held_out->count;
    struct eta_promise promise = {share, n};
    if (n > 0) {
        float *eta = arena_alloc(arena, n, sizeof(*eta));
        network_predict(network, held_out, NULL, NULL, eta);
        qsort(eta, n, sizeof(*eta), floats_compare);
        double rank = ceil((double)(n + 1) * (1.0 - share));
        if (rank > (double)n) {
            rank = (double)n;
            promise.share = 1.0 / (double)(n + 1);
        }
        double at = fmin(fmax((double)eta[(size_t)rank - 1], 1e-6), 1.0 - 1e-6);
        const struct dense *last = &network->eta.layers[network->eta.count - 1];
        last->bias[0] -= (float)(elementary_log(at) - elementary_log(1.0 - at));
    }
    arena_free(arena);
    return promise;
}
