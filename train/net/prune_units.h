/* Pruning of whole units. A unit costs an activation beside its weights, so a network with a few
   full units is faster than one with many units that read little. The importance of a unit comes
   from its gradient: y dL/dy, summed over a batch, estimates how the loss would change if the
   unit's result y were taken away (Molchanov et al. 2019). The squares of these sums are added up
   over batches and halved after each removal. The units with the least importance per weight go. */
#ifndef EPITRAIN_PRUNE_UNITS_H
#define EPITRAIN_PRUNE_UNITS_H

#include "net/network.h"

/* The hidden units of a layer. */
struct unit_layer {
    const struct dense *layer;
    struct readers readers; /* the readers that are trained in the same stage */
    size_t left;            /* units that are not removed */
    double *importance;     /* (n_out) */
    double *change;         /* (n_out) sums over the last batch */
    bool *gone;             /* (n_out) removed */
};

struct prune_units {
    size_t count;
    struct unit_layer layers[3 * (MAX_HIDDEN + 1)];
};

/* All hidden units of some chains of the network. */
struct prune_units *prune_units_new(struct arena *arena, const struct network *network,
                                    const struct chain *const *chains, size_t n_chains);

/* Adds the gradients of the last step to the importance of the units. */
void prune_units_observe(struct prune_units *units);

/* Removes the least important units: their weights and biases become 0, and so does `keep` at the
   same places. As many units go as take no more than `wanted` weights that were not 0; with
   `reach`, units go until at least `wanted` weights are taken. */
void prune_units_remove(struct prune_units *units, size_t wanted, bool reach, float *parameters,
                        float *keep);

#endif
