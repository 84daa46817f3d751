/* See report.h. */
#include "result/report.h"

#include "program/interpret.h"

#include <stdint.h>

/* The samples that were labelled unknown, in the units of the data. */
static struct rows samples_raw(struct arena *arena, const struct problem *p,
                               const struct labelled *set)
{
    size_t n_in = set->n_in, count = set->n_unknown;
    float *raw = arena_alloc(arena, count * n_in, sizeof(*raw));
    for (size_t i = 0; i < count * n_in; i++) {
        const struct scaling *s = &p->inputs[i % n_in];
        raw[i] = (float)((double)s->mean + (double)s->scale * (double)set->unknown[i]);
    }
    return (struct rows){.count = count, .n_in = n_in, .raw = raw};
}

/* Uniform random points of the domain, in the units of the data. They are the same for every model
   of the same domain. */
static struct rows domain_raw(struct arena *arena, const struct problem *p)
{
    size_t n_in = p->train.n_in;
    struct random random = {.state = 1};
    float *raw = arena_alloc(arena, REPORT_DOMAIN * n_in, sizeof(*raw));
    for (size_t i = 0; i < REPORT_DOMAIN * n_in; i++) {
        double low = (double)p->inputs[i % n_in].low, high = (double)p->inputs[i % n_in].high;
        raw[i] = (float)(low + (high - low) * random_uniform(&random));
    }
    return (struct rows){.count = REPORT_DOMAIN, .n_in = n_in, .raw = raw};
}

/* The rows, without outputs where these are no truth that the mean could be compared with. */
static struct rows compared(const struct problem *p, const struct rows *rows)
{
    struct rows r = *rows;
    r.n_out = p->without_truth ? 0 : r.n_out;
    return r;
}

struct report *report_make(struct arena *arena, struct interpreter *interpreter,
                           const struct problem *p, const struct epiout *epiout)
{
    struct report *r = arena_alloc(arena, 1, sizeof(*r));
    struct arena *scratch = arena_new();
    struct rows unknown = samples_raw(scratch, p, &epiout->set);
    struct rows train = compared(p, &p->train), validation = compared(p, &p->validation),
                test = compared(p, &p->test);
    r->promise = epiout->eta.promise;
    r->sigma = epiout->sigma;
    r->train = answers_ask(arena, interpreter, &train, p->outputs, REPORT_MOST);
    r->validation = answers_ask(arena, interpreter, &validation, p->outputs, SIZE_MAX);
    r->test = answers_ask(arena, interpreter, &test, p->outputs, SIZE_MAX);
    r->unknown = answers_ask(arena, interpreter, &unknown, NULL, REPORT_MOST);
    struct rows domain = domain_raw(scratch, p);
    r->domain = answers_ask(arena, interpreter, &domain, NULL, REPORT_DOMAIN);
    arena_free(scratch);
    return r;
}

const struct answers *report_held_out(const struct report *report)
{
    return report->validation.count > 0 ? &report->validation : &report->test;
}

static void part_print(const char *what, const struct answers *a, const struct problem *p,
                       FILE *out)
{
    if (a->n_out == 0 && a->count > 0)
        fprintf(out, "%-11s rows %-7zu eta < 0.5: %.1f %%\n", what, a->of,
                100.0 * answers_known_share(a));
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        const struct scaling *output = &p->outputs[k];
        struct predictions q = answers_output(a, k);
        fprintf(out,
                "%-11s %-12s rows %-7zu RMSE %-10.4g NLL %-9.4g MSLL %-9.4g eta < 0.5: %.1f %%%s\n",
                what, output->name, a->of, metrics_rmse(&q), metrics_nll(&q),
                metrics_msll(&q, (double)output->mean, (double)output->scale) + 0.0,
                100.0 * answers_known_share(a),
                a->count < a->of ? "  (figures of 20000 of them)" : "");
    }
}

/* How often sigma is right, beside what it would be for normal errors. Where more than 1 % of the
   rows are beyond three sigma, errors have longer tails than normal ones, and no factor on sigma
   mends that. */
static void coverage_print(const char *what, const struct answers *a, const struct problem *p,
                           FILE *out)
{
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        struct predictions q = answers_output(a, k);
        const double long_tail = 0.01;
        double beyond = 1.0 - metrics_within(&q, 3.0);
        fprintf(out,
                "%s rows of %s within 1, 2 and 3 sigma: %.1f, %.1f and %.1f %% (normal errors: "
                "68.3, 95.4 and 99.7 %%)\n",
                what, p->outputs[k].name, 100.0 * metrics_within(&q, 1.0),
                100.0 * metrics_within(&q, 2.0), 100.0 * metrics_within(&q, 3.0));
        if (beyond > long_tail)
            fprintf(out,
                    "%s rows of %s: %.1f %% are beyond 3 sigma, more than normal errors would be; "
                    "\"fit: {coverage: 0.95}\" makes an interval that holds whatever the errors\n",
                    what, p->outputs[k].name, 100.0 * beyond);
    }
}

void report_print(const struct report *r, const struct problem *p, FILE *out)
{
    _Static_assert(REPORT_MOST == 20000, "part_print says so");
    part_print("training", &r->train, p, out);
    part_print("validation", &r->validation, p, out);
    part_print("test", &r->test, p, out);
    coverage_print("validation", &r->validation, p, out);
    coverage_print("test", &r->test, p, out);
    if (r->sigma.rows > 0)
        fprintf(out,
                "of rows like the held-out ones mean +- %.4g sigma covers at least %.4g %% on "
                "average (rests on %zu of them)\n",
                r->sigma.z, 100.0 * r->sigma.coverage, r->sigma.rows);
    if (r->promise.rows > 0)
        fprintf(out,
                "of rows like the held-out ones%s at most %.3g %% have eta > 0.5 on average (rests "
                "on %zu of them)\n",
                r->promise.inside ? " inside the domain" : "", 100.0 * r->promise.share,
                r->promise.rows);
    if (r->promise.rows == 0) /* else they taught nothing */
        fprintf(out, "samples labelled unknown: %zu, of these eta > 0.5: %.1f %%\n", r->unknown.of,
                100.0 * (1.0 - answers_known_share(&r->unknown)));
    fprintf(out,
            "domain of inputs without bounds in the recipe: the range of the training rows and "
            "%.2g %% of it on both sides; beyond it eta is 1\n",
            100.0 * p->margin);
    fprintf(out, "uniform random points of the domain: %zu, of these eta > 0.5: %.1f %%\n",
            r->domain.of, 100.0 * (1.0 - answers_known_share(&r->domain)));
}
