/* All learners on one recipe, over seeds. */
#ifndef EPICOMPARE_COMPARE_H
#define EPICOMPARE_COMPARE_H

#include "evaluate.h"

enum { COMPARE_MOST_SEEDS = 1000 };

struct compare_options {
    const char *recipe; /* {} stands for the seed */
    const struct regressor *learners[REGRESSORS];
    size_t n_learners, seeds, samples;
    uint64_t first_seed;
    unsigned threads; /* nothing but the time depends on it */
    double known;     /* a distance; 0: none */
    const char *const *unknown;
    size_t n_unknown; /* files of unknown rows */
};

struct comparison {
    const char *name;
    size_t n_out;
    const struct problem *problem;  /* of the first seed */
    const struct outcome *outcomes; /* (n_out, n_learners, seeds) */
    float *const *shown;            /* (n_learners) epistemic part of the first seed's test rows */
};

struct comparison compare_run(struct arena *arena, const struct compare_options *options);

/* A recipe, and its rows as all learners get them for one seed. */
struct compare_case {
    struct recipe *recipe;
    struct problem *problem;
    struct known known;
};
struct compare_case compare_prepare(struct arena *arena, const struct compare_options *options,
                                    uint64_t seed);

#endif
