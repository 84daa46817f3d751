/* See warnings.h. */
#include "result/warnings.h"

#include "base/fail.h"
#include "base/files.h"
#include "data/sorted.h"

#include <math.h>
#include <string.h>

/* --- the recipe ------------------------------------------------------------------------------- */

void warnings_recipe(const struct recipe *r, FILE *err)
{
    for (size_t i = 0; i < r->n_idle; i++)
        fprintf(err, "%s: %s:%d: warning: %s\n", fail_program, r->file, r->idle[i].line,
                r->idle[i].what);
}

/* --- the model before it is trained ----------------------------------------------------------- */

static size_t chain_weights(const struct chain *chain)
{
    size_t sum = 0;
    for (size_t i = 0; i < chain->count; i++)
        sum += (chain->layers[i].n_in + 1) * chain->layers[i].n_out;
    return sum;
}

/* Lets epigen's checks see the spec of the untrained network; their messages name lines of the
   recipe. */
static void spec_expect(struct arena *arena, const struct recipe *r, const struct problem *p,
                        const struct network *network)
{
    struct spec *spec = export_spec(arena, network, r->name, p->inputs, p->outputs);
    spec->file = r->file;
    for (size_t i = 0; i < spec->n_inputs; i++)
        spec->inputs[i].line = r->inputs[i].line;
    for (size_t i = 0; i < spec->n_layers; i++)
        spec->layers[i].line = r->split.recipe_line;
    spec->mean.line = spec->sigma.line = spec->eta.line = r->outputs[0].line;
    spec_check(arena, spec);
}

/* How many training rows are outside the domain of input i. */
static size_t rows_outside(const struct problem *p, size_t i)
{
    const struct scaling *input = &p->inputs[i];
    size_t outside = 0;
    for (size_t row = 0; row < p->train.count; row++) {
        float x = p->train.raw[row * p->train.n_in + i];
        outside += x < input->low || x > input->high;
    }
    return outside;
}

/* Warns about training rows outside the domain, where the emitted C says eta = 1. */
static void outside_warn(const struct recipe *r, const struct problem *p, FILE *err)
{
    for (size_t i = 0; i < p->train.n_in; i++) {
        const struct scaling *input = &p->inputs[i];
        size_t outside = rows_outside(p, i);
        if (outside > 0)
            warning_print(
                err, r->file, "%zu of %zu training rows are outside the domain of %s, %.6g to %.6g",
                outside, p->train.count, input->label, (double)input->low, (double)input->high);
    }
}

/* Warns about a constant input for which the recipe sets a domain: within it eta stays low.
   (Without such a key the domain of a constant input is nearly one point.) */
static void constants_warn(const struct recipe *r, const struct problem *p, FILE *err)
{
    for (size_t i = 0; i < p->train.n_in; i++)
        if (p->inputs[i].constant && !isnan(r->domain.low[i]))
            warning_print(
                err, r->file,
                "%s is constant in the training rows: eta does not see it change within its "
                "domain, %.6g to %.6g",
                p->inputs[i].label, (double)p->inputs[i].low, (double)p->inputs[i].high);
}

/* The range of the middle half of the sorted values, or of more of them where these are all alike.
 */
static float middle_range(const float *sorted, size_t n, size_t *first, size_t *last)
{
    static const double beyond[] = {0.25, 0.05, 0.01};
    for (size_t k = 0; k < sizeof(beyond) / sizeof(beyond[0]); k++) {
        *first = (size_t)(beyond[k] * (double)n);
        *last = n - 1 - *first;
        if (sorted[*last] > sorted[*first])
            break;
    }
    return sorted[*last] - sorted[*first];
}

/* The number of the sorted value behind a gap of more than `far` beyond which all values are one
   and the same, as those that stand for a missing one are: inputs with two regimes have gaps too,
   but they vary on both sides. 0: there is none. */
static size_t stray_gap(const float *sorted, size_t n, float far)
{
    size_t low = 1, high = n - 1;
    while (low < n && !(sorted[low] > sorted[0]))
        low++;
    while (high > 0 && !(sorted[high - 1] < sorted[n - 1]))
        high--;
    if (low < n && sorted[low] - sorted[low - 1] > far)
        return low;
    return high > 0 && sorted[high] - sorted[high - 1] > far ? high : 0;
}

/* Warns about an input with values far from all others: those that stand for a missing one, as
   -9999 does in logs. They widen scale and domain so far that eta calls all known. True: there is
   one. */
