/* See eta.h. */
#include "prove/eta/eta.h"

#include "base/jobs.h"
#include "prove/properties/code.h"

#include <math.h>
#include <string.h>

struct eta_bench {
    struct work *work;
    struct code *code;
    double *low, *high, *z;
    double *gradient;   /* (2, n_inputs) of the bounds of both rows */
    struct row rows[2]; /* eta - 0.5, 0.5 - eta */
};

static void *bench_new(struct arena *arena, void *context)
{
    const struct eta_options *o = context;
    const struct net *net = o->net;
    struct eta_bench *b = arena_alloc(arena, 1, sizeof(*b));
    bool *needed = arena_alloc(arena, net->n_outputs, sizeof(*needed));
    size_t eta = net_output_first(net, OUTPUT_ETA);
    needed[eta] = true;
    b->work = work_new(arena, net, o->domain);
    work_need(b->work, needed);
    b->code = code_new(arena, net);
    b->low = arena_alloc(arena, 3 * net->n_inputs, sizeof(double));
    b->high = b->low + net->n_inputs;
    b->z = b->high + net->n_inputs;
    b->gradient = arena_alloc(arena, 2 * net->n_inputs, sizeof(double));
    for (size_t i = 0; i < 2; i++) {
        double sign = i == 0 ? 1.0 : -1.0;
        b->rows[i].inputs = arena_alloc(arena, net->n_inputs, sizeof(double));
        b->rows[i].outputs = arena_alloc(arena, net->n_outputs, sizeof(double));
        b->rows[i].outputs[eta] = sign;
        b->rows[i].constant = (struct interval){0.5 * sign, 0.5 * sign};
    }
    return b;
}

static enum eta_part part_of(const struct eta_options *o, struct eta_bench *b, const float *low,
                             const float *high)
{
    double least[2];
    for (size_t i = 0; i < o->net->n_inputs; i++) {
        b->low[i] = (double)low[i];
        b->high[i] = (double)high[i];
    }
    box_bound(b->work, b->low, b->high);
    rows_bound(b->work, b->rows, 2, least, b->gradient);
    return least[0] > 0.0 ? ETA_UNKNOWN : least[1] >= 0.0 ? ETA_KNOWN : ETA_OPEN;
}

/* The widest side in standardised units. */
static size_t side_widest(const struct net *net, const float *low, const float *high)
{
    size_t best = 0;
    double most = -1.0;
    for (size_t i = 0; i < net->n_inputs; i++) {
        double width = ((double)high[i] - (double)low[i]) / net->inputs[i].scale;
        if (width > most) {
            most = width;
            best = i;
        }
    }
    return best;
}

/* Behind part_of: the side along which both bounds change most. The widest side decides where they
   are flat, and has a tenth of the weight elsewhere, so that no side stays long. */
