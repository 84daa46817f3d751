/* Learning in flight: one network is trained on by warm start, on the points accepted so far; its
   eta follows from the same points without training (known.h). A call of learner_work costs a fixed
   number of steps of a fixed batch, however many points there are, and is the same for every way to
   select points. */
#ifndef EPIFLY_LEARNER_H
#define EPIFLY_LEARNER_H

#include "net/adam.h"
#include "quadcopter/flight/known.h"
#include "result/export.h"

struct learner {
    struct arena *arena;
    struct network *network;
    struct workspace *fit_room;
    struct adam fit_adam;
    struct random random;
    struct known *known;
    float *x, *y;   /* standardised points: place and value, means over what each stands for, */
    double *spread; /* (room) and the sum of the squared deviations from that value */
    double *scales; /* (room) scratch */
    double *sums;   /* (room) scratch */
    size_t seen;    /* candidates, kept or not, */
    double way;     /* the sum of the distances from each to the next, */
    double stride;  /* the last of these distances, */
    float last[2];  /* and the last candidate */
    size_t count, room;
    float *batch;
};

/* f^ = 0 and eta about 1 everywhere, until there is data. */
struct learner *learner_new(struct arena *arena, uint64_t seed);

/* Notes the place of a candidate, in SI units: every one, kept or not. */
void learner_see(struct learner *learner, const float x[2]);

/* A point in SI units. */
void learner_add(struct learner *learner, const float x[2], float y);

/* Lets the nearest point stand for a measurement in SI units more, one that is not kept: place and
   value of the point become means, and the fit goes on as if all their measurements were stored.
   What is known stays where the point was. Without points it does nothing. */
void learner_merge(struct learner *learner, const float x[2], float y);

/* Takes points out until `most` are left: the oldest, as EPI_STORE_OLDEST does on the target, or
   the older one of the two that are closest to each other, as EPI_STORE_REDUNDANT does. */
void learner_thin(struct learner *learner, size_t most, bool redundant);

/* Forgets all points; the weights stay, but eta is high everywhere. */
void learner_forget(struct learner *learner);

/* The distance in m from the nearest point. */
double learner_distance(const struct learner *learner, const float x[2]);

/* Trains for one slot of time; without points it does nothing. */
void learner_work(struct learner *learner, size_t steps);

/* The network as it is now, ready to be deployed. */
struct spec *learner_spec(const struct learner *learner, struct arena *arena);

#endif
