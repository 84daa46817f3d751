/* See views.h. */
#include "geometry/views.h"

#include "data/rows.h"
#include "data/sorted.h"
#include "geometry/nearest.h"
#include "net/elementary.h"

#include <math.h>
#include <string.h>

/* Is added to distances, in standard deviations, so that equal rows have a finite logarithm. */
static const double least_distance = 1e-3;

/* Rows of a log are compared with those of other stretches, a fifth of these at a time. */
enum { FOLDS = 5 };

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
    const uint32_t *fold; /* (rows) NULL: every row is a fold of its own */
    size_t calibrate;
    float *row_score; /* (calibrate) */
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

/* log2 of the mean distance of projected points to the nearest of `others` rows. */
static void distances_find(const struct views *views, const struct nearest *nearest, size_t others,
                           struct nearest_points seen, bool are_rows, float *out)
{
    struct arena *arena = arena_new();
    size_t k = neighbours_of(views->rows.count);
    k = others < k ? others : k;
    float *squares = arena_alloc(arena, seen.count * k, sizeof(*squares));
    nearest_query_k(nearest, seen, k, are_rows, views->threads, squares);
    for (size_t i = 0; i < seen.count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < k; j++)
            sum += sqrt((double)squares[i * k + j]);
        double mean = k == 0 ? 1.0 : sum / (double)k;
        out[i] = (float)(elementary_log(mean + least_distance) / elementary_log(2.0));
    }
    arena_free(arena);
}

/* --- distances between rows ------------------------------------------------------------------ */

/* The distances of the calibrating rows of one fold to the rows of all others; x: projected rows.
 */
static void fold_distances(const struct views *views, const struct view *v, const float *x,
                           uint32_t fold, float *out)
{
    struct arena *arena = arena_new();
    size_t n = v->n, n_rest = 0, n_asked = 0;
    float *rest = arena_alloc(arena, views->rows.count * n, sizeof(*rest));
    float *asked = arena_alloc(arena, views->calibrate * n, sizeof(*asked));
    float *distance = arena_alloc(arena, views->calibrate, sizeof(*distance));
    for (size_t i = 0; i < views->rows.count; i++) {
        bool own = views->fold[i] == fold;
        if (!own)
            memcpy(rest + n_rest++ * n, x + i * n, n * sizeof(*x));
        else if (i < views->calibrate)
            memcpy(asked + n_asked++ * n, x + i * n, n * sizeof(*x));
    }
    const struct nearest *nearest =
        nearest_new(arena, &v->metric, (struct nearest_points){rest, n_rest}, views->threads);
    distances_find(views, nearest, n_rest, (struct nearest_points){asked, n_asked}, false,
                   distance);
    for (size_t i = 0, k = 0; i < views->calibrate; i++)
        if (views->fold[i] == fold)
            out[i] = distance[k++];
    arena_free(arena);
}

/* The distances of the calibrating rows to rows that are strangers to them. */
static void rows_distances(const struct views *views, const struct view *v, const float *x,
                           float *out)
{
    if (views->fold == NULL)
        distances_find(views, v->nearest, views->rows.count - 1,
                       (struct nearest_points){x, views->calibrate}, true, out);
    for (uint32_t fold = 0; fold < FOLDS && views->fold != NULL; fold++)
        fold_distances(views, v, x, fold, out);
}

/* The fold of each row: blocks take turns. NULL: there are too few of them. */
static uint32_t *folds_make(struct arena *arena, const struct view_rows *rows)
{
    uint32_t *fold = arena_alloc(arena, rows->count, sizeof(*fold));
    size_t blocks = blocks_number(rows->block, rows->count, fold);
    for (size_t i = 0; i < rows->count; i++)
        fold[i] %= FOLDS;
    return blocks < FOLDS ? NULL : fold;
}

/* --- views ----------------------------------------------------------------------------------- */

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
    rows_distances(views, v, seen.x, distance);
    v->quantile = floats_quantile(distance, views->calibrate, 0.95);
    for (size_t i = 0; i < views->calibrate; i++)
        views->row_score[i] = fmaxf(views->row_score[i], distance[i] - v->quantile);
    arena_free(scratch);
}

static struct views *views_new(struct arena *arena, const struct nearest_metric *metric,
                               const struct view_rows *rows, unsigned threads, size_t most)
{
    struct views *views = arena_alloc(arena, 1, sizeof(*views));
    *views =
        (struct views){.dims = metric->dims, .rows = {rows->x, rows->count}, .threads = threads};
    views->fold = folds_make(arena, rows);
    views->calibrate = rows->count < VIEWS_CALIBRATE ? rows->count : VIEWS_CALIBRATE;
    views->row_score = arena_alloc(arena, views->calibrate, sizeof(*views->row_score));
    for (size_t i = 0; i < views->calibrate; i++)
        views->row_score[i] = -INFINITY;
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
                        const struct view_rows *rows, unsigned threads)
{
    struct views *views = views_new(arena, metric, rows, threads, 1);
    size_t *coordinates = arena_alloc(arena, metric->dims, sizeof(*coordinates));
    view_make(arena, views, metric, coordinates, coordinates_counted(metric, coordinates));
    return views;
}

struct views *views_pairs(struct arena *arena, const struct nearest_metric *metric,
                          const struct view_rows *rows, unsigned threads, struct random *random)
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

void views_score(const struct views *views, struct nearest_points points, float *score)
{
    struct arena *arena = arena_new();
    float *distance = arena_alloc(arena, points.count, sizeof(*distance));
    for (size_t k = 0; k < views->count; k++) {
        const struct view *v = &views->all[k];
        const struct nearest_points seen = {view_project(arena, v, points, views->dims),
                                            points.count};
        distances_find(views, v->nearest, views->rows.count, seen, false, distance);
        for (size_t i = 0; i < points.count; i++) {
            float relative = distance[i] - v->quantile;
            score[i] = k == 0 || relative > score[i] ? relative : score[i];
        }
    }
    arena_free(arena);
}

size_t views_score_rows(const struct views *views, float *score)
{
    memcpy(score, views->row_score, views->calibrate * sizeof(*score));
    return views->calibrate;
}
