/* Whole units for pruning. A unit costs an activation beside its weights, so that a network of few
   full units is faster than one of many that read little. What a unit does for the loss is judged
   by its gradient: y dL/dy, summed over a batch, says how the loss would change if the unit's
   result y were taken away (Molchanov et al. 2019); the squares are summed over batches, those
   from before a removal counting half. It is weighed against the weights that go with the unit. */
#ifndef EPITRAIN_PRUNE_UNITS_H
#define EPITRAIN_PRUNE_UNITS_H

#include "net/network.h"

/* The hidden units of a layer. */
struct unit_layer {
    const struct dense *layer;
    struct readers readers; /* those that are trained in the same stage */
    size_t left;
    double *importance, *change; /* (n_out) */
    bool *gone;                  /* (n_out) */
};

struct prune_units {
    size_t count;
    struct unit_layer layers[3 * (MAX_HIDDEN + 1)];
};

/* The units of so many chains of the network. */
struct prune_units *prune_units_new(struct arena *arena, const struct network *network,
                                    const struct chain *const *chains, size_t n_chains);

/* To be called after every step: takes note of the gradients. */
void prune_units_watch(struct prune_units *units);

/* Sets the weights of the least units to 0, and their biases, as long as no more than `wanted`
   weights are taken that were not 0 or, with `reach`, till that many are. `keep` is 0 for them from
   now on; parameters and keep have the same places. */
void prune_units_remove(struct prune_units *units, size_t wanted, bool reach, float *parameters,
                        float *keep);

#endif
