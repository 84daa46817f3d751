/* What a candidate will cost, from its numbers of operations, before anything is trained. What an
   operation costs is learned from networks that have learned nothing, the probes, which are
   compiled and bounded for the core at hand: a linear model for each activation, accuracy, form and
   type of numbers, and the eta branches' own costs beside it. */
#ifndef EPITUNE_PREDICT_H
#define EPITUNE_PREDICT_H

#include "tune/tune.h"

/* What a network computes: weights that are not 0 of trunk, mean and sigma, and values of hidden
   units. */
struct operations {
    double terms, values;
};
struct operations operations_of(const struct network *network);

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

/* The same where the operations are known, because it was trained and pruned. */
struct cost predict_trained(const struct predictor *predictor, const struct candidate *candidate,
                            const struct operations *operations);

/* The accuracies that make a difference for an activation, of those in the space; in fixed point
   there is one. */
size_t predict_accuracies(const struct recipe_tune *space, enum activation activation,
                          enum tune_type type, enum accuracy accuracies[ACCURACY_COUNT]);

/* The forms of a type, of those in the space; in fixed point there is one. */
size_t predict_forms(const struct recipe_tune *space, enum tune_type type,
                     enum form forms[TUNE_MOST_WORDS]);

/* Form, type and guarantee that the space has without the user's word. Fails where the core lacks a
   type that the user wants. */
struct recipe_tune predict_space(const struct tune *tune);

#endif
