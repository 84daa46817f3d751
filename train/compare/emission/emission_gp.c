/* Writes a Gaussian process on some of the training rows as a spec, one process for each output.
   Let L be the Cholesky factor of the kernel matrix and k the kernel between the rows and the
   input. |L^-1 k|^2 over the variance of the function is the share of that variance which the rows
   explain; a triangular layer with square activation computes it. Eta depends on the share that
   remains. */
#include "base/fail.h"
#include "compare/emission/emission.h"
#include "compare/learners/gp_model.h"
#include "program/interpret.h"
#include "program/lower.h"
#include "program/program.h"
#include "result/export.h"

#include <lapacke.h>
#include <math.h>

static const double root_half = 0.70710678118654752440; /* exp(-r^2 / 2) is exp(-(root_half r)^2) */

static const char *name_of(struct arena *arena, const char *stem, size_t output)
{
    return arena_printf(arena, "%s%zu", stem, output + 1);
}

/* Adds the layer with exp(-r^2 / 2) for each row of the process, where r is the distance in
   lengths. Returns its name. */
static const char *near_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                            size_t output)
{
    const char *scaled = name_of(arena, "scaled", output), *name = name_of(arena, "near", output);
    struct spec_layer *layer =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = scaled,
                                           .from = export_from(arena, "inputs"),
                                           .n_in = gp->d,
                                           .n_out = gp->d,
                                           .activation = ACT_IDENTITY});
    for (size_t j = 0; j < gp->d; j++)
        layer->weights[j * gp->d + j] = export_number((float)(root_half / gp->length[j]));
    layer = emission_layer(arena, spec,
                           (struct spec_layer){.name = name,
                                               .kind = LAYER_RADIAL,
                                               .from = export_from(arena, scaled),
                                               .n_in = gp->d,
                                               .n_out = gp->n,
                                               .activation = ACT_EXP});
    for (size_t i = 0; i < gp->n * gp->d; i++)
        layer->weights[i] = export_number((float)(root_half * gp->x[i]));
    return name;
}

static void mean_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                     const char *near_by, size_t output)
{
    struct spec_layer *layer =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = name_of(arena, "mean", output),
                                           .from = export_from(arena, near_by),
                                           .n_in = gp->n,
                                           .n_out = 1,
                                           .activation = ACT_IDENTITY});
    for (size_t i = 0; i < gp->n; i++)
        layer->weights[i] = export_number((float)(gp->alpha[i] * gp->signal * gp->signal));
}

static void explained_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                          const char *near_by, size_t output)
{
    size_t n = gp->n;
    struct spec_layer *layer =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = name_of(arena, "explained", output),
                                           .from = export_from(arena, near_by),
                                           .n_in = n,
                                           .n_out = n,
                                           .activation = ACT_SQUARE});
    double *inverse = arena_alloc(arena, n * n, sizeof(*inverse));
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            inverse[j * n + i] = gp->root[j * n + i];
    LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'L', 'N', (int)n, inverse, (int)n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            layer->weights[i * n + j] = export_number((float)(inverse[j * n + i] * gp->signal));
}

/* The remaining share at which eta is a half. It is at most a half, so that eta is at least 0.9 far
   away, where all of the variance remains. */
static double half_of(const struct gp *gp, size_t n_out, const struct rows *train)
{
    enum { ROWS = 1000 };
    struct arena *arena = arena_new();
    size_t n = train->count < ROWS ? train->count : ROWS, d = train->n_in;
    double *remaining = arena_alloc(arena, n, sizeof(*remaining));
    double *x = arena_alloc(arena, d, sizeof(*x)), mean, sd;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < d; j++)
            x[j] = (double)train->x[i * train->count / n * d + j];
        for (size_t k = 0; k < n_out; k++) {
            gp_predict(&gp[k], x, 1, &mean, &sd);
            remaining[i] += sd * sd / (gp[k].signal * gp[k].signal * (double)n_out);
        }
    }
    double half = fmin(0.5, emission_half(remaining, n));
    arena_free(arena);
    return half;
}

static void eta_add(struct arena *arena, struct spec *spec, size_t n, size_t n_out, double half)
{
    struct spec_layer *layer =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = "eta",
                                           .from = emission_from(arena, "explained", n_out, NULL),
                                           .n_in = n * n_out,
                                           .n_out = 1,
                                           .activation = ACT_SIGMOID});
    for (size_t i = 0; i < n * n_out; i++)
        layer->weights[i] = (float)(-emission_steep / (half * (double)n_out));
    layer->bias[0] = (float)(emission_steep * (1.0 / half - 1.0));
}

