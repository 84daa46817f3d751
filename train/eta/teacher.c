/* See teacher.h. Every part is put on one scale before the mean is taken: it is shifted so that 95
   % of rows are below 0, stretched, and clipped, so that no part dominates the mean. */
#include "eta/teacher.h"

#include "eta/axes.h"
#include "eta/views.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A doubled distance adds four to the logit. Means of clipped parts are stretched by half. */
static const float clip = 6.0F, per_octave = 4.0F, per_mean = 1.5F;

enum { PARTS = 3, CHUNK = 4096 };

/* Brings a score to the common scale: slope * (score - zero). */
struct scale {
    float zero, slope;
};

struct part {
    const struct views *views;
    const float *axes; /* applied first; NULL: none */
    struct scale scale;
};

struct teacher {
    size_t n_in, n_parts;
    struct part parts[PARTS];
    struct scale distances; /* of the mean of the parts */
    const struct network *network;
    struct scale samples, blend;
};

static float scaled(struct scale s, float score)
{
    return fminf(fmaxf(s.slope * (score - s.zero), -clip), clip);
}

static int floats_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The scale on which 95 % of the scores are below 0. */
static struct scale scale_of(const float *scores, size_t n, float slope)
{
    struct arena *arena = arena_new();
    float *sorted = arena_alloc(arena, n, sizeof(*sorted));
    memcpy(sorted, scores, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), floats_compare);
    float zero = sorted[(size_t)(0.95 * (double)(n - 1))];
    arena_free(arena);
    return (struct scale){zero, slope};
}

static void network_logits(const struct network *network, const float *x, size_t n_in, size_t count,
                           float *logit)
{
    const struct rows rows = {.count = count, .n_in = n_in, .x = x};
    network_predict(network, &rows, NULL, NULL, logit);
    for (size_t i = 0; i < count; i++) {
        double eta = fmin(fmax((double)logit[i], 1e-6), 1.0 - 1e-6);
        logit[i] = (float)(elementary_log(eta) - elementary_log(1.0 - eta));
    }
}

/* A random part of the rows, at most `most` of them. */
static struct nearest_points rows_draw(struct arena *arena, const struct rows *rows, size_t most,
                                       struct random *random)
{
    size_t n = rows->count < most ? rows->count : most, d = rows->n_in;
    size_t *index = arena_alloc(arena, rows->count, sizeof(*index));
    float *x = arena_alloc(arena, n * d, sizeof(*x));
    for (size_t i = 0; i < rows->count; i++)
        index[i] = i;
    rows_shuffle(index, rows->count, random);
    for (size_t i = 0; i < n; i++)
        memcpy(x + i * d, rows->x + index[i] * d, d * sizeof(*x));
    return (struct nearest_points){x, n};
}

/* Sets `mean` to the mean of all parts that are distances. */
static void distances_ask(const struct teacher *t, const float *x, size_t count, float *mean)
{
    struct arena *arena = arena_new();
    float *own = arena_alloc(arena, count * t->n_in, sizeof(*own));
    float *score = arena_alloc(arena, count, sizeof(*score));
    memset(mean, 0, count * sizeof(*mean));
    for (size_t k = 0; k < t->n_parts; k++) {
        const struct part *p = &t->parts[k];
        if (p->axes != NULL)
            axes_apply(p->axes, x, count, t->n_in, own);
        views_score(p->views, (struct nearest_points){p->axes == NULL ? x : own, count}, score);
        for (size_t i = 0; i < count; i++)
            mean[i] += scaled(p->scale, score[i]) / (float)t->n_parts;
    }
    arena_free(arena);
}

/* Adds a part to the teacher, and its scores of the calibrating rows to `sum`. */
static void part_add(struct teacher *t, const struct views *views, const float *axes, float *sum)
{
    struct arena *arena = arena_new();
    struct part *p = &t->parts[t->n_parts++];
    float *score = arena_alloc(arena, VIEWS_CALIBRATE, sizeof(*score));
    size_t n = views_score_rows(views, score);
    *p = (struct part){views, axes, scale_of(score, n, per_octave)};
    for (size_t i = 0; i < n; i++)
        sum[i] += scaled(p->scale, score[i]);
    arena_free(arena);
}

