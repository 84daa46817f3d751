/* Exact nearest neighbours among float32 points, for few inputs and for many: a kd-tree puts close
   points into blocks, and queries go through the boxes around them, sixteen at a time. The results
   are the same bits as two plain loops over the definition in
   nearest_metric.h give, on every machine and for
   every number of threads; ties go to the point with the smaller index. Points are numbered in
   the order in which they came. */
#ifndef EPITRAIN_NEAREST_H
#define EPITRAIN_NEAREST_H

#include "base/arena.h"
#include "eta/nearest_metric.h"

#include <stdbool.h>

struct nearest;

/* Copies the points, which must be finite; there may be none. */
struct nearest *nearest_new(struct arena *arena, const struct nearest_metric *metric,
                            struct nearest_points points, unsigned threads);

/* O(log n), and rebuilding that amortises to O(log^2 n). The reach is what nearest_claim looks at;
   0 where that is not used. */
void nearest_insert(struct nearest *nearest, const float *point, float reach);

/* For every query the nearest point and its squared distance; NONE and infinity if there are no
   points. */
void nearest_query(const struct nearest *nearest, struct nearest_points queries, unsigned threads,
                   uint32_t *index, float *distance);

/* For every query the squared distances of its k nearest points, ascending, (queries, k); infinity
   where there are fewer. With leave_out_self query i does not see point i. */
void nearest_query_k(const struct nearest *nearest, struct nearest_points queries, size_t k,
                     bool leave_out_self, unsigned threads, float *distances);

/* The other way round: every point carries a reach, a squared distance, 0 at first. nearest_claim
   finds the points that have `origin` nearer than their reach, sets their reach to that squared
   distance and lists them in `claimed` (room for all points), in no particular order; it returns
   how many. Boxes that lie beyond the farthest reach inside are skipped. */
void nearest_reach_all(struct nearest *nearest, const float *reach);
float nearest_reach(const struct nearest *nearest, size_t point);
size_t nearest_claim(struct nearest *nearest, const float *origin, uint32_t *claimed);

#endif
