/* See threshold.h. */
#include "eta/threshold.h"

#include "data/sorted.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>

static bool bounds_given(const struct eta_options *o, size_t n_in)
{
    bool any = false;
    for (size_t j = 0; j < n_in && o->bounds_given != NULL; j++)
        any = any || o->bounds_given[j];
    return any;
}

float *eta_bias(const struct network *network)
{
    return &network->eta.layers[network->eta.count - 1].bias[0];
}

/* What a network says about the points that all networks are compared by, in ascending order. */
static const float *reference_ask(struct arena *arena, const struct network *network,
                                  const struct rows *reference)
{
    float *eta = arena_alloc(arena, reference->count, sizeof(*eta));
    network_predict(network, reference, NULL, NULL, eta);
    return floats_sorted(arena, eta, reference->count);
}

/* How many of the sorted values are below this one. */
static size_t rank_of(const float *sorted, size_t n, float value)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What the networks of a threshold say. */
struct asked {
    const float **reference; /* (parts) sorted; NULL: there is none */
    float *score; /* (n) of the held-out rows inside of the domain, one after the other */
    size_t n;
};

static struct asked parts_ask(struct arena *arena, const struct held_out *parts, size_t count,
                              const struct rows *reference, struct eta_promise *promise)
{
    struct asked asked = {0};
    for (size_t k = 0; k < count; k++) {
        promise->rows += parts[k].rows->count;
        promise->blocks += blocks_count(parts[k].rows);
    }
    asked.score = arena_alloc(arena, promise->rows + 1, sizeof(*asked.score));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    asked.reference = arena_alloc(arena, count, sizeof(*asked.reference));
    for (size_t k = 0; k < count; k++) {
        const struct held_out *part = &parts[k];
        float *eta = asked.score + asked.n;
        network_predict(part->network, part->rows, NULL, NULL, eta);
        if (reference != NULL)
            asked.reference[k] = reference_ask(arena, part->network, reference);
        for (size_t i = 0; i < part->rows->count; i++)
            if (!part->outside[i])
                asked.score[asked.n++] =
                    reference == NULL
                        ? eta[i]
                        : (float)rank_of(asked.reference[k], reference->count, eta[i]);
    }
    return asked;
}

/* The eta of network k that has this score. */
static float score_eta(const struct asked *asked, size_t k, const struct rows *reference,
                       float score)
{
    if (reference == NULL)
        return score;
    size_t rank = (size_t)score;
    return asked->reference[k][rank < reference->count ? rank : reference->count - 1];
}

struct eta_promise eta_calibrate(const struct held_out *parts, size_t count,
                                 const struct rows *reference, const struct eta_options *o)
{
    struct arena *arena = arena_new();
    struct eta_promise promise = {.share = o->false_alarms};
    const struct asked asked = parts_ask(arena, parts, count, reference, &promise);
    size_t n = asked.n;
    promise.inside = n < promise.rows && bounds_given(o, parts[0].rows->n_in) &&
                     (double)(promise.rows - n) > 0.5 * o->false_alarms * (double)promise.rows;
    promise.rows = promise.inside ? n : promise.rows;
    if (n == 0 && promise.rows > 0)
        promise.share = 1.0;
    if (n > 0) {
        const float *sorted = floats_sorted(arena, asked.score, n);
        double rank = ceil((double)(promise.rows + 1) * (1.0 - o->false_alarms));
        if (rank > (double)n) { /* there are too few rows: the largest is taken */
            rank = (double)n;
            promise.share = (double)(promise.rows - n + 1) / (double)(promise.rows + 1);
        }
        promise.above = n - (size_t)rank;
        for (size_t k = 0; k < count; k++)
            *parts[k].bias -= (float)elementary_logit(
                (double)score_eta(&asked, k, reference, sorted[(size_t)rank - 1]));
    }
    arena_free(arena);
    return promise;
}
