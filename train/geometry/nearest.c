/* See nearest.h. Points and queries are brought into the coordinates y of nearest_metric.h, where
   the distance is Euclidean except for periods. Each thread takes a range of the queries. Queries
   are independent of each other, so the ranges do not change the results. */
#include "geometry/nearest.h"

#include "base/fail.h"
#include "geometry/nearest_blocks.h"
#include "geometry/nearest_tree.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

struct nearest {
    struct nearest_blocks blocks;
    struct nearest_tree tree;
    const float *scale;  /* (dims) sqrt(weight); NULL: all 1 */
    const float *period; /* (dims) of x, 0: none; NULL: none at all */
    float *y;            /* (dims) scratch */
};

/* --- the metric --------------------------------------------------------------------------- */

static const float *scale_new(struct arena *arena, const struct nearest_metric *m)
{
    if (m->weights == NULL)
        return NULL;
    float *scale = arena_alloc(arena, m->dims, sizeof(*scale));
    for (size_t j = 0; j < m->dims; j++) {
        if (!(m->weights[j] >= 0.0F && m->weights[j] < INFINITY))
            fail("weight %zu of the distance is %g, expected a number >= 0", j + 1,
                 (double)m->weights[j]);
        scale[j] = sqrtf(m->weights[j]);
    }
    return scale;
}

static const float *period_new(struct arena *arena, const struct nearest_metric *m)
{
    if (m->periods == NULL)
        return NULL;
    bool any = false;
    for (size_t j = 0; j < m->dims; j++) {
        if (!(m->periods[j] >= 0.0F && m->periods[j] < INFINITY))
            fail("period %zu of the distance is %g, expected a number >= 0", j + 1,
                 (double)m->periods[j]);
        any = any || m->periods[j] > 0.0F;
    }
    return any ? arena_grow(arena, m->periods, m->dims, m->dims, sizeof(float)) : NULL;
}

static float scale_of(const struct nearest *nearest, size_t dim)
{
    return nearest->scale == NULL ? 1.0F : nearest->scale[dim];
}

static const float *scaled_period_new(struct arena *arena, const struct nearest *nearest)
{
    if (nearest->period == NULL)
        return NULL;
    float *scaled = arena_alloc(arena, nearest->blocks.dims, sizeof(*scaled));
    for (size_t j = 0; j < nearest->blocks.dims; j++)
        scaled[j] =
            nearest->period[j] > 0.0F ? scale_of(nearest, j) * nearest->period[j] : INFINITY;
    return scaled;
}

static float wrap(float x, float period)
{
    float half = 0.5F * period;
    return fmaxf(-half, fminf(half, x - period * rintf(x / period)));
}

/* From x (n, dims) to the coordinates y. */
static void coordinates_make(const struct nearest *nearest, const float *x, size_t n, float *y)
{
    size_t dims = nearest->blocks.dims;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dims; j++) {
            float v = x[i * dims + j];
            if (nearest->period != NULL && nearest->period[j] > 0.0F)
                v = wrap(v, nearest->period[j]);
            y[i * dims + j] = scale_of(nearest, j) * v;
        }
}

/* --- construction and insertion ----------------------------------------------------------- */

static void count_check(size_t n)
{
    if (n >= NEAREST_LIMIT)
        fail("%zu points are too many for a search of nearest neighbours", n);
}

static void point_check(const struct nearest *nearest, const float *y, size_t i)
{
    for (size_t j = 0; j < nearest->blocks.dims; j++)
        if (!isfinite(y[j]))
            fail("point %zu of a search of nearest neighbours is not finite", i + 1);
}

struct nearest *nearest_new(struct arena *arena, const struct nearest_metric *metric,
                            struct nearest_points points, unsigned threads)
{
    size_t n = points.count;
    count_check(n);
    struct nearest *nearest = arena_alloc(arena, 1, sizeof(*nearest));
    nearest->scale = scale_new(arena, metric);
    nearest->period = period_new(arena, metric);
    nearest->y = arena_alloc(arena, metric->dims, sizeof(*nearest->y));
    nearest->blocks = (struct nearest_blocks){.arena = arena, .dims = metric->dims};
    nearest->blocks.kernels = nearest_kernels_choose();
    nearest->blocks.periods = scaled_period_new(arena, nearest);
    nearest->blocks.n = nearest->blocks.room = n;
    nearest->blocks.reach = arena_alloc(arena, n, sizeof(*nearest->blocks.reach));
    float *y = arena_alloc(arena, n * metric->dims, sizeof(*y));
    coordinates_make(nearest, points.x, n, y);
    for (size_t i = 0; i < n; i++)
        point_check(nearest, y + i * metric->dims, i);
    nearest_tree_build(&nearest->tree, &nearest->blocks, y, threads);
    return nearest;
}

