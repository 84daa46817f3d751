/* See compare.h. The work is a list of jobs, one for each learner and seed, which worker processes
   take one after the other (base/work.h). The learner laplace, which uses EpiOut's network, is part
   of EpiOut's job, and the row of a learner with tried settings is part of that learner's job. */
#include "compare/measure/compare.h"

#include "base/fail.h"
#include "compare/learners/epiout_model.h"
#include "compare/learners/etas.h"
#include "compare/learners/trials.h"
#include "compare/measure/job_progress.h"
#include "compare/measure/kept.h"
#include "result/progress.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

struct job {
    size_t learner, seed; /* numbers */
};

struct run {
    const struct compare_options *options;
    const struct compare_case *cases; /* (seeds) */
    struct outcome *outcomes;
    float **shown;
    struct job *jobs;
    size_t n_jobs, n_out;
    const char **names; /* (n_jobs) */
    size_t next;        /* the job that comes next */
    double *done;       /* (n_jobs) the share of each job that is done */
    struct progress progress;
};

/* What the progress callback of a job's training gets. */
struct teller {
    double told; /* the share of the job that the leader knows of */
    struct job_progress progress;
};

static void job_done_set(struct run *w, size_t job, double done)
{
    double sum = 0.0;
    w->done[job] = done;
    for (size_t i = 0; i < w->n_jobs; i++)
        sum += w->done[i] / (double)w->n_jobs;
    progress_show(&w->progress, w->cases[0].recipe->name, sum, (double)NAN);
}

static void progress_tell(void *context, double done, double loss)
{
    struct teller *teller = context;
    (void)loss;
    double share = job_progress_tell(&teller->progress, done);
    if (share >= teller->told + 0.005) {
        teller->told = share;
        work_tell(share);
    }
}

static size_t learner_number(const struct compare_options *o, const struct regressor *regressor)
{
    size_t i = 0;
    while (i < o->n_plain && o->learners[i] != regressor)
        i++;
    return i < o->n_plain ? i : o->n_learners;
}

/* The number of a learner's second row; n_learners: it has none. */
static size_t tuned_number(const struct compare_options *o, size_t learner)
{
    size_t i = o->n_plain;
    while (i < o->n_learners && o->learners[i] != o->learners[learner])
        i++;
    return i;
}

/* The time of EpiOut's fit, which has run before that of laplace. */
static double trunk_seconds(const struct run *w, size_t seed)
{
    size_t epiout = learner_number(w->options, &regressor_epiout);
    return w->outcomes[epiout * w->options->cases.seeds + seed].value[MEASURE_FIT];
}

static struct outcome *outcome_of(const struct run *w, size_t output, size_t learner, size_t seed)
{
    const struct compare_options *o = w->options;
    return &w->outcomes[(output * o->n_learners + learner) * o->cases.seeds + seed];
}

static struct task task_of(struct run *w, size_t seed, struct teller *teller)
{
    const struct compare_case *c = &w->cases[seed];
    return (struct task){.recipe = c->recipe,
                         .train = &c->problem->train,
                         .validation = &c->problem->validation,
                         .seed = c->recipe->seed,
                         .samples = w->options->samples,
                         .progress = progress_tell,
                         .context = teller};
}

/* Fits and measures a learner. The caller frees it. */
static struct fitted *learner_run(struct run *w, size_t learner, size_t seed,
                                  const struct task *task)
{
    const struct compare_case *c = &w->cases[seed];
    struct arena *arena = arena_new();
    struct outcome *outcomes = arena_alloc(arena, w->n_out, sizeof(*outcomes));
    struct fitted *model = evaluate(w->options->learners[learner], task, c->problem, &c->labels,
                                    outcomes, seed == 0 ? w->shown[learner] : NULL);
    for (size_t k = 0; k < w->n_out; k++) {
        outcomes[k].trial = task->trial;
        *outcome_of(w, k, learner, seed) = outcomes[k];
    }
    arena_free(arena);
    return model;
}

/* Fits and measures a learner with the best of its settings. `first` is the one with its usual
   settings, whose row is copied if these are the best. */
static void tuned_run(struct run *w, size_t learner, size_t seed, struct fitted *first,
                      const struct task *usual)
{
    struct task task = *usual;
    const struct regressor *regressor = w->options->learners[learner];
    size_t tuned = tuned_number(w->options, learner);
    task.trial = trials_choose(regressor, usual, first);
    task.trained_seconds = outcome_of(w, 0, learner, seed)->value[MEASURE_FIT];
    if (task.trial > 0)
        regressor->free(learner_run(w, tuned, seed, &task));
    for (size_t k = 0; k < w->n_out && task.trial == 0; k++)
        *outcome_of(w, k, tuned, seed) = *outcome_of(w, k, learner, seed);
}

static void job_fit(struct run *w, size_t number)
{
    struct job job = w->jobs[number];
    const struct compare_options *o = w->options;
    struct teller teller = {0.0, job_progress_new(o->learners[job.learner])};
    struct task task = task_of(w, job.seed, &teller);
    size_t laplace = learner_number(o, &regressor_laplace);
    struct arena *arena = arena_new();
    task.etas = o->learners[job.learner] == &regressor_epiout ? etas_new(arena) : NULL;
    struct fitted *model = learner_run(w, job.learner, job.seed, &task);
    if (o->learners[job.learner] == &regressor_epiout && laplace < o->n_learners) {
        struct task second = task;
        second.trained = ((struct epiout_model *)model)->network;
        second.trained_seconds = trunk_seconds(w, job.seed);
        regressor_laplace.free(learner_run(w, laplace, job.seed, &second));
    }
    if (tuned_number(o, job.learner) < o->n_learners)
        tuned_run(w, job.learner, job.seed, model, &task);
    model->regressor->free(model);
    arena_free(arena);
}

