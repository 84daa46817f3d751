/* The search: which jobs there are, in what order their results are decided about. The stages:
   what eta's branches find, and the probes of costs; trials in cohorts (schedule.h); the finalists
   with further seeds; the winner in full. */
#ifndef EPITUNE_SEARCH_H
#define EPITUNE_SEARCH_H

#include "tune/schedule.h"
#include "tune/space.h"
#include "tune/trial.h"

enum { MOST_RUNGS = 8, MOST_SEEDS = 64 };

/* A candidate and all that is known of it. */
struct contender {
    size_t number; /* 0: the recipe as it is */
    struct drawn drawn;
    struct figures rungs[MOST_RUNGS]; /* with the first seed */
    struct figures seeds[MOST_SEEDS]; /* all steps; the first is that of the last rung */
    double auroc;                     /* of regions that a branch of this shape finds; NAN */
    bool finalist;
};

struct search_options {
    struct schedule_options schedule;
    bool random;  /* every trial with all steps, widths without regard to the budget */
    bool merging; /* trials come from journals alone */
    unsigned workers;
    struct journal *journal;
};

struct search {
    struct contender *contenders; /* (trials + 1) */
    size_t count, n_seeds, refused;
    size_t n_etas;  /* branches that were judged */
    size_t regions; /* that they were judged by */
    double default_auroc;
    const struct contender *winner; /* NULL: this was a shard */
    size_t winner_seed;             /* number from 0 */
    struct whole whole;             /* of the winner */
    const char *winner_recipe;
    double trained_share; /* all trainings, in trainings with all steps */
    size_t trainings;
};

/* Does all jobs. Fails where nothing meets the budget. */
struct search *search_run(struct arena *arena, const struct tune *tune,
                          const struct search_options *options);

/* What is minimised: the negative log likelihood and what eta lacks. */
double search_score(const struct tune *tune, const struct contender *contender,
                    const struct figures *figures);
/* The mean over the seeds that are known; INFINITY where one diverged. */
double search_mean(const struct tune *tune, const struct contender *contender);
/* The seed with this number. */
uint64_t search_seed(const struct tune *tune, size_t number);
bool search_fits(const struct tune *tune, const struct figures *figures);

#endif
