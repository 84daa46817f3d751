/* See scores.h. */
#include "compare/measure/scores.h"

#include "base/arena.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* A score, and the label or squared error of its row. */
struct item {
    double score, value;
    size_t index;
};

static int item_compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void items_sort(struct item *items, size_t n)
{
    qsort(items, n, sizeof(*items), item_compare);
}

/* One past the last item with the score of the first. */
static size_t ties_end(const struct item *items, size_t first, size_t n)
{
    size_t end = first + 1;
    while (end < n && items[end].score == items[first].score)
        end++;
    return end;
}

/* The variance of y. That of equal numbers is exactly 0, in spite of the rounding of their mean. */
static double variance_of(const double *y, size_t n)
{
    double mean = 0.0, sum = 0.0;
    bool equal = true;
    for (size_t i = 0; i < n; i++) {
        mean += y[i] / (double)n;
        equal = equal && y[i] == y[0];
    }
    if (equal)
        return 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (y[i] - mean) * (y[i] - mean);
    return sum / (double)n;
}

/* A squared error over the variance of y; NAN if that is 0. */
static double variance_ratio(double square, const struct predictions *p)
{
    double variance = variance_of(p->y, p->count);
    return variance > 0.0 ? square / variance : (double)NAN;
}

double scores_smse(const struct predictions *p)
{
    double rmse = metrics_rmse(p);
    return variance_ratio(rmse * rmse, p);
}

/* Equal scores are one step of the curve: the precision there counts for each unknown row among
   them. */
double scores_aupr(const float *known, size_t n_known, const float *unknown, size_t n_unknown)
{
    struct arena *arena = arena_new();
    size_t n = n_known + n_unknown, seen = 0;
    struct item *items = arena_alloc(arena, n, sizeof(*items));
    double hits = 0.0, area = 0.0;
    for (size_t i = 0; i < n; i++)
        items[i] = i < n_known ? (struct item){-(double)known[i], 0.0, i}
                               : (struct item){-(double)unknown[i - n_known], 1.0, i};
    items_sort(items, n);
    for (size_t first = 0; first < n; first = seen) {
        double in_group = 0.0;
        seen = ties_end(items, first, n);
        for (size_t i = first; i < seen; i++)
            in_group += items[i].value;
        hits += in_group;
        area += in_group * hits / (double)seen;
    }
    arena_free(arena);
    return area / (double)n_unknown;
}

/* Fills the ranks of the values, from 1 on; equal values have their mean rank. */
static void ranks_fill(struct arena *arena, const double *values, size_t n, double *ranks)
{
    struct item *items = arena_alloc(arena, n, sizeof(*items));
    for (size_t i = 0; i < n; i++)
        items[i] = (struct item){values[i], 0.0, i};
    items_sort(items, n);
    for (size_t first = 0, end; first < n; first = end) {
        end = ties_end(items, first, n);
        for (size_t i = first; i < end; i++)
            ranks[items[i].index] = 0.5 * (double)(first + end + 1);
    }
}

double scores_rank_correlation(const double *a, const double *b, size_t n)
{
    struct arena *arena = arena_new();
    double *x = arena_alloc(arena, n, sizeof(*x)), *y = arena_alloc(arena, n, sizeof(*y));
    double centre = 0.5 * (double)(n + 1), xx = 0.0, yy = 0.0, xy = 0.0;
    ranks_fill(arena, a, n, x);
    ranks_fill(arena, b, n, y);
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - centre) * (x[i] - centre);
        yy += (y[i] - centre) * (y[i] - centre);
        xy += (x[i] - centre) * (y[i] - centre);
    }
    arena_free(arena);
    return xx == 0.0 || yy == 0.0 ? (double)NAN : xy / sqrt(xx * yy);
}

double scores_risk_coverage(const struct predictions *p, const double *score)
{
    struct arena *arena = arena_new();
    size_t n = p->count;
    struct item *items = arena_alloc(arena, n, sizeof(*items));
    double sum = 0.0, area = 0.0;
    for (size_t i = 0; i < n; i++) {
        double error = p->y[i] - p->mean[i];
        items[i] = (struct item){score[i], error * error, i};
    }
    items_sort(items, n);
    for (size_t first = 0, end; first < n; first = end) {
        double in_group = 0.0;
        end = ties_end(items, first, n);
        for (size_t i = first; i < end; i++)
            in_group += items[i].value;
        for (size_t i = first; i < end; i++) {
            double share = (double)(i + 1 - first) / (double)(end - first);
            area += (sum + share * in_group) / (double)(i + 1);
        }
        sum += in_group;
    }
    arena_free(arena);
    return variance_ratio(area / (double)n, p);
}

double scores_coverage(const struct predictions *p, double width)
{
    size_t covered = 0;
    for (size_t i = 0; i < p->count; i++)
        covered += fabs(p->y[i] - p->mean[i]) <= width * p->sigma[i];
    return (double)covered / (double)p->count;
}

struct spread_of scores_summarise(const double *values, size_t n)
{
    struct spread_of s = {0};
    for (size_t i = 0; i < n; i++)
        s.mean += values[i] / (double)n;
    if (n > 1)
        s.error = sqrt(variance_of(values, n) / (double)(n - 1));
    return s;
}
