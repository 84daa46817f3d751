/* Stages 2 and 3 of the training. Samples around the training inputs are labelled known or unknown
   by their distance to the nearest training input; the eta branch learns the labels. Equation
   numbers are those of train/README.md. */
#ifndef EPITRAIN_EPISTEMIC_H
#define EPITRAIN_EPISTEMIC_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

/* What teaches eta: training inputs, label 0, and then samples, label 1. */
struct labelled {
    size_t n_in, n_known, n_unknown;
    size_t rounds;         /* times that each known example counts */
    const float *train;    /* (.., n_in) the training inputs */
    const uint32_t *known; /* (n_known) rows of train; NULL: every one in order */
    const float *unknown;  /* (n_unknown, n_in) */
};

/* Example i, the known ones first; (n_in) */
const float *labelled_row(const struct labelled *set, size_t i);

/* The training inputs are referred to and must stay. `threads` speeds up the search for neighbours;
   the result does not depend on it. */
struct labelled epistemic_sample(struct arena *arena, const struct network *network,
                                 const struct rows *train, const struct eta_options *options,
                                 unsigned threads, struct random *random);

/* Class-weighted binary cross entropy; trunk, mean and sigma stay as they are. */
void epistemic_fit(struct network *network, const struct labelled *set,
                   const struct eta_options *options, struct random *random,
                   void (*progress)(void *context, double done, double loss), void *context);

#endif
