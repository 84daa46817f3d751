/* See prune_units.h. */
#include "net/prune_units.h"

#include <math.h>
#include <string.h>

struct prune_units *prune_units_new(struct arena *arena, const struct network *network,
                                    const struct chain *const *chains, size_t n_chains)
{
    struct prune_units *units = arena_alloc(arena, 1, sizeof(*units));
    for (size_t c = 0; c < n_chains; c++)
        for (size_t k = 0; k < chains[c]->count; k++) {
            const struct dense *layer = &chains[c]->layers[k];
            struct readers readers = network_readers(network, chains[c], k);
            if (chains[c] == &network->trunk && readers.count == 3)
                readers.count--; /* the last is eta, which stage 3 trains */
            if (readers.count == 0)
                continue;
            struct unit_layer *l = &units->layers[units->count++];
            *l = (struct unit_layer){.layer = layer, .readers = readers, .left = layer->n_out};
            l->importance = arena_alloc(arena, layer->n_out, sizeof(*l->importance));
            l->change = arena_alloc(arena, layer->n_out, sizeof(*l->change));
            l->gone = arena_alloc(arena, layer->n_out, sizeof(*l->gone));
        }
    return units;
}

/* The sum of y dL/dy over a batch is that of weight times gradient over the unit's readers. */
static void layer_observe(struct unit_layer *l)
{
    size_t n = l->layer->n_out;
    memset(l->change, 0, n * sizeof(*l->change));
    for (size_t r = 0; r < l->readers.count; r++) {
        const struct dense *reader = l->readers.layers[r];
        for (size_t o = 0; o < reader->n_out; o++)
            for (size_t i = 0; i < n; i++)
                l->change[i] += (double)reader->weights[o * reader->stride + i] *
                                (double)reader->dweights[o * reader->stride + i];
    }
    for (size_t i = 0; i < n; i++)
        l->importance[i] += l->change[i] * l->change[i];
}

void prune_units_observe(struct prune_units *units)
{
    for (size_t i = 0; i < units->count; i++)
        layer_observe(&units->layers[i]);
}

/* Counts the weights from and to a unit that are not 0. Unless `keep` is NULL, these weights and
   the unit's bias become 0, and so does `keep` at their places. */
static size_t unit_weights(const struct unit_layer *l, size_t unit, const float *parameters,
                           float *keep)
{
    const struct dense *own = l->layer;
    size_t n = 0;
    for (size_t i = 0; i < own->n_in; i++) {
        float *weight = &own->weights[unit * own->stride + i];
        n += *weight != 0.0F;
        if (keep != NULL)
            *weight = keep[weight - parameters] = 0.0F;
    }
    for (size_t r = 0; r < l->readers.count; r++)
        for (size_t o = 0; o < l->readers.layers[r]->n_out; o++) {
            const struct dense *reader = l->readers.layers[r];
            float *weight = &reader->weights[o * reader->stride + unit];
            n += *weight != 0.0F;
            if (keep != NULL)
                *weight = keep[weight - parameters] = 0.0F;
        }
    if (keep != NULL)
        own->bias[unit] = keep[own->bias + unit - parameters] = 0.0F;
    return n;
}

struct candidate {
    struct unit_layer *layer;
    size_t unit, weights;
    double score;
};

/* An activation costs about as much as so many weights. */
static const double activation_weights = 12.0;

static struct candidate least_find(struct prune_units *units)
{
    struct candidate least = {.score = INFINITY};
    for (size_t k = 0; k < units->count; k++) {
        struct unit_layer *l = &units->layers[k];
        for (size_t i = 0; i < l->layer->n_out && l->left > 1; i++) {
            if (l->gone[i])
                continue;
            size_t weights = unit_weights(l, i, NULL, NULL);
            double score = l->importance[i] / ((double)weights + activation_weights);
            if (score < least.score)
                least = (struct candidate){l, i, weights, score};
        }
    }
    return least;
}

void prune_units_remove(struct prune_units *units, size_t wanted, bool reach, float *parameters,
                        float *keep)
{
    for (;;) {
        struct candidate c = least_find(units);
        if (c.layer == NULL || wanted == 0 || (c.weights > wanted && !reach))
            break;
        unit_weights(c.layer, c.unit, parameters, keep);
        wanted -= c.weights < wanted ? c.weights : wanted;
        c.layer->gone[c.unit] = true;
        c.layer->left--;
    }
    for (size_t k = 0; k < units->count; k++)
        for (size_t i = 0; i < units->layers[k].layer->n_out; i++)
            units->layers[k].importance[i] *= 0.5;
}
