/* A trained network made ready to answer row by row: what EpiOut, the ensemble and the Laplace
   approximation share. */
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
    float *x;       /* one row, with room */
    float *squares; /* the same and its squares behind it */
};

struct network_answer {
    const float *features; /* (n_features) of the trunk */
    const float *mean;     /* (n_out) */
    const float *sigma;    /* (n_out) before floor and scale */
    float eta;
};

struct row_network row_network_new(struct arena *arena, const struct network *network);

/* Pointers are good until the next call. eta is left out where it is not asked for. */
struct network_answer row_network_ask(const struct row_network *model, const float *x, bool eta);

/* The standard deviation of the noise, standardised. */
double row_network_sigma(const struct row_network *model, const struct network_answer *answer,
                         size_t output);

/* Numbers that weights and biases of a network take without padding; eta's only if asked for. */
size_t network_numbers(const struct network *network, bool eta);

#endif
