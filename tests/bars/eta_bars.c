/* Does eta find regions that it never saw? Trains on every shift (shifts.h), and prints the AUROC
   of eta beside those of other learners on the same rows, the share of false alarms on rows of the
   same kind, and the share of the unseen region that is caught at eta > 0.5.

     eta_bars [--seeds N] [--first SEED] [--rows SEED] [--only SET,...] [--plain] [--fixed]
              [--alarms] [--processes N] [--thin N]
              [--notions SUM] [--teacher auto|blend|samples|neighbours|gp]

   Eta is asked through the interpreter, whose bits are those of the emitted C; outside of the
   domain, the range of the training rows, it is 1, and all other learners get the same rule.
   --plain leaves out ensemble and the exact Gaussian process, which take most of the time; the
   small process of eta's own teacher stands in. --fixed also trains a branch by every candidate of
   the judge and asks what its choice was worth. --rows draws the rows of all seeds with one, so
   that seeds differ in their training only. --alarms asks rows of the same kind only, of one shift
   a set. --thin leaves at most N training rows for each input. --processes is how many shifts run
   at a time, each in a process. EPIGEN_DATA names the folder of the data sets. */
#include "base/fail.h"
#include "compare/learners/regressor.h"
#include "data/domain.h"
#include "data/metrics.h"
#include "epiout.h"
#include "eta/distil.h"
#include "geometry/process.h"
#include "net/fit.h"
#include "program/interpret.h"
#include "result/answers.h"
#include "result/export.h"
#include "shifts.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PROCESSES = 16, MOST_SEEDS = 100, LEARNERS = 5, BLOCKS = 30 };

static const char *const learner_names[LEARNERS] = {"eta", "5-NN", "GP", "Mahal.", "ensem."};

struct options {
    unsigned long seeds, first, rows; /* rows 0: every seed draws its own */
    unsigned long processes;
    unsigned long thin; /* training rows for each input, at most; 0: all */
    const char *only;
    enum eta_teacher teacher;
    unsigned notions;
    bool plain, fixed, alarms;
};

/* What is found about one shift with one seed. */
struct outcome {
    bool made;
    double auroc[LEARNERS]; /* NAN: not asked */
    double fixed[JUDGE_CANDIDATES];
    double false_alarms, caught;
    double alarms_error; /* standard error of the former, where the threshold is right */
    size_t rows, n_in, chosen;
    bool trusted, judged;
    bool holes_warned; /* the judge has said that eta misses holes */
    double judge_auroc, radius;
};

/* eta_outside_share at the default of 5 % false alarms. */
static const double outside_share = 0.01;

/* A shift as the trainer gets it. */
struct prepared {
    struct rows train, validation, inside, outside;
    struct scaling *inputs, output;
    float *low, *high; /* domain, standardised */
    float *weights;    /* of the distance: a constant input has none; NULL: none is constant */
};

/* --- rows ----------------------------------------------------------------------------------- */

static void column_scale(const double *values, size_t rows, size_t step, struct scaling *s)
{
    double n = (double)rows, mean = 0.0, square = 0.0;
    s->low = INFINITY;
    s->high = -INFINITY;
    for (size_t i = 0; i < rows; i++) {
        mean += values[i * step] / n;
        s->low = fminf(s->low, (float)values[i * step]);
        s->high = fmaxf(s->high, (float)values[i * step]);
    }
    for (size_t i = 0; i < rows; i++)
        square += (values[i * step] - mean) * (values[i * step] - mean) / n;
    s->mean = (float)mean;
    s->constant = !(s->high > s->low);
    s->scale = s->constant ? 1.0F : (float)sqrt(square);
    if (s->constant) /* a domain must have a width */
        s->high += fmaxf(1e-3F, 1e-3F * fabsf(s->high));
}

/* Some rows of a shift. */
enum which { ALL_ROWS, TRAINING_ROWS, VALIDATION_ROWS };

/* A tenth of the rows validate: every tenth, or of a log every tenth of 30 stretches. */
static bool row_validates(const struct shift *s, size_t i, size_t count)
{
    return s->ordered ? i * BLOCKS / count % 10 == s->validates : i % 10 == 0;
}

