/* See report.h. */
#include "result/report.h"

#include "program/interpret.h"

#include <stdint.h>

struct rows report_samples(struct arena *arena, const struct problem *p, const struct labelled *set)
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
    struct rows unknown = report_samples(scratch, p, &epiout->set);
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

/* "0.42 N", or the number alone. */
static const char *value_text(struct arena *arena, double value, const struct scaling *output)
{
    return arena_printf(arena, "%.4g%s%s", value, output->unit == NULL ? "" : " ",
                        output->unit == NULL ? "" : output->unit);
}

/* The error of each output, beside that of a model that always says the mean of the training rows:
   their standard deviation. */
static void part_print(const char *what, const struct answers *a, const struct problem *p,
                       FILE *out)
{
    struct arena *arena = arena_new();
    if (a->n_out == 0 && a->count > 0)
        fprintf(out, "%-10s eta calls %.1f %% of %zu rows unknown\n", what,
                100.0 * (1.0 - answers_known_share(a)), a->of);
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        const struct scaling *output = &p->outputs[k];
        struct predictions q = answers_output(a, k);
        double rmse = metrics_rmse(&q);
        fprintf(
            out,
            "%-10s %s: error %s (RMSE of %zu rows; %.1f %% of %s, the standard deviation of the "
            "training rows); eta calls %.1f %% of the rows unknown%s\n",
            what, output->name, value_text(arena, rmse, output), a->of,
            100.0 * rmse / (double)output->scale, value_text(arena, (double)output->scale, output),
            100.0 * (1.0 - answers_known_share(a)),
            a->count < a->of ? " (figures of 20000 of them)" : "");
    }
    arena_free(arena);
}

/* How often sigma is right, beside what it would be for normal errors. Where more than 1 % of the
   rows are beyond three sigma, errors have longer tails than normal ones, and no factor on sigma
   mends that. */
static void coverage_print(const char *what, const struct answers *a, const struct report *r,
                           const struct problem *p, FILE *out)
{
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        struct predictions q = answers_output(a, k);
        const double long_tail = 0.01, mostly_known = 0.8;
        const size_t enough = 200;
        double within = metrics_within(&q, 2.0), beyond = 1.0 - metrics_within(&q, 3.0);
        fprintf(
            out,
            "%-10s %s: %.1f %% of the rows lie within two sigma (95 %% expected), %.1f %% within "
            "one (68 %%), %.1f %% within three (99.7 %%)\n",
            what, p->outputs[k].name, 100.0 * within, 100.0 * metrics_within(&q, 1.0),
            100.0 * metrics_within(&q, 3.0));
        if (beyond > long_tail && answers_known_share(a) < mostly_known)
            fprintf(
                out,
                "%-10s %s: %.1f %% of the errors are beyond three sigma, but eta calls %.1f %% of "
                "these rows unknown: sigma says nothing there; what to do: training rows from "
                "these places\n",
                what, p->outputs[k].name, 100.0 * beyond, 100.0 * (1.0 - answers_known_share(a)));
        else if (beyond > long_tail && r->sigma.rows == 0)
            fprintf(out,
                    "%-10s %s: %.1f %% of the errors are beyond three sigma, more than normal ones "
                    "would be; what to do: \"fit: {coverage: 0.95}\", which makes an interval that "
                    "holds whatever the errors\n",
                    what, p->outputs[k].name, 100.0 * beyond);
        else if (within > 0.99 && a->count >= enough)
            fprintf(out,
                    "%-10s %s: sigma is larger than the errors; what to do: more rows, or \"fit: "
                    "{calibrate: yes}\" with validation rows\n",
                    what, p->outputs[k].name);
    }
}

static void promise_print(const struct eta_promise *promise, const struct problem *p, FILE *out)
{
    fprintf(out,
            "of rows like the held-out ones%s at most %.3g %% have eta > 0.5 on average (rests on "
            "%zu of them%s",
            promise->inside ? " inside the domain" : "", 100.0 * promise->share, promise->rows,
            promise->turns > 0 ? ", each put to a network that was trained without it" : "");
    if (promise->blocks > 0)
        fprintf(out, ", in %zu of the %s: others may have more", promise->blocks, p->blocks);
    fprintf(out, ")\n");
}

void report_print(const struct report *r, const struct problem *p, FILE *out)
{
    _Static_assert(REPORT_MOST == 20000, "part_print says so");
    part_print("training", &r->train, p, out);
    part_print("validation", &r->validation, p, out);
    part_print("test", &r->test, p, out);
    coverage_print("validation", &r->validation, r, p, out);
    coverage_print("test", &r->test, r, p, out);
    if (r->sigma.rows > 0)
        fprintf(out,
                "of rows like the held-out ones mean +- %.4g sigma covers at least %.4g %% on "
                "average (rests on %zu of them)\n",
                r->sigma.z, 100.0 * r->sigma.coverage, r->sigma.rows);
    if (r->promise.rows > 0)
        promise_print(&r->promise, p, out);
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
