/* See calibration.h. */
#include "compare/learners/calibration.h"

#include "data/sorted.h"
#include "eta/epistemic.h"
#include "geometry/clusters.h"

#include <math.h>
#include <string.h>

enum { CLUSTERS = 2 };

/* How a network extrapolates depends on its seed, so several seeds are tried. Each seed and cluster
   has a group of misses; VALIDATION is the group of the validation rows. */
enum { STARTS = 3, VALIDATION = STARTS * CLUSTERS };
_Static_assert((int)VALIDATION < (int)MISSES_GROUPS, "a group for each");

/* A learner is asked about at most so many samples, and about so many rows of a group. */
enum { SAMPLES = 2000, MOST = 2000 };

double deviation_raw(const struct fitted *m, size_t k, double aleatoric, double epistemic)
{
    aleatoric /= m->given[k];
    return m->regressor->unitless ? aleatoric : hypot(aleatoric, epistemic);
}

double deviation_calibrated(const struct fitted *m, size_t k, double aleatoric, double epistemic)
{
    return hypot(m->factor[k] * aleatoric, ignorance_at(&m->ignorance[k], epistemic));
}

/* --- rows ---------------------------------------------------------------------------------------
 */

/* The rows of a cluster are standardised once more; this is the scale of one column. */
struct column_scale {
    double mean, sd;
};

static struct column_scale column_of(const float *values, size_t n, size_t columns, size_t j)
{
    struct column_scale c = {0};
    for (size_t i = 0; i < n; i++)
        c.mean += (double)values[i * columns + j] / (double)n;
    for (size_t i = 0; i < n; i++)
        c.sd += pow((double)values[i * columns + j] - c.mean, 2.0) / (double)n;
    c.sd = sqrt(c.sd);
    if (!(c.sd > 1e-6))
        c.sd = 1.0;
    return c;
}

static float *columns_scale(struct arena *arena, const float *values, size_t n, size_t columns,
                            const struct column_scale *scales)
{
    float *scaled = arena_alloc(arena, n * columns, sizeof(*scaled));
    for (size_t i = 0; i < n * columns; i++)
        scaled[i] =
            (float)(((double)values[i] - scales[i % columns].mean) / scales[i % columns].sd);
    return scaled;
}

/* The rows of cluster c or, without `in`, all other rows. */
static struct rows rows_pick(struct arena *arena, const struct rows *rows, const size_t *cluster,
                             size_t c, bool in)
{
    struct rows r = {.n_in = rows->n_in, .n_out = rows->n_out};
    float *x = arena_alloc(arena, rows->count * rows->n_in, sizeof(*x));
    float *y = arena_alloc(arena, rows->count * rows->n_out, sizeof(*y));
    for (size_t i = 0; i < rows->count; i++) {
        if ((cluster[i] == c) != in)
            continue;
        memcpy(x + r.count * r.n_in, rows->x + i * r.n_in, r.n_in * sizeof(*x));
        memcpy(y + r.count * r.n_out, rows->y + i * r.n_out, r.n_out * sizeof(*y));
        r.count++;
    }
    r.x = x;
    r.y = y;
    return r;
}

static struct column_scale *scales_of(struct arena *arena, const float *values, size_t n,
                                      size_t columns)
{
    struct column_scale *scales = arena_alloc(arena, columns, sizeof(*scales));
    for (size_t j = 0; j < columns; j++)
        scales[j] = column_of(values, n, columns, j);
    return scales;
}

/* Points beside the rows: evenly spaced ones of those that a network would be taught as unknown.
   They are the same for every learner. */
static struct rows samples_make(struct arena *arena, const struct recipe *recipe,
                                const struct rows *rows)
{
    struct rows r = {.n_in = rows->n_in, .n_out = rows->n_out};
    struct eta_options o = recipe_default(rows->n_in, rows->n_out).epistemic;
    struct random random = {.state = recipe->seed};
    o.weights = recipe->epistemic.weights;
    o.periods = recipe->epistemic.periods;
    struct labelled set = epistemic_sample(arena, NULL, rows, &o, 1, &random);
    size_t step = (set.n_unknown + SAMPLES - 1) / SAMPLES;
    float *x = arena_alloc(arena, SAMPLES * r.n_in, sizeof(*x));
    for (size_t i = 0; i < set.n_unknown; i += step)
        memcpy(x + r.n_in * r.count++, set.unknown + i * r.n_in, r.n_in * sizeof(*x));
    r.x = x;
    return r;
}

/* --- errors -------------------------------------------------------------------------------------
 */

static struct estimates rows_ask(struct arena *arena, struct fitted *model, const struct rows *rows)
{
    size_t n = rows->count * model->n_out + 1;
    struct estimates e = {.mean = arena_alloc(arena, n, sizeof(float)),
                          .aleatoric = arena_alloc(arena, n, sizeof(float)),
                          .epistemic = arena_alloc(arena, n, sizeof(float))};
    model->regressor->predict(model, rows, &e);
    return e;
}