static struct rows rows_prepare(struct arena *arena, const struct shift *s,
                                const struct shift_rows *from, enum which which,
                                const struct prepared *p)
{
    size_t n_in = s->n_in;
    struct rows r = {.n_in = n_in, .n_out = 1};
    float *x = arena_alloc(arena, from->count * n_in, sizeof(*x));
    float *raw = arena_alloc(arena, from->count * n_in, sizeof(*raw));
    float *y = arena_alloc(arena, from->count, sizeof(*y));
    uint32_t *block = arena_alloc(arena, from->count, sizeof(*block));
    for (size_t i = 0; i < from->count; i++) {
        if (which != ALL_ROWS && row_validates(s, i, from->count) != (which == VALIDATION_ROWS))
            continue;
        for (size_t j = 0; j < n_in; j++) {
            raw[r.count * n_in + j] = (float)from->x[i * n_in + j];
            x[r.count * n_in + j] = (float)((from->x[i * n_in + j] - (double)p->inputs[j].mean) /
                                            (double)p->inputs[j].scale);
        }
        block[r.count] = (uint32_t)(i * BLOCKS / from->count);
        y[r.count++] = (float)((from->y[i] - (double)p->output.mean) / (double)p->output.scale);
    }
    r.x = x;
    r.y = y;
    r.raw = raw;
    r.block = s->ordered && which != ALL_ROWS ? block : NULL;
    return r;
}

/* The domain that a recipe has by default: the range of the training rows and a margin. */
static void domain_set(struct prepared *p)
{
    double margin = domain_margin(&p->train, outside_share);
    for (size_t j = 0; j < p->train.n_in; j++) {
        struct scaling *s = &p->inputs[j];
        for (size_t i = 0; i < p->train.count && !s->constant; i++) {
            float value = p->train.raw[i * p->train.n_in + j];
            s->low = i == 0 ? value : fminf(s->low, value);
            s->high = i == 0 ? value : fmaxf(s->high, value);
        }
        double wide = margin * ((double)s->high - (double)s->low);
        s->low = (float)((double)s->low - wide);
        s->high = (float)((double)s->high + wide);
        p->low[j] = (float)(((double)s->low - (double)s->mean) / (double)s->scale);
        p->high[j] = (float)(((double)s->high - (double)s->mean) / (double)s->scale);
    }
}

static struct prepared shift_prepare(struct arena *arena, const struct shift *s)
{
    struct prepared p = {.output = {.name = "y", .label = "y"}};
    p.inputs = arena_alloc(arena, s->n_in, sizeof(*p.inputs));
    p.low = arena_alloc(arena, s->n_in, sizeof(*p.low));
    p.high = arena_alloc(arena, s->n_in, sizeof(*p.high));
    for (size_t j = 0; j < s->n_in; j++) {
        p.inputs[j].name = p.inputs[j].label = arena_printf(arena, "x%zu", j);
        column_scale(s->train.x + j, s->train.count, s->n_in, &p.inputs[j]);
    }
    for (size_t j = 0; j < s->n_in; j++)
        if (p.inputs[j].constant)
            p.weights = arena_alloc(arena, s->n_in, sizeof(*p.weights));
    for (size_t j = 0; j < s->n_in && p.weights != NULL; j++)
        p.weights[j] = p.inputs[j].constant ? 0.0F : 1.0F;
    column_scale(s->train.y, s->train.count, 1, &p.output);
    p.validation = rows_prepare(arena, s, &s->train, VALIDATION_ROWS, &p);
    p.train = rows_prepare(arena, s, &s->train, TRAINING_ROWS, &p);
    p.inside = rows_prepare(arena, s, &s->inside, ALL_ROWS, &p);
    p.outside = rows_prepare(arena, s, &s->outside, ALL_ROWS, &p);
    domain_set(&p);
    return p;
}

/* --- learners ------------------------------------------------------------------------------- */

/* Mean and sigma have no part in eta, so that they are hardly trained here. */
static struct recipe recipe_of(const struct prepared *p, enum eta_teacher teacher, unsigned notions,
                               uint64_t seed)
{
    struct recipe r = recipe_default(p->train.n_in, 1);
    r.epistemic.teacher = teacher;
    r.epistemic.notions = notions;
    r.epistemic.weights = p->weights;
    r.epistemic.low = p->low;
    r.epistemic.high = p->high;
    recipe_size_eta(&r);
    r.seed = seed;
    r.threads = 1;
    return r;
}

