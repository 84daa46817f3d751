/* One training of the eta branch: notions of the rows say what examples are, and the branch learns
   it. */
#ifndef EPITRAIN_TEACH_H
#define EPITRAIN_TEACH_H

#include "eta/distil.h"
#include "net/prune.h"

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

/* Tells the progress of a stage; loss NAN: there is none. */
void eta_tell(const struct eta_task *task, const char *stage, double done, double loss);

struct eta_taught {
    unsigned notions;   /* that taught the branch */
    struct rows points; /* what it learned from */
};

/* Notions of data->train teach the branch, in the steps of the task. */
struct eta_taught branch_teach(struct arena *arena, struct network *network,
                               const struct notions_data *data, const struct eta_task *task,
                               struct random *random);

#endif
