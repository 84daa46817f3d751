/* Pruning while training goes on: the share of weights that are 0 rises along a cubic curve (Zhu
   and Gupta 2017) over the first part of the steps, the rest fine-tunes what is left. What was
   pruned stays 0. By units: first whole units go (prune_units.h), till most of the share is
   reached, then single weights, along a curve of their own. A single weight counts by its square
   over the sum of the squares in its layer that are no smaller (Lee et al. 2021), so that layers
   can be compared and none is emptied. Biases are kept. */
#ifndef EPITRAIN_PRUNE_H
#define EPITRAIN_PRUNE_H

#include "net/prune_units.h"

enum prune_by { PRUNE_UNITS, PRUNE_WEIGHTS, PRUNE_BY_COUNT };

struct prune {
    double sparsity; /* at the end, of the weights of all chains */
    const struct chain *chains[3];
    size_t n_chains;
    float *parameters;         /* (n), the block that the chains lie in */
    float *keep;               /* (n) 0 where a parameter is pruned, else 1 */
    struct prune_units *units; /* NULL: single weights only */
    double share, time;        /* of the sparsity and of the time for pruning: those of units */
};

/* For the parameters of stage 1 or, with eta, of stage 3. */
struct prune prune_new(struct arena *arena, const struct network *network, bool eta,
                       enum prune_by by, double sparsity);

/* To be called after every step, the first being number 1. */
void prune_step(struct prune *prune, size_t step, size_t steps);

/* Whether the final sparsity is reached after so many steps. */
bool prune_ready(size_t step, size_t steps);

/* The share of the weights that are 0 now. */
double prune_sparsity(const struct prune *prune);

#endif