/* What the emitted code says. */
static float *eta_ask(struct arena *arena, const struct network *network, const struct prepared *p,
                      const struct rows *rows)
{
    struct spec *spec = export_spec(arena, network, "shift", p->inputs, &p->output);
    struct interpreter *interpreter = interpreter_of_spec(arena, spec);
    float *eta = arena_alloc(arena, rows->count, sizeof(*eta));
    for (size_t i = 0; i < rows->count; i++)
        eta[i] = interpreter_run(interpreter, rows->raw + i * rows->n_in)->eta;
    return eta;
}

static double share_above(const float *eta, size_t n)
{
    size_t above = 0;
    for (size_t i = 0; i < n; i++)
        above += eta[i] > 0.5F;
    return (double)above / (double)n;
}

/* The standard error of a share of false alarms that should be 5 %: the threshold is the quantile
   of some rows, and other rows are asked. Of a log, whose rows are alike, stretches count instead:
   by how the share varies among those that are asked. */
static double alarms_error(const struct eta_promise *promise, const float *eta, size_t asked,
                           size_t stretch)
{
    double share = 0.05, mean = share_above(eta, asked), square = 0.0;
    size_t stretches = stretch == 0 ? 0 : asked / stretch;
    if (stretches < 2 || promise->blocks == 0)
        return sqrt(share * (1.0 - share) * (1.0 / (double)promise->rows + 1.0 / (double)asked));
    for (size_t k = 0; k < stretches; k++)
        square += pow(share_above(eta + k * asked / stretches, asked / stretches) - mean, 2.0);
    double variance = square / (double)(stretches - 1);
    return sqrt(variance * (1.0 / (double)promise->blocks + 1.0 / (double)stretches));
}

static double eta_measure(struct arena *arena, const struct options *o, const struct prepared *p,
                          uint64_t seed, struct outcome *result)
{
    struct recipe recipe = recipe_of(p, o->teacher, o->notions, seed);
    recipe.fit.epochs = 1;
    struct epiout e = epiout_fit(arena, &recipe, &p->train, &p->validation, NULL);
    const float *inside = eta_ask(arena, e.network, p, &p->inside);
    const float *outside = eta_ask(arena, e.network, p, &p->outside);
    result->false_alarms = share_above(inside, p->inside.count);
    result->caught = share_above(outside, p->outside.count);
    result->chosen = e.eta.judgement.chosen;
    result->judged = e.eta.judgement.n_regions > 0;
    result->trusted = e.eta.judgement.trusted;
    result->holes_warned = e.eta.judgement.holes < 0.5;
    size_t rows = p->train.count + p->validation.count;
    result->alarms_error = alarms_error(&e.eta.promise, inside, p->inside.count,
                                        p->train.block == NULL ? 0 : rows / BLOCKS);
    result->judge_auroc = e.eta.judgement.auroc;
    result->radius = e.eta.gate.radius;
    return metrics_auroc(inside, p->inside.count, outside, p->outside.count);
}

static void box_apply(const struct prepared *p, const struct rows *rows, float *score)
{
    for (size_t i = 0; i < rows->count * rows->n_in; i++) {
        const struct scaling *s = &p->inputs[i % rows->n_in];
        if (rows->raw[i] < s->low || rows->raw[i] > s->high)
            score[i / rows->n_in] = INFINITY;
    }
}

static double learner_measure(struct arena *arena, const struct regressor *regressor,
                              const struct prepared *p, uint64_t seed)
{
    struct recipe recipe = recipe_of(p, TEACHER_SAMPLES, 0, seed);
    const struct task task = {.recipe = &recipe,
                              .train = &p->train,
                              .validation = &p->validation,
                              .seed = seed,
                              .samples = 20};
    struct fitted *model = regressor->fit(&task);
    const struct rows *asked[2] = {&p->inside, &p->outside};
    float *score[2];
    for (size_t k = 0; k < 2; k++) {
        size_t n = asked[k]->count;
        float *room = arena_alloc(arena, 3 * n, sizeof(*room));
        const struct estimates estimates = {room, room + n, room + 2 * n};
        regressor->predict(model, asked[k], &estimates);
        score[k] = estimates.epistemic;
        box_apply(p, asked[k], score[k]);
    }
    double auroc = metrics_auroc(score[0], asked[0]->count, score[1], asked[1]->count);
    regressor->free(model);
    return auroc;
}

