/* Estimates which share of a job is done, from what the learner's training tells. Some learners
   train in several stages and tell each from 0 to 1. EpiOut trains six further networks afterwards,
   without telling, to find what eta stands for. The share never falls. */
#ifndef EPICOMPARE_JOB_PROGRESS_H
#define EPICOMPARE_JOB_PROGRESS_H

#include "compare/learners/regressor.h"

struct job_progress {
    double most; /* the share that training can reach */
    bool staged; /* training has stages; each counts as half of what is left */
    double left; /* share of the training that is left when the present stage begins */
    double last; /* `done` as told last */
};

struct job_progress job_progress_new(const struct regressor *learner);

/* Takes `done` of the present stage, from 0 to 1; returns the share of the job. */
double job_progress_tell(struct job_progress *progress, double done);

#endif