/* --- what is kept -------------------------------------------------------------------------------
 */

/* The rows of the table that a job fills: its learner, that learner tuned, and laplace. */
static size_t job_rows(const struct run *w, struct job job, size_t rows[3])
{
    const struct compare_options *o = w->options;
    size_t tuned = tuned_number(o, job.learner), n = 0;
    size_t laplace = learner_number(o, &regressor_laplace);
    rows[n++] = job.learner;
    if (tuned < o->n_learners)
        rows[n++] = tuned;
    if (o->learners[job.learner] == &regressor_epiout && laplace < o->n_learners)
        rows[n++] = laplace;
    return n;
}

static void part_move(char **at, void *part, size_t size, bool load)
{
    memcpy(load ? part : *at, load ? *at : part, size);
    *at += size;
}

/* Moves all that a job gave between the table and `bytes`, or counts it without bytes. The first
   seed's epistemic parts are drawn, so they are kept too. */
static size_t job_move(const struct run *w, struct job job, char *bytes, bool load)
{
    size_t rows[3], n = job_rows(w, job, rows), size = 0;
    size_t shown = job.seed == 0 ? w->cases[0].problem->test.count * w->n_out * sizeof(float) : 0;
    for (size_t i = 0; i < n; i++) {
        size += w->n_out * sizeof(struct outcome) + shown;
        if (bytes == NULL)
            continue;
        for (size_t k = 0; k < w->n_out; k++)
            part_move(&bytes, outcome_of(w, k, rows[i], job.seed), sizeof(struct outcome), load);
        if (shown > 0)
            part_move(&bytes, w->shown[rows[i]], shown, load);
    }
    return size;
}

static const char *job_name(struct arena *arena, const struct run *w, struct job job)
{
    size_t rows[3];
    const struct compare_options *o = w->options;
    const char *how =
        arena_printf(arena, "%zu samples, %zu rows, tuned %d", o->samples, job_rows(w, job, rows),
                     tuned_number(o, job.learner) < o->n_learners);
    return kept_name(arena, o->learners[job.learner], &w->cases[job.seed], how);
}

static size_t job_find(const struct run *w, const char *name)
{
    for (size_t i = 0; i < w->n_jobs; i++)
        if (strcmp(w->names[i], name) == 0)
            return i;
    fail("internal error: no learner's job is \"%.60s\"", name);
}

static enum work_state job_next(void *context, const char **name)
{
    struct run *w = context;
    while (w->next < w->n_jobs && !shard_has(&w->options->shard, w->next))
        w->done[w->next++] = 1.0;
    if (w->next == w->n_jobs)
        return WORK_END;
    *name = w->names[w->next++];
    return WORK_READY;
}

static const char *job_run(void *context, struct arena *arena, const char *name)
{
    struct run *w = context;
    size_t number = job_find(w, name);
    char *bytes = arena_alloc(arena, job_move(w, w->jobs[number], NULL, false), 1);
    job_fit(w, number);
    return journal_hex(arena, bytes, job_move(w, w->jobs[number], bytes, false));
}

static void job_done(void *context, const char *name, const char *text)
{
    struct run *w = context;
    size_t number = job_find(w, name), size = job_move(w, w->jobs[number], NULL, true);
    struct arena *arena = arena_new();
    char *bytes = arena_alloc(arena, size, 1);
    if (!journal_unhex(text, bytes, size))
        fail("internal error: what \"%.60s\" gave has another size", name);
    job_move(w, w->jobs[number], bytes, true);
    arena_free(arena);
    job_done_set(w, number, 1.0);
}

static void job_tell(void *context, const char *name, double share)
{
    struct run *w = context;
    job_done_set(w, job_find(w, name), share);
}

static void jobs_list(struct arena *arena, struct run *w)
{
    const struct compare_options *o = w->options;
    bool joined = learner_number(o, &regressor_epiout) < o->n_learners;
    w->jobs = arena_alloc(arena, o->n_learners * o->cases.seeds, sizeof(*w->jobs));
    for (size_t i = 0; i < o->n_plain; i++)
        for (size_t s = 0; s < o->cases.seeds; s++)
            if (!(joined && o->learners[i] == &regressor_laplace))
                w->jobs[w->n_jobs++] = (struct job){i, s};
}

struct comparison compare_run(struct arena *arena, const struct compare_options *o,
                              const struct compare_case *cases)
{
    struct run w = {.options = o, .cases = cases};
    const struct problem *first = w.cases[0].problem;
    w.n_out = first->train.n_out;
    w.outcomes = arena_alloc(arena, w.n_out * o->n_learners * o->cases.seeds, sizeof(*w.outcomes));
    w.shown = arena_alloc(arena, o->n_learners, sizeof(*w.shown));
    for (size_t i = 0; i < o->n_learners; i++)
        w.shown[i] = arena_alloc(arena, first->test.count * w.n_out, sizeof(float));
    openblas_set_num_threads(1); /* so that the number of jobs at a time does not change bits */
    jobs_list(arena, &w);
    w.names = arena_alloc(arena, w.n_jobs, sizeof(*w.names));
    for (size_t i = 0; i < w.n_jobs; i++)
        w.names[i] = job_name(arena, &w, w.jobs[i]);
    w.done = arena_alloc(arena, w.n_jobs, sizeof(*w.done));
    w.progress = progress_new(stderr);
    work_run(&(struct work){.next = job_next,
                            .run = job_run,
                            .done = job_done,
                            .tell = job_tell,
                            .context = &w,
                            .journal = o->journal,
                            .workers = o->threads});
    return (struct comparison){w.cases[0].recipe->name, w.n_out, first, w.outcomes, w.shown};
}
