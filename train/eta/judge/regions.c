/* See regions.h. */
#include "eta/judge/regions.h"

#include "data/sorted.h"
#include "geometry/axes.h"
#include "geometry/clusters.h"

#include <math.h>

/* What all regions are found from. */
struct search {
    struct arena *arena;
    const struct rows *rows;
    struct random *random;
    size_t *inputs, n_inputs; /* that count */
    struct region *regions;
    size_t count;
};

enum { NARROW = 3 }; /* inputs */

static double square_of(double x) { return x * x; }

static bool coin(struct random *random) { return random_uniform(random) < 0.5; }

static size_t draw(struct random *random, size_t n)
{
    return (size_t)(random_uniform(random) * (double)n);
}

static double *column_of(struct arena *arena, const struct rows *rows, size_t input)
{
    double *column = arena_alloc(arena, rows->count, sizeof(*column));
    for (size_t i = 0; i < rows->count; i++)
        column[i] = (double)rows->x[i * rows->n_in + input];
    return column;
}

/* Keeps a region if it has enough rows and leaves enough. */
static void region_keep(struct search *s, struct region region)
{
    region.rows = 0;
    for (size_t i = 0; i < s->rows->count; i++)
        region.rows += region.member[i];
    double share = (double)region.rows / (double)s->rows->count;
    if (share >= 0.05 && share <= 0.5 && s->count < REGIONS_MOST)
        s->regions[s->count++] = region;
}

static struct region region_new(struct search *s, enum region_kind kind)
{
    return (struct region){.kind = kind,
                           .counts =
                               kind == REGION_HOLE ? s->n_inputs <= NARROW : kind != REGION_BLOCKS,
                           .member = arena_alloc(s->arena, s->rows->count, sizeof(bool))};
}

/* The input along which the mean of a region's rows is farthest from the mean of all, which is 0 or
   near it. */
static void input_name(const struct search *s, struct region *r)
{
    double best = -1.0;
    for (size_t k = 0; k < s->n_inputs; k++) {
        size_t j = s->inputs[k];
        double sum = 0.0, n = 0.0, all = 0.0;
        for (size_t i = 0; i < s->rows->count; i++) {
            double x = (double)s->rows->x[i * s->rows->n_in + j];
            all += x / (double)s->rows->count;
            sum += r->member[i] ? x : 0.0;
            n += r->member[i];
        }
        double mean = sum / fmax(n, 1.0);
        if (fabs(mean - all) > best) {
            best = fabs(mean - all);
            r->input[0] = j;
            r->limit[0] = mean;
            r->high[0] = mean > all;
        }
    }
}

static void clusters_add(struct search *s, size_t wanted)
{
    enum { CLUSTERS = 5 };
    size_t *cluster = arena_alloc(s->arena, s->rows->count, sizeof(*cluster)), first;
    if (s->rows->count < (size_t)2 * CLUSTERS)
        return;
    clusters_find(s->rows, CLUSTERS, cluster);
    first = draw(s->random, CLUSTERS);
    for (size_t k = 0; k < wanted; k++) {
        struct region r = region_new(s, REGION_CLUSTER);
        for (size_t i = 0; i < s->rows->count; i++)
            r.member[i] = cluster[i] == (first + 2 * k) % CLUSTERS;
        input_name(s, &r);
        region_keep(s, r);
    }
}

/* The directions of largest variance; an axis is divided by its deviation, so the shortest axis has
   the largest. */
static void directions_add(struct search *s, size_t wanted)
{
    size_t d = s->rows->n_in, n = s->rows->count;
    float *axes = arena_alloc(s->arena, d * d, sizeof(*axes));
    float *along = arena_alloc(s->arena, n * d, sizeof(*along));
    bool *used = arena_alloc(s->arena, d, sizeof(*used));
    axes_principal(s->rows->x, n, d, axes);
    axes_apply(axes, s->rows->x, n, d, along);
    for (size_t k = 0; k < wanted && k < d; k++) {
        size_t axis = 0;
        double least = INFINITY;
        for (size_t p = 0; p < d; p++) {
            double norm = 0.0;
            for (size_t j = 0; j < d; j++)
                norm += (double)axes[p * d + j] * (double)axes[p * d + j];
            if (!used[p] && norm < least) {
                least = norm;
                axis = p;
            }
        }
        used[axis] = true;
        struct region r = region_new(s, REGION_DIRECTION);
        double *values = arena_alloc(s->arena, n, sizeof(*values)), side = coin(s->random) ? 1 : -1;
        for (size_t i = 0; i < n; i++)
            values[i] = side * (double)along[i * d + axis];
        double limit = doubles_quantile(values, n, 0.8);
        for (size_t i = 0; i < n; i++)
            r.member[i] = values[i] > limit;
        input_name(s, &r);
        region_keep(s, r);
    }
}

static size_t input_draw(struct search *s) { return s->inputs[draw(s->random, s->n_inputs)]; }

static void input_add(struct search *s, size_t input, bool band)
{
    struct region r = region_new(s, band ? REGION_BAND : REGION_INPUT);
    r.input[0] = input;
    r.high[0] = coin(s->random);
    const double *x = column_of(s->arena, s->rows, r.input[0]);
    size_t n = s->rows->count;
    double low = doubles_quantile(x, n, band ? 0.4 : 0.2),
           high = doubles_quantile(x, n, band ? 0.6 : 0.8);
    r.limit[0] = band ? 0.5 * (low + high) : r.high[0] ? high : low;
    for (size_t i = 0; i < n; i++)
        r.member[i] = band ? x[i] > low && x[i] < high : r.high[0] ? x[i] > high : x[i] < low;
    region_keep(s, r);
}

