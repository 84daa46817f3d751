/* A chain of layers that is computed for one row at a time, as in control, without a batch. Weights
   lie input by input, so that vectors run along the outputs of a layer. Layers of at most four
   outputs are summed along the inputs instead. The values are those of train/net/dense.c, except
   for rounding errors of the sums. */
#ifndef EPICOMPARE_ROW_CHAIN_H
#define EPICOMPARE_ROW_CHAIN_H

#include "net/network.h"

struct row_layer {
    size_t n_in, n_out, stride;
    bool along_inputs; /* weights (n_out, stride), else (n_in, stride) */
    enum activation activation;
    float parameters[ACT_PARAMETERS];
    float *weights, *bias;
};

struct row_chain {
    size_t count;
    struct row_layer layers[MAX_HIDDEN + 1];
    float *values[2]; /* results of even and of odd layers */
    const struct arithmetic *arithmetic;
};

struct row_chain row_chain_new(struct arena *arena, const struct chain *chain);

/* The last layer's values for one row x (n_in). x must be readable for row_chain_room(n_in)
   numbers, and so is the result, which is good until the next call. A chain without layers returns
   x. */
const float *row_chain_forward(const struct row_chain *row, const float *x);

/* n rounded up to whole vectors. */
size_t row_chain_room(size_t n);

#endif
