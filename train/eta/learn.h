/* Stage 3 with a teacher other than the paper's samples: judge, notions, examples, branch, gate,
   threshold. */
#ifndef EPITRAIN_LEARN_H
#define EPITRAIN_LEARN_H

#include "eta/distil.h"
#include "eta/gate.h"
#include "eta/judge/judge.h"

struct eta_task {
    const struct rows *train, *validation;
    const struct eta_options *options;
    enum prune_by prune_by;
    double sparsity; /* of the branch; 0: it is not pruned */
    double effort;   /* additional steps for that, as a share of the others */
    uint64_t seed;
    unsigned threads;
    /* is told the stage and how much of it is done; loss NAN where there is none; or NULL */
    void (*progress)(void *context, const char *stage, double done, double loss);
    void *context;
};

struct eta_learned {
    struct network *network;
    unsigned notions; /* that taught it */
    struct judgement judgement;
    struct gate gate;
    struct eta_promise promise;
    struct rows threshold; /* that the promise comes from; of a log all rows, which took turns */
};

/* Trains the eta branch of a network whose other layers are trained, and returns the network with
   its gate. */
struct eta_learned eta_learn(struct arena *arena, struct network *network,
                             const struct eta_task *task, struct random *random);

#endif
