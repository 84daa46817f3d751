/* Stage 3 with a teacher other than the paper's samples: judge, notions, examples, branch, gate,
   threshold. */
#ifndef EPITRAIN_LEARN_H
#define EPITRAIN_LEARN_H

#include "eta/gate.h"
#include "eta/judge/judge.h"
#include "eta/teach.h"
#include "eta/threshold.h"

struct eta_learned {
    struct network *network;
    unsigned notions; /* that taught it */
    struct judgement judgement;
    struct gate gate;
    struct eta_promise promise;
    struct rows threshold; /* that the promise comes from; of rows that took turns all */
};

/* Trains the eta branch of a network whose other layers are trained, and returns the network with
   its gate. */
struct eta_learned eta_learn(struct arena *arena, struct network *network,
                             const struct eta_task *task, struct random *random);

#endif
