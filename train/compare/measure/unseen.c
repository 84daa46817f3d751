/* See unseen.h. Every region is a job with a random sequence of its own. */
#include "compare/measure/unseen.h"

#include "base/jobs.h"
#include "data/metrics.h"
#include "eta/judge/left_out.h"
#include "geometry/process.h"
#include "result/progress.h"

#include <cblas.h>
#include <math.h>

struct asking {
    const struct compare_options *options;
    const struct compare_case *c;
    const struct rows *rows;
    struct unseen *unseen;
    struct progress progress;
};

/* The judge of eta, which sees the same rows, draws its regions from another sequence. */
static uint64_t region_seed(const struct compare_case *c, size_t number)
{
    return c->recipe->seed + 77777777U + 1000003U * number;
}

/* The epistemic part of the first output, with the domain's rule. */
static float *score_of(struct arena *arena, struct fitted *model, const struct left_out *left,
                       const struct rows *rows)
{
    size_t n_out = model->n_out, n = rows->count;
    float *room = arena_alloc(arena, 3 * n * n_out, sizeof(*room));
    float *score = arena_alloc(arena, n, sizeof(*score));
    const struct estimates estimates = {room, room + n * n_out, room + 2 * n * n_out};
    model->regressor->predict(model, rows, &estimates);
    for (size_t i = 0; i < n; i++)
        score[i] = estimates.epistemic[i * n_out];
    left_out_bound(left, rows, score);
    return score;
}

static struct unseen_finding learner_ask(const struct regressor *regressor, const struct task *task,
                                         const struct left_out *left)
{
    struct arena *arena = arena_new();
    struct fitted *model = regressor->fit(task);
    const float *inside = score_of(arena, model, left, &left->inside);
    const float *outside = score_of(arena, model, left, &left->outside);
    const float *validation = score_of(arena, model, left, task->validation);
    float limit = regressor == &regressor_epiout
                      ? 0.5F
                      : left_out_limit(validation, task->validation->count,
                                       task->recipe->epistemic.false_alarms);
    struct unseen_finding found = {
        .auroc = metrics_auroc(inside, left->inside.count, outside, left->outside.count),
        .false_alarms = left_out_share(inside, left->inside.count, limit),
        .caught = left_out_share(outside, left->outside.count, limit)};
    regressor->free(model);
    arena_free(arena);
    return found;
}

static void region_ask(const struct asking *w, size_t number)
{
    struct arena *arena = arena_new();
    struct random random = {.state = region_seed(w->c, number + 1)};
    struct recipe recipe = *w->c->recipe;
    struct left_out left =
        left_out_make(arena, w->rows, &w->unseen->regions[number], &recipe.epistemic, &random);
    const struct rows validation = left_out_validation(arena, &left, &recipe.epistemic);
    recipe.epistemic.low = left.low;
    recipe.epistemic.high = left.high;
    const struct task task = {.recipe = &recipe,
                              .train = &left.train,
                              .validation = &validation,
                              .seed = recipe.seed,
                              .samples = w->options->samples};
    size_t n = w->options->n_learners;
    for (size_t k = 0; k < n; k++)
        w->unseen->findings[number * n + k] = learner_ask(w->options->learners[k], &task, &left);
    arena_free(arena);
}

static void region_job(void *context, size_t number) { region_ask(context, number); }

static void done_tell(void *context, size_t done)
{
    struct asking *w = context;
    progress_show(&w->progress, w->c->recipe->name, (double)done / (double)w->unseen->n_regions,
                  (double)NAN);
}

struct unseen unseen_run(struct arena *arena, const struct compare_options *options,
                         const struct compare_case *c)
{
    const struct rows *train = &c->problem->train;
    struct random random = {.state = region_seed(c, 0)};
    size_t *index = arena_alloc(arena, train->count, sizeof(*index));
    struct unseen u = {.rows = train->count < UNSEEN_ROWS ? train->count : UNSEEN_ROWS};
    openblas_set_num_threads(1); /* so that the number of jobs at a time does not change bits */
    for (size_t i = 0; i < train->count; i++)
        index[i] = i;
    rows_shuffle(index, train->count, &random);
    const struct rows rows = rows_take(arena, &(struct row_batch){train, index, u.rows});
    const struct region_inputs inputs = {c->recipe->epistemic.weights,
                                         process_effects(arena, &rows)};
    u.n_regions = regions_find(arena, &rows, &inputs, &random, u.regions);
    u.findings = arena_alloc(arena, u.n_regions * options->n_learners, sizeof(*u.findings));
    struct asking w = {
        .options = options, .c = c, .rows = &rows, .unseen = &u, .progress = progress_new(stderr)};
    jobs_run(&(struct jobs){u.n_regions, region_job, done_tell, &w}, options->threads);
    return u;
}
