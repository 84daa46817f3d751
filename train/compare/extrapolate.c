/* See extrapolate.h. */
#include "extrapolate.h"

#include "epiout.h"

#include <math.h>
#include <string.h>

enum { CLUSTERS = 2, ROUNDS = 100 };

/* How a network extrapolates is luck in part: networks from several seeds tell more. */
enum { STARTS = 3 };

/* --- clusters -----------------------------------------------------------------------------------
 */

static double distance_of(const float *x, const double *centre, size_t d)
{
    double sum = 0.0;
    for (size_t j = 0; j < d; j++)
        sum += ((double)x[j] - centre[j]) * ((double)x[j] - centre[j]);
    return sum;
}

static void centre_take(double *centre, const float *x, size_t d)
{
    for (size_t j = 0; j < d; j++)
        centre[j] = (double)x[j];
}

/* The row farthest from the origin, then always the one farthest from those taken. */
static void centres_start(const struct rows *rows, size_t k, double *centre, double *least)
{
    size_t d = rows->n_in;
    for (size_t c = 0; c < k; c++) {
        size_t farthest = 0;
        for (size_t i = 0; i < rows->count; i++) {
            double *before = &least[i], *own = centre + (c == 0 ? 0 : c - 1) * d;
            double distance = distance_of(rows->x + i * d, own, d);
            *before = c < 2 ? distance : fmin(*before, distance);
            farthest = least[i] > least[farthest] ? i : farthest;
        }
        centre_take(centre + c * d, rows->x + farthest * d, d);
    }
}

static bool rows_assign(const struct rows *rows, size_t k, const double *centre, size_t *cluster)
{
    bool changed = false;
    for (size_t i = 0; i < rows->count; i++) {
        size_t nearest = 0;
        double least = INFINITY;
        for (size_t c = 0; c < k; c++) {
            double distance =
                distance_of(rows->x + i * rows->n_in, centre + c * rows->n_in, rows->n_in);
            if (distance < least) {
                least = distance;
                nearest = c;
            }
        }
        changed = changed || cluster[i] != nearest;
        cluster[i] = nearest;
    }
    return changed;
}

static void centres_move(const struct rows *rows, size_t k, const size_t *cluster, double *centre)
{
    size_t d = rows->n_in;
    for (size_t c = 0; c < k; c++) {
        size_t count = 0;
        for (size_t i = 0; i < rows->count; i++)
            count += cluster[i] == c;
        if (count == 0)
            continue;
        memset(centre + c * d, 0, d * sizeof(*centre));
        for (size_t i = 0; i < rows->count; i++)
            for (size_t j = 0; j < d && cluster[i] == c; j++)
                centre[c * d + j] += (double)rows->x[i * d + j] / (double)count;
    }
}

void extrapolate_clusters(const struct rows *rows, size_t k, size_t *cluster)
{
    struct arena *arena = arena_new();
    double *centre = arena_alloc(arena, k * rows->n_in, sizeof(*centre));
    double *least = arena_alloc(arena, rows->count, sizeof(*least));
    memset(cluster, 0, rows->count * sizeof(*cluster));
    centres_start(rows, k, centre, least);
    for (int round = 0; round < ROUNDS && rows_assign(rows, k, centre, cluster); round++)
        centres_move(rows, k, cluster, centre);
    arena_free(arena);
}

/* --- the scale from errors -----------------------------------------------------------------------
 */

static double mean_loss(const struct misses *m, struct ignorance g)
{
    double sum = 0.0;
    for (size_t i = 0; i < m->count; i++) {
        double epistemic = g.scale * pow(m->eta[i], g.power);
        double variance = m->sigma[i] * m->sigma[i] + epistemic * epistemic;
        sum += 0.5 * (log(variance) + m->error[i] * m->error[i] / variance);
    }
    return m->count == 0 ? 0.0 : sum / (double)m->count;
}

/* 0, then from 1e-4 to 1e3 in the logarithm. */
enum { GRID = 701 };
static double grid_value(int step) { return step == 0 ? 0.0 : pow(10.0, -4.01 + 0.01 * step); }

struct ignorance extrapolate_fit(const struct misses *outside)
{
    static const double powers[] = {1.0, 0.75, 0.5, 0.25, 1.5, 2.0};
    struct ignorance best = {0.0, 1.0};
    double least = INFINITY;
    for (size_t p = 0; p < sizeof(powers) / sizeof(powers[0]); p++)
        for (int step = 0; step <= GRID; step++) {
            struct ignorance g = {grid_value(step), powers[p]};
            double loss = mean_loss(outside, g);
            best = loss < least ? g : best;
            least = fmin(least, loss);
        }
    return best;
}

/* --- leaving clusters out ------------------------------------------------------------------------
 */

/* Columns as they are standardised once more for a part of the rows. */
struct column_scale {
    double mean, sd;
};

static struct column_scale column_of(const float *values, size_t n, size_t columns, size_t j)
{
    struct column_scale c = {0};
    for (size_t i = 0; i < n; i++)
        c.mean += (double)values[i * columns + j] / (double)n;
    for (size_t i = 0; i < n; i++)
        c.sd += pow((double)values[i * columns + j] - c.mean, 2.0) / (double)n;
    c.sd = sqrt(c.sd);
    if (!(c.sd > 1e-6))
        c.sd = 1.0;
    return c;
}