/* The process of eta's teacher, on rows in a random order. */
static double process_measure(struct arena *arena, const struct prepared *p, uint64_t seed)
{
    struct random random = {.state = seed};
    size_t n = p->train.count, d = p->train.n_in;
    size_t *index = arena_alloc(arena, n, sizeof(*index));
    float *x = arena_alloc(arena, n * d, sizeof(*x)), *y = arena_alloc(arena, n, sizeof(*y));
    for (size_t i = 0; i < n; i++)
        index[i] = i;
    rows_shuffle(index, n, &random);
    for (size_t i = 0; i < n; i++) {
        memcpy(x + i * d, p->train.x + index[i] * d, d * sizeof(*x));
        y[i] = p->train.y[index[i]];
    }
    const struct rows mixed = {.count = n, .n_in = d, .n_out = 1, .x = x, .y = y};
    const struct process *process = process_new(arena, &mixed);
    float *inside = arena_alloc(arena, p->inside.count, sizeof(*inside));
    float *outside = arena_alloc(arena, p->outside.count, sizeof(*outside));
    process_score(process, p->inside.x, p->inside.count, inside);
    process_score(process, p->outside.x, p->outside.count, outside);
    box_apply(p, &p->inside, inside);
    box_apply(p, &p->outside, outside);
    return metrics_auroc(inside, p->inside.count, outside, p->outside.count);
}

/* The branch as every candidate of the judge teaches it, from the same examples and start, with a
   quarter of the usual steps; without threshold and gate, which change no order among rows. */
static void fixed_measure(struct arena *arena, const struct prepared *p, uint64_t seed,
                          struct outcome *result)
{
    struct recipe recipe = recipe_of(p, TEACHER_BLEND, NOTIONS_ALL, seed);
    struct eta_options *o = &recipe.epistemic;
    struct random random = {.state = seed};
    const struct notions_data data = {
        .train = &p->train, .options = o, .set = NOTIONS_ALL, .threads = 1};
    const struct notions *notions = notions_new(arena, &data, &random);
    struct examples examples = examples_make(arena, &data, notions, DISTIL_EXAMPLES, &random);
    float *inside = arena_alloc(arena, p->inside.count, sizeof(*inside));
    float *outside = arena_alloc(arena, p->outside.count, sizeof(*outside));
    o->steps /= 4;
    for (size_t c = 0; c < JUDGE_CANDIDATES; c++) {
        struct random start = random;
        struct network *network = network_new(arena, &recipe.shape);
        network_randomise(network, &start);
        o->keep = epistemic_keep(arena, network, o);
        examples_label(&examples, judge_candidates[c] & notions_set(notions));
        distil_fit(network, &examples, o, &start, NULL, NULL);
        network_predict(network, &p->inside, NULL, NULL, inside);
        network_predict(network, &p->outside, NULL, NULL, outside);
        box_apply(p, &p->inside, inside);
        box_apply(p, &p->outside, outside);
        result->fixed[c] = metrics_auroc(inside, p->inside.count, outside, p->outside.count);
    }
}

/* All that eta is measured by. */
static void others_measure(struct arena *arena, const struct options *o, const struct prepared *p,
                           uint64_t seed, struct outcome *result)
{
    result->auroc[1] = learner_measure(arena, &regressor_knn, p, seed);
    result->auroc[2] =
        o->plain ? process_measure(arena, p, seed) : learner_measure(arena, &regressor_gp, p, seed);
    result->auroc[3] = learner_measure(arena, &regressor_mahalanobis, p, seed);
    if (!o->plain)
        result->auroc[4] = learner_measure(arena, &regressor_ensemble, p, seed);
    if (o->fixed)
        fixed_measure(arena, p, seed, result);
}

