/* See report.h. */
#include "prove/report.h"

#include "base/files.h"

#include <math.h>
#include <stdio.h>

static const char *const answer_words[] = {"holds", "violated", "undecided"};

/* --- running -------------------------------------------------------------------------------- */

struct watch {
    const struct prover *prover;
    const struct proof_set *set;
    const char *name;
    double began, told, kept;
};

static void watch_tell(void *context, size_t boxes, size_t open, double share)
{
    struct watch *w = context;
    double now = clock_seconds();
    if (!w->prover->progress || now - w->told < 0.2)
        return;
    w->told = now;
    double done = 1.0 - share, left = done > 0.0 ? (now - w->began) * share / done : 0.0;
    fprintf(stderr, "\r%.40s: %zu boxes, %zu open, %.3g %% left, about %.0f s \033[K", w->name,
            boxes, open, 100.0 * share, fmin(left, 999999.0));
}

static void log_keep(const struct prover *prover, const struct proof_set *set)
{
    struct arena *arena = arena_new();
    struct output output = log_text(arena, prover->log, set);
    files_write(arena, &output, 1);
    arena_free(arena);
}

static void watch_keep(void *context)
{
    struct watch *w = context;
    if (w->prover->log == NULL || clock_seconds() - w->kept < 10.0)
        return;
    log_keep(w->prover, w->set);
    w->kept = clock_seconds();
}

/* The limits that are left of those of a property. */
static struct limits limits_left(const struct limits *limits, double began, size_t boxes)
{
    struct limits left = *limits;
    if (limits->seconds > 0.0)
        left.seconds = fmax(limits->seconds - (clock_seconds() - began), 0.001);
    if (limits->boxes > 0)
        left.boxes = limits->boxes > boxes ? limits->boxes - boxes : 1;
    return left;
}

static void regions_prove(const struct prover *p, const struct proof_set *set, struct proof *proof)
{
    const struct property *property = proof->property;
    struct verdict all = {.answer = ANSWER_HOLDS};
    struct watch watch = {p, set, property->name, clock_seconds(), 0.0, clock_seconds()};
    for (size_t i = 0; i < property->n_regions && all.answer != ANSWER_VIOLATED; i++) {
        struct limits left = limits_left(&p->limits, watch.began, all.boxes);
        struct verdict v = region_search(
            p->arena, &(struct search_task){p->net, p->domain, &property->regions[i]},
            &proof->trees[i], &left, &(struct watcher){watch_tell, watch_keep, &watch});
        all.boxes += v.boxes;
        all.open += v.open;
        all.share += v.share / (double)property->n_regions;
        if (v.answer != ANSWER_HOLDS)
            all.answer = v.answer;
        if (v.answer == ANSWER_VIOLATED) {
            all.x = v.x;
            region_unclamp(p->net, &property->regions[i], v.x);
        }
    }
    proof->verdict = all;
}

/* A slope property: it holds if the proven slopes keep to it. A slope that was found outside of it,
   by more than its computation in double can be off, violates it. */
static void slope_prove(const struct prover *p, struct proof *proof)
{
    const struct property *property = proof->property;
    struct verdict *v = &proof->verdict;
    *v = (struct verdict){.answer = ANSWER_HOLDS};
    for (size_t i = 0; i < property->n_regions; i++) {
        struct ranges_options o = {
            p->net,    p->domain, property->regions[i].low, property->regions[i].high,
            p->limits, 1e-3,      &property->slope};
        o.limits.seconds /= 2.0;
        struct range r = slope_range_find(p->arena, &o, property->output, property->input);
        v->boxes += r.boxes;
        proof->slope = (struct interval){r.low.proven, r.high.proven};
        proof->rounding = output_rounding(&o, property->output);
        double doubt = 0x1p-40 * fmax(fabs(r.low.proven), fabs(r.high.proven));
        bool low = r.low.found + doubt < property->slope.low;
        bool high = r.high.found - doubt > property->slope.high;
        if (low || high) {
            v->answer = ANSWER_VIOLATED;
            v->x = low ? r.low.x : r.high.x;
            proof->slope_found = low ? r.low.found : r.high.found;
        } else if (!(r.low.proven >= property->slope.low &&
                     r.high.proven <= property->slope.high)) {
            v->answer = ANSWER_UNDECIDED;
        }
    }
}

void proofs_run(const struct prover *p, const struct proof_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct proof *proof = &set->proofs[i];
        double began = clock_seconds();
        if (proof->property->kind == PROPERTY_SLOPE)
            slope_prove(p, proof);
        else
            regions_prove(p, set, proof);
        proof->verdict.seconds = clock_seconds() - began;
        if (p->progress)
            fprintf(stderr, "\r\033[K");
    }
    if (p->log != NULL)
        log_keep(p, set);
}

/* --- printing ------------------------------------------------------------------------------- */

