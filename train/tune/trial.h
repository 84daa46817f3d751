/* One training, and what it gave. A trial is a pure function of the recipe, its rows, a candidate,
   a seed and a share of the steps. */
#ifndef EPITUNE_TRIAL_H
#define EPITUNE_TRIAL_H

#include "tune/predict.h"

struct figures {
    bool known, diverged;
    double nll, rmse; /* of validation rows, standardised, mean over the outputs */
    struct cost cost; /* cycles 0: not measured */
    struct operations operations;
};

struct trial {
    const struct candidate *candidate;
    uint64_t seed;
    double share; /* of the recipe's epochs */
    bool measured;
};

/* Trains mean and sigma. The eta branch has its shape and its gate, but has learned nothing: it
   costs what it will cost, and has no part in mean and sigma. */
struct figures trial_run(const struct tune *tune, const struct trial *trial);

/* The cost of a candidate whose network has learned nothing. */
struct cost trial_cost(const struct tune *tune, const struct candidate *candidate);

/* The recipe as epitrain trains it, in full. */
struct whole {
    struct figures figures;
    double auroc, caught; /* of regions that were left out; 0: none could be */
    size_t regions;
    const char *spec;
    size_t spec_size;
};
struct whole trial_whole(struct arena *arena, const struct tune *tune, const char *recipe_label,
                         const char *recipe_text, const struct candidate *candidate);

/* What a spec answers about rows, with the accuracy of the candidate. The arena is the spec's. */
struct figures trial_figures(struct arena *arena, const struct problem *problem, struct spec *spec,
                             const struct candidate *candidate, const struct rows *rows);

/* As text they are so many words. */
enum { FIGURES = 7 };
const char *figures_text(struct arena *arena, const struct figures *figures);
struct figures figures_read(const char *text);

#endif
