/* The learner gp: a Gaussian process for each output. The epistemic part is the standard deviation
   of the function, the aleatoric part is the noise. */
#include "compare/learners/gp_model.h"
#include "compare/learners/trials.h"

#include <math.h>
#include <string.h>

/* Rows that the hyperparameters are learned from: as many as a minute of one core allows. */
enum { SUBSET = 4000 };

enum { BRIEF = 1000 };     /* the same for a process by which another is calibrated */
enum { TRIAL_ROWS = 500 }; /* rows of a process by which a trial is judged */

enum { BLOCK = 256 }; /* rows that are predicted at a time */

/* `count` rows in a random order. Of more than GP_MOST rows the matrix would take too much memory
   and time. */
static struct gp_data data_make(struct arena *arena, const struct rows *rows, size_t count,
                                struct random *random)
{
    size_t *index = arena_alloc(arena, rows->count, sizeof(*index)), d = rows->n_in;
    double *x = arena_alloc(arena, count * d, sizeof(*x));
    for (size_t i = 0; i < rows->count; i++)
        index[i] = i;
    rows_shuffle(index, rows->count, random);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < d; j++)
            x[i * d + j] = (double)rows->x[index[i] * d + j];
    double *y = arena_alloc(arena, count * rows->n_out, sizeof(*y));
    for (size_t k = 0; k < rows->n_out; k++)
        for (size_t i = 0; i < count; i++)
            y[k * count + i] = (double)rows->y[index[i] * rows->n_out + k];
    return (struct gp_data){count, d, x, y, 0.0, NULL};
}

struct output_progress {
    const struct task *task;
    size_t output, n_out;
};

/* Learning the hyperparameters takes about nine tenths of the time of an output. */
static void output_tell(void *context, double done)
{
    const struct output_progress *p = context;
    double all = ((double)p->output + 0.9 * done) / (double)p->n_out;
    if (p->task->progress != NULL)
        p->task->progress(p->task->context, all, (double)NAN);
}

/* The floor of the noise. */
static double floor_of(const struct task *task)
{
    static const double times[TRIALS] = {1.0, 3.0, 10.0, 30.0};
    return times[task->trial] * task->recipe->fit.floor;
}

static struct fitted *gp_model_fit(const struct task *task)
{
    struct gp_model *m = fitted_new(&regressor_gp, task, sizeof(*m));
    struct arena *arena = m->fitted.arena, *scratch = arena_new();
    struct random random = {.state = task->seed};
    m->seed = task->seed;
    size_t n = task->train->count < GP_MOST ? task->train->count : GP_MOST, d = task->train->n_in;
    struct gp_data data = data_make(scratch, task->train, n, &random);
    const double *y = data.y;
    double *theta = arena_alloc(scratch, d + 2, sizeof(*theta));
    m->gp = arena_alloc(arena, m->fitted.n_out, sizeof(*m->gp));
    m->x = arena_alloc(arena, BLOCK * d, sizeof(double));
    m->mean = arena_alloc(arena, BLOCK, sizeof(double));
    m->sd = arena_alloc(arena, BLOCK, sizeof(double));
    data.floor = floor_of(task);
    struct output_progress progress = {task, 0, m->fitted.n_out};
    data.progress = &(struct gp_progress){output_tell, &progress};
    for (size_t k = 0; k < m->fitted.n_out; k++) {
        progress.output = k;
        data.y = y + k * n;
        gp_learn(&data, task->brief ? BRIEF : SUBSET, &random, theta);
        m->gp[k] = gp_make(arena, &data, theta);
    }
    m->fitted.bytes = m->fitted.n_out * (n * (n + 1) / 2 + n * (d + 1)) * sizeof(double);
    arena_free(scratch);
    return &m->fitted;
}

/* Logarithms of the hyperparameters within the limits. The largest eigenvalue of the kernel matrix
   is at most n signal^2, and the least is noise^2, which gives the condition. */
static void theta_limit(const struct gp *gp, size_t n, const struct gp_limits *limits,
                        double *theta)
{
    double shrink = fmin(1.0, limits->signal / gp->signal), signal = gp->signal * shrink;
    for (size_t j = 0; j < gp->d; j++)
        theta[j] = log(gp->length[j] * shrink);
    theta[gp->d] = log(signal);
    theta[gp->d + 1] = log(fmax(gp->noise, signal * sqrt((double)n / limits->condition)));
}

struct gp *gp_model_subset(struct arena *arena, const struct gp_model *m, const struct rows *train,
                           size_t count, const struct gp_limits *limits)
{
    struct random random = {.state = m->seed};
    size_t n = train->count < count ? train->count : count, d = train->n_in;
    struct gp_data data = data_make(arena, train, n, &random);
    double *theta = arena_alloc(arena, d + 2, sizeof(*theta));
    struct gp *gp = arena_alloc(arena, m->fitted.n_out, sizeof(*gp));
    for (size_t k = 0; k < m->fitted.n_out; k++, data.y += n) {
        theta_limit(&m->gp[k], n, limits, theta);
        gp[k] = gp_make(arena, &data, theta);
    }
    return gp;
}

static void gp_model_predict(struct fitted *model, const struct rows *rows,
                             const struct estimates *estimates)
{
    const struct gp_model *m = (const struct gp_model *)model;
    size_t d = model->n_in, n_out = model->n_out;
    for (size_t first = 0; first < rows->count; first += BLOCK) {
        size_t count = rows->count - first < BLOCK ? rows->count - first : BLOCK;
        for (size_t i = 0; i < count * d; i++)
            m->x[i] = (double)rows->x[first * d + i];
        for (size_t k = 0; k < n_out; k++) {
            gp_predict(&m->gp[k], m->x, count, m->mean, m->sd);
            for (size_t i = 0; i < count; i++) {
                estimates->mean[(first + i) * n_out + k] = (float)m->mean[i];
                estimates->aleatoric[(first + i) * n_out + k] = (float)m->gp[k].noise;
                estimates->epistemic[(first + i) * n_out + k] = (float)m->sd[i];
            }
        }
    }
}

/* Judges a trial by a process on some of the rows. */
static double gp_judge(const struct task *task)
{
    struct task some = *task;
    struct rows train = *task->train;
    struct arena *arena = arena_new();
    size_t n = train.count < TRIAL_ROWS ? train.count : TRIAL_ROWS;
    size_t *index = arena_alloc(arena, n, sizeof(*index));
    for (size_t i = 0; i < n; i++)
        index[i] = i * train.count / n;
    train = rows_take(arena, &(struct row_batch){task->train, index, n});
    some.train = &train;
    struct fitted *model = gp_model_fit(&some);
    double loss = trials_loss(model, task->validation);
    fitted_free(model);
    arena_free(arena);
    return loss;
}

static const char *const trials[TRIALS] = {
    "the floor of the noise as the recipe says",
    "3 times that",
    "10 times",
    "30 times",
};

const struct regressor regressor_gp = {
    .name = "gp",
    .title = "GP",
    .revision = 1,
    .has_mean = true,
    .steady = true,
    .trials = trials,
    .fit = gp_model_fit,
    .judge = gp_judge,
    .predict = gp_model_predict,
    .free = fitted_free,
};