static bool strays_warn(const struct recipe *r, const struct problem *p, FILE *err)
{
    enum { LEAST_ROWS = 20 };
    const float far = 50.0F; /* a gap of so many times the range of the middle half of the rows */
    struct arena *arena = arena_new();
    const struct rows *rows = &p->train;
    float *values = arena_alloc(arena, rows->count + 1, sizeof(*values));
    bool found = false;
    for (size_t i = 0; i < rows->n_in && rows->count >= LEAST_ROWS; i++) {
        size_t first, last;
        if (!isnan(r->domain.low[i]))
            continue;
        for (size_t row = 0; row < rows->count; row++)
            values[row] = rows->raw[row * rows->n_in + i];
        const float *sorted = floats_sorted(arena, values, rows->count);
        float range = middle_range(sorted, rows->count, &first, &last);
        size_t gap = range > 0.0F ? stray_gap(sorted, rows->count, far * range) : 0;
        found = found || gap > 0;
        if (gap > 0)
            warning_print(
                err, r->file,
                "%s goes from %.6g to %.6g, with no row from %.6g to %.6g, but %.0f %% of "
                "them from %.6g to %.6g: expected no value that stands for a missing one, "
                "or \"domain: {%s: [low, high]}\"; else eta sees little of this input",
                p->inputs[i].label, (double)sorted[0], (double)sorted[rows->count - 1],
                (double)sorted[gap - 1], (double)sorted[gap],
                100.0 - 200.0 * (double)first / (double)rows->count, (double)sorted[first],
                (double)sorted[last], p->inputs[i].name);
    }
    arena_free(arena);
    return found;
}

/* Warns about fewer rows than a network needs to see what each input does. */
static void rows_warn(const struct recipe *r, const struct problem *p, FILE *err)
{
    const size_t enough = 10 * p->train.n_in;
    if (p->train.count < enough)
        warning_print(err, r->file,
                      "%zu training rows for %zu input%s, expected %zu or more: the mean follows "
                      "single rows, and eta knows little beside them",
                      p->train.count, p->train.n_in, p->train.n_in == 1 ? "" : "s", enough);
}

bool warnings_model(const struct recipe *r, const struct problem *p, FILE *err)
{
    const size_t enough = 5; /* validation rows, to choose an epoch */
    struct arena *arena = arena_new();
    const struct network *network = network_new(arena, &r->shape);
    bool given = r->mean_from.path != NULL;
    size_t weights = chain_weights(&network->trunk) + chain_weights(&network->sigma);
    if (!given) {
        spec_expect(arena, r, p, network);
        weights += chain_weights(&network->mean);
    }
    if (p->train.count < weights && !p->without_truth)
        warning_print(err, r->file, "%zu training rows are fewer than the %zu weights of %ssigma",
                      p->train.count, weights, given ? "" : "mean and ");
    rows_warn(r, p, err);
    if (p->validation.count > 0 && p->validation.count < enough)
        warning_print(err, r->file,
                      "%zu validation row%s choose%s the epoch, expected %zu or more, or none",
                      p->validation.count, p->validation.count == 1 ? "" : "s",
                      p->validation.count == 1 ? "s" : "", enough);
    outside_warn(r, p, err);
    bool blind = strays_warn(r, p, err);
    constants_warn(r, p, err);
    arena_free(arena);
    return blind;
}

/* --- files ------------------------------------------------------------------------------------ */

static void overwriting_refuse(struct arena *arena, const struct recipe *r, const char *output)
{
    const struct recipe_source others[] = {{r->file, 0, "the recipe"},
                                           {r->append_file, 0, "the appended data"}};
    for (size_t i = 0; i < 2 + r->n_sources; i++) {
        const struct recipe_source *input = i < 2 ? &others[i] : &r->sources[i - 2];
        if (input->path != NULL && files_same(arena, input->path, output))
            fail("%s: is %s, expected another file for the output", output, input->what);
    }
}

/* Refuses a recipe that names standard input more than once: it can be read only once. */
static void stdin_twice_refuse(const struct recipe *r)
{
    int uses = strcmp(r->file, "standard input") == 0;
    uses += r->append_file != NULL && strcmp(r->append_file, "-") == 0;
    for (size_t i = 0; i < r->n_sources; i++)
        uses += strcmp(r->sources[i].path, "-") == 0;
    if (uses > 1)
        fail("standard input is named for %d of recipe, data and lists of rows, expected one",
             uses);
}

void warnings_files(const struct recipe *r, const char *const outputs[], size_t n)
{
    struct arena *arena = arena_new();
    stdin_twice_refuse(r);
    for (size_t i = 0; i < n; i++) {
        if (outputs[i] == NULL || strcmp(outputs[i], "-") == 0)
            continue;
        overwriting_refuse(arena, r, outputs[i]);
        for (size_t k = 0; k < i; k++)
            if (outputs[k] != NULL && files_same(arena, outputs[k], outputs[i]))
                fail("%s: is named for two outputs, expected a file for each", outputs[i]);
        file_expect_writable(arena, outputs[i]);
    }
    arena_free(arena);
}

