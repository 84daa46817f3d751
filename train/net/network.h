/* The EpiOut network in training: a trunk with branches for mean and sigma, and the eta branch
   on the inputs, on these and their squares, or on the trunk. All parameters lie in one block:
   first trunk, mean and sigma, which stage 1 fits, then eta, which stage 3 fits. */
#ifndef EPITRAIN_NETWORK_H
#define EPITRAIN_NETWORK_H

#include "base/arena.h"
#include "base/random.h"
#include "net/dense.h"

#include <stdbool.h>

enum { MAX_HIDDEN = 16 };

/* Widths of the hidden layers of a chain; there may be none. */
struct widths {
    size_t count;
    size_t width[MAX_HIDDEN];
};

/* What the eta branch reads. On the inputs and their squares one unit can enclose the data on all
   sides, because a squared distance is a weighted sum of both. The hidden layers are relu then:
   relu grows with the distance, tanh does not. */
enum eta_from { ETA_FROM_INPUTS, ETA_FROM_TRUNK, ETA_FROM_SQUARES, ETA_FROM_COUNT };

struct shape {
    size_t n_in, n_out;
    struct widths trunk, mean, sigma, eta;
    enum eta_from eta_from;
    enum activation activation; /* of all hidden layers, except those of eta on the squares */
};

/* Layers in a row. */
struct chain {
    size_t count, n_in, n_out;
    struct dense layers[MAX_HIDDEN + 1];
};

struct network {
    struct shape shape;
    struct chain trunk, mean, sigma, eta;
    float *parameters, *gradients;
    size_t n_fit, n_eta; /* parameters of stage 1, then of stage 3 */
    double sigma_floor;  /* is added to the last layer of sigma, standardised */
    double *sigma_scale; /* (n_out) factor on layer and floor, from validation rows; 1 at first */
};

struct network *network_new(struct arena *arena, const struct shape *shape);

/* Draws uniform weights of the size 1/sqrt(n_in), so that the sums of units are about 1. Biases of
   hidden units are random too: with zero biases all tanh units of one input would be alike. */
void network_randomise(struct network *network, struct random *random);

/* Narrows the random start of trunk, mean and sigma: weights to 1 / sqrt(3) of it, biases to
   1 / sqrt(inputs of the layer). Then weights and biases are uniform within +-1 / sqrt(inputs) for
   an activation of gain 1. */
void network_narrow(struct network *network);

/* A new network with trunk, mean and sigma of one network and the eta branch of another one. But
   for that branch both have the same shape. */
struct network *network_join(struct arena *arena, const struct network *fitted,
                             const struct network *eta);

/* The layers that read the units of layer k of a chain. The last layer of a branch has none; that
   of the trunk is read by the first layer of mean, sigma and, if eta reads the trunk, eta. */
struct readers {
    size_t count;
    const struct dense *layers[3];
};
struct readers network_readers(const struct network *network, const struct chain *chain, size_t k);

/* Room for the values of all layers for one batch. */
struct workspace {
    size_t batch;
    float *trunk[MAX_HIDDEN + 1], *mean[MAX_HIDDEN + 1], *sigma[MAX_HIDDEN + 1],
        *eta[MAX_HIDDEN + 1];
    float *squares; /* (2 n_in, batch) inputs, then their squares; NULL: eta does not read them */
    float *gradient[2], *transposed; /* scratch of the backward pass */
    float *dtrunk;                   /* gradient with respect to the trunk's last layer */
    float *dmean, *dsigma, *deta;    /* gradients with respect to the outputs */
};

struct workspace *workspace_new(struct arena *arena, const struct network *network, size_t batch);

/* Fill the workspace from x (n_in, batch). chain_result() gives the last layer of a branch: mean
   and sigma before its floor (n_out, batch), eta (1, batch). */
void network_forward(const struct network *network, struct workspace *w, const float *x);
void network_forward_eta(const struct network *network, struct workspace *w, const float *x);
const float *chain_result(const struct chain *chain, float *const *values);

/* From w->dmean and w->dsigma (overwritten) to the gradients of stage 1. */
void network_backward(const struct network *network, struct workspace *w, const float *x);
/* From w->deta (overwritten) to the gradients of stage 3; nothing reaches the trunk. */
void network_backward_eta(const struct network *network, struct workspace *w, const float *x);

/* For every input j the largest |d mean_o / d x_j| over the outputs o: (n_in, batch). */
void network_slopes(const struct network *network, struct workspace *w, const float *x,
                    float *slopes);

#endif
