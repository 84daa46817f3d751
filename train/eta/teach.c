/* See teach.h. */
#include "eta/teach.h"

#include <math.h>

struct teller {
    const struct eta_task *task;
    const char *stage;
};

void eta_tell(const struct eta_task *task, const char *stage, double done, double loss)
{
    if (task->progress != NULL)
        task->progress(task->context, stage, done, loss);
}

static void loss_tell(void *context, double done, double loss)
{
    const struct teller *t = context;
    eta_tell(t->task, t->stage, done, loss);
}

static void branch_fit(struct network *network, const struct examples *examples,
                       const struct eta_task *task, struct random *random)
{
    struct arena *arena = arena_new();
    struct eta_options o = *task->options;
    struct teller teller = {task, "eta"};
    o.keep = epistemic_keep(arena, network, &o);
    distil_fit(network, examples, &o, random, loss_tell, &teller);
    if (task->sparsity > 0.0) {
        struct prune prune = prune_new(arena, network, true, task->prune_by, task->sparsity);
        for (size_t i = 0; o.keep != NULL && i < network->n_eta; i++)
            prune.keep[i] = o.keep[i];
        double steps = ceil(task->effort * (double)o.steps);
        teller.stage = "pruning eta";
        o.prune = &prune;
        o.steps = steps < 1.0 ? 1 : (size_t)steps;
        distil_fit(network, examples, &o, random, loss_tell, &teller);
    }
    arena_free(arena);
}

struct eta_taught branch_teach(struct arena *arena, struct network *network,
                               const struct notions_data *data, const struct eta_task *task,
                               struct random *random)
{
    const struct notions *notions = notions_new(arena, data, random);
    struct examples examples = examples_make(arena, data, notions, DISTIL_EXAMPLES, random);
    struct eta_taught taught = {.notions = notions_set(notions)};
    examples_label(&examples, taught.notions);
    branch_fit(network, &examples, task, random);
    taught.points = (struct rows){.count = examples.count, .n_in = examples.n_in, .x = examples.x};
    return taught;
}
