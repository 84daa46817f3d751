/* Scores how far a point lies from the training rows in projections. A view is a projection to some
   coordinates: all of them, or a pair. In every view the mean distance to the k nearest rows is
   compared with the same distances between rows; the view with the largest ratio counts. A pair of
   coordinates can show a region without rows that the distance in all coordinates hides. */
#ifndef EPITRAIN_VIEWS_H
#define EPITRAIN_VIEWS_H

#include "base/arena.h"
#include "base/random.h"
#include "geometry/nearest_metric.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    VIEWS_MOST = 128,      /* pairs; of more, so many are drawn at random */
    VIEWS_NEIGHBOURS = 5,  /* k; fewer with fewer than 100 rows */
    VIEWS_ROWS = 8000,     /* rows that a view holds; of more, so many are drawn at random */
    VIEWS_CALIBRATE = 2000 /* rows whose distances to other rows are the standard */
};

/* Rows and, if neighbours in time are nearly equal, the number of the stretch of each. */
struct view_rows {
    const float *x; /* (count, dims) */
    size_t count;
    const uint32_t *block; /* (count) NULL: the order of rows means nothing */
};

struct views;

/* views_all has one view of all coordinates, views_pairs one view for each pair, or the same as
   views_all for one coordinate. No view has a coordinate of weight 0. The rows are in a random
   order, are not copied, and must stay. */
struct views *views_all(struct arena *arena, const struct nearest_metric *metric,
                        const struct view_rows *rows, unsigned threads);
struct views *views_pairs(struct arena *arena, const struct nearest_metric *metric,
                          const struct view_rows *rows, unsigned threads, struct random *random);

/* For every point the largest of log2(distance / distance that 95 % of rows stay below) over all
   views. */
void views_score(const struct views *views, struct nearest_points points, float *score);

/* The same for the first VIEWS_CALIBRATE rows, or all if there are fewer, each without itself as a
   neighbour; with blocks, without the rows of a fifth of the blocks, its own among them. Returns
   how many. */
size_t views_score_rows(const struct views *views, float *score);

#endif
