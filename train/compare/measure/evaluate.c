/* See evaluate.h. All measures are in the units of the data. */
#include "compare/measure/evaluate.h"

#include "compare/learners/calibration.h"
#include "compare/measure/scores.h"
#include "result/calibrate.h"

#include <math.h>
#include <string.h>
#include <time.h>

double evaluate_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Rows and what a learner says about them. */
struct answered {
    struct rows rows;
    struct estimates estimates;
};

static struct estimates estimates_new(struct arena *arena, size_t count, size_t n_out)
{
    return (struct estimates){.mean = arena_alloc(arena, count * n_out, sizeof(float)),
                              .aleatoric = arena_alloc(arena, count * n_out, sizeof(float)),
                              .epistemic = arena_alloc(arena, count * n_out, sizeof(float))};
}

/* A fitted learner and its answers about all rows that are measured. */
struct evaluation {
    struct arena *arena;
    struct fitted *model;
    const struct problem *problem;
    const struct row_labels *labels;
    struct answered test;
    struct answered train;   /* some of the training rows, for a learner whose eta has no unit */
    struct answered unknown; /* those of labels->unknown */
};

/* --- one output in the units of the data -------------------------------------------------------
 */

struct column_estimates {
    struct predictions p; /* sigma: the aleatoric part */
    double *epistemic, *error;
    float *score;
};

static struct column_estimates column_of(struct arena *arena, const struct answered *answered,
                                         const struct scaling *output, size_t k)
{
    const struct rows *rows = &answered->rows;
    const struct estimates *estimates = &answered->estimates;
    size_t n = rows->count, n_out = rows->n_out;
    double *numbers = arena_alloc(arena, 5 * n, sizeof(*numbers)), *y = numbers, *mean = y + n;
    double *sigma = mean + n, scale = (double)output->scale, offset = (double)output->mean;
    struct column_estimates c = {{n, y, mean, sigma}, sigma + n, sigma + 2 * n, NULL};
    c.score = arena_alloc(arena, n, sizeof(*c.score));
    for (size_t i = 0; i < n; i++) {
        size_t at = i * n_out + k;
        y[i] = offset + scale * (double)rows->y[at];
        mean[i] = offset + scale * (double)estimates->mean[at];
        sigma[i] = scale * (double)estimates->aleatoric[at];
        c.epistemic[i] = (double)estimates->epistemic[at];
        c.error[i] = fabs(y[i] - mean[i]);
        c.score[i] = estimates->epistemic[at];
    }
    return c;
}

/* The predictions of output k with the whole standard deviation; one of the deviation_ functions
   says it, standardised. */
typedef double deviation(const struct fitted *model, size_t output, double aleatoric,
                         double epistemic);
static struct predictions total_of(const struct evaluation *e, const struct column_estimates *c,
                                   size_t k, deviation *whole)
{
    double *total = arena_alloc(e->arena, c->p.count, sizeof(*total));
    double scale = (double)e->problem->outputs[k].scale;
    for (size_t i = 0; i < c->p.count; i++)
        total[i] = scale * whole(e->model, k, c->p.sigma[i] / scale, c->epistemic[i]);
    return (struct predictions){c->p.count, c->p.y, c->p.mean, total};
}

/* The paper's: eta times a number that is fitted to the training rows t. */
static struct predictions paper_of(const struct evaluation *e, const struct column_estimates *c,
                                   const struct column_estimates *t)
{
    double *total = arena_alloc(e->arena, c->p.count, sizeof(*total));
    double a = calibrate_eta(&t->p, t->score);
    for (size_t i = 0; i < c->p.count; i++)
        total[i] = hypot(c->p.sigma[i], a * c->epistemic[i]);
    return (struct predictions){c->p.count, c->p.y, c->p.mean, total};
}

/* Evenly spaced rows, at most SOME: enough to fit one number. */
static struct rows rows_thin(struct arena *arena, const struct rows *rows)
{
    enum { SOME = 2000 };
    struct rows some = *rows;
    size_t step = (rows->count + SOME - 1) / SOME;
    float *x = arena_alloc(arena, rows->count / step * rows->n_in, sizeof(*x));
    float *y = arena_alloc(arena, rows->count / step * rows->n_out, sizeof(*y));
    some.count = rows->count / step;
    for (size_t i = 0; i < some.count; i++) {
        memcpy(x + i * rows->n_in, rows->x + i * step * rows->n_in, rows->n_in * sizeof(*x));
        memcpy(y + i * rows->n_out, rows->y + i * step * rows->n_out, rows->n_out * sizeof(*y));
    }
    some.x = x;
    some.y = y;
    some.block = NULL;
    return some;
}

/* Measures how right output k is. */
static void accuracy_measure(const struct evaluation *e, size_t k, struct outcome *o)
{
    const struct scaling *output = &e->problem->outputs[k];
    struct column_estimates c = column_of(e->arena, &e->test, output, k);
    double mean = (double)output->mean, sd = (double)output->scale;
    struct predictions p = total_of(e, &c, k, deviation_calibrated);
    struct predictions raw = total_of(e, &c, k, deviation_raw), paper = raw;
    if (e->model->regressor->unitless) {
        struct column_estimates t = column_of(e->arena, &e->train, output, k);
        paper = paper_of(e, &c, &t);
    }
    o->value[MEASURE_RMSE] = metrics_rmse(&p);
    o->value[MEASURE_SMSE] = scores_smse(&p);
    o->value[MEASURE_NLL] = metrics_nll(&p);
    o->value[MEASURE_MSLL_RAW] = metrics_msll(&raw, mean, sd);
    o->value[MEASURE_MSLL] = metrics_msll(&p, mean, sd);
    o->value[MEASURE_MSLL_PAPER] = metrics_msll(&paper, mean, sd);
    o->value[MEASURE_CORRELATION] = scores_rank_correlation(c.epistemic, c.error, p.count);
    o->value[MEASURE_RISK] = scores_risk_coverage(&p, c.epistemic);
    o->value[MEASURE_COVERAGE] = scores_coverage(&p, 1.959964);
    o->value[MEASURE_TAIL] = 1.0 - scores_coverage(&p, 3.0);
}