/* Adds an error of one output in the units of all training rows, of which `sd` is the scale. */
static void miss_add(struct misses *m, double error, double sigma, double epistemic, double sd)
{
    m->error[m->count] = sd * error;
    m->sigma[m->count] = sd * sigma;
    m->eta[m->count++] = m->deviation ? sd * epistemic : epistemic;
}

/* Evenly spaced rows, at most MOST. */
static struct rows rows_thin(struct arena *arena, const struct rows *rows)
{
    size_t n = rows->count < MOST ? rows->count : MOST;
    size_t *index = arena_alloc(arena, n, sizeof(*index));
    for (size_t i = 0; i < n; i++)
        index[i] = i * rows->count / n;
    return rows_take(arena, &(struct row_batch){rows, index, n});
}

/* Adds the errors of a learner on rows to a group. The scales bring the errors from the units of
   the rows to those of all training rows. */
static void misses_add(struct fitted *model, const struct rows *all,
                       const struct column_scale *scales, size_t group, struct misses *misses)
{
    struct arena *arena = arena_new();
    size_t n_out = all->n_out;
    struct rows rows = rows_thin(arena, all);
    struct estimates e = rows_ask(arena, model, &rows);
    for (size_t i = 0; i < rows.count * n_out; i++) {
        struct misses *m = &misses[i % n_out];
        m->group[m->count] = group;
        miss_add(m, (double)rows.y[i] - (double)e.mean[i],
                 model->factor[i % n_out] * (double)e.aleatoric[i], (double)e.epistemic[i],
                 scales[i % n_out].sd);
    }
    arena_free(arena);
}

static struct misses *misses_new(struct arena *arena, size_t count, const struct fitted *model)
{
    struct misses *misses = arena_alloc(arena, model->n_out, sizeof(*misses));
    for (size_t k = 0; k < model->n_out; k++) {
        misses[k].error = arena_alloc(arena, count, sizeof(double));
        misses[k].sigma = arena_alloc(arena, count, sizeof(double));
        misses[k].eta = arena_alloc(arena, count, sizeof(double));
        misses[k].group = arena_alloc(arena, count, sizeof(*misses[k].group));
        misses[k].held_out = VALIDATION;
        misses[k].deviation = !model->regressor->unitless;
    }
    return misses;
}

/* The epistemic part below which a point looks known: an eta of 0.3. For a standard deviation that
   is where its emitted form has this eta (emission.h): a variance of 1.23 times the one which 95 %
   of the rows stay below. */
static double low_of(struct fitted *model, const struct rows *rows, size_t output)
{
    const double low = 0.3, ratio = 1.228;
    struct arena *arena = arena_new();
    double result = low;
    if (!model->regressor->unitless) {
        float *values = arena_alloc(arena, rows->count, sizeof(*values));
        struct estimates e = rows_ask(arena, model, rows);
        for (size_t i = 0; i < rows->count; i++)
            values[i] = e.epistemic[i * model->n_out + output];
        result = sqrt(ratio) * (double)floats_quantile(values, rows->count, 0.95);
    }
    arena_free(arena);
    return result;
}

/* What is known about the rest of the rows when a cluster is left out. */
struct rest {
    struct rows rest, left, samples; /* standardised by the rest */
    struct column_scale *out;        /* the scale of the rest's outputs */
};

/* Adds errors beside the data, where the epistemic part is low and no row can be left out. Another
   learner that has learned the same rows answers differently there; the difference, together with
   the noise, is taken for the error. Far away all may be wrong in the same way, so only samples
   that look known count. */
static void samples_add(struct fitted *own, struct fitted *other, const struct rest *r,
                        size_t group, struct misses *misses)
{
    struct arena *arena = arena_new();
    size_t n_out = own->n_out;
    struct estimates e = rows_ask(arena, own, &r->samples);
    struct estimates second = rows_ask(arena, other, &r->samples);
    for (size_t k = 0; k < n_out; k++) {
        double low = low_of(own, &r->rest, k);
        for (size_t i = k; i < r->samples.count * n_out; i += n_out) {
            double difference = (double)second.mean[i] - (double)e.mean[i];
            double sigma = (double)e.aleatoric[i];
            if (!((double)e.epistemic[i] < low))
                continue;
            misses[k].group[misses[k].count] = group;
            miss_add(&misses[k], hypot(difference, sigma), sigma, (double)e.epistemic[i],
                     r->out[k].sd);
        }
    }
    arena_free(arena);
}

/* --- clusters left out --------------------------------------------------------------------------
 */

