/* Fits and measures all learners on one recipe, for all seeds. */
#ifndef EPICOMPARE_COMPARE_H
#define EPICOMPARE_COMPARE_H

#include "base/work.h"
#include "compare/measure/cases.h"
#include "compare/measure/evaluate.h"

enum { COMPARE_MOST_SEEDS = 1000 };

struct compare_options {
    /* With `trials`, learners that have settings stand a second time behind the first n_plain: with
       the settings that the validation rows prefer. */
    const struct regressor *learners[2 * REGRESSORS];
    size_t n_learners, n_plain, samples;
    struct cases_options cases;
    unsigned threads;        /* of regions; of jobs, processes; changes the times only */
    const char *keep;        /* directory of the journal */
    struct journal *journal; /* of what finished jobs gave; NULL: nothing is kept */
    struct shard shard;      /* of the jobs; the others' outcomes are not there */
};

struct comparison {
    const char *name;
    size_t n_out;
    const struct problem *problem;  /* of the first seed */
    const struct outcome *outcomes; /* (n_out, n_learners, seeds) */
    float *const *shown;            /* (n_learners) epistemic part of the first seed's test rows */
};

/* Runs the cases (seeds) of one recipe. */
struct comparison compare_run(struct arena *arena, const struct compare_options *options,
                              const struct compare_case *cases);

#endif
