/* How far a point lies from the training rows in projections of them. A view is a choice of
   coordinates: all of them, or two. In every view the mean distance to the k nearest rows is
   compared with what rows have among themselves; the view in which a point is the farthest counts.
   Two coordinates show a region without rows that the distance in all of them hides. */
#ifndef EPITRAIN_VIEWS_H
#define EPITRAIN_VIEWS_H

#include "base/arena.h"
#include "base/random.h"
#include "eta/nearest_metric.h"

#include <stdbool.h>

enum {
    VIEWS_MOST = 128,      /* pairs; of more, so many are drawn at random */
    VIEWS_NEIGHBOURS = 5,  /* k */
    VIEWS_ROWS = 8000,     /* rows that a view holds; of more, so many are drawn at random */
    VIEWS_CALIBRATE = 2000 /* rows that say what rows have among themselves */
};

struct views;

/* One view of all coordinates, or one of each pair; with one coordinate the two are the same. A
   coordinate of weight 0 is in none. The rows are referred to and must stay. */
struct views *views_all(struct arena *arena, const struct nearest_metric *metric,
                        struct nearest_points rows, unsigned threads);
struct views *views_pairs(struct arena *arena, const struct nearest_metric *metric,
                          struct nearest_points rows, unsigned threads, struct random *random);

/* For every point the largest over the views of log2(distance / the 95 % quantile of rows). */
void views_score(const struct views *views, struct nearest_points points, float *score);

/* The same for the first VIEWS_CALIBRATE rows, none of which sees itself; returns how many. */
size_t views_score_rows(const struct views *views, float *score);

#endif
