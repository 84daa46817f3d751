/* See metrics.h. */
#include "data/metrics.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

double metrics_rmse(const struct predictions *p)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->count; i++)
        sum += (p->y[i] - p->mean[i]) * (p->y[i] - p->mean[i]);
    return sqrt(sum / (double)p->count);
}

static double gaussian_nll(double error, double sigma)
{
    const double half_log_two_pi = 0.91893853320467274178;
    return half_log_two_pi + log(sigma) + error * error / (2.0 * sigma * sigma);
}

double metrics_nll(const struct predictions *p)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->count; i++)
        sum += gaussian_nll(p->y[i] - p->mean[i], p->sigma[i]);
    return sum / (double)p->count;
}

double metrics_msll(const struct predictions *p, double train_mean, double train_sd)
{
    double trivial = 0.0;
    for (size_t i = 0; i < p->count; i++)
        trivial += gaussian_nll(p->y[i] - train_mean, train_sd);
    return metrics_nll(p) - trivial / (double)p->count;
}

double metrics_within(const struct predictions *p, double z)
{
    size_t within = 0;
    for (size_t i = 0; i < p->count; i++)
        within += fabs(p->y[i] - p->mean[i]) <= z * p->sigma[i];
    return (double)within / (double)p->count;
}

struct score {
    float value;
    int unknown;
};

static int score_compare(const void *a, const void *b)
{
    float x = ((const struct score *)a)->value, y = ((const struct score *)b)->value;
    return x < y ? -1 : x > y;
}

/* Computed from ranks (Mann and Whitney); equal scores have their mean rank. */
double metrics_auroc(const float *known, size_t n_known, const float *unknown, size_t n_unknown)
{
    struct arena *arena = arena_new();
    size_t n = n_known + n_unknown;
    struct score *scores = arena_alloc(arena, n, sizeof(*scores));
    for (size_t i = 0; i < n; i++)
        scores[i] =
            i < n_known ? (struct score){known[i], 0} : (struct score){unknown[i - n_known], 1};
    qsort(scores, n, sizeof(*scores), score_compare);
    double ranks = 0.0;
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && scores[end].value == scores[first].value; end++)
            ;
        for (size_t i = first; i < end; i++)
            ranks += scores[i].unknown ? 0.5 * (double)(first + end + 1) : 0.0;
    }
    arena_free(arena);
    double pairs = (double)n_known * (double)n_unknown;
    return (ranks - 0.5 * (double)n_unknown * (double)(n_unknown + 1)) / pairs;
}