static size_t side_steepest(const struct eta_options *o, const struct eta_bench *b)
{
    const struct net *net = o->net;
    const size_t n = net->n_inputs;
    const double widest_weight = 0.1;
    size_t best = 0;
    double most = -1.0, steep = 0.0, wide = 0.0;
    for (size_t i = 0; i < n; i++) {
        double width = b->high[i] - b->low[i];
        steep += (fabs(b->gradient[i]) + fabs(b->gradient[n + i])) * width;
        wide += width / net->inputs[i].scale;
    }
    for (size_t i = 0; i < n; i++) {
        double width = b->high[i] - b->low[i];
        double change = (fabs(b->gradient[i]) + fabs(b->gradient[n + i])) * width;
        double score = steep > 0.0 ? change / steep : 0.0;
        score += wide > 0.0 ? widest_weight * width / net->inputs[i].scale / wide : 0.0;
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* --- the radius ----------------------------------------------------------------------------- */

static void radius_ask(void *context, void *bench, struct climb_box *box)
{
    const struct eta_options *o = context;
    struct eta_bench *b = bench;
    const struct net *net = o->net;
    box->value = box->bound = -INFINITY;
    box->input = side_widest(net, box->low, box->high);
    if (part_of(o, b, box->low, box->high) == ETA_UNKNOWN)
        return;
    box->bound = rows_farthest(o->rows, box->low, box->high);
    for (size_t i = 0; i < net->n_inputs; i++) {
        box->x[i] = (float)(0.5 * (b->low[i] + b->high[i]));
        b->z[i] = ((double)box->x[i] - net->inputs[i].centre) / net->inputs[i].scale;
    }
    if (code_run(b->code, box->x)[net_output_first(net, OUTPUT_ETA)] <= 0.5F)
        box->value = rows_distance(o->rows, b->z);
}

struct climbed eta_radius(struct arena *arena, const struct eta_options *o)
{
    const size_t n = o->net->n_inputs;
    float *low = arena_alloc(arena, 2 * n, sizeof(*low)), *high = low + n;
    for (size_t i = 0; i < n; i++) {
        low[i] = (float)o->net->inputs[i].low;
        high[i] = (float)o->net->inputs[i].high;
    }
    struct eta_options own = *o;
    const struct climb c = {n, low, high, bench_new, radius_ask, &own, 0.002, 0.01, INFINITY};
    return climb(arena, &c, &o->limits);
}

/* --- the map -------------------------------------------------------------------------------- */

enum { BOXES_MOST = 6 * 1000 * 1000 }; /* some 600 MB for three inputs */

struct mapping {
    const struct eta_options *o;
    struct eta_bench **benches; /* one for each thread */
    struct eta_box *boxes;
    size_t count, threads;
};

/* Thread t of them takes every threads-th box. */
static void boxes_part(void *context, size_t number)
{
    const struct mapping *m = context;
    for (size_t i = number; i < m->count; i += m->threads) {
        struct eta_box *b = &m->boxes[i];
        b->part = part_of(m->o, m->benches[number], b->low, b->high);
        b->side = side_steepest(m->o, m->benches[number]);
    }
}

static double share_of(const struct net *net, const struct eta_box *box)
{
    double share = 1.0;
    for (size_t i = 0; i < net->n_inputs; i++)
        share *= ((double)box->high[i] - (double)box->low[i]) /
                 (net->inputs[i].high - net->inputs[i].low);
    return share;
}

static struct eta_box box_half(struct arena *arena, const struct net *net,
                               const struct eta_box *from, bool upper)
{
    const size_t n = net->n_inputs, side = from->side;
    float *ends = arena_alloc(arena, 2 * n, sizeof(*ends));
    memcpy(ends, from->low, n * sizeof(*ends));
    memcpy(ends + n, from->high, n * sizeof(*ends));
    float cut = (float)(0.5 * ((double)from->low[side] + (double)from->high[side]));
    ends[upper ? side : n + side] = cut; /* halves share the cut: nothing is lost */
    return (struct eta_box){ends, ends + n, ETA_OPEN, 0};
}

/* Appends the boxes of a level that are settled (or all) to the map. */
static void level_keep(struct arena *arena, struct eta_map *map, const struct mapping *m, bool all)
{
    map->boxes =
        arena_grow(arena, map->boxes, map->count, map->count + m->count + 1, sizeof(*map->boxes));
    for (size_t i = 0; i < m->count; i++)
        if (all || m->boxes[i].part != ETA_OPEN) {
            map->boxes[map->count++] = m->boxes[i];
            map->share[m->boxes[i].part] += share_of(m->o->net, &m->boxes[i]);
        }
}

static void level_halve(struct arena *arena, struct mapping *m)
{
    struct eta_box *next = arena_alloc(arena, 2 * m->count + 1, sizeof(*next));
    size_t n = 0;
    for (size_t i = 0; i < m->count; i++)
        for (int upper = 0; m->boxes[i].part == ETA_OPEN && upper < 2; upper++)
            next[n++] = box_half(arena, m->o->net, &m->boxes[i], upper == 1);
    m->boxes = next;
    m->count = n;
}

struct eta_map eta_map_make(struct arena *arena, const struct eta_options *o)
{
    const struct net *net = o->net;
    struct eta_options own = *o;
    struct eta_map map = {.boxes = NULL};
    struct mapping m = {
        .o = o, .count = 1, .threads = o->limits.threads == 0 ? 1 : o->limits.threads};
    double began = clock_seconds();
    m.benches = arena_alloc(arena, m.threads, sizeof(struct eta_bench *));
    for (size_t t = 0; t < m.threads; t++)
        m.benches[t] = bench_new(arena, &own);
    struct eta_box whole = {arena_alloc(arena, net->n_inputs, sizeof(float)),
                            arena_alloc(arena, net->n_inputs, sizeof(float)), ETA_OPEN, 0};
    for (size_t i = 0; i < net->n_inputs; i++) {
        whole.low[i] = (float)net->inputs[i].low;
        whole.high[i] = (float)net->inputs[i].high;
    }
    m.boxes = &whole;
    for (;;) {
        jobs_run(&(struct jobs){m.threads, boxes_part, NULL, &m}, (unsigned)m.threads);
        map.bounded += m.count;
        double open = 0.0;
        for (size_t i = 0; i < m.count; i++)
            open += m.boxes[i].part == ETA_OPEN ? share_of(net, &m.boxes[i]) : 0.0;
        bool done = open <= o->open || limit_reached(&o->limits, map.bounded, began) ||
                    map.bounded > BOXES_MOST;
        level_keep(arena, &map, &m, done);
        if (done)
            return map;
        level_halve(arena, &m);
    }
}