static void distances_make(struct arena *arena, struct teacher *t, const struct teacher_data *data,
                           struct random *random)
{
    const struct eta_options *o = data->options;
    const struct nearest_metric metric = {t->n_in, o->weights, o->periods};
    struct nearest_points rows = rows_draw(arena, data->train, VIEWS_ROWS, random);
    size_t n = rows.count < VIEWS_CALIBRATE ? rows.count : VIEWS_CALIBRATE;
    float *sum = arena_alloc(arena, n, sizeof(*sum));
    part_add(t, views_all(arena, &metric, rows, data->threads), NULL, sum);
    part_add(t, views_pairs(arena, &metric, rows, data->threads, random), NULL, sum);
    if (o->weights == NULL && o->periods == NULL && t->n_in > 1) {
        const struct nearest_metric white = {t->n_in, NULL, NULL};
        float *axes = arena_alloc(arena, t->n_in * t->n_in, sizeof(*axes));
        float *x = arena_alloc(arena, rows.count * t->n_in, sizeof(*x));
        axes_principal(rows.x, rows.count, t->n_in, axes);
        axes_apply(axes, rows.x, rows.count, t->n_in, x);
        const struct nearest_points turned = {x, rows.count};
        part_add(t, views_pairs(arena, &white, turned, data->threads, random), axes, sum);
    }
    for (size_t i = 0; i < n; i++)
        sum[i] /= (float)t->n_parts;
    t->distances = scale_of(sum, n, per_mean);
}

/* Adds the network that learned from samples. It is calibrated on held-out rows if there are
   enough, or else on training rows. */
static void samples_add(struct teacher *t, const struct teacher_data *data)
{
    enum { ENOUGH = 20 };
    const struct rows *rows = data->held_out->count >= ENOUGH ? data->held_out : data->train;
    size_t n = rows->count < VIEWS_CALIBRATE ? rows->count : VIEWS_CALIBRATE;
    struct arena *arena = arena_new();
    float *logit = arena_alloc(arena, n, sizeof(*logit)),
          *mean = arena_alloc(arena, n, sizeof(*mean));
    t->network = data->network;
    network_logits(t->network, rows->x, t->n_in, n, logit);
    t->samples = scale_of(logit, n, 1.0F);
    distances_ask(t, rows->x, n, mean);
    for (size_t i = 0; i < n; i++)
        mean[i] = 0.5F * (scaled(t->distances, mean[i]) + scaled(t->samples, logit[i]));
    t->blend = scale_of(mean, n, per_mean);
    arena_free(arena);
}

struct teacher *teacher_new(struct arena *arena, const struct teacher_data *data,
                            struct random *random)
{
    struct teacher *t = arena_alloc(arena, 1, sizeof(*t));
    t->n_in = data->train->n_in;
    distances_make(arena, t, data, random);
    if (data->network != NULL)
        samples_add(t, data);
    return t;
}

void teacher_ask(const struct teacher *t, const float *x, size_t count, float *logit)
{
    struct arena *arena = arena_new();
    float *own = arena_alloc(arena, CHUNK, sizeof(*own));
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t n = count - first < CHUNK ? count - first : CHUNK;
        const float *at = x + first * t->n_in;
        distances_ask(t, at, n, logit + first);
        if (t->network != NULL)
            network_logits(t->network, at, t->n_in, n, own);
        for (size_t i = 0; i < n; i++) {
            float distance = scaled(t->distances, logit[first + i]);
            logit[first + i] =
                t->network == NULL
                    ? distance
                    : scaled(t->blend, 0.5F * (distance + scaled(t->samples, own[i])));
        }
    }
    arena_free(arena);
}