static struct spec *spec_with(struct arena *arena, struct fitted *model, const struct emission *e,
                              const struct gp *gp, const double *sigma, double half)
{
    size_t n_out = model->n_out;
    const char *shape = arena_printf(arena, "%zu points of %zu", gp->n, gp->d);
    struct spec *spec = emission_frame(arena, model, e, shape, 4 * n_out + 2);
    for (size_t k = 0; k < n_out; k++) {
        const char *near_by = near_add(arena, spec, &gp[k], k);
        mean_add(arena, spec, &gp[k], near_by, k);
        explained_add(arena, spec, &gp[k], near_by, k);
    }
    spec->mean.from = emission_from(arena, "mean", n_out, NULL);
    eta_add(arena, spec, gp->n, n_out, half);
    emission_noise(arena, spec, model->n_in, sigma, n_out);
    return spec;
}

/* --- processes that float can compute ----------------------------------------------------------
 */

/* Where lengths and signal are large and the noise is small, the weights are large and of either
   sign, and their sums lose all digits in float. So the interpreter is asked about training rows.
   If its answers differ from the process's in double precision, stricter limits are tried. */
static const struct gp_limits limits[] = {
    {INFINITY, INFINITY}, {30.0, 1e7}, {10.0, 1e7}, {10.0, 1e6}, {3.0, 1e6},
    {3.0, 1e5},           {1.0, 1e5},  {1.0, 1e4},  {1.0, 1e3},
};
enum { LIMITS = sizeof(limits) / sizeof(limits[0]) };

/* The largest accepted differences: of means, in units of sigma, and of eta. */
static const double mean_allowed = 0.1, eta_allowed = 0.05;

/* Some training rows, evenly spaced, and the right answers about them. */
struct sample {
    size_t count;
    const struct rows *train;
    double *mean; /* (count, n_out) of the process without limits, in double precision */
};

/* How far the answers of a spec differ from the right ones. */
struct trial {
    double *off; /* (n_out) root mean square difference of the means, standardised */
    double eta;  /* largest difference of eta */
};

static const float *sample_row(const struct sample *s, size_t i)
{
    return s->train->x + i * s->train->count / s->count * s->train->n_in;
}

/* The share of the variance that remains at a row; sets the mean. */
static double process_ask(const struct gp *gp, const float *row, double *mean)
{
    double x[SPEC_MAX_INPUTS], sd;
    for (size_t j = 0; j < gp->d; j++)
        x[j] = (double)row[j];
    gp_predict(gp, x, 1, mean, &sd);
    return sd * sd / (gp->signal * gp->signal);
}

/* Takes fewer rows for larger processes, which take longer for each row. */
static struct sample sample_take(struct arena *arena, const struct gp_model *m,
                                 const struct emission *e)
{
    enum { MOST = 200, LEAST = 20 };
    const struct rows *train = &e->problem->train;
    struct arena *scratch = arena_new();
    const struct gp *gp = gp_model_subset(scratch, m, train, e->points, &limits[0]);
    double rows = 4e7 / (double)(gp->n * gp->n);
    size_t n = (size_t)fmin(MOST, fmax(LEAST, rows)), n_out = train->n_out;
    struct sample s = {n < train->count ? n : train->count, train, NULL};
    s.mean = arena_alloc(arena, s.count * n_out, sizeof(*s.mean));
    for (size_t i = 0; i < s.count * n_out; i++)
        process_ask(&gp[i % n_out], sample_row(&s, i / n_out), &s.mean[i]);
    arena_free(scratch);
    return s;
}

static const struct result *spec_ask(struct interpreter *interpreter, const struct problem *p,
                                     const float *row)
{
    float raw[SPEC_MAX_INPUTS];
    for (size_t j = 0; j < p->train.n_in; j++)
        raw[j] = p->inputs[j].mean + p->inputs[j].scale * row[j];
    return interpreter_run(interpreter, raw);
}

