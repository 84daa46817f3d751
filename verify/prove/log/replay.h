/* Checks a proof log: that its boxes are all of each region, and the bound on each box by affine
   arithmetic. Ends through fail_at on the first thing that is not so. */
#ifndef EPIPROVE_REPLAY_H
#define EPIPROVE_REPLAY_H

#include "prove/log/log.h"

struct replayed {
    size_t boxes;   /* in the log */
    size_t bounded; /* by the checker, which may have to cut boxes further */
    size_t points;  /* inputs that were run */
    size_t slopes;  /* properties that a log does not hold the proof of */
};

struct replayed replay(const struct proof_set *set, const struct net *net, const char *file,
                       const char *bytes, size_t size);

#endif
