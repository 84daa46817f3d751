/* A trained network made ready to answer row by row: what EpiOut, the ensemble and the Laplace
   approximation share. */
#ifndef EPICOMPARE_NETWORK_MODEL_H
#define EPICOMPARE_NETWORK_MODEL_H

#include "compare/methods/single.h"
#include "net/fit.h"

struct network_model {
    struct single trunk, mean, sigma, eta;
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

struct network_model network_model_new(struct arena *arena, const struct network *network);

/* Pointers are good until the next call. eta is left out where it is not asked for. */
struct network_answer network_model_ask(const struct network_model *model, const float *x,
                                        bool eta);

/* The standard deviation of the noise, standardised. */
double network_model_sigma(const struct network_model *model, const struct network_answer *answer,
                           size_t output);

/* Numbers that weights and biases of a network take without padding; eta's only if asked for. */
size_t network_numbers(const struct network *network, bool eta);

#endif
