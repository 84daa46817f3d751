/* Pruning while training goes on. The share of weights that are 0, the sparsity, rises along a
   cubic curve (Zhu and Gupta 2017) over the first half of the steps; the other half fine-tunes what
   is left. A pruned weight stays 0, and biases of units that stay are kept.

   By units, whole units are removed first (prune_units.h) until most of the sparsity is reached,
   then single weights along a curve of their own. The score of a single weight is its square over
   the sum of those squares in its layer that are no smaller (Lee et al. 2021): with such scores
   layers can be compared, and no layer is emptied. */
#ifndef EPITRAIN_PRUNE_H
#define EPITRAIN_PRUNE_H

#include "net/prune_units.h"

enum prune_by { PRUNE_UNITS, PRUNE_WEIGHTS, PRUNE_BY_COUNT };

struct prune {
    double sparsity; /* share of the weights of all chains that are 0 at the end */
    const struct chain *chains[3];
    size_t n_chains;
    float *parameters;         /* (n) the block that holds the chains */
    float *keep;               /* (n) 0 where a parameter is pruned, else 1 */
    struct prune_units *units; /* NULL: single weights only */
    double unit_sparsity;      /* share of the sparsity that whole units make */
    double unit_time;          /* share of the pruning time in which units are removed */
};

/* For the parameters of stage 1 or, with `eta`, of stage 3. */
struct prune prune_new(struct arena *arena, const struct network *network, bool eta,
                       enum prune_by by, double sparsity);

/* Call it after every step of the training; the first step is number 1. */
void prune_step(struct prune *prune, size_t step, size_t steps);

/* Whether the final sparsity is reached after `step` of `steps`. */
bool prune_ready(size_t step, size_t steps);

/* The share of the weights that are 0 now. */
double prune_sparsity(const struct prune *prune);

#endif
