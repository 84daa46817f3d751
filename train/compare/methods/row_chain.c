/* See row_chain.h. */
#include "compare/methods/row_chain.h"

#include "compare/methods/clones.h"
#include "net/lanes.h"

#include <string.h>

enum {
    LANES = 8,
    PAIR = 2 * LANES,
    ALONG_INPUTS_MOST = 4, /* outputs of a layer that is summed along the inputs */
    MOST = 13              /* vectors of sums that the registers hold */
};

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define INLINE static inline __attribute__((always_inline))

size_t row_chain_room(size_t n) { return (n + LANES - 1) / LANES * LANES; }

INLINE lanes load(const float *p) { return *(const lanes *)p; }
INLINE void store(float *p, lanes v) { *(lanes *)p = v; }

/* Sums `vectors` vectors of outputs from output `first` on; `vectors` is a constant in every call.
 */
INLINE void block_sums(const struct row_layer *l, size_t first, const float *x, float *y,
                       const size_t vectors)
{
    lanes sum[MOST];
    const float *weights = l->weights + first;
    for (size_t v = 0; v < vectors; v++)
        sum[v] = load(l->bias + first + v * LANES);
    for (size_t i = 0; i < l->n_in; i++, weights += l->stride)
        for (size_t v = 0; v < vectors; v++)
            sum[v] += load(weights + v * LANES) * x[i];
    for (size_t v = 0; v < vectors; v++)
        store(y + first + v * LANES, sum[v]);
}

CLONES static void sums_along_outputs(const struct row_layer *l, const float *x, float *y)
{
    for (size_t first = 0, left = l->stride / LANES; left > 0;) {
        size_t vectors = left >= MOST ? MOST : left >= 7 ? 7 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        switch (vectors) {
        case MOST: block_sums(l, first, x, y, MOST); break;
        case 7: block_sums(l, first, x, y, 7); break;
        case 4: block_sums(l, first, x, y, 4); break;
        case 2: block_sums(l, first, x, y, 2); break;
        default: block_sums(l, first, x, y, 1); break;
        }
        first += vectors * (size_t)LANES;
        left -= vectors;
    }
}

/* Each turn adds to two sums, so that an addition need not wait for the one before. */
CLONES static void sums_along_inputs(const struct row_layer *l, const float *x, float *y)
{
    for (size_t o = 0; o < l->n_out; o++) {
        const float *weights = l->weights + o * l->stride;
        lanes even = {0}, odd = {0};
        size_t i = 0;
        for (; i + PAIR <= l->stride; i += PAIR) {
            even += load(weights + i) * load(x + i);
            odd += load(weights + i + LANES) * load(x + i + LANES);
        }
        if (i < l->stride)
            even += load(weights + i) * load(x + i);
        even += odd;
        float sum = ((even[0] + even[4]) + (even[2] + even[6])) +
                    ((even[1] + even[5]) + (even[3] + even[7]));
        y[o] = l->bias[o] + sum;
    }
}

static struct row_layer layer_new(struct arena *arena, const struct dense *d)
{
    struct row_layer l = {.n_in = d->n_in,
                          .n_out = d->n_out,
                          .along_inputs = d->n_out <= ALONG_INPUTS_MOST,
                          .activation = d->activation};
    memcpy(l.parameters, d->parameters, sizeof(l.parameters));
    l.stride = row_chain_room(l.along_inputs ? d->n_in : d->n_out);
    l.weights = arena_alloc(arena, l.stride * (l.along_inputs ? d->n_out : d->n_in), sizeof(float));
    l.bias = arena_alloc(arena, row_chain_room(d->n_out), sizeof(float));
    memcpy(l.bias, d->bias, d->n_out * sizeof(float));
    for (size_t o = 0; o < d->n_out; o++)
        for (size_t i = 0; i < d->n_in; i++)
            l.weights[l.along_inputs ? o * l.stride + i : i * l.stride + o] =
                d->weights[o * d->stride + i];
    return l;
}

struct row_chain row_chain_new(struct arena *arena, const struct chain *chain)
{
    struct row_chain row = {.count = chain->count, .arithmetic = arithmetic_choose()};
    size_t widest = 0;
    for (size_t i = 0; i < chain->count; i++) {
        row.layers[i] = layer_new(arena, &chain->layers[i]);
        size_t width = row_chain_room(chain->layers[i].n_out);
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < 2; i++)
        row.values[i] = floats_new(arena, widest);
    return row;
}

const float *row_chain_forward(const struct row_chain *row, const float *x)
{
    for (size_t i = 0; i < row->count; i++) {
        const struct row_layer *l = &row->layers[i];
        float *y = row->values[i % 2];
        if (l->along_inputs)
            sums_along_inputs(l, x, y);
        else
            sums_along_outputs(l, x, y);
        row->arithmetic->activate(l->activation, l->parameters,
                                  l->along_inputs ? l->n_out : l->stride, y);
        x = y;
    }
    return x;
}
