/* How much of a job is done, from what a learner's training tells: some train in several stages and
   tell each from 0 to 1, and EpiOut learns several networks more afterwards, unseen, to find what
   eta stands for. The share never falls and is 1 only when the job says so. */
#ifndef EPICOMPARE_JOB_PROGRESS_H
#define EPICOMPARE_JOB_PROGRESS_H

#include "compare/learners/regressor.h"

struct job_progress {
    double most; /* what training can reach */
    bool staged; /* each stage is taken for half of what remains */
    double left, last;
};

struct job_progress job_progress_new(const struct regressor *learner);

/* `done` of the present stage, from 0 to 1. */
double job_progress_tell(struct job_progress *progress, double done);

#endif
