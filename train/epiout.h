/* EpiOut, the method as one call: from standardised rows to a network that says mean, sigma and
   eta. The entry for every program that trains: epitrain, comparisons, a plant that learns in
   the loop. The same recipe, rows and seed give the same bits for any number of threads. */
#ifndef EPITRAIN_EPIOUT_H
#define EPITRAIN_EPIOUT_H

#include "eta/epistemic.h"
#include "recipe.h"

struct epiout {
    struct network *network;
    struct labelled set; /* what taught eta */
};

/* Told how far a stage is; loss is NAN where there is nothing to judge by. */
struct epiout_progress {
    void (*show)(void *context, const char *stage, double done, double loss);
    void *context;
};

/* Of the recipe only shape, fit, epistemic, seed, threads and, for messages, file are looked at:
   recipe_default() fills them for programs that read none. Without validation rows (count 0) the
   last parameters are taken. progress may be NULL. Fails where the training diverges. */
struct epiout epiout_fit(struct arena *arena, const struct recipe *recipe, const struct rows *train,
                         const struct rows *validation, const struct epiout_progress *progress);

#endif