void nearest_insert(struct nearest *nearest, const float *point, float reach)
{
    count_check(nearest->blocks.n + 1);
    coordinates_make(nearest, point, 1, nearest->y);
    point_check(nearest, nearest->y, nearest->blocks.n);
    nearest_blocks_append(&nearest->blocks, reach);
    nearest_tree_insert(&nearest->tree, nearest->y);
}

/* --- queries ------------------------------------------------------------------------------ */

struct queries {
    const struct nearest *nearest;
    struct nearest_points points;
    size_t k;
    bool leave_out_self;
    uint32_t *index; /* (n, k) or NULL */
    float *distance; /* (n, k) */
};

/* The queries of one thread. */
struct query_range {
    const struct queries *queries;
    size_t first, end; /* numbers of queries */
    float *y;          /* (NEAREST_BATCH, dims) scratch */
};

static void search_start(const struct queries *q, size_t i, float *y, struct nearest_search *search)
{
    const struct nearest *nearest = q->nearest;
    coordinates_make(nearest, q->points.x + i * nearest->blocks.dims, 1, y);
    nearest_search_start(search, y, q->k, q->leave_out_self ? (uint32_t)i : NEAREST_NONE);
    uint32_t first = nearest_tree_block(&nearest->tree, y);
    if (first != NEAREST_NONE)
        nearest_search_block(&nearest->blocks, first, search);
}

static void search_finish(const struct queries *q, size_t i, const struct nearest_search *search)
{
    for (size_t j = 0; j < q->k; j++) {
        q->distance[i * q->k + j] = nearest_search_distance(search, j);
        if (q->index != NULL)
            q->index[i * q->k + j] = nearest_search_index(search, j);
    }
}

static void *query_range_run(void *argument)
{
    const struct query_range *range = argument;
    const struct queries *q = range->queries;
    size_t dims = q->nearest->blocks.dims;
    struct nearest_search searches[NEAREST_BATCH];
    for (size_t first = range->first; first < range->end; first += NEAREST_BATCH) {
        size_t left = range->end - first, n = left < NEAREST_BATCH ? left : NEAREST_BATCH;
        for (size_t i = 0; i < n; i++)
            search_start(q, first + i, range->y + i * dims, &searches[i]);
        nearest_search_others(&q->nearest->blocks, searches, n);
        for (size_t i = 0; i < n; i++)
            search_finish(q, first + i, &searches[i]);
    }
    return NULL;
}

enum { THREADS_MOST = 256 };

static void queries_run(const struct queries *q, unsigned threads)
{
    size_t n = threads < 1 ? 1 : threads > THREADS_MOST ? THREADS_MOST : threads;
    size_t room = NEAREST_BATCH * q->nearest->blocks.dims;
    pthread_t thread[THREADS_MOST];
    struct query_range range[THREADS_MOST];
    size_t count = q->points.count;
    bool started[THREADS_MOST] = {false};
    float *y = calloc(n * room + 1, sizeof(*y));
    if (y == NULL)
        fail("out of memory");
    for (size_t i = 0; i < n; i++) {
        range[i] = (struct query_range){q, count * i / n, count * (i + 1) / n, y + i * room};
        started[i] = i > 0 && pthread_create(&thread[i], NULL, query_range_run, &range[i]) == 0;
    }
    for (size_t i = 0; i < n; i++)
        if (!started[i])
            query_range_run(&range[i]);
    for (size_t i = 0; i < n; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
    free(y);
}

void nearest_query(const struct nearest *nearest, struct nearest_points queries, unsigned threads,
                   uint32_t *index, float *distance)
{
    struct queries q = {.nearest = nearest, .points = queries, .k = 1};
    q.index = index;
    q.distance = distance;
    queries_run(&q, threads);
}

void nearest_query_k(const struct nearest *nearest, struct nearest_points queries, size_t k,
                     bool leave_out_self, unsigned threads, float *distances)
{
    if (k < 1 || k > NEAREST_MOST)
        fail("%zu nearest neighbours, expected 1 to %d", k, NEAREST_MOST);
    struct queries q = {.nearest = nearest, .points = queries, .k = k};
    q.leave_out_self = leave_out_self;
    q.distance = distances;
    queries_run(&q, threads);
}

/* --- reach -------------------------------------------------------------------------------- */

void nearest_reach_all(struct nearest *nearest, const float *reach)
{
    struct nearest_blocks *b = &nearest->blocks;
    for (size_t i = 0; i < b->n; i++)
        b->reach[i] = reach[i];
    nearest_blocks_reach(b);
}

float nearest_reach(const struct nearest *nearest, size_t point)
{
    return nearest->blocks.reach[point];
}

size_t nearest_claim(struct nearest *nearest, const float *origin, uint32_t *claimed)
{
    struct nearest_claims claims = {.y = nearest->y, .claimed = claimed};
    coordinates_make(nearest, origin, 1, nearest->y);
    nearest_blocks_claim(&nearest->blocks, &claims);
    return claims.count;
}
