/* See replay.h. The log names cuts, not boxes: the boxes follow from the regions, so none can be
   missing. What is left to check is that every leaf is there and that none can be violated. A leaf
   whose bound by affine arithmetic does not suffice is halved, up to DEPTH_MOST times; a box of few
   inputs is run. */
#include "prove/log/replay.h"

#include "base/fail.h"
#include "prove/log/affine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 48, POINTS_RUN = 64, LINE_MOST = 256 };

struct replay {
    const struct net *net;
    const char *file, *next, *end;
    int line;
    const struct region *region;
    struct affine *affine;
    struct code *code;
    struct replayed done;
};

struct box {
    float *low, *high;
};

static void line_next(struct replay *r, char text[LINE_MOST])
{
    size_t length = 0;
    r->line++;
    while (r->next + length < r->end && r->next[length] != '\n' && length + 1 < LINE_MOST)
        length++;
    if (r->next + length == r->end || r->next[length] != '\n')
        fail_at(r->file, r->line, "the log ends early, expected another box");
    memcpy(text, r->next, length);
    text[length] = '\0';
    r->next += length + 1;
}

/* --- one box -------------------------------------------------------------------------------- */

/* Whether every conjunct has a row that is above zero (or not below it, where it is strict). */
static bool box_excludes(struct replay *r, const struct box *b, size_t *widest)
{
    affine_run(r->affine, b->low, b->high);
    r->done.bounded++;
    for (size_t c = 0; c < r->region->n_conjuncts; c++) {
        const struct conjunct *conjunct = &r->region->conjuncts[c];
        double best = -INFINITY;
        bool excluded = false;
        for (size_t k = 0; k < conjunct->n_rows && !excluded; k++) {
            const struct row *row = &conjunct->rows[k];
            size_t input;
            double least =
                affine_least(r->affine, row->inputs, row->outputs, row->constant.high, &input);
            excluded = conjunct->strict[k] ? least >= 0.0 : least > 0.0;
            if (least > best)
                *widest = input;
            best = fmax(best, least);
        }
        if (!excluded)
            return false;
    }
    return true;
}

/* Runs the inputs of a box one by one, if they are few: 1 if none violates, 0 if one may, -1 if
   they are many. */
static int box_run(struct replay *r, const struct box *b)
{
    const size_t n = r->net->n_inputs;
    float x[SPEC_MAX_INPUTS];
    size_t count = 1;
    for (size_t i = 0; i < n; i++) {
        size_t side = 1;
        for (float f = b->low[i]; f < b->high[i] && side <= POINTS_RUN; side++)
            f = nextafterf(f, INFINITY);
        count *= side;
        if (count > POINTS_RUN)
            return -1;
    }
    memcpy(x, b->low, n * sizeof(*x));
    for (;;) {
        r->done.points++;
        if (code_violates(r->code, r->region, x) != TRUTH_NO)
            return 0;
        size_t i = 0;
        for (; i < n && x[i] >= b->high[i]; i++)
            x[i] = b->low[i];
        if (i == n)
            return 1;
        x[i] = nextafterf(x[i], INFINITY);
    }
}

/* Which input to halve: by turns the one that matters most and the widest, as part of the region.
 */
static size_t input_choose(const struct replay *r, const struct box *b, size_t wanted, int depth)
{
    size_t best = wanted;
    double most = -1.0;
    if (depth % 2 == 0 && b->low[wanted] < b->high[wanted])
        return wanted;
    for (size_t i = 0; i < r->net->n_inputs; i++) {
        double whole = (double)r->region->high[i] - (double)r->region->low[i];
        double part = ((double)b->high[i] - (double)b->low[i]) / (whole > 0.0 ? whole : 1.0);
        if (b->low[i] < b->high[i] && part > most) {
            most = part;
            best = i;
        }
    }
    return best;
}