/* --- the model after it was trained ----------------------------------------------------------- */

/* The RMSE of a constant prediction. */
static double constant_rmse(const struct predictions *q, double constant)
{
    double sum = 0.0;
    for (size_t i = 0; i < q->count; i++)
        sum += (q->y[i] - constant) * (q->y[i] - constant);
    return sqrt(sum / (double)q->count);
}

/* Warns about a sigma that is worse than the trivial model on the very rows that it was fitted to.
 */
static void sigma_warn(const struct recipe *r, const struct problem *p, const struct answers *train,
                       FILE *err)
{
    for (size_t i = 0; i < p->train.n_in; i++)
        if (rows_outside(p, i) > 0) /* outside_warn has said so, and the fit is not at fault */
            return;
    for (size_t k = 0; k < train->n_out; k++) {
        const struct scaling *output = &p->outputs[k];
        struct predictions q = answers_output(train, k);
        double msll = metrics_msll(&q, (double)output->mean, (double)output->scale);
        if (!output->constant && !(msll <= 0.0))
            warning_print(
                err, r->file,
                "%s: MSLL %.4g on training rows, worse than their mean and standard deviation "
                "alone: the fit diverged or sigma is of no use",
                output->name, msll);
    }
}

/* The threshold of eta, where the recipe asks for one that means something. */
static void threshold_warn(const struct recipe *r, const struct problem *p,
                           const struct eta_promise *promise, FILE *err)
{
    double asked = r->epistemic.false_alarms;
    if (r->epistemic.teacher == TEACHER_SAMPLES)
        return;
    if (promise->rows == 0)
        warning_print(err, r->file,
                      "no row is left to calibrate the threshold 0.5 of eta by, expected \"data: "
                      "validation\" or 60 training rows, of a log or of groups in five of them");
    else if (promise->share > asked && (double)promise->rows < ceil(1.0 / asked - 1.0))
        warning_print(err, r->file,
                      "%zu rows calibrate eta to %.3g %% of false alarms, expected %.0f rows or "
                      "more for %.3g %%%s",
                      promise->rows, 100.0 * promise->share, ceil(1.0 / asked - 1.0), 100.0 * asked,
                      p->train.count < 60 ? ", or 60 training rows, which take turns" : "");
    else if (promise->share > asked)
        warning_print(err, r->file,
                      "%zu rows, of which some are outside the domain, calibrate eta to %.3g %% of "
                      "false alarms, expected more rows or bounds in \"domain\" for %.3g %%",
                      promise->rows, 100.0 * promise->share, 100.0 * asked);
}

/* The coverage of sigma, where the recipe asks for one. */
static void coverage_warn(const struct recipe *r, const struct problem *p,
                          const struct sigma_promise *promise, FILE *err)
{
    double asked = r->fit.coverage;
    if (promise->rows > 0 && promise->coverage < asked)
        warning_print(
            err, r->file,
            "%zu rows calibrate sigma to a coverage of %.4g %%, expected %.0f rows or more "
            "for %.4g %%",
            promise->rows, 100.0 * promise->coverage, ceil(asked / (1.0 - asked)), 100.0 * asked);
    else if (promise->rows == 0 && asked > 0.0 && p->validation.count > 0)
        warning_print(err, r->file,
                      "no validation row is left to calibrate the coverage of sigma, expected 2 or "
                      "more of them");
}

void warnings_result(const struct recipe *r, const struct problem *p, const struct report *report,
                     FILE *err)
{
    const double least_known = 0.8; /* of the training rows; good models reach more than 0.9 */
    const struct answers *held_out = report_held_out(report);
    for (size_t k = 0; k < held_out->n_out && held_out->count > 0; k++) {
        if (p->outputs[k].constant) /* table_warn_columns has said so */
            continue;
        struct predictions q = answers_output(held_out, k);
        double rmse = metrics_rmse(&q), constant = constant_rmse(&q, (double)p->outputs[k].mean);
        if (!(rmse < constant))
            warning_print(err, r->file,
                          "%s: RMSE %.4g on held-out rows, no better than the constant %.4g (%.4g)",
                          p->outputs[k].name, rmse, (double)p->outputs[k].mean + 0.0, constant);
    }
    sigma_warn(r, p, &report->train, err);
    threshold_warn(r, p, &report->promise, err);
    coverage_warn(r, p, &report->sigma, err);
    double known = answers_known_share(&report->train);
    if (known < least_known)
        warning_print(err, r->file, "eta calls %.1f %% of the training rows unknown (0.5 or more)",
                      100.0 * (1.0 - known));
}