static struct outcome shift_measure(const struct options *o, const struct shift_source *source,
                                    uint64_t seed)
{
    struct arena *arena = arena_new();
    struct outcome result = {.made = false};
    struct shift shift;
    const char *data = getenv("EPIGEN_DATA");
    for (size_t k = 0; k < LEARNERS; k++)
        result.auroc[k] = NAN;
    uint64_t drawn_by = o->rows > 0 ? o->rows : seed;
    if (shift_make(arena, source, data == NULL ? "../shared/data" : data, drawn_by, &shift)) {
        if (o->thin > 0 && !shift.ordered && shift.train.count > o->thin * shift.n_in)
            shift.train.count = o->thin * shift.n_in; /* they are in a random order */
        struct prepared p = shift_prepare(arena, &shift);
        result.made = true;
        result.rows = shift.train.count;
        result.n_in = shift.n_in;
        result.auroc[0] = eta_measure(arena, o, &p, seed, &result);
        if (!o->alarms)
            others_measure(arena, o, &p, seed, &result);
    }
    arena_free(arena);
    return result;
}

/* --- one process for each shift and seed ---------------------------------------------------- */

struct process_end {
    pid_t id;
    int end;
};

static struct process_end job_start(const struct options *o, const struct shift_source *source,
                                    uint64_t seed)
{
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0)
        fail("pipe: %s", strerror(errno));
    struct process_end p = {fork(), ends[0]};
    if (p.id < 0)
        fail("fork: %s", strerror(errno));
    if (p.id == 0) {
        struct outcome r = shift_measure(o, source, seed);
        _exit(write(ends[1], &r, sizeof(r)) == (ssize_t)sizeof(r) ? 0 : 1);
    }
    close(ends[1]);
    return p;
}

static struct outcome job_finish(struct process_end p)
{
    struct outcome r;
    int status;
    bool whole = read(p.end, &r, sizeof(r)) == (ssize_t)sizeof(r);
    close(p.end);
    if (waitpid(p.id, &status, 0) != p.id || status != 0 || !whole)
        exit(EXIT_INPUT); /* the process has said why */
    return r;
}

/* --- printing ------------------------------------------------------------------------------- */

static double reference_of(const struct outcome *r) { return fmax(r->auroc[1], r->auroc[2]); }

static void result_print(const struct options *o, const struct shift_source *s, unsigned long seed,
                         const struct outcome *r)
{
    printf("%-17s %-13s %4lu %6zu %3zu", s->set, s->kind, seed, r->rows, r->n_in);
    for (size_t k = 0; k < LEARNERS; k++)
        if (!isnan(r->auroc[k]))
            printf(" %7.3f", r->auroc[k]);
    printf(" %+7.3f %6.1f %6.1f", o->alarms ? 0.0 : r->auroc[0] - reference_of(r),
           100.0 * r->false_alarms, 100.0 * r->caught);
    if (r->judged)
        printf("  %-18s %.2f%s", judge_names[r->chosen], r->judge_auroc,
               r->trusted ? "" : " WARNS");
    for (size_t c = 0; c < JUDGE_CANDIDATES && o->fixed; c++)
        printf(" %6.3f", r->fixed[c]);
    printf("\n");
    fflush(stdout);
}

static int doubles_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void figures_print(const char *what, double *values, size_t n)
{
    double mean = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += values[i] / (double)n;
    qsort(values, n, sizeof(*values), doubles_compare);
    printf("%-44s median %7.3f  mean %7.3f  least %7.3f  largest %7.3f\n", what,
           0.5 * (values[(n - 1) / 2] + values[n / 2]), mean, values[0], values[n - 1]);
}

