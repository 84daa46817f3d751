/* See compare.h. The work is a list of jobs, one for each learner and seed, which threads take one
   after the other. The learner laplace, which uses EpiOut's network, is part of EpiOut's job. */
#include "compare/measure/compare.h"

#include "base/fail.h"
#include "compare/learners/epiout_model.h"
#include "compare/measure/job_progress.h"
#include "result/progress.h"

#include <cblas.h>
#include <math.h>
#include <pthread.h>

struct job {
    size_t learner, seed; /* numbers */
};

struct work {
    const struct compare_options *options;
    const struct compare_case *cases; /* (seeds) */
    struct outcome *outcomes;
    float **shown;
    struct job *jobs;
    size_t n_jobs, n_out;
    pthread_mutex_t lock;
    size_t next;
    double *done; /* (n_jobs) the share of each job that is done */
    struct progress progress;
};

/* What the progress callback of a job's training gets. */
struct teller {
    struct work *work;
    size_t job;
    struct job_progress progress;
};

static void job_done_set(struct work *w, size_t job, double done)
{
    double sum = 0.0;
    pthread_mutex_lock(&w->lock);
    w->done[job] = done;
    for (size_t i = 0; i < w->n_jobs; i++)
        sum += w->done[i] / (double)w->n_jobs;
    progress_show(&w->progress, w->cases[0].recipe->name, sum, (double)NAN);
    pthread_mutex_unlock(&w->lock);
}

static void progress_tell(void *context, double done, double loss)
{
    struct teller *teller = context;
    (void)loss;
    job_done_set(teller->work, teller->job, job_progress_tell(&teller->progress, done));
}

static size_t learner_number(const struct compare_options *o, const struct regressor *regressor)
{
    size_t i = 0;
    while (i < o->n_learners && o->learners[i] != regressor)
        i++;
    return i;
}

/* The time of EpiOut's fit, which has run before that of laplace. */
static double trunk_seconds(const struct work *w, size_t seed)
{
    size_t epiout = learner_number(w->options, &regressor_epiout);
    return w->outcomes[epiout * w->options->cases.seeds + seed].value[MEASURE_FIT];
}

/* Fits and measures a learner. Unless `kept` is NULL the fitted learner is left to the caller. */
static void learner_run(struct work *w, size_t learner, size_t seed, const struct network *trained,
                        struct teller *teller, struct fitted **kept)
{
    const struct compare_case *c = &w->cases[seed];
    const struct compare_options *o = w->options;
    struct task task = {.recipe = c->recipe,
                        .train = &c->problem->train,
                        .validation = &c->problem->validation,
                        .seed = c->recipe->seed,
                        .samples = o->samples,
                        .trained = trained,
                        .trained_seconds = trained == NULL ? 0.0 : trunk_seconds(w, seed),
                        .progress = progress_tell,
                        .context = teller};
    struct arena *arena = arena_new();
    struct outcome *outcomes = arena_alloc(arena, w->n_out, sizeof(*outcomes));
    struct fitted *model = evaluate(o->learners[learner], &task, c->problem, &c->labels, outcomes,
                                    seed == 0 ? w->shown[learner] : NULL);
    for (size_t k = 0; k < w->n_out; k++)
        w->outcomes[(k * o->n_learners + learner) * o->cases.seeds + seed] = outcomes[k];
    arena_free(arena);
    if (kept != NULL)
        *kept = model;
    else
        model->regressor->free(model);
}

static void job_run(struct work *w, size_t number)
{
    struct job job = w->jobs[number];
    const struct compare_options *o = w->options;
    struct teller teller = {w, number, job_progress_new(o->learners[job.learner])};
    size_t laplace = learner_number(o, &regressor_laplace);
    struct fitted *model = NULL;
    bool with_laplace = o->learners[job.learner] == &regressor_epiout && laplace < o->n_learners;
    learner_run(w, job.learner, job.seed, NULL, &teller, with_laplace ? &model : NULL);
    if (!with_laplace)
        return;
    learner_run(w, laplace, job.seed, ((struct epiout_model *)model)->network, &teller, NULL);
    model->regressor->free(model);
}

static void *jobs_run(void *context)
{
    struct work *w = context;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        size_t next = w->next < w->n_jobs ? w->next++ : w->n_jobs;
        pthread_mutex_unlock(&w->lock);
        if (next == w->n_jobs)
            return NULL;
        job_run(w, next);
        job_done_set(w, next, 1.0);
    }
}

static void jobs_list(struct arena *arena, struct work *w)
{
    const struct compare_options *o = w->options;
    bool joined = learner_number(o, &regressor_epiout) < o->n_learners;
    w->jobs = arena_alloc(arena, o->n_learners * o->cases.seeds, sizeof(*w->jobs));
    for (size_t i = 0; i < o->n_learners; i++)
        for (size_t s = 0; s < o->cases.seeds; s++)
            if (!(joined && o->learners[i] == &regressor_laplace))
                w->jobs[w->n_jobs++] = (struct job){i, s};
}

static void threads_run(struct arena *arena, struct work *w)
{
    unsigned n = w->options->threads < w->n_jobs ? w->options->threads : (unsigned)w->n_jobs;
    pthread_t *threads = arena_alloc(arena, n, sizeof(*threads));
    for (unsigned i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, jobs_run, w) != 0)
            fail("cannot start a thread");
    for (unsigned i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

struct comparison compare_run(struct arena *arena, const struct compare_options *o,
                              const struct compare_case *cases)
{
    struct work w = {.options = o, .cases = cases, .lock = PTHREAD_MUTEX_INITIALIZER};
    const struct problem *first = w.cases[0].problem;
    w.n_out = first->train.n_out;
    w.outcomes = arena_alloc(arena, w.n_out * o->n_learners * o->cases.seeds, sizeof(*w.outcomes));
    w.shown = arena_alloc(arena, o->n_learners, sizeof(*w.shown));
    for (size_t i = 0; i < o->n_learners; i++)
        w.shown[i] = arena_alloc(arena, first->test.count * w.n_out, sizeof(float));
    openblas_set_num_threads(1); /* so that the number of jobs at a time does not change bits */
    jobs_list(arena, &w);
    w.done = arena_alloc(arena, w.n_jobs, sizeof(*w.done));
    w.progress = progress_new(stderr);
    threads_run(arena, &w);
    return (struct comparison){w.cases[0].recipe->name, w.n_out, first, w.outcomes, w.shown};
}