static float *columns_scale(struct arena *arena, const float *values, size_t n, size_t columns,
                            const struct column_scale *scales)
{
    float *scaled = arena_alloc(arena, n * columns, sizeof(*scaled));
    for (size_t i = 0; i < n * columns; i++)
        scaled[i] =
            (float)(((double)values[i] - scales[i % columns].mean) / scales[i % columns].sd);
    return scaled;
}

static struct rows rows_pick(struct arena *arena, const struct rows *rows, const size_t *cluster,
                             size_t c, bool in)
{
    struct rows r = {.n_in = rows->n_in, .n_out = rows->n_out};
    float *x = arena_alloc(arena, rows->count * rows->n_in, sizeof(*x));
    float *y = arena_alloc(arena, rows->count * rows->n_out, sizeof(*y));
    for (size_t i = 0; i < rows->count; i++) {
        if ((cluster[i] == c) != in)
            continue;
        memcpy(x + r.count * r.n_in, rows->x + i * r.n_in, r.n_in * sizeof(*x));
        memcpy(y + r.count * r.n_out, rows->y + i * r.n_out, r.n_out * sizeof(*y));
        r.count++;
    }
    r.x = x;
    r.y = y;
    return r;
}

static struct column_scale *scales_of(struct arena *arena, const float *values, size_t n,
                                      size_t columns)
{
    struct column_scale *scales = arena_alloc(arena, columns, sizeof(*scales));
    for (size_t j = 0; j < columns; j++)
        scales[j] = column_of(values, n, columns, j);
    return scales;
}

/* Errors of a network on rows, in units where the outputs have the given scales. */
static void misses_add(const struct network *network, const struct rows *rows,
                       const struct column_scale *scales, struct misses *misses)
{
    struct arena *arena = arena_new();
    size_t n_out = rows->n_out;
    float *mean = arena_alloc(arena, rows->count * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, rows->count * n_out, sizeof(*sigma));
    float *eta = arena_alloc(arena, rows->count, sizeof(*eta));
    network_predict(network, rows, mean, sigma, eta);
    for (size_t i = 0; i < rows->count * n_out; i++) {
        struct misses *m = &misses[i % n_out];
        double sd = scales[i % n_out].sd;
        m->error[m->count] = sd * ((double)rows->y[i] - (double)mean[i]);
        m->sigma[m->count] = sd * (double)sigma[i];
        m->eta[m->count++] = (double)eta[i / n_out];
    }
    arena_free(arena);
}

static struct misses *misses_new(struct arena *arena, size_t count, size_t n_out)
{
    struct misses *misses = arena_alloc(arena, n_out, sizeof(*misses));
    for (size_t k = 0; k < n_out; k++) {
        misses[k].error = arena_alloc(arena, count, sizeof(double));
        misses[k].sigma = arena_alloc(arena, count, sizeof(double));
        misses[k].eta = arena_alloc(arena, count, sizeof(double));
    }
    return misses;
}

/* As many epochs as all rows got, hence fewer steps, and a quarter of the steps for eta. */
static struct recipe recipe_brief(const struct recipe *recipe, size_t rows, uint64_t start)
{
    struct recipe brief = *recipe;
    brief.seed = recipe->seed + (start << 32U);
    brief.fit.epochs = fit_epochs(&recipe->fit, rows);
    brief.epistemic.steps = (brief.epistemic.steps + 3) / 4;
    return brief;
}

/* Learns all but one cluster and adds the errors on it. */
static void cluster_leave_out(const struct recipe *recipe, const struct rows *train,
                              const size_t *cluster, size_t c, uint64_t start,
                              struct misses *misses)
{
    struct arena *arena = arena_new();
    struct rows rest = rows_pick(arena, train, cluster, c, false);
    struct rows left = rows_pick(arena, train, cluster, c, true), none = {0};
    if (rest.count >= 2 && left.count > 0) {
        struct column_scale *in = scales_of(arena, rest.x, rest.count, rest.n_in);
        struct column_scale *out = scales_of(arena, rest.y, rest.count, rest.n_out);
        rest.x = columns_scale(arena, rest.x, rest.count, rest.n_in, in);
        rest.y = columns_scale(arena, rest.y, rest.count, rest.n_out, out);
        left.x = columns_scale(arena, left.x, left.count, left.n_in, in);
        left.y = columns_scale(arena, left.y, left.count, left.n_out, out);
        struct recipe brief = recipe_brief(recipe, train->count, start);
        none.n_in = rest.n_in;
        none.n_out = rest.n_out;
        struct epiout e = epiout_fit(arena, &brief, &rest, &none, NULL);
        misses_add(e.network, &left, out, misses);
    }
    arena_free(arena);
}

void extrapolate_ignorance(const struct recipe *recipe, const struct rows *train,
                           struct ignorance *ignorance)
{
    struct arena *arena = arena_new();
    size_t *cluster = arena_alloc(arena, train->count, sizeof(*cluster));
    struct misses *outside = misses_new(arena, STARTS * train->count, train->n_out);
    extrapolate_clusters(train, CLUSTERS, cluster);
    for (uint64_t start = 0; start < STARTS; start++)
        for (size_t c = 0; c < CLUSTERS; c++)
            cluster_leave_out(recipe, train, cluster, c, start, outside);
    for (size_t k = 0; k < train->n_out; k++)
        ignorance[k] = extrapolate_fit(&outside[k]);
    arena_free(arena);
}
