/* A chain of layers for one row at a time, the use in control: no batch to fill, nothing allocated.
   Weights lie input by input, so that vectors run along the outputs of a layer; layers with few
   outputs are sums along the inputs instead. The values are those of train/net/dense.c up to the
   rounding of sums. */
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
    float *values[2]; /* of layers in turn */
    const struct arithmetic *arithmetic;
};

struct row_chain row_chain_new(struct arena *arena, const struct chain *chain);

/* x (n_in) with room to read up to a multiple of 8 numbers; so has the result, which is good until
   the next call. A chain without layers gives x. */
const float *row_chain_forward(const struct row_chain *row, const float *x);

/* What x must have room for. */
size_t row_chain_room(size_t n);

#endif
