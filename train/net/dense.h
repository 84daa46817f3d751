/* A dense layer in training: forward and backward over a batch.

   Values are kept feature by feature, (features, batch), so that vectors run along the batch and
   every sum over features has one fixed order: the same bits on every machine. The size of a batch
   is a multiple of BATCH_STEP. So is `stride`, to which the rows of weights are padded with
   zeros. */
#ifndef EPITRAIN_DENSE_H
#define EPITRAIN_DENSE_H

#include "net/arithmetic.h"

#include <stddef.h>

enum { BATCH_STEP = 16 };

struct dense {
    size_t n_in, n_out, stride;
    enum activation activation;
    float parameters[ACT_PARAMETERS]; /* of the activation */
    float *weights;                   /* (n_out, stride) */
    float *bias;                      /* (n_out) */
    float *dweights, *dbias;
    const struct arithmetic *arithmetic;
};

/* How many floats the padded weights and biases of a layer take. */
size_t dense_size(size_t n_in, size_t n_out);
/* n rounded up to a multiple of BATCH_STEP. */
size_t padded(size_t n);
/* Numbers that a layer keeps for one row: its values, and behind those of all rows the sums, where
   the derivative of the activation needs them. */
size_t dense_kept(const struct dense *layer);

/* y = activation(weights x + bias); x (n_in, batch), y (dense_kept, batch) */
void dense_forward(const struct dense *layer, size_t batch, const float *x, float *y);

/* What a layer read and answered for one batch, and the gradients of the loss with respect to both.
 */
struct dense_batch {
    size_t batch;
    const float *x; /* (n_in, batch) */
    const float *y; /* (n_out, batch) */
    float *dy;      /* (n_out, batch) */
    float *dx;      /* (n_in, batch); NULL: not wanted */
};

/* From dy to the gradients of the layer, dweights and dbias, and to dx. dy is overwritten by the
   gradient with respect to the sums before the activation. `transposed` is scratch for
   batch * stride numbers. */
void dense_backward(const struct dense *layer, const struct dense_batch *b, float *transposed);

#endif
