/* One flight: plant, path, controller, network and learner in a loop (../README.md). The
   network that flies is the emitted one, float32 to the bit: interpreted, or compiled and
   loaded. */
#ifndef EPIFLY_FLIGHT_H
#define EPIFLY_FLIGHT_H

#include "quadcopter/flight/law.h"
#include "quadcopter/flight/learner.h"
#include "quadcopter/plant/field.h"

#include <stdbool.h>
#include <stdio.h>

/* Which measurements are kept. */
enum selection {
    SELECT_NONE,      /* no model at all */
    SELECT_ALL,       /* every candidate */
    SELECT_RANDOM,    /* `quota` candidates, any set of them equally likely */
    SELECT_EVERY,     /* `quota` candidates, evenly in time */
    SELECT_FIRST,     /* the first `quota` candidates */
    SELECT_DISTANCE,  /* a candidate farther than `level` in m from every kept point */
    SELECT_PROCESS,   /* one where a Gaussian process has a standard deviation above `level` */
    SELECT_BERNOULLI, /* EpiOut: with probability max(eta, floor) */
    SELECT_THRESHOLD, /* EpiOut: by a threshold with hysteresis */
    SELECT_COUNT
};

/* The feedforward while the supervisor is cautious: the paper's f^ (eq. 8), or (1 - eta) f^. */
enum law { LAW_PAPER, LAW_DISCOUNT, LAW_COUNT };

/* What a sensor does for FAULT_S in the middle of the flight. */
enum fault {
    FAULT_NONE,
    FAULT_NAN,     /* the position is not a number */
    FAULT_STUCK,   /* the position repeats itself */
    FAULT_OUTSIDE, /* the position is 10 m off, far outside the network's domain */
    FAULT_SPEED,   /* the velocity is not a number */
    FAULT_FROZEN,  /* the velocity repeats itself */
    FAULT_FORCE,   /* the measured force repeats itself */
    FAULT_COUNT
};
#define FAULT_S 2.0

/* An engine answers for the network; it makes its state anew at every deployment. */
struct answer {
    float mean, sigma, eta;
    uint32_t status;
};
struct engine {
    void *(*deploy)(void *context, struct arena *arena, const struct spec *spec);
    void (*infer)(void *deployed, const float x[2], struct answer *answer);
    /* NULL, or the whole control step, which then replaces infer and the autopilot on the host. */
    void (*step)(void *deployed, const autopilot_sensed_t *sensed, autopilot_t *pilot,
                 struct answer *answer);
    void (*retire)(void *deployed);
    void *context;
};
extern const struct engine engine_interpreter;

/* What becomes different in mid-flight. */
struct change {
    double time_s; /* from then on */
    double shift;  /* m: the field is moved along x */
    double load;   /* kg: a weight hangs on, whose own inertia is left out */
};

struct flight_options {
    enum selection selection;
    enum fault fault;
    enum law law;
    bool gain_by_sigma;
    const struct field *field;
    uint64_t seed;
    unsigned rounds;
    size_t quota;   /* SELECT_RANDOM, SELECT_EVERY, SELECT_FIRST */
    double level;   /* SELECT_DISTANCE, SELECT_PROCESS */
    size_t steps;   /* of training after each candidate */
    size_t store;   /* most points that are learned from; 0: no limit */
    bool redundant; /* of a full store the most redundant point gives way, not the oldest */
    bool remember;  /* a model that the measurements contradict is kept */
    bool drop;      /* what is not kept is not learned, not even by the points beside it */
    double rotor;   /* N, the most that a rotor gives; 0: m g */
    struct change change;
    double deploy_s;   /* time between two deployments */
    unsigned substeps; /* of the plant */
    const struct engine *engine;
    const struct spec *fixed; /* flies this network and learns nothing; NULL: starts without
                                 knowledge and learns */
    /* Each may be NULL: */
    FILE *trace;            /* one line a step */
    FILE *map;              /* the network over the plane, at the end */
    FILE *points;           /* the point store's bytes, at the end */
    FILE *spec;             /* the network, at the end */
    double (*positions)[3]; /* (flight_steps) the position at every step */
};

struct flight_result {
    double rmse, worst;                    /* m, vertical */
    double energy;                         /* N^2 s: integral of the squared thrust of the rotors */
    double training_s;                     /* processor time */
    size_t candidates, points, points_new; /* new: in the first round of a square */
    uint64_t fingerprint; /* hash of all bits of plant, answers and commands, step by step */
    size_t forgotten;     /* times that all points were forgotten */
    double rmse_after;    /* m, from the change on */
    size_t steps_in[3];   /* steps in each state of the supervisor */
    /* Of a fault: */
    double fault_worst, fault_far; /* m, largest errors from the start of the fault on: vertical,
                                      and in the plane */
    size_t fault_kept;             /* points kept while the reading was wrong */
    bool fault_fallback;           /* FALLBACK during the fault, and another state at the end */
};

size_t flight_steps(unsigned rounds);

/* The most rounds whose measurements all fit into the point store. */
unsigned flight_rounds_most(void);

struct flight_result flight_run(const struct flight_options *options);

#endif