static void leaf_check(struct replay *r, struct box b, int depth)
{
    size_t input = 0;
    if (box_excludes(r, &b, &input))
        return;
    int run = box_run(r, &b);
    if (run == 0 || depth == DEPTH_MOST)
        fail_at(r->file, r->line, "the box is not proven: %s",
                run == 0 ? "an input of it violates the property" : "its bound does not suffice");
    if (run == 1)
        return;
    input = input_choose(r, &b, input, depth);
    float low = b.low[input], high = b.high[input];
    float cut = (float)(0.5 * ((double)low + (double)high));
    cut = cut >= high ? nextafterf(high, -INFINITY) : cut;
    b.high[input] = cut;
    leaf_check(r, b, depth + 1);
    b.high[input] = high;
    b.low[input] = nextafterf(cut, INFINITY);
    leaf_check(r, b, depth + 1);
    b.low[input] = low;
}

/* --- the tree ------------------------------------------------------------------------------- */

/* Reads what the log says of a box, and checks it. Each cut halves at most 2^32 numbers. */
static void box_check(struct replay *r, struct box b, size_t depth)
{
    char text[LINE_MOST];
    size_t input;
    float cut, bound;
    line_next(r, text);
    if (depth > 40 * r->net->n_inputs + 200)
        fail_at(r->file, r->line, "cuts are nested too deep");
    if (log_line_proven(text, &bound) || strcmp(text, "points") == 0) {
        r->done.boxes++;
        leaf_check(r, b, 0);
        return;
    }
    if (!log_line_cut(text, r->net->n_inputs, &input, &cut))
        fail_at(r->file, r->line, "\"%.40s\": the box is not proven", text);
    float low = b.low[input], high = b.high[input];
    if (!(cut >= low && cut < high))
        fail_at(r->file, r->line, "the cut is not inside of its box");
    b.high[input] = cut;
    box_check(r, b, depth + 1);
    b.high[input] = high;
    b.low[input] = nextafterf(cut, INFINITY);
    box_check(r, b, depth + 1);
    b.low[input] = low;
}

static void line_is(struct replay *r, const char *expected)
{
    char text[LINE_MOST];
    line_next(r, text);
    if (strncmp(text, expected, LINE_MOST - 1) != 0)
        fail_at(r->file, r->line, "\"%.60s\", expected \"%.200s\"", text, expected);
}

static void head_check(struct replay *r, const struct proof_set *set)
{
    char text[LINE_MOST];
    line_is(r, "epiprove 1");
    snprintf(text, sizeof(text), "spec %s", set->spec_sha256);
    line_is(r, text);
    snprintf(text, sizeof(text), "properties %s", set->properties_sha256);
    line_is(r, text);
    snprintf(text, sizeof(text), "accuracy %s", set->accuracy);
    line_is(r, text);
}

struct replayed replay(const struct proof_set *set, const struct net *net, const char *file,
                       const char *bytes, size_t size)
{
    struct arena *arena = arena_new();
    struct replay r = {.net = net, .file = file, .next = bytes, .end = bytes + size};
    struct box b = {arena_alloc(arena, net->n_inputs, sizeof(float)),
                    arena_alloc(arena, net->n_inputs, sizeof(float))};
    char text[LINE_MOST];
    r.affine = affine_new(arena, net->program->spec, net->program->accuracy);
    r.code = code_new(arena, net);
    head_check(&r, set);
    for (size_t i = 0; i < set->count; i++) {
        const struct property *property = set->proofs[i].property;
        snprintf(text, sizeof(text), "property %s", property->name);
        line_is(&r, text);
        if (property->kind == PROPERTY_SLOPE) {
            line_is(&r, "slopes");
            r.done.slopes++;
            continue;
        }
        for (size_t k = 0; k < property->n_regions; k++) {
            line_is(&r, "region");
            r.region = &property->regions[k];
            memcpy(b.low, r.region->low, net->n_inputs * sizeof(float));
            memcpy(b.high, r.region->high, net->n_inputs * sizeof(float));
            box_check(&r, b, 0);
        }
    }
    line_is(&r, "end");
    if (r.next != r.end)
        fail_at(file, r.line + 1, "lines behind the end");
    arena_free(arena);
    return r.done;
}
