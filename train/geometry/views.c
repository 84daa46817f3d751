/* See views.h. */
#include "geometry/views.h"

#include "data/sorted.h"
#include "geometry/nearest.h"
#include "net/elementary.h"

#include <math.h>

/* Is added to distances, in standard deviations, so that equal rows have a finite logarithm. */
static const double least_distance = 1e-3;

struct view {
    size_t n, *coordinates;
    struct nearest_metric metric;
    struct nearest *nearest;
    float quantile; /* log2 of the distance that 95 % of the rows stay below */
};

struct views {
    size_t dims, count;
    struct view *all;
    struct nearest_points rows;
    size_t calibrate;
    unsigned threads;
};

static float *view_project(struct arena *arena, const struct view *v, struct nearest_points points,
                           size_t dims)
{
    float *x = arena_alloc(arena, points.count * v->n, sizeof(*x));
    for (size_t i = 0; i < points.count; i++)
        for (size_t j = 0; j < v->n; j++)
            x[i * v->n + j] = points.x[i * dims + v->coordinates[j]];
    return x;
}

/* How many neighbours count: with few rows the fifth is a stranger, and distances to strangers
   would make the whole domain look known. */
static size_t neighbours_of(size_t rows)
{
    enum { ROWS_PER_NEIGHBOUR = 20 };
    size_t k = rows / ROWS_PER_NEIGHBOUR;
    return k < 1 ? 1 : k < VIEWS_NEIGHBOURS ? k : VIEWS_NEIGHBOURS;
}

/* log2 of the mean distance to the nearest rows. */
static void view_distances(const struct views *views, const struct view *v,
                           struct nearest_points points, bool are_rows, float *out)
{
    struct arena *arena = arena_new();
    const struct nearest_points seen = {view_project(arena, v, points, views->dims), points.count};
    size_t others = views->rows.count - are_rows;
    size_t k = neighbours_of(views->rows.count);
    k = others < k ? others : k;
    float *squares = arena_alloc(arena, points.count * k, sizeof(*squares));
    nearest_query_k(v->nearest, seen, k, are_rows, views->threads, squares);
    for (size_t i = 0; i < points.count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < k; j++)
            sum += sqrt((double)squares[i * k + j]);
        double mean = k == 0 ? 1.0 : sum / (double)k;
        out[i] = (float)(elementary_log(mean + least_distance) / elementary_log(2.0));
    }
    arena_free(arena);
}

static void view_make(struct arena *arena, struct views *views, const struct nearest_metric *metric,
                      const size_t *coordinates, size_t n)
{
    struct arena *scratch = arena_new();
    struct view *v = &views->all[views->count++];
    float *weights = arena_alloc(arena, n, sizeof(*weights));
    float *periods = arena_alloc(arena, n, sizeof(*periods));
    *v = (struct view){.n = n, .coordinates = arena_alloc(arena, n, sizeof(*v->coordinates))};
    for (size_t j = 0; j < n; j++) {
        v->coordinates[j] = coordinates[j];
        weights[j] = metric->weights == NULL ? 1.0F : metric->weights[coordinates[j]];
        periods[j] = metric->periods == NULL ? 0.0F : metric->periods[coordinates[j]];
    }
    v->metric = (struct nearest_metric){n, metric->weights == NULL ? NULL : weights,
                                        metric->periods == NULL ? NULL : periods};
    const struct nearest_points seen = {view_project(scratch, v, views->rows, views->dims),
                                        views->rows.count};
    v->nearest = nearest_new(arena, &v->metric, seen, views->threads);
    float *distance = arena_alloc(scratch, views->calibrate, sizeof(*distance));
    view_distances(views, v, (struct nearest_points){views->rows.x, views->calibrate}, true,
                   distance);
    v->quantile = floats_quantile(distance, views->calibrate, 0.95);
    arena_free(scratch);
}

static struct views *views_new(struct arena *arena, const struct nearest_metric *metric,
                               struct nearest_points rows, unsigned threads, size_t most)
{
    struct views *views = arena_alloc(arena, 1, sizeof(*views));
    *views = (struct views){.dims = metric->dims, .rows = rows, .threads = threads};
    views->calibrate = rows.count < VIEWS_CALIBRATE ? rows.count : VIEWS_CALIBRATE;
    views->all = arena_alloc(arena, most, sizeof(*views->all));
    return views;
}

/* The coordinates that count; returns how many. */
static size_t coordinates_counted(const struct nearest_metric *metric, size_t *coordinates)
{
    size_t n = 0;
    for (size_t j = 0; j < metric->dims; j++)
        if (metric->weights == NULL || metric->weights[j] > 0.0F)
            coordinates[n++] = j;
    return n;
}

struct views *views_all(struct arena *arena, const struct nearest_metric *metric,
                        struct nearest_points rows, unsigned threads)
{
    struct views *views = views_new(arena, metric, rows, threads, 1);
    size_t *coordinates = arena_alloc(arena, metric->dims, sizeof(*coordinates));
    view_make(arena, views, metric, coordinates, coordinates_counted(metric, coordinates));
    return views;
}

struct views *views_pairs(struct arena *arena, const struct nearest_metric *metric,
                          struct nearest_points rows, unsigned threads, struct random *random)
{
    size_t *coordinates = arena_alloc(arena, metric->dims, sizeof(*coordinates));
    size_t n = coordinates_counted(metric, coordinates), pairs = n * (n - 1) / 2, left = VIEWS_MOST;
    if (n < 2)
        return views_all(arena, metric, rows, threads);
    struct views *views = views_new(arena, metric, rows, threads, VIEWS_MOST);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++, pairs--)
            if (random_uniform(random) * (double)pairs < (double)left) { /* each is as likely */
                left--;
                view_make(arena, views, metric, (size_t[]){coordinates[i], coordinates[j]}, 2);
            }
    return views;
}

static void score(const struct views *views, struct nearest_points points, bool are_rows,
                  float *out)
{
    struct arena *arena = arena_new();
    float *distance = arena_alloc(arena, points.count, sizeof(*distance));
    for (size_t k = 0; k < views->count; k++) {
        const struct view *v = &views->all[k];
        view_distances(views, v, points, are_rows, distance);
        for (size_t i = 0; i < points.count; i++) {
            float relative = distance[i] - v->quantile;
            out[i] = k == 0 || relative > out[i] ? relative : out[i];
        }
    }
    arena_free(arena);
}

void views_score(const struct views *views, struct nearest_points points, float *out)
{
    score(views, points, false, out);
}

size_t views_score_rows(const struct views *views, float *out)
{
    score(views, (struct nearest_points){views->rows.x, views->calibrate}, true, out);
    return views->calibrate;
}