static void trial_measure(struct interpreter *interpreter, const struct gp *gp, double half,
                          const struct problem *p, const struct sample *s, struct trial *t)
{
    size_t n_out = s->train->n_out;
    for (size_t i = 0; i < s->count; i++) {
        const struct result *r = spec_ask(interpreter, p, sample_row(s, i));
        double remaining = 0.0, unused;
        for (size_t k = 0; k < n_out; k++) {
            const struct scaling *o = &p->outputs[k];
            double mean = ((double)r->mean[k] - (double)o->mean) / (double)o->scale;
            t->off[k] += pow(mean - s->mean[i * n_out + k], 2.0) / (double)s->count;
            remaining += process_ask(&gp[k], sample_row(s, i), &unused) / (double)n_out;
        }
        double eta = 1.0 / (1.0 + exp(-emission_steep * (remaining / half - 1.0)));
        t->eta = fmax(t->eta, fabs((double)r->eta - eta));
    }
    for (size_t k = 0; k < n_out; k++)
        t->off[k] = sqrt(t->off[k]);
}

static struct trial trial_make(struct arena *arena, struct fitted *model, const struct emission *e,
                               const struct sample *s, const struct gp_limits *with)
{
    struct arena *own = arena_new();
    const struct rows *train = &e->problem->train;
    struct gp_model *m = (struct gp_model *)model;
    const struct gp *gp = gp_model_subset(own, m, train, e->points, with);
    double half = half_of(gp, model->n_out, train);
    double *sigma = arena_alloc(own, model->n_out, sizeof(*sigma));
    struct trial t = {.off = arena_alloc(arena, model->n_out, sizeof(double))};
    struct spec *spec = spec_with(own, model, e, gp, sigma, half);
    spec_check(own, spec);
    const struct program *program = lower(own, spec, spec->name, &number_float32);
    trial_measure(interpreter_new(own, program), gp, half, e->problem, s, &t);
    arena_free(own);
    return t;
}

/* How bad a trial is; at most 1 is good. A wrong eta is worse than a wrong mean, because sigma can
   include the error of the mean. */
static double trial_badness(const struct trial *t, const struct gp_model *m)
{
    const double worse = 1e9;
    double bad = t->eta <= eta_allowed ? 0.0 : worse * t->eta / eta_allowed;
    for (size_t k = 0; k < m->fitted.n_out; k++)
        bad = fmax(bad, t->off[k] / (mean_allowed * m->gp[k].noise));
    return isnan(bad) ? INFINITY : bad;
}

/* Returns the first limits whose trial is good, or else those of the best trial. */
static const struct gp_limits *limits_choose(struct arena *arena, struct fitted *model,
                                             const struct emission *e, struct trial *chosen)
{
    const struct gp_model *m = (const struct gp_model *)model;
    struct sample s = sample_take(arena, m, e);
    const struct gp_limits *best = &limits[0];
    *chosen = trial_make(arena, model, e, &s, best);
    double least = trial_badness(chosen, m);
    for (size_t i = 1; i < LIMITS && !(least <= 1.0); i++) {
        struct trial t = trial_make(arena, model, e, &s, &limits[i]);
        double bad = trial_badness(&t, m);
        if (bad < least) {
            *chosen = t;
            best = &limits[i];
            least = bad;
        }
    }
    return best;
}

static void trial_warn(const struct trial *t, const struct gp_model *m, const struct emission *e)
{
    for (size_t k = 0; k < m->fitted.n_out && e->warnings != NULL; k++)
        if (!(t->off[k] <= mean_allowed * m->gp[k].noise))
            fprintf(e->warnings,
                    "%s: warning: %s: single precision costs means of %s %.2g in the units of the "
                    "data, which its sigma includes\n",
                    fail_program, e->name, e->problem->outputs[k].label,
                    t->off[k] * (double)e->problem->outputs[k].scale);
    if (e->warnings != NULL && !(t->eta <= eta_allowed))
        fprintf(e->warnings, "%s: warning: %s: single precision changes eta by up to %.2g\n",
                fail_program, e->name, t->eta);
}

/* Sigma includes the error that float makes in the means. */
struct spec *gp_model_spec(struct arena *arena, struct fitted *model, const struct emission *e)
{
    const struct gp_model *m = (const struct gp_model *)model;
    const struct rows *train = &e->problem->train;
    struct trial trial;
    const struct gp_limits *best = limits_choose(arena, model, e, &trial);
    trial_warn(&trial, m, e);
    const struct gp *gp = gp_model_subset(arena, m, train, e->points, best);
    double *sigma = arena_alloc(arena, model->n_out, sizeof(*sigma));
    for (size_t k = 0; k < model->n_out; k++)
        sigma[k] = hypot(m->gp[k].noise, trial.off[k]);
    return spec_with(arena, model, e, gp, sigma, half_of(gp, model->n_out, train));
}
