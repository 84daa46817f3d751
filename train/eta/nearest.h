/* Exact nearest neighbours among float32 points, for few inputs and for many: a kd-tree puts close
   points into blocks, and queries go through the boxes around them, sixteen at a time. The results
   are the same bits as two plain loops over the definition below give, on every machine and for
   every number of threads; ties go to the point with the smaller index. Points are numbered in
   the order in which they came.

   The distance is float32 throughout, each operation rounded once, in this order:
     x'_j = x_j, or with a period P_j: x_j - P_j * rint(x_j / P_j), held within +-P_j / 2
     y_j  = sqrt(w_j) * x'_j                                            (for points and queries)
     d_j  = |y_j(query) - y_j(point)|; with a period the lesser of d_j and sqrt(w_j) * P_j - d_j
     squared distance = (..((d_0 * d_0 + d_1 * d_1) + d_2 * d_2) + ..)  */
#ifndef EPITRAIN_NEAREST_H
#define EPITRAIN_NEAREST_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NEAREST_MOST = 33 };               /* the largest k */
#define NEAREST_NONE  UINT32_MAX          /* the index of no point */
#define NEAREST_LIMIT (UINT32_C(1) << 31) /* points in one structure */

struct nearest_metric {
    size_t dims;
    const float *weights; /* (dims) >= 0, of the squared differences; NULL: all 1 */
    const float *periods; /* (dims), 0: not periodic; NULL: none is */
};

struct nearest;

/* Copies the points (n, dims), which must be finite; n may be 0. */
struct nearest *nearest_new(struct arena *arena, const struct nearest_metric *metric,
                            const float *points, size_t n, unsigned threads);

/* O(log n), and rebuilding that amortises to O(log^2 n). The reach is what nearest_claim looks at;
   0 where that is not used. */
void nearest_insert(struct nearest *nearest, const float *point, float reach);

/* For every query (n, dims): the nearest point and its squared distance; NONE and infinity if
   there are no points. */
void nearest_query(const struct nearest *nearest, const float *queries, size_t n, unsigned threads,
                   uint32_t *index, float *distance);

/* For every query the squared distances of its k nearest points, ascending, (n, k); infinity where
   there are fewer. With leave_out_self query i does not see point i. */
void nearest_query_k(const struct nearest *nearest, const float *queries, size_t n, size_t k,
                     bool leave_out_self, unsigned threads, float *distances);

/* The other way round: every point carries a reach, a squared distance, 0 at first. nearest_claim
   finds the points that have `origin` nearer than their reach, sets their reach to that squared
   distance and lists them in `claimed` (room for all points), in no particular order; it returns
   how many. Boxes that lie beyond the farthest reach inside are skipped. */
void nearest_reach_all(struct nearest *nearest, const float *reach);
float nearest_reach(const struct nearest *nearest, size_t point);
size_t nearest_claim(struct nearest *nearest, const float *origin, uint32_t *claimed);

#endif