/* The figures of the shifts for which `judged` is as asked for; -1: all. */
static void summary_print(const struct options *o, const struct outcome *results,
                          const struct shift_source *const *sources, size_t n, int judged)
{
    struct arena *arena = arena_new();
    double *gap = arena_alloc(arena, n, sizeof(*gap)), *fa = arena_alloc(arena, n, sizeof(*fa));
    double *caught = arena_alloc(arena, n, sizeof(*caught));
    double *column = arena_alloc(arena, n, sizeof(*column));
    size_t m = 0, near = 0;
    const char *which = judged < 0 ? "all shifts"
                        : judged   ? "sets that judge the defaults"
                                   : "sets that the defaults were chosen on";
    for (size_t i = 0; i < n; i++)
        if (judged < 0 || sources[i]->judged == (judged == 1)) {
            double best = 0.0;
            for (size_t k = 1; k < LEARNERS; k++)
                best = isnan(results[i].auroc[k]) ? best : fmax(best, results[i].auroc[k]);
            near += results[i].auroc[0] >= best - 0.01;
            gap[m] = results[i].auroc[0] - reference_of(&results[i]);
            fa[m] = 100.0 * results[i].false_alarms;
            caught[m++] = 100.0 * results[i].caught;
        }
    printf("\n%s, %zu runs\n", which, m);
    for (size_t k = 0; k < LEARNERS && m > 0; k++) {
        size_t c = 0;
        for (size_t i = 0; i < n; i++)
            if ((judged < 0 || sources[i]->judged == (judged == 1)) && !isnan(results[i].auroc[k]))
                column[c++] = results[i].auroc[k];
        if (c > 0)
            figures_print(learner_names[k], column, c);
    }
    for (size_t c = 0; c < JUDGE_CANDIDATES && o->fixed && m > 0; c++) {
        size_t k = 0;
        for (size_t i = 0; i < n; i++)
            if (judged < 0 || sources[i]->judged == (judged == 1))
                column[k++] = results[i].fixed[c];
        figures_print(judge_names[c], column, k);
    }
    if (m > 0) {
        figures_print("eta less the better of 5-NN and GP", gap, m);
        figures_print("false alarms, %", fa, m);
        figures_print("caught, %", caught, m);
        printf("eta is best or within 0.01 of the best: %.0f %% of the runs\n",
               100.0 * (double)near / (double)m);
    }
    arena_free(arena);
}

/* --- bars ----------------------------------------------------------------------------------- */

static unsigned failures;

static void bar_print(const char *what, bool met, double value)
{
    printf("%-6s %-72s %9.3f\n", met ? "PASS" : "FAIL", what, value);
    failures += !met;
}

static double median_of(struct arena *arena, const double *values, size_t n)
{
    double *sorted = arena_alloc(arena, n, sizeof(*sorted));
    memcpy(sorted, values, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), doubles_compare);
    return 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
}

/* The standard deviation over the seeds of every shift. */
static void seeds_check(struct arena *arena, const struct outcome *results,
                        const struct shift_source *const *sources, size_t n)
{
    double *deviation = arena_alloc(arena, n, sizeof(*deviation)), largest = 0.0;
    size_t shifts = 0;
    for (size_t i = 0; i < n; i++) {
        double mean = 0.0, square = 0.0, m = 0.0;
        bool first = true;
        for (size_t k = 0; k < n; k++)
            if (sources[k] == sources[i]) {
                first = first && k >= i;
                mean += results[k].auroc[0];
                m += 1.0;
            }
        for (size_t k = 0; k < n; k++)
            if (sources[k] == sources[i])
                square += pow(results[k].auroc[0] - mean / m, 2.0);
        if (first && m > 1.0) {
            deviation[shifts] = sqrt(square / (m - 1.0));
            largest = fmax(largest, deviation[shifts++]);
        }
    }
    if (shifts == 0)
        return;
    double median = median_of(arena, deviation, shifts);
    bar_print("standard deviation over seeds, median of the shifts <= 0.015", median <= 0.015,
              median);
    bar_print("the same, largest <= 0.03 (--rows: the rows of all seeds are the same)",
              largest <= 0.03, largest);
}

static void alarms_check(const struct outcome *results, size_t n)
{
    double within = 0.0, largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        const struct outcome *r = &results[i];
        within += fabs(r->false_alarms - 0.05) <= 2.0 * r->alarms_error;
        if (r->rows >= 500)
            largest = fmax(largest, r->false_alarms);
    }
    bar_print("false alarms within 2 standard errors of 5 % on 95 % of the runs",
              within >= 0.95 * (double)n, within / (double)n);
    bar_print("false alarms with 500 rows or more at most 9 %", largest <= 0.09, largest);
}

