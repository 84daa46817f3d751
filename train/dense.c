/* See dense.h. The three products of a layer, each in tiles of four rows that share what they
   load: y = W x, dW = dy x', dx = W' dy. No product is fused into a sum (-ffp-contract=off), and
   vectors only hold independent sums, so wider machines compute the same bits faster. */
#include "dense.h"

#include "clones.h"

#include <stdint.h>
#include <string.h>

/* The kernels of the emitted code: what is trained is what will run. */
/* clang-format off */
#include "float32/bits.h"
#include "float32/relu.h"
#include "float32/leaky_relu.h"
#include "float32/tanh.h"
#include "float32/exp_core.h"
#include "float32/exp.h"
#include "float32/sigmoid.h"
#include "float32/softplus.h"
/* clang-format on */

/* Sixteen numbers at once, at any address. */
typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));

size_t padded(size_t n) { return (n + BATCH_STEP - 1) / BATCH_STEP * BATCH_STEP; }

size_t dense_size(size_t n_in, size_t n_out) { return n_out * padded(n_in) + padded(n_out); }

static inline lanes load(const float *p) { return *(const lanes *)p; }
static inline void store(float *p, lanes v) { *(lanes *)p = v; }
static inline lanes all(float x) { return x - (lanes){0}; }

/* Row pointers of a tile; rows beyond the last repeat it and are stored to nowhere that matters. */
enum { TILE = 4 };
static size_t row_or_last(size_t row, size_t n) { return row < n ? row : n - 1; }

CLONES static void sums_forward(const struct dense *l, size_t batch, const float *x, float *y)
{
    for (size_t o = 0; o < l->n_out; o += TILE) {
        size_t row[TILE];
        for (size_t k = 0; k < TILE; k++)
            row[k] = row_or_last(o + k, l->n_out);
        const float *w0 = l->weights + row[0] * l->stride, *w1 = l->weights + row[1] * l->stride;
        const float *w2 = l->weights + row[2] * l->stride, *w3 = l->weights + row[3] * l->stride;
        for (size_t b = 0; b < batch; b += BATCH_STEP) {
            lanes a0 = all(l->bias[row[0]]), a1 = all(l->bias[row[1]]);
            lanes a2 = all(l->bias[row[2]]), a3 = all(l->bias[row[3]]);
            for (size_t i = 0; i < l->n_in; i++) {
                lanes v = load(x + i * batch + b);
                a0 += w0[i] * v;
                a1 += w1[i] * v;
                a2 += w2[i] * v;
                a3 += w3[i] * v;
            }
            store(y + row[0] * batch + b, a0);
            store(y + row[1] * batch + b, a1);
            store(y + row[2] * batch + b, a2);
            store(y + row[3] * batch + b, a3);
        }
    }
}

CLONES static void activate(const struct dense *l, size_t n, float *y)
{
    switch (l->activation) {
    case ACT_TANH:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_tanh(y[i]);
        break;
    case ACT_RELU:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_relu(y[i]);
        break;
    case ACT_LEAKY_RELU:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_leaky_relu(y[i], l->slope);
        break;
    case ACT_SIGMOID:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_sigmoid(y[i]);
        break;
    case ACT_SOFTPLUS:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_softplus(y[i]);
        break;
    case ACT_EXP:
        for (size_t i = 0; i < n; i++)
            y[i] = epi_exp(y[i]);
        break;
    case ACT_IDENTITY:
    case ACT_SQUARE:
    case ACT_COUNT: break;
    }
}

void dense_forward(const struct dense *layer, size_t batch, const float *x, float *y)
{
    sums_forward(layer, batch, x, y);
    activate(layer, layer->n_out * batch, y);
}

