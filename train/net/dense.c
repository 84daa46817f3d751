/* See dense.h. The three products of a layer: y = W x, dW = dy x', dx = W' dy. */
#include "net/dense.h"

#include "net/lanes.h"

#include <string.h>

size_t padded(size_t n) { return (n + BATCH_STEP - 1) / BATCH_STEP * BATCH_STEP; }

size_t dense_size(size_t n_in, size_t n_out) { return n_out * padded(n_in) + padded(n_out); }

_Static_assert(BATCH_STEP % LANES_MOST == 0, "vectors fit into rows");

size_t dense_kept(const struct dense *l)
{
    return activation_row(l->activation)->gradient_reads_sum ? 2 * l->n_out : l->n_out;
}

void dense_forward(const struct dense *l, size_t batch, const float *x, float *y)
{
    l->arithmetic->product(&(struct product){.rows = l->n_out,
                                             .depth = l->n_in,
                                             .columns = batch,
                                             .a = l->weights,
                                             .a_row = l->stride,
                                             .a_step = 1,
                                             .b = x,
                                             .b_row = batch,
                                             .start = l->bias,
                                             .c = y,
                                             .c_row = batch});
    const size_t n = l->n_out * batch;
    if (activation_row(l->activation)->gradient_reads_sum)
        memcpy(y + n, y, n * sizeof(*y));
    l->arithmetic->activate(l->activation, l->parameters, n, y);
}

/* Transposes (n, batch) to (batch, stride) and pads with zeros, so that the vectors of dW run along
   the inputs. */
static void transpose(const float *x, size_t n, size_t batch, size_t stride, float *t)
{
    for (size_t b = 0; b < batch; b++) {
        for (size_t i = 0; i < n; i++)
            t[b * stride + i] = x[i * batch + b];
        memset(t + b * stride + n, 0, (stride - n) * sizeof(*t));
    }
}

static void weights_backward(const struct dense *l, size_t batch, const float *t, const float *ds)
{
    l->arithmetic->product(&(struct product){.rows = l->n_out,
                                             .depth = batch,
                                             .columns = l->n_in,
                                             .a = ds,
                                             .a_row = batch,
                                             .a_step = 1,
                                             .b = t,
                                             .b_row = l->stride,
                                             .c = l->dweights,
                                             .c_row = l->stride});
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

static void inputs_backward(const struct dense *l, size_t batch, const float *ds, float *dx)
{
    l->arithmetic->product(&(struct product){.rows = l->n_in,
                                             .depth = l->n_out,
                                             .columns = batch,
                                             .a = l->weights,
                                             .a_row = 1,
                                             .a_step = l->stride,
                                             .b = ds,
                                             .b_row = batch,
                                             .c = dx,
                                             .c_row = batch});
}

void dense_backward(const struct dense *l, const struct dense_batch *b, float *transposed)
{
    const size_t n = l->n_out * b->batch;
    const float *sums = activation_row(l->activation)->gradient_reads_sum ? b->y + n : b->y;
    l->arithmetic->activate_backward(l->activation, l->parameters, n, sums, b->y, b->dy);
    transpose(b->x, l->n_in, b->batch, l->stride, transposed);
    weights_backward(l, b->batch, transposed, b->dy);
    bias_backward(l, b->batch, b->dy);
    if (b->dx != NULL)
        inputs_backward(l, b->batch, b->dy, b->dx);
}