static void holes_check(const struct outcome *results, const struct shift_source *const *sources,
                        size_t n)
{
    double three = 1.0, six = 1.0;
    bool warned = true;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(sources[i]->set, "cube3") == 0)
            three = fmin(three, results[i].caught);
        if (strcmp(sources[i]->set, "cube6") == 0) {
            six = fmin(six, results[i].caught);
            warned = warned && results[i].holes_warned;
        }
    }
    bar_print("hole among 3 inputs caught to 90 %", three >= 0.9, three);
    bar_print("hole among 6 inputs caught to 70 %, or a warning", six >= 0.7 || warned, six);
}

/* The judge's choice among the branches that fixed_measure trained: all learned from the same
   examples and start, so that nothing but the choice differs. `judged` as in summary_print. */
static void fixed_check(const struct outcome *results, const struct shift_source *const *sources,
                        size_t n, int judged)
{
    double chosen = 0.0, best = 0.0, fixed[JUDGE_CANDIDATES] = {0.0}, m = 0.0;
    size_t largest = 0;
    for (size_t i = 0; i < n; i++) {
        double most = 0.0;
        if (judged >= 0 && sources[i]->judged != (judged == 1))
            continue;
        for (size_t c = 0; c < JUDGE_CANDIDATES; c++) {
            fixed[c] += results[i].fixed[c];
            most = fmax(most, results[i].fixed[c]);
        }
        chosen += results[i].fixed[results[i].chosen];
        best += most;
        m += 1.0;
    }
    if (!(m > 0.0))
        return;
    for (size_t c = 1; c < JUDGE_CANDIDATES; c++)
        largest = fixed[c] > fixed[largest] ? c : largest;
    printf(
        "judge, %.0f runs: mean AUROC of the chosen %.4f, of the best one %.4f, of always \"%s\" "
        "%.4f\n",
        m, chosen / m, best / m, judge_names[largest], fixed[largest] / m);
    bar_print("judge: mean AUROC within 0.02 of the best candidate's", chosen >= best - 0.02 * m,
              (chosen - best) / m);
    bar_print("judge: mean AUROC above that of every fixed candidate", chosen > fixed[largest],
              (chosen - fixed[largest]) / m);
}

static void bars_check(const struct options *o, const struct outcome *results,
                       const struct shift_source *const *sources, size_t n)
{
    struct arena *arena = arena_new();
    double *gap = arena_alloc(arena, n, sizeof(*gap)),
           *caught = arena_alloc(arena, n, sizeof(*gap));
    double worst = 1.0, near = 0.0;
    for (size_t i = 0; i < n; i++) {
        double best = 0.0;
        for (size_t k = 1; k < LEARNERS; k++)
            best = isnan(results[i].auroc[k]) ? best : fmax(best, results[i].auroc[k]);
        near += results[i].auroc[0] >= best - 0.01;
        gap[i] = results[i].auroc[0] - reference_of(&results[i]);
        caught[i] = results[i].caught;
        if (!results[i].judged || results[i].trusted)
            worst = fmin(worst, gap[i]);
    }
    printf("\n");
    bar_print("median of eta less the better of 5-NN and GP >= 0", median_of(arena, gap, n) >= 0.0,
              median_of(arena, gap, n));
    bar_print("worst of these >= -0.06 unless that run warned", worst >= -0.06, worst);
    bar_print("best or within 0.01 of the best on 60 % of the runs", near >= 0.6 * (double)n,
              near / (double)n);
    bar_print("caught at eta > 0.5, median >= 0.8", median_of(arena, caught, n) >= 0.8,
              median_of(arena, caught, n));
    alarms_check(results, n);
    holes_check(results, sources, n);
    seeds_check(arena, results, sources, n);
    for (int judged = 0; judged <= 1 && o->fixed; judged++)
        fixed_check(results, sources, n, judged);
    if (o->fixed)
        fixed_check(results, sources, n, -1);
    arena_free(arena);
}

