/* See epistemic.h. */
#include "epistemic.h"

#include "adam.h"
#include "nearest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Standard normal, by Box and Muller. */
static double normal_draw(struct random *random)
{
    const double two_pi = 6.28318530717958647692;
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(two_pi * v);
}

/* --- how far samples are drawn: one standard deviation for each row and input --------------------
 */

/* eq. 4: nu = 1 / (steepest slope + c) is the variance; (count, n_in) */
static void spread_by_gradient(const struct network *network, const struct rows *train,
                               const struct recipe_epistemic *o, float *sd)
{
    enum { BATCH = 64 };
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, BATCH);
    float *x = arena_alloc(arena, train->n_in * BATCH, sizeof(*x));
    float *slopes = arena_alloc(arena, train->n_in * BATCH, sizeof(*slopes));
    for (size_t first = 0; first < train->count; first += BATCH) {
        size_t index[BATCH], n = train->count - first < BATCH ? train->count - first : BATCH;
        for (size_t b = 0; b < n; b++)
            index[b] = first + b;
        batch_gather(train, index, n, BATCH, x);
        network_slopes(network, w, x, slopes);
        for (size_t b = 0; b < n; b++)
            for (size_t j = 0; j < train->n_in; j++)
                sd[(first + b) * train->n_in + j] =
                    sqrtf(1.0F / (slopes[j * BATCH + b] + (float)o->c));
    }
    arena_free(arena);
}

/* The distance to the k-th neighbour, per input: the data's own spacing. */
static void spread_by_neighbours(const struct rows *train, const struct recipe_epistemic *o,
                                 unsigned threads, float *sd)
{
    struct arena *arena = arena_new();
    struct nearest_metric metric = {.dims = train->n_in};
    struct nearest *nearest = nearest_new(arena, &metric, train->x, train->count, threads);
    size_t k = o->neighbours < train->count ? o->neighbours : train->count - 1;
    float *distances = arena_alloc(arena, train->count * (k + 1), sizeof(*distances));
    if (k > 0)
        nearest_query_k(nearest, train->x, train->count, k, true, threads, distances);
    for (size_t i = 0; i < train->count; i++) {
        double local = k == 0 ? o->most : sqrt((double)distances[i * k + k - 1]);
        for (size_t j = 0; j < train->n_in; j++)
            sd[i * train->n_in + j] = (float)(o->size * local / sqrt((double)train->n_in));
    }
    arena_free(arena);
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* eq. 3: n samples around every training input. By neighbours, each sample takes its own size
   between the local spacing and `most`, uniform in the logarithm: close ones find the border of
   the data, far ones say that what is beyond is unknown as well. */
static float *samples_draw(struct arena *arena, const struct rows *train, const float *sd,
                           const struct recipe_epistemic *o, struct random *random)
{
    size_t d = train->n_in;
    float *samples = arena_alloc(arena, train->count * o->n * d, sizeof(*samples)), *next = samples;
    for (size_t i = 0; i < train->count; i++) {
        for (size_t s = 0; s < o->n; s++) {
            double widening = o->spread == SPREAD_NEIGHBOUR ? random_uniform(random) : 0.0;
            for (size_t j = 0; j < d; j++) {
                double size = (double)sd[i * d + j];
                if (o->spread != SPREAD_FIXED)
                    size = between(size, o->spread == SPREAD_NEIGHBOUR ? 1e-3 : o->least, o->most);
                size *= pow(o->most / size, widening);
                *next++ = train->x[i * d + j] + (float)(size * normal_draw(random));
            }
        }
    }
    return samples;
}

/* --- labels --------------------------------------------------------------------------------------
 */

struct ranked {
    float distance;
    uint32_t sample, nearest;
};

static int ranked_compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->sample < y->sample ? -1 : x->sample > y->sample;
}

static struct ranked *samples_rank(struct arena *arena, const struct rows *train,
                                   const float *samples, size_t n, unsigned threads)
{
    struct ranked *ranked = arena_alloc(arena, n, sizeof(*ranked));
    struct arena *scratch = arena_new();
    struct nearest_metric metric = {.dims = train->n_in};
    struct nearest *nearest = nearest_new(scratch, &metric, train->x, train->count, threads);
    uint32_t *index = arena_alloc(scratch, n, sizeof(*index));
    float *distance = arena_alloc(scratch, n, sizeof(*distance));
    nearest_query(nearest, samples, n, threads, index, distance);
    for (size_t i = 0; i < n; i++)
        ranked[i] = (struct ranked){distance[i], (uint32_t)i, index[i]};
    arena_free(scratch);
    qsort(ranked, n, sizeof(*ranked), ranked_compare);
    return ranked;
}