/* Two inputs, the two that come first or any, and a side of each. */
static void quadrant_draw(struct search *s, bool first, struct region *r)
{
    r->input[0] = first ? s->inputs[0] : input_draw(s);
    do
        r->input[1] = first ? s->inputs[1] : input_draw(s);
    while (r->input[1] == r->input[0]);
    for (size_t k = 0; k < 2; k++)
        r->high[k] = coin(s->random);
}

/* Whether there is such a quadrant already, with its inputs in this order or the other. */
static bool quadrant_known(const struct search *s, const struct region *r)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct region *other = &s->regions[i];
        if (other->kind == REGION_QUADRANT)
            for (size_t k = 0; k < 2; k++)
                if (other->input[0] == r->input[k] && other->input[1] == r->input[1 - k] &&
                    other->high[0] == r->high[k] && other->high[1] == r->high[1 - k])
                    return true;
    }
    return false;
}

/* Two inputs have four quadrants only, so that one may be drawn again; a few draws find another. */
static void quadrant_add(struct search *s, bool first)
{
    enum { DRAWS = 50 };
    struct region r = region_new(s, REGION_QUADRANT);
    const double *x[2];
    int draws = 0;
    do
        quadrant_draw(s, first, &r);
    while (quadrant_known(s, &r) && ++draws < DRAWS);
    if (draws == DRAWS)
        return;
    for (size_t k = 0; k < 2; k++) {
        x[k] = column_of(s->arena, s->rows, r.input[k]);
        r.limit[k] = doubles_quantile(x[k], s->rows->count, 0.5);
    }
    for (size_t i = 0; i < s->rows->count; i++)
        r.member[i] = r.high[0] == (x[0][i] > r.limit[0]) && r.high[1] == (x[1][i] > r.limit[1]);
    region_keep(s, r);
}

/* The tenth of the rows around a row near the middle: a hole, with rows on all sides. The more rows
   it is the innermost of, the nearer to the middle. */
static void hole_add(struct search *s, int tries)
{
    struct region r = region_new(s, REGION_HOLE);
    size_t n = s->rows->count, d = s->rows->n_in, centre = 0;
    double *square = arena_alloc(s->arena, n, sizeof(*square)), least = INFINITY;
    for (int k = 0; k < tries; k++) {
        size_t i = draw(s->random, n);
        double norm = 0.0;
        for (size_t j = 0; j < s->n_inputs; j++)
            norm += square_of((double)s->rows->x[i * d + s->inputs[j]]);
        if (norm < least) {
            least = norm;
            centre = i;
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < s->n_inputs; j++) {
            size_t input = s->inputs[j];
            double step =
                (double)s->rows->x[i * d + input] - (double)s->rows->x[centre * d + input];
            square[i] += step * step;
        }
    double limit = doubles_quantile(square, n, 0.1);
    for (size_t i = 0; i < n; i++)
        r.member[i] = square[i] <= limit;
    input_name(s, &r);
    region_keep(s, r);
}

/* Whole blocks that follow each other, from any one on, until they hold a tenth of the rows: the
   next flights, as far as the rows show them. */
static void blocks_add(struct search *s)
{
    struct region r = region_new(s, REGION_BLOCKS);
    size_t n = s->rows->count, members = 0;
    uint32_t block = s->rows->block[draw(s->random, n)];
    while (members < n / 10) {
        uint32_t next = UINT32_MAX, first = UINT32_MAX;
        for (size_t i = 0; i < n; i++) {
            uint32_t b = s->rows->block[i];
            members += b == block;
            r.member[i] = r.member[i] || b == block;
            next = b > block && b < next ? b : next;
            first = b < first ? b : first;
        }
        block = next == UINT32_MAX ? first : next; /* behind the last block comes the first */
    }
    input_name(s, &r);
    region_keep(s, r);
}

/* Puts the inputs with the largest effect first. */
static void inputs_sort(struct search *s, const double *effect)
{
    for (size_t i = 1; effect != NULL && i < s->n_inputs; i++)
        for (size_t k = i; k > 0 && effect[s->inputs[k]] > effect[s->inputs[k - 1]]; k--) {
            size_t swapped = s->inputs[k];
            s->inputs[k] = s->inputs[k - 1];
            s->inputs[k - 1] = swapped;
        }
}

size_t regions_find(struct arena *arena, const struct rows *rows, const struct region_inputs *which,
                    struct random *random, struct region *regions)
{
    enum { CLUSTERS = 2, DIRECTIONS = 2, QUADRANTS = 3, BLOCKS = 2 };
    struct search s = {.arena = arena, .rows = rows, .random = random, .regions = regions};
    s.inputs = arena_alloc(arena, rows->n_in, sizeof(*s.inputs));
    for (size_t j = 0; j < rows->n_in; j++)
        if (which->counts == NULL || which->counts[j] > 0.0F)
            s.inputs[s.n_inputs++] = j;
    if (s.n_inputs == 0)
        return 0;
    inputs_sort(&s, which->effect);
    clusters_add(&s, CLUSTERS);
    directions_add(&s, DIRECTIONS);
    for (size_t k = 0; k < 2 && k < s.n_inputs; k++)
        input_add(&s, s.inputs[k], false);
    if (s.n_inputs <= NARROW) /* with more inputs a band of one of them is no unseen region */
        input_add(&s, input_draw(&s), true);
    hole_add(&s, 5);
    hole_add(&s, 50);
    for (size_t k = 0; k < QUADRANTS && s.n_inputs > 1; k++)
        quadrant_add(&s, k == 0);
    for (size_t k = 0; k < BLOCKS && rows->block != NULL; k++)
        blocks_add(&s);
    return s.count;
}
