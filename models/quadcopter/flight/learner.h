/* Learning in flight: one network that is trained on by warm start, on the points accepted so far
   and on the streaming epistemic set (step 6 in train/README.md). Adding a point costs O(log N); a
   call of learner_work costs a fixed number of steps of a fixed batch, however many points there
   are, and is the same for every way to select points. */
#ifndef EPIFLY_LEARNER_H
#define EPIFLY_LEARNER_H

#include "eta/epistemic_set.h"
#include "net/adam.h"
#include "result/export.h"

struct learner {
    struct arena *arena;
    struct network *network;
    struct workspace *fit_room, *eta_room;
    struct adam fit_adam, eta_adam;
    struct random random;
    struct epistemic_set *set;
    float *x, *y; /* standardised points */
    size_t count, room;
    float *batch, *labels;
};

/* f^ = 0 and eta about 1 everywhere, until there is data. */
struct learner *learner_new(struct arena *arena, uint64_t seed);

/* A point in SI units. */
void learner_add(struct learner *learner, const float x[2], float y);

/* Trains for one slot of time; without points it does nothing. */
void learner_work(struct learner *learner);

/* The network as it is now, ready to be deployed. */
struct spec *learner_spec(const struct learner *learner, struct arena *arena);

#endif
