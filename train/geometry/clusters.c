/* See clusters.h. */
#include "geometry/clusters.h"

#include "base/arena.h"
#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STARTS = 20, ROUNDS = 100 };

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

/* Takes random rows as first centres. The same row may come twice and leave a cluster without rows;
   then another start is better. */
static void centres_start(const struct rows *rows, size_t k, double *centre, struct random *random)
{
    size_t d = rows->n_in;
    for (size_t c = 0; c < k; c++) {
        size_t row = (size_t)(random_uniform(random) * (double)rows->count);
        centre_take(centre + c * d, rows->x + row * d, d);
    }
}

/* Puts each row into the cluster of its nearest centre. Returns whether a row has changed. */
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

/* The sum of the rows' squared distances from their centres. */
static double clusters_width(const struct rows *rows, const size_t *cluster, const double *centre)
{
    double sum = 0.0;
    for (size_t i = 0; i < rows->count; i++)
        sum += distance_of(rows->x + i * rows->n_in, centre + cluster[i] * rows->n_in, rows->n_in);
    return sum;
}

void clusters_find(const struct rows *rows, size_t k, size_t *cluster)
{
    struct arena *arena = arena_new();
    struct random random = {.state = 1};
    double *centre = arena_alloc(arena, k * rows->n_in, sizeof(*centre)), least = INFINITY;
    size_t *found = arena_alloc(arena, rows->count, sizeof(*found));
    for (int start = 0; start < STARTS; start++) {
        centres_start(rows, k, centre, &random);
        for (int round = 0; round < ROUNDS && rows_assign(rows, k, centre, found); round++)
            centres_move(rows, k, found, centre);
        double width = clusters_width(rows, found, centre);
        if (width < least)
            memcpy(cluster, found, rows->count * sizeof(*found));
        least = fmin(least, width);
    }
    arena_free(arena);
}
