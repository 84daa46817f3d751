/* Successive halving in cohorts. Trials are numbered from 1; a cohort is `cohort` trials with
   consecutive numbers. All trials of a cohort get a small share of the steps, rung 0; the best of
   them, one of `divisor`, get more, and so on, up to all steps. Scores at a small share compare
   trials of one kind, for kinds learn at different speeds: so the best of each kind go on, then
   the second best, and so on. That is decided by scores and numbers, once all of the cohort's
   trials of a rung are known: never by who is done first. A cohort needs no other one, so machines
   can each take some. */
#ifndef EPITUNE_SCHEDULE_H
#define EPITUNE_SCHEDULE_H

#include "base/arena.h"
#include "base/work.h"

struct schedule_options {
    size_t trials, cohort, divisor, rungs;
    double share;       /* of the steps, at rung 0; from rung to rung it grows by one factor */
    struct shard shard; /* of the cohorts */
};

struct slot {
    size_t rung, number;
};

struct schedule;
struct schedule *schedule_new(struct arena *arena, const struct schedule_options *options);

/* The next trial: of the lowest rung first, so that workers are busy while cohorts wait. */
enum work_state schedule_next(struct schedule *schedule, struct slot *slot);

/* Tells the score of a trial, lower is better; INFINITY: it cannot go on. Any number is a kind. */
void schedule_done(struct schedule *schedule, struct slot slot, double score, size_t kind);

/* The share of the steps that a rung gets. */
double schedule_share(const struct schedule_options *options, size_t rung);
/* How many trials of a cohort of a size get to a rung, unless some cannot go on. */
size_t schedule_size(const struct schedule_options *options, size_t size, size_t rung);
/* How many trials there are in this shard, at rung 0. */
size_t schedule_trials(const struct schedule_options *options);

#endif
