/* See variants.h. */
#include "compare/emission/variants.h"

#include "base/fail.h"
#include "compare/emission/emission.h"
#include "compare/measure/job_progress.h"
#include "program/count.h"
#include "program/lower.h"
#include "result/answers.h"
#include "result/progress.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct sizes once = {1, {0}};

/* The sizes in which a learner is emitted. */
static const struct sizes *sizes_of(const struct regressor *learner, const struct sizes *samples,
                                    const struct sizes *points)
{
    return learner->sampled ? samples : learner == &regressor_gp ? points : &once;
}

/* The learner's name and size as the end of a C name: epiout_paper, dropout100. */
static const char *suffix_make(struct arena *arena, const struct variant *v)
{
    char *suffix = v->size == 0 ? arena_strdup(arena, v->learner->name)
                                : arena_printf(arena, "%s%zu", v->learner->name, v->size);
    for (char *c = suffix; *c != '\0'; c++)
        if (*c == '-')
            *c = '_';
    return suffix;
}

static size_t terms_count(struct arena *arena, const struct spec *spec)
{
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    struct counts counts = count(program);
    return counts.ops[OP_TERM] + counts.ops[OP_DISTANCE];
}

static const char *shape_of(const struct spec *spec)
{
    for (size_t i = 0; i < spec->n_provenance; i++)
        if (strcmp(spec->provenance[i].key, "shape") == 0)
            return spec->provenance[i].text;
    return "";
}

/* The name of the spec is that of the recipe, cut to the length that a spec allows, and the suffix,
   by which variants differ. */
void variant_fill(struct arena *arena, const struct problem *problem, const char *recipe,
                  struct fitted *model, struct variant *v)
{
    struct arena *own = arena_new();
    const char *suffix = suffix_make(arena, v);
    int room = (int)(SPEC_MAX_NAME - 1 - strlen(suffix));
    struct emission e = {.problem = problem,
                         .name = arena_printf(own, "%.*s_%s", room, recipe, suffix),
                         .samples = v->size,
                         .points = v->size,
                         .warnings = v->warned ? stderr : NULL};
    struct spec *spec = emission_of(v->learner)(own, model, &e);
    interpreter_of_spec(own, spec); /* refuses what epigen would refuse */
    v->name = arena_printf(arena, "%s_%s", recipe, suffix);
    v->title = v->size == 0 ? v->learner->title
                            : arena_printf(arena, "%s, %zu %s", v->learner->title, v->size,
                                           v->learner->sampled ? "samples" : "points");
    v->shape = arena_strdup(arena, shape_of(spec));
    v->text = spec_text(arena, spec, &v->text_size);
    v->terms = terms_count(own, spec);
    v->given = arena_alloc(arena, model->n_out, sizeof(*v->given));
    memcpy(v->given, model->given, model->n_out * sizeof(*v->given));
    arena_free(own);
}

/* The size that is possible: a process has at most as many points as there are training rows. */
static size_t size_possible(const struct compare_case *c, const struct regressor *learner,
                            size_t size)
{
    size_t rows = c->problem->train.count;
    if (learner != &regressor_gp || size <= rows)
        return size;
    fprintf(stderr, "%s: %s: %zu points were asked for, all %zu training rows are taken\n",
            fail_program, c->recipe->file, size, rows);
    return rows;
}

/* Whether the last variant is the same: two sizes may become one in size_possible. */
static bool variant_is_there(const struct variants *all, const struct regressor *learner,
                             size_t size)
{
    const struct variant *last = all->count == 0 ? NULL : &all->variants[all->count - 1];
    return last != NULL && size != 0 && last->learner == learner && last->size == size;
}

/* The progress of fitting one learner after the other. */
struct stage {
    struct progress progress;
    struct job_progress job;
    size_t learner, n_learners;
};

static void stage_show(void *context, double done, double loss)
{
    struct stage *s = context;
    double all = ((double)s->learner + job_progress_tell(&s->job, done)) / (double)s->n_learners;
    (void)loss;
    progress_show(&s->progress, "fit", all, (double)NAN);
}

struct variants *variants_make(struct arena *arena, const struct compare_options *o,
                               const struct compare_case *c, const struct sizes *samples,
                               const struct sizes *points)
{
    struct variants *all = arena_alloc(arena, 1, sizeof(*all));
    struct stage stage = {.progress = progress_new(stderr), .n_learners = o->n_plain};
    struct task task = {.recipe = c->recipe,
                        .train = &c->problem->train,
                        .validation = &c->problem->validation,
                        .seed = c->recipe->seed,
                        .samples = EMISSION_USUAL_SAMPLES,
                        .progress = stage_show,
                        .context = &stage};
    openblas_set_num_threads(1); /* as in a comparison, for the same bits */
    all->name = c->recipe->name;
    for (size_t i = 0; i < o->n_plain; i++) {
        const struct regressor *learner = o->learners[i];
        const struct sizes *sizes = sizes_of(learner, samples, points);
        if (emission_of(learner) == NULL)
            continue;
        stage.learner = i;
        stage.job = job_progress_new(learner);
        struct fitted *model = learner->fit(&task);
        for (size_t s = 0; s < sizes->count; s++) {
            size_t size = size_possible(c, learner, sizes->size[s]);
            if (variant_is_there(all, learner, size))
                continue;
            struct variant *v = &all->variants[all->count++];
            *v = (struct variant){.learner = learner, .size = size, .warned = true};
            variant_fill(arena, c->problem, c->recipe->name, model, v);
        }
        learner->free(model);
    }
    progress_show(&stage.progress, "fit", 1.0, (double)NAN);
    return all;
}