static void violation_print(const struct prover *p, const float *x)
{
    const float *y = code_run(code_new(p->arena, p->net), x);
    for (size_t i = 0; i < p->net->n_inputs; i++)
        printf("  %-24s %.9g\n", p->net->inputs[i].name, (double)x[i]);
    for (size_t i = 0; i < p->net->n_outputs; i++)
        printf("  -> %-21s %.9g\n", p->net->outputs[i].name, (double)y[i]);
}

static void slope_print(const struct proof *proof)
{
    if (proof->verdict.answer == ANSWER_VIOLATED)
        printf("  slope %.6g at this input\n", proof->slope_found);
    else
        printf("  slope from %.6g to %.6g; differences of the code keep to it within its "
               "rounding, %.3g\n",
               proof->slope.low, proof->slope.high, 2.0 * proof->rounding);
}

void proofs_print(const struct prover *p, const struct proof_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct proof *proof = &set->proofs[i];
        const struct verdict *v = &proof->verdict;
        printf("%s: %s", proof->property->name, answer_words[v->answer]);
        if (v->answer == ANSWER_UNDECIDED && proof->property->kind == PROPERTY_REGIONS)
            printf(", %zu boxes left, %.3g %% of the volume", v->open, 100.0 * v->share);
        printf(" (%zu boxes, %.2f s)\n", v->boxes, v->seconds);
        if (v->answer == ANSWER_VIOLATED)
            violation_print(p, v->x);
        if (proof->property->kind == PROPERTY_SLOPE)
            slope_print(proof);
        if (proof->property->note != NULL)
            printf("  assumed: %s\n", proof->property->note);
    }
}

static void text_print(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\' || c < ' ')
            printf("\\u%04x", (unsigned)c);
        else
            putchar(c);
    }
    putchar('"');
}

void proofs_print_json(const struct prover *p, const struct proof_set *set)
{
    printf("{\n  \"spec_sha256\": \"%s\",\n  \"properties_sha256\": \"%s\",\n  \"properties\": [",
           set->spec_sha256, set->properties_sha256);
    for (size_t i = 0; i < set->count; i++) {
        const struct proof *proof = &set->proofs[i];
        const struct verdict *v = &proof->verdict;
        printf("%s\n    {\"name\": ", i == 0 ? "" : ",");
        text_print(proof->property->name);
        printf(", \"text\": ");
        text_print(proof->property->text);
        printf(", \"answer\": \"%s\", \"boxes\": %zu, \"left\": %zu, \"share\": %.3g",
               answer_words[v->answer], v->boxes, v->open, v->share);
        printf(", \"limit_s\": %g", p->limits.seconds);
        for (size_t k = 0; v->answer == ANSWER_VIOLATED && k < p->net->n_inputs; k++)
            printf("%s%.9g%s", k == 0 ? ", \"input\": [" : ", ", (double)v->x[k],
                   k + 1 == p->net->n_inputs ? "]" : "");
        if (proof->property->kind == PROPERTY_SLOPE && isfinite(proof->slope.low) &&
            isfinite(proof->slope.high))
            printf(", \"slope\": [%.9g, %.9g], \"rounding\": %.3g", proof->slope.low,
                   proof->slope.high, 2.0 * proof->rounding);
        printf(", \"assumed\": ");
        text_print(proof->property->note == NULL ? "" : proof->property->note);
        printf("}");
    }
    printf("\n  ]\n}\n");
}

/* --- ranges --------------------------------------------------------------------------------- */

/* Of each end of a range, unless --boxes says otherwise. */
enum { ENDS_BOXES = 20000 };

void bounds_report(const struct prover *p, const float *low, const float *high)
{
    const size_t means = net_output_count(p->net, OUTPUT_MEAN);
    struct ranges_options o = {p->net, p->domain, low, high, p->limits, 0.02, NULL};
    o.limits.seconds /= 2.0 * (double)(p->net->n_outputs + means * p->net->n_inputs);
    if (o.limits.boxes == 0)
        o.limits.boxes = ENDS_BOXES;
    printf("%-16s %15s %15s %15s %15s\n", "# output", "proven low", "found", "found",
           "proven high");
    for (size_t i = 0; i < p->net->n_outputs; i++) {
        struct range r = output_range_find(p->arena, &o, i);
        printf("%-16s %15.9g %15.9g %15.9g %15.9g\n", p->net->outputs[i].name, r.low.proven,
               r.low.found, r.high.found, r.high.proven);
    }
    printf("# slope of the mean along an input, up to rounding of the code\n");
    o.relative = 0.05;
    for (size_t i = 0; i < means; i++)
        for (size_t k = 0; k < p->net->n_inputs; k++) {
            struct range r = slope_range_find(p->arena, &o, i, k);
            printf("%s along %s: %.6g to %.6g (found %.6g to %.6g)\n", p->net->outputs[i].name,
                   p->net->inputs[k].name, r.low.proven, r.high.proven, r.low.found, r.high.found);
        }
}
