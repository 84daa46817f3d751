/* See shrink.h. One pass from the inputs on moves constants towards the outputs. One pass from the
   outputs back finds the units that are read. Then these units are copied. */
#include "net/shrink.h"

#include <string.h>

enum { CHAINS = 4 };

static bool row_is_empty(const struct dense *l, size_t unit)
{
    for (size_t i = 0; i < l->n_in; i++)
        if (l->weights[unit * l->stride + i] != 0.0F)
            return false;
    return true;
}

static bool unit_is_read(const struct readers *readers, size_t unit)
{
    for (size_t r = 0; r < readers->count; r++)
        for (size_t o = 0; o < readers->layers[r]->n_out; o++)
            if (readers->layers[r]->weights[o * readers->layers[r]->stride + unit] != 0.0F)
                return true;
    return false;
}

static void constant_move(const struct dense *l, size_t unit, const struct readers *readers)
{
    float value = l->bias[unit];
    l->arithmetic->activate(l->activation, l->parameters, 1, &value);
    for (size_t r = 0; r < readers->count; r++)
        for (size_t o = 0; o < readers->layers[r]->n_out; o++) {
            float *weight = &readers->layers[r]->weights[o * readers->layers[r]->stride + unit];
            readers->layers[r]->bias[o] += *weight * value;
            *weight = 0.0F;
        }
}

static void row_clear(const struct dense *l, size_t unit)
{
    memset(l->weights + unit * l->stride, 0, l->n_in * sizeof(*l->weights));
}

/* Lists the units to keep, ascending, and returns how many. The last layer of a branch, which has
   no readers, keeps all. */
static size_t units_keep(const struct dense *l, const struct readers *readers, size_t *units)
{
    size_t n = 0;
    for (size_t unit = 0; unit < l->n_out; unit++)
        if (readers->count == 0 || unit_is_read(readers, unit))
            units[n++] = unit;
        else
            row_clear(l, unit);
    if (n == 0)
        units[n++] = 0;
    return n;
}

struct kept {
    size_t n;
    size_t *units;
};

static void chain_constants(const struct network *network, struct chain *chain)
{
    for (size_t k = 0; k < chain->count; k++) {
        const struct dense *l = &chain->layers[k];
        struct readers readers = network_readers(network, chain, k);
        for (size_t unit = 0; unit < l->n_out; unit++)
            if (row_is_empty(l, unit))
                constant_move(l, unit, &readers);
    }
}

static void chain_keep(struct arena *arena, const struct network *network, struct chain *chain,
                       struct kept *kept)
{
    for (size_t k = chain->count; k-- > 0;) {
        const struct dense *l = &chain->layers[k];
        struct readers readers = network_readers(network, chain, k);
        kept[k].units = arena_alloc(arena, l->n_out, sizeof(*kept[k].units));
        kept[k].n = units_keep(l, &readers, kept[k].units);
    }
}

/* Copies the kept units of a layer. `before` lists the units that the layer reads; NULL: it reads
   the inputs. */
static void layer_copy(const struct dense *from, struct dense *to, const struct kept *kept,
                       const struct kept *before)
{
    for (size_t o = 0; o < to->n_out; o++) {
        const float *row = from->weights + kept->units[o] * from->stride;
        to->bias[o] = from->bias[kept->units[o]];
        for (size_t i = 0; i < to->n_in; i++)
            to->weights[o * to->stride + i] = row[before == NULL ? i : before->units[i]];
    }
}

/* The chains of a network in the order of their parameters: trunk, mean, sigma, eta. */
struct chains {
    struct chain *list[CHAINS];
};

static struct chains chains_of(struct network *n)
{
    return (struct chains){{&n->trunk, &n->mean, &n->sigma, &n->eta}};
}

static struct shape shape_make(const struct network *network, struct kept (*kept)[MAX_HIDDEN + 1])
{
    struct shape shape = network->shape;
    struct widths *widths[CHAINS] = {&shape.trunk, &shape.mean, &shape.sigma, &shape.eta};
    for (size_t c = 0; c < CHAINS; c++)
        for (size_t k = 0; k < widths[c]->count; k++)
            widths[c]->width[k] = kept[c][k].n;
    return shape;
}

static void network_copy(struct network *from, struct network *to,
                         struct kept (*kept)[MAX_HIDDEN + 1])
{
    struct chains old = chains_of(from), new = chains_of(to);
    size_t trunk = from->trunk.count;
    for (size_t c = 0; c < CHAINS; c++) {
        bool on_trunk = c == 1 || c == 2 || (c == 3 && from->shape.eta_from == ETA_FROM_TRUNK);
        const struct kept *before = on_trunk && trunk > 0 ? &kept[0][trunk - 1] : NULL;
        for (size_t k = 0; k < old.list[c]->count; k++) {
            layer_copy(&old.list[c]->layers[k], &new.list[c]->layers[k], &kept[c][k], before);
            before = &kept[c][k];
        }
    }
    to->sigma_floor = from->sigma_floor;
    memcpy(to->sigma_scale, from->sigma_scale, from->shape.n_out * sizeof(*to->sigma_scale));
}

struct network *network_shrink(struct arena *arena, struct network *network)
{
    struct arena *scratch = arena_new();
    struct chains chains = chains_of(network);
    struct kept kept[CHAINS][MAX_HIDDEN + 1];
    for (size_t c = 0; c < CHAINS; c++)
        chain_constants(network, chains.list[c]);
    for (size_t c = CHAINS; c-- > 0;)
        chain_keep(scratch, network, chains.list[c], kept[c]);
    struct shape shape = shape_make(network, kept);
    struct network *small = network_new(arena, &shape);
    network_copy(network, small, kept);
    arena_free(scratch);
    return small;
}