static struct options options_parse(int argc, char **argv)
{
    static const char *const teachers[TEACHER_COUNT] = {"samples", "auto", "blend", "neighbours",
                                                        "gp"};
    static const struct option table[] = {
        {"seeds", required_argument, NULL, 's'},   {"first", required_argument, NULL, 'f'},
        {"only", required_argument, NULL, 'o'},    {"teacher", required_argument, NULL, 't'},
        {"notions", required_argument, NULL, 'n'}, {"plain", no_argument, NULL, 'p'},
        {"fixed", no_argument, NULL, 'x'},         {"alarms", no_argument, NULL, 'a'},
        {"rows", required_argument, NULL, 'r'},    {"processes", required_argument, NULL, 'c'},
        {"thin", required_argument, NULL, 'h'},    {NULL, 0, NULL, 0}};
    struct options o = {
        .seeds = 1, .first = 1, .processes = 2, .teacher = TEACHER_AUTO, .notions = NOTIONS_ALL};
    int option;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == 's')
            o.seeds = strtoul(optarg, NULL, 10);
        else if (option == 'f')
            o.first = strtoul(optarg, NULL, 10);
        else if (option == 'o')
            o.only = optarg;
        else if (option == 'r')
            o.rows = strtoul(optarg, NULL, 10);
        else if (option == 'h')
            o.thin = strtoul(optarg, NULL, 10);
        else if (option == 'c')
            o.processes = strtoul(optarg, NULL, 10);
        else if (option == 'n')
            o.notions = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'p')
            o.plain = true;
        else if (option == 'x')
            o.fixed = true;
        else if (option == 'a')
            o.alarms = true;
        else if (option == 't')
            for (unsigned t = 0; t < TEACHER_COUNT; t++)
                o.teacher = strcmp(optarg, teachers[t]) == 0 ? (enum eta_teacher)t : o.teacher;
        else
            fail_usage("see the top of eta_bars.c");
    }
    if (optind != argc || o.seeds < 1 || o.seeds > MOST_SEEDS || o.processes < 1 ||
        o.processes > MOST_PROCESSES)
        fail_usage("see the top of eta_bars.c");
    return o;
}

static bool shift_wanted(const struct options *o, size_t number)
{
    const char *set = shift_sources[number].set;
    bool first = number == 0 || strcmp(set, shift_sources[number - 1].set) != 0;
    return (o->only == NULL || strstr(o->only, set) != NULL) && (first || !o->alarms);
}

int main(int argc, char **argv)
{
    fail_program = "eta_bars";
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    size_t most = shift_count * o.seeds, n = 0, jobs = 0;
    struct outcome *results = arena_alloc(arena, most, sizeof(*results));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    const struct shift_source **sources = arena_alloc(arena, most, sizeof(*sources));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    const struct shift_source **job = arena_alloc(arena, most, sizeof(*job));
    for (size_t i = 0; i < most; i++) /* all shifts of a seed, then those of the next */
        if (shift_wanted(&o, i % shift_count))
            job[jobs++] = &shift_sources[i % shift_count];
    printf("%-17s %-13s %4s %6s %3s %7s %7s %7s %7s", "set", "left out", "seed", "rows", "in",
           learner_names[0], learner_names[1], learner_names[2], learner_names[3]);
    printf("%s %7s %6s %6s  judge\n", o.plain ? "" : "  ensem.", "gap", "false", "caught");
    struct process_end running[MOST_PROCESSES];
    for (size_t i = 0; i < jobs + o.processes; i++) {
        if (i >= o.processes) {
            size_t done = i - o.processes;
            if (done < jobs) {
                struct outcome r = job_finish(running[done % o.processes]);
                unsigned long seed = o.first + done / (jobs / o.seeds);
                if (r.made) {
                    result_print(&o, job[done], seed, &r);
                    sources[n] = job[done];
                    results[n++] = r;
                }
            }
        }
        if (i < jobs)
            running[i % o.processes] = job_start(&o, job[i], o.first + i / (jobs / o.seeds));
    }
    for (int judged = 0; judged <= 1 && !o.alarms; judged++)
        summary_print(&o, results, sources, n, judged);
    if (!o.alarms)
        summary_print(&o, results, sources, n, -1);
    if (n > 0 && o.alarms)
        alarms_check(results, n);
    else if (n > 0)
        bars_check(&o, results, sources, n);
    arena_free(arena);
    return failures > 0;
}
