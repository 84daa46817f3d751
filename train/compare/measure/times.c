/* See times.h. */
#include "compare/measure/times.h"

#include "result/progress.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 10 };

static double size_measure(const struct compare_case *c, const struct compare_options *o,
                           const struct regressor *learner, size_t count)
{
    struct recipe brief = *c->recipe;
    struct rows train = c->problem->train, none = c->problem->train;
    train.count = count;
    none.count = 0;
    brief.fit.epochs = brief.epistemic.steps = 1;
    brief.prune = (struct recipe_prune){0};
    struct task task = {.recipe = &brief,
                        .train = &train,
                        .validation = &none,
                        .seed = brief.seed,
                        .samples = o->samples};
    struct fitted *model = learner->fit(&task);
    double seconds = evaluate_time(model, &c->problem->test);
    learner->free(model);
    return seconds;
}

struct times times_measure(struct arena *arena, const struct compare_options *o,
                           const struct compare_case *c)
{
    struct times t = {.learners = o->learners, .n_learners = o->n_plain};
    for (size_t s = 0; s < TIMES_SIZES; s++) {
        size_t size = c->problem->train.count >> (TIMES_SIZES - 1 - s);
        if (size >= FEWEST || s + 1 == TIMES_SIZES)
            t.size[t.n_sizes++] = size;
    }
    t.seconds = arena_alloc(arena, t.n_learners * t.n_sizes, sizeof(*t.seconds));
    struct progress progress = progress_new(stderr);
    size_t count = t.n_learners * t.n_sizes;
    for (size_t i = 0; i < count; i++) {
        const struct regressor *learner = o->learners[i / t.n_sizes];
        progress_show(&progress, "times", (double)i / (double)count, (double)NAN);
        t.seconds[i] = size_measure(c, o, learner, t.size[i % t.n_sizes]);
    }
    progress_show(&progress, "times", 1.0, (double)NAN);
    return t;
}

void times_markdown(const struct times *t, FILE *f)
{
    fputs("| training rows |", f);
    for (size_t s = 0; s < t->n_sizes; s++)
        fprintf(f, " %zu |", t->size[s]);
    fputs("\n|---|", f);
    for (size_t s = 0; s < t->n_sizes; s++)
        fputs("---|", f);
    for (size_t i = 0; i < t->n_learners; i++) {
        fprintf(f, "\n| %s |", t->learners[i]->title);
        for (size_t s = 0; s < t->n_sizes; s++)
            fprintf(f, " %.4g |", 1e6 * t->seconds[i * t->n_sizes + s]);
    }
    fputs("\n\n", f);
}