/* Fits learners of all seeds to the rest; returns how many. */
static size_t learners_fit(const struct fitted *model, const struct task *task,
                           const struct refit *refit, const struct rest *r,
                           struct fitted *learners[STARTS])
{
    size_t starts = model->regressor->steady ? 1 : STARTS;
    struct rows none = {.n_in = r->rest.n_in, .n_out = r->rest.n_out};
    struct recipe recipe = *task->recipe;
    recipe.fit.epochs = fit_epochs(&recipe.fit, task->train->count);
    recipe.epistemic.low = recipe.epistemic.high = NULL; /* those of all rows, in other units */
    recipe.epistemic.bounds_given = NULL;
    for (size_t start = 0; start < starts; start++) {
        struct task other = {.recipe = &recipe,
                             .train = &r->rest,
                             .validation = &none,
                             .seed = task->seed + ((uint64_t)start << 32U),
                             .samples = task->samples,
                             .trial = task->trial,
                             .brief = true,
                             .etas = task->etas};
        learners[start] = refit->fit(refit->context, &other);
    }
    return starts;
}

/* Leaves out cluster c. */
static void cluster_leave_out(const struct fitted *model, const struct task *task,
                              const struct refit *refit, const size_t *cluster, size_t c,
                              struct misses *misses)
{
    struct arena *arena = arena_new();
    struct rest r = {.rest = rows_pick(arena, task->train, cluster, c, false),
                     .left = rows_pick(arena, task->train, cluster, c, true)};
    struct fitted *learners[STARTS];
    if (r.rest.count >= 2 && r.left.count > 0) {
        struct column_scale *in = scales_of(arena, r.rest.x, r.rest.count, r.rest.n_in);
        r.out = scales_of(arena, r.rest.y, r.rest.count, r.rest.n_out);
        r.rest.x = columns_scale(arena, r.rest.x, r.rest.count, r.rest.n_in, in);
        r.rest.y = columns_scale(arena, r.rest.y, r.rest.count, r.rest.n_out, r.out);
        r.left.x = columns_scale(arena, r.left.x, r.left.count, r.left.n_in, in);
        r.left.y = columns_scale(arena, r.left.y, r.left.count, r.left.n_out, r.out);
        r.samples = samples_make(arena, task->recipe, &r.rest);
        size_t starts = learners_fit(model, task, refit, &r, learners);
        for (size_t start = 0; start < starts; start++) {
            size_t group = start * CLUSTERS + c;
            misses_add(learners[start], &r.left, r.out, group, misses);
            if (starts > 1)
                samples_add(learners[start], learners[(start + 1) % starts], &r, group, misses);
        }
        for (size_t start = 0; start < starts; start++)
            learners[start]->regressor->free(learners[start]);
    }
    arena_free(arena);
}

/* --- the two calibrations ------------------------------------------------------------------------
 */

/* The rule of sigma_calibrate in epiout.c, about the whole standard deviation. */
static void factor_find(struct fitted *model, const struct rows *validation)
{
    enum { CAUTION = 10 };
    struct arena *arena = arena_new();
    size_t n_out = model->n_out;
    double n = (double)validation->count;
    struct estimates e = rows_ask(arena, model, validation);
    for (size_t k = 0; k < n_out; k++) {
        double square = 0.0;
        for (size_t i = k; i < validation->count * n_out; i += n_out)
            square +=
                pow(((double)validation->y[i] - (double)e.mean[i]) /
                        deviation_raw(model, k, (double)e.aleatoric[i], (double)e.epistemic[i]),
                    2.0);
        if (model->given[k] == 1.0)
            model->factor[k] = sqrt((square + CAUTION) / (n + CAUTION));
    }
    arena_free(arena);
}

void calibrate(struct fitted *model, const struct task *task, const struct refit *refit)
{
    struct arena *arena = arena_new();
    size_t *cluster = arena_alloc(arena, task->train->count, sizeof(*cluster));
    struct column_scale *as_they_are = arena_alloc(arena, model->n_out, sizeof(*as_they_are));
    struct misses *misses = misses_new(
        arena, STARTS * task->train->count + VALIDATION * (size_t)SAMPLES + task->validation->count,
        model);
    clusters_find(task->train, CLUSTERS, cluster);
    for (size_t c = 0; c < CLUSTERS; c++)
        cluster_leave_out(model, task, refit, cluster, c, misses);
    for (size_t k = 0; k < model->n_out; k++)
        as_they_are[k].sd = 1.0;
    if (task->validation->count > 0) {
        factor_find(model, task->validation);
        misses_add(model, task->validation, as_they_are, VALIDATION, misses);
    }
    for (size_t k = 0; k < model->n_out; k++)
        model->ignorance[k] = ignorance_fit(&misses[k]);
    arena_free(arena);
}

static struct fitted *plain_fit(const void *context, const struct task *task)
{
    return ((const struct regressor *)context)->fit(task);
}

void calibrate_plain(struct fitted *model, const struct task *task)
{
    calibrate(model, task, &(struct refit){plain_fit, model->regressor});
}
