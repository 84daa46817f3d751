/* See row_network.h. */
#include "compare/learners/row_network.h"

#include <string.h>

struct row_network row_network_new(struct arena *arena, const struct network *network)
{
    size_t n_out = network->shape.n_out;
    struct row_network m = {
        .trunk = row_chain_new(arena, &network->trunk),
        .mean = row_chain_new(arena, &network->mean),
        .sigma = row_chain_new(arena, &network->sigma),
        .eta = row_chain_new(arena, &network->eta),
        .eta_from = network->shape.eta_from,
        .n_in = network->shape.n_in,
        .n_out = n_out,
        .n_features = network->trunk.n_out,
        .sigma_floor = network->sigma_floor,
    };
    m.sigma_scale = arena_alloc(arena, n_out, sizeof(double));
    for (size_t k = 0; k < n_out; k++)
        m.sigma_scale[k] = (double)network->sigma_scale[k];
    m.x = arena_alloc(arena, row_chain_room(m.n_in), sizeof(float));
    m.squares = arena_alloc(arena, row_chain_room(2 * m.n_in), sizeof(float));
    return m;
}

static float eta_ask(const struct row_network *m, const float *features)
{
    if (m->eta_from != ETA_FROM_SQUARES)
        return *row_chain_forward(&m->eta, m->eta_from == ETA_FROM_TRUNK ? features : m->x);
    for (size_t i = 0; i < m->n_in; i++) {
        m->squares[i] = m->x[i];
        m->squares[m->n_in + i] = m->x[i] * m->x[i];
    }
    return *row_chain_forward(&m->eta, m->squares);
}

struct network_answer row_network_ask(const struct row_network *m, const float *x, bool eta)
{
    struct network_answer a = {0};
    memcpy(m->x, x, m->n_in * sizeof(*x));
    a.features = row_chain_forward(&m->trunk, m->x);
    a.mean = row_chain_forward(&m->mean, a.features);
    a.sigma = row_chain_forward(&m->sigma, a.features);
    if (eta)
        a.eta = eta_ask(m, a.features);
    return a;
}

double row_network_sigma(const struct row_network *m, const struct network_answer *answer,
                         size_t output)
{
    return m->sigma_scale[output] * ((double)answer->sigma[output] + m->sigma_floor);
}

static size_t chain_numbers(const struct chain *chain)
{
    size_t numbers = 0;
    for (size_t i = 0; i < chain->count; i++)
        numbers += chain->layers[i].n_out * (chain->layers[i].n_in + 1);
    return numbers;
}

size_t network_numbers(const struct network *n, bool eta)
{
    size_t fitted = chain_numbers(&n->trunk) + chain_numbers(&n->mean) + chain_numbers(&n->sigma);
    return fitted + (eta ? chain_numbers(&n->eta) : 0);
}
