/* Stages 2 and 3 of the training. Samples around the training inputs are labelled known or unknown
   by their distance to the nearest training input; the eta branch learns the labels. Equation
   numbers are those of train/README.md. */
#ifndef EPITRAIN_EPISTEMIC_H
#define EPITRAIN_EPISTEMIC_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

/* The examples that eta learns from: training inputs with label 0, then samples with label 1. */
struct labelled {
    size_t n_in, n_known, n_unknown;
    size_t rounds;         /* how often each known example counts */
    const float *train;    /* (rows, n_in) the training inputs */
    const uint32_t *known; /* (n_known) rows of train; NULL: all in order */
    const float *unknown;  /* (n_unknown, n_in) */
};

/* The input (n_in) of example i; the known examples come first. */
const float *labelled_row(const struct labelled *set, size_t i);

/* Stage 2: draws and labels samples. The result points into `train`, which must stay. The number of
   threads changes the time of the search for neighbours, not the result. */
struct labelled epistemic_sample(struct arena *arena, const struct network *network,
                                 const struct rows *train, const struct eta_options *options,
                                 unsigned threads, struct random *random);

/* Clears the weights with which the eta branch reads inputs of distance weight 0, or their squares.
   Returns a factor for each parameter of the branch that keeps them 0; NULL: there is no such
   input. A branch on the trunk keeps all weights: it reads such inputs through the trunk. */
const float *epistemic_keep(struct arena *arena, struct network *network,
                            const struct eta_options *options);

/* Stage 3: fits the eta branch by class-weighted binary cross entropy. Trunk, mean and sigma stay
   as they are. */
void epistemic_fit(struct network *network, const struct labelled *set,
                   const struct eta_options *options, struct random *random,
                   void (*progress)(void *context, double done, double loss), void *context);

#endif