/* The epistemic part of a row as a score. Outside of the domain, where emitted code says eta = 1, a
   standard deviation counts as above all others. An eta is what it is: 1 there, and other rows may
   have 1 too. */
static float score_of(const struct evaluation *e, const struct answered *a, size_t i, size_t k)
{
    const float *x = a->rows.x + i * a->rows.n_in;
    bool above = !e->model->regressor->unitless && !fitted_has(e->model, x);
    return above ? INFINITY : a->estimates.epistemic[i * e->model->n_out + k];
}

/* Measures how well the epistemic part of output k separates unknown from known rows. */
static void separation_measure(const struct evaluation *e, size_t k, struct outcome *o)
{
    const struct row_labels *labels = e->labels;
    size_t n = e->test.rows.count, count[3] = {0};
    float *scores[3];
    for (size_t i = 0; i < 3; i++)
        scores[i] = arena_alloc(e->arena, n + labels->unknown.count, sizeof(float));
    for (size_t i = 0; i < n; i++)
        scores[labels->test[i]][count[labels->test[i]]++] = score_of(e, &e->test, i, k);
    for (size_t i = 0; i < labels->unknown.count; i++)
        scores[ROW_UNKNOWN][count[ROW_UNKNOWN]++] = score_of(e, &e->unknown, i, k);
    if (count[ROW_KNOWN] == 0 || count[ROW_UNKNOWN] == 0)
        return;
    o->value[MEASURE_AUROC] =
        metrics_auroc(scores[ROW_KNOWN], count[ROW_KNOWN], scores[ROW_UNKNOWN], count[ROW_UNKNOWN]);
    o->value[MEASURE_AUPR] =
        scores_aupr(scores[ROW_KNOWN], count[ROW_KNOWN], scores[ROW_UNKNOWN], count[ROW_UNKNOWN]);
}

/* --- cost ----------------------------------------------------------------------------------------
 */

double evaluate_time(struct fitted *model, const struct rows *rows)
{
    enum { RUNS = 15 };
    struct arena *arena = arena_new();
    struct estimates estimates = estimates_new(arena, 1, model->n_out);
    size_t calls = 1, at = 0;
    double least = INFINITY, spent = 0.0;
    for (int run = 0; run < RUNS && (run < 3 || spent < 0.3); run++) {
        double began = evaluate_clock();
        for (size_t i = 0; i < calls; i++, at = (at + 1) % rows->count) {
            struct rows row = {.count = 1,
                               .n_in = rows->n_in,
                               .n_out = rows->n_out,
                               .x = rows->x + at * rows->n_in};
            model->regressor->predict(model, &row, &estimates);
        }
        double taken = evaluate_clock() - began;
        spent += taken;
        if (taken < 2e-3) { /* too short to be measured well */
            calls *= 2;
            run--;
        } else
            least = fmin(least, taken / (double)calls);
    }
    arena_free(arena);
    return least;
}

/* --- all measures ------------------------------------------------------------------------------
 */

static struct answered rows_ask(const struct evaluation *e, const struct rows *rows)
{
    struct answered a = {*rows, estimates_new(e->arena, rows->count, e->model->n_out)};
    e->model->regressor->predict(e->model, rows, &a.estimates);
    return a;
}

void evaluate_model(struct fitted *model, const struct problem *problem,
                    const struct row_labels *labels, struct outcome *outcomes, float *shown)
{
    struct arena *arena = arena_new();
    bool has_mean = model->regressor->has_mean;
    struct evaluation e = {.arena = arena, .model = model, .problem = problem, .labels = labels};
    e.test = rows_ask(&e, &problem->test);
    if (labels->unknown.count > 0)
        e.unknown = rows_ask(&e, &labels->unknown);
    struct rows some = rows_thin(arena, &problem->train);
    if (model->regressor->unitless)
        e.train = rows_ask(&e, &some);
    for (size_t k = 0; k < model->n_out; k++) {
        for (size_t i = 0; i < MEASURES; i++)
            outcomes[k].value[i] = NAN;
        if (has_mean)
            accuracy_measure(&e, k, &outcomes[k]);
        if (labels->test != NULL)
            separation_measure(&e, k, &outcomes[k]);
        outcomes[k].value[MEASURE_BYTES] = (double)model->bytes;
    }
    if (shown != NULL)
        memcpy(shown, e.test.estimates.epistemic,
               problem->test.count * model->n_out * sizeof(*shown));
    arena_free(arena);
}

struct fitted *evaluate(const struct regressor *regressor, const struct task *task,
                        const struct problem *problem, const struct row_labels *labels,
                        struct outcome *outcomes, float *shown)
{
    double began = evaluate_clock();
    struct fitted *model = regressor->fit(task);
    double fit = evaluate_clock() - began + (task->trained == NULL ? 0.0 : task->trained_seconds);
    if (model->eta_known)
        fit = fmax(fit, task->trained_seconds);
    if (regressor->has_mean)
        calibrate_plain(model, task);
    evaluate_model(model, problem, labels, outcomes, shown);
    double predict = evaluate_time(model, &problem->test);
    for (size_t k = 0; k < model->n_out; k++) {
        outcomes[k].value[MEASURE_FIT] = fit;
        outcomes[k].value[MEASURE_PREDICT] = 1e6 * predict;
    }
    return model;
}