struct labelled epistemic_sample(struct arena *arena, const struct network *network,
                                 const struct rows *train, const struct recipe_epistemic *o,
                                 unsigned threads, struct random *random)
{
    size_t d = train->n_in, n = train->count * o->n;
    struct arena *scratch = arena_new();
    float *sd = arena_alloc(scratch, train->count * d, sizeof(*sd));
    for (size_t i = 0; i < train->count * d; i++)
        sd[i] = (float)o->size;
    if (o->spread == SPREAD_GRADIENT)
        spread_by_gradient(network, train, o, sd);
    if (o->spread == SPREAD_NEIGHBOUR)
        spread_by_neighbours(train, o, threads, sd);
    const float *samples = samples_draw(scratch, train, sd, o, random);
    const struct ranked *ranked = samples_rank(scratch, train, samples, n, threads);

    /* eqs. 5, 6: the N_tr closest samples give way to training inputs, which are known. */
    struct labelled set = {.count = n, .n_known = train->count};
    set.x = arena_alloc(arena, n * d, sizeof(*set.x));
    set.label = arena_alloc(arena, n, sizeof(*set.label));
    for (size_t i = 0; i < n; i++) {
        bool known = i < train->count;
        const float *row = samples + ranked[i].sample * d;
        if (known)
            row = train->x + (o->labels == LABELS_ONCE ? i : ranked[i].nearest) * d;
        memcpy(set.x + i * d, row, d * sizeof(*row));
        set.label[i] = known ? 0.0F : 1.0F;
    }
    arena_free(scratch);
    return set;
}

/* --- stage 3 -------------------------------------------------------------------------------------
 */

/* The gradient of the cross entropy with respect to eta; returns the loss. Near 0 and 1 the
   quotient is taken as if eta kept 1e-6 away from them. */
static double entropy_backward(struct workspace *w, const float *eta, const struct labelled *set,
                               const size_t *index, const float weight[2])
{
    double loss = 0.0;
    for (size_t b = 0; b < w->batch; b++) {
        float label = set->label[index[b]], p = fminf(fmaxf(eta[b], 1e-6F), 1.0F - 1e-6F);
        float scale = weight[label > 0.5F] / (float)w->batch;
        w->deta[b] = scale * (p - label) / (p * (1.0F - p));
        loss -= (double)scale * log(label > 0.5F ? (double)p : 1.0 - (double)p);
    }
    return loss;
}

void epistemic_fit(struct network *network, const struct labelled *set,
                   const struct recipe_epistemic *o, struct random *random,
                   void (*progress)(void *context, double done, double loss), void *context)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, o->batch);
    struct adam adam = adam_new(arena, network->n_eta, o->rate, o->decay, o->steps);
    struct rows rows = {.count = set->count, .n_in = network->shape.n_in, .x = set->x};
    float *x = arena_alloc(arena, rows.n_in * o->batch, sizeof(*x));
    size_t *index = arena_alloc(arena, o->batch, sizeof(*index));
    double known = (double)set->n_known, all = (double)set->count;
    float weight[2] = {1.0F, 1.0F};
    if (o->balanced) {
        weight[0] = (float)(all / (2.0 * known));
        weight[1] = (float)(all / (2.0 * (all - known)));
    }
    for (size_t step = 0; step < o->steps; step++) {
        for (size_t b = 0; b < o->batch; b++)
            index[b] = (size_t)(random_uniform(random) * all);
        batch_gather(&rows, index, o->batch, o->batch, x);
        network_forward_eta(network, w, x);
        double loss = entropy_backward(w, chain_result(&network->eta, w->eta), set, index, weight);
        network_backward_eta(network, w, x);
        adam_step(&adam, network->parameters + network->n_fit, network->gradients + network->n_fit,
                  NULL);
        if (progress != NULL && (step + 1) % 100 == 0)
            progress(context, (double)(step + 1) / (double)o->steps, loss);
    }
    arena_free(arena);
}
