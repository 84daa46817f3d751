/* A trained network that answers one row at a time, as in control. EpiOut, the ensemble and the
   Laplace approximation use it. */
#ifndef EPICOMPARE_ROW_NETWORK_H
#define EPICOMPARE_ROW_NETWORK_H

#include "compare/methods/row_chain.h"
#include "net/fit.h"

struct row_network {
    struct row_chain trunk, mean, sigma, eta;
    enum eta_from eta_from;
    size_t n_in, n_out, n_features;
    double *sigma_scale;
    double sigma_floor;
    float *x;       /* one row, padded for row_chain_forward */
    float *squares; /* the row and then its squares, padded alike */
};

struct network_answer {
    const float *features; /* (n_features) of the trunk */
    const float *mean;     /* (n_out) */
    const float *sigma;    /* (n_out) before floor and scale */
    float eta;
};

struct row_network row_network_new(struct arena *arena, const struct network *network);

/* Answers about a row x (n_in). The pointers in the answer are good until the next call. Without
   `eta` the answer's eta is 0. */
struct network_answer row_network_ask(const struct row_network *model, const float *x, bool eta);

/* The standard deviation of the noise, standardised. */
double row_network_sigma(const struct row_network *model, const struct network_answer *answer,
                         size_t output);

/* How many weights and biases a network has; those of the eta branch count only with `eta`. */
size_t network_numbers(const struct network *network, bool eta);

#endif