/* dy times the derivative, which all activations have in terms of their value y. */
CLONES static void activate_backward(const struct dense *l, size_t n, const float *y, float *dy)
{
    switch (l->activation) {
    case ACT_TANH:
        for (size_t i = 0; i < n; i++)
            dy[i] *= 1.0F - y[i] * y[i];
        break;
    case ACT_RELU:
        for (size_t i = 0; i < n; i++)
            dy[i] = y[i] > 0.0F ? dy[i] : 0.0F;
        break;
    case ACT_LEAKY_RELU:
        for (size_t i = 0; i < n; i++)
            dy[i] *= y[i] > 0.0F ? 1.0F : l->slope;
        break;
    case ACT_SIGMOID:
        for (size_t i = 0; i < n; i++)
            dy[i] *= y[i] * (1.0F - y[i]);
        break;
    case ACT_SOFTPLUS:
        for (size_t i = 0; i < n; i++)
            dy[i] *= 1.0F - epi_exp(-y[i]);
        break;
    case ACT_EXP:
        for (size_t i = 0; i < n; i++)
            dy[i] *= y[i];
        break;
    case ACT_IDENTITY:
    case ACT_SQUARE:
    case ACT_COUNT: break;
    }
}

/* (n, batch) to (batch, stride), padding zero: then dW runs along the inputs in vectors. */
static void transpose(const float *x, size_t n, size_t batch, size_t stride, float *t)
{
    for (size_t b = 0; b < batch; b++) {
        for (size_t i = 0; i < n; i++)
            t[b * stride + i] = x[i * batch + b];
        memset(t + b * stride + n, 0, (stride - n) * sizeof(*t));
    }
}

CLONES static void weights_backward(const struct dense *l, size_t batch, const float *t,
                                    const float *ds)
{
    for (size_t o = 0; o < l->n_out; o += TILE) {
        size_t row[TILE];
        for (size_t k = 0; k < TILE; k++)
            row[k] = row_or_last(o + k, l->n_out);
        const float *d0 = ds + row[0] * batch, *d1 = ds + row[1] * batch;
        const float *d2 = ds + row[2] * batch, *d3 = ds + row[3] * batch;
        for (size_t i = 0; i < l->stride; i += BATCH_STEP) {
            lanes a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0};
            for (size_t b = 0; b < batch; b++) {
                lanes v = load(t + b * l->stride + i);
                a0 += d0[b] * v;
                a1 += d1[b] * v;
                a2 += d2[b] * v;
                a3 += d3[b] * v;
            }
            store(l->dweights + row[0] * l->stride + i, a0);
            store(l->dweights + row[1] * l->stride + i, a1);
            store(l->dweights + row[2] * l->stride + i, a2);
            store(l->dweights + row[3] * l->stride + i, a3);
        }
    }
}

static void bias_backward(const struct dense *l, size_t batch, const float *ds)
{
    for (size_t o = 0; o < l->n_out; o++) {
        float sum = 0.0F;
        for (size_t b = 0; b < batch; b++)
            sum += ds[o * batch + b];
        l->dbias[o] = sum;
    }
}

CLONES static void inputs_backward(const struct dense *l, size_t batch, const float *ds, float *dx)
{
    for (size_t i = 0; i < l->n_in; i += TILE) {
        size_t column[TILE];
        for (size_t k = 0; k < TILE; k++)
            column[k] = row_or_last(i + k, l->n_in);
        for (size_t b = 0; b < batch; b += BATCH_STEP) {
            lanes a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0};
            for (size_t o = 0; o < l->n_out; o++) {
                const float *w = l->weights + o * l->stride;
                lanes v = load(ds + o * batch + b);
                a0 += w[column[0]] * v;
                a1 += w[column[1]] * v;
                a2 += w[column[2]] * v;
                a3 += w[column[3]] * v;
            }
            store(dx + column[0] * batch + b, a0);
            store(dx + column[1] * batch + b, a1);
            store(dx + column[2] * batch + b, a2);
            store(dx + column[3] * batch + b, a3);
        }
    }
}

void dense_backward(const struct dense *layer, size_t batch, const float *x, const float *y,
                    float *dy, float *dx, float *transposed)
{
    activate_backward(layer, layer->n_out * batch, y, dy);
    transpose(x, layer->n_in, batch, layer->stride, transposed);
    weights_backward(layer, batch, transposed, dy);
    bias_backward(layer, batch, dy);
    if (dx != NULL)
        inputs_backward(layer, batch, dy, dx);
}
