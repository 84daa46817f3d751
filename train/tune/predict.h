/* What a candidate will cost, from its numbers of operations, before anything is trained. What an
   operation costs is learned from networks that have learned nothing, the probes, which are
   compiled and bounded for the core at hand: a linear model for each activation, accuracy and form,
   and the eta branches' own costs beside it. */
#ifndef EPITUNE_PREDICT_H
#define EPITUNE_PREDICT_H

#include "tune/tune.h"

struct probe {
    struct candidate candidate;
    struct cost cost; /* set by the caller */
};

struct predictor;

/* The probes that the space needs; the caller sets their costs. */
struct probe *predict_probes(struct arena *arena, const struct tune *tune, size_t *count);

struct predictor *predictor_new(struct arena *arena, const struct tune *tune,
                                const struct probe *probes, size_t count);

/* The candidate must be one of the space. */
struct cost predict(const struct predictor *predictor, const struct candidate *candidate);

/* The accuracies that make a difference for an activation, of those in the space. */
size_t predict_accuracies(const struct recipe_tune *space, enum activation activation,
                          enum accuracy accuracies[ACCURACY_COUNT]);

/* Form and guarantee that the space has without the user's word. */
struct recipe_tune predict_space(const struct tune *tune);

#endif
