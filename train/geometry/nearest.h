/* Exact nearest neighbours among float32 points, in any number of dimensions. A kd-tree
   (nearest_tree.h) puts close points into blocks; queries go through the boxes around the blocks
   (nearest_blocks.h), sixteen queries at a time. The results are the bits that two plain loops over
   the definition in nearest_metric.h would give, on every machine and for every number of threads.
   Ties go to the point with the smaller index. Points are numbered in the order of their arrival.
 */
#ifndef EPITRAIN_NEAREST_H
#define EPITRAIN_NEAREST_H

#include "base/arena.h"
#include "geometry/nearest_metric.h"

#include <stdbool.h>

struct nearest;

/* Copies the points, which must be finite; there may be none. */
struct nearest *nearest_new(struct arena *arena, const struct nearest_metric *metric,
                            struct nearest_points points, unsigned threads);

/* Adds a point in O(log n), and O(log^2 n) amortised for rebuilding the tree. Only nearest_claim
   reads the reach; 0 serves callers that do not use it. */
void nearest_insert(struct nearest *nearest, const float *point, float reach);

/* For every query the nearest point and its squared distance; NONE and infinity if there are no
   points. */
void nearest_query(const struct nearest *nearest, struct nearest_points queries, unsigned threads,
                   uint32_t *index, float *distance);

/* For every query the squared distances of its k nearest points, ascending, (queries, k); infinity
   where there are fewer. With leave_out_self query i does not see point i. */
void nearest_query_k(const struct nearest *nearest, struct nearest_points queries, size_t k,
                     bool leave_out_self, unsigned threads, float *distances);

/* The reverse search: which points have a new origin as their nearest? Every point carries a reach,
   the squared distance to its nearest origin so far, 0 at first. nearest_claim finds the points
   that are nearer to `origin` than their reach, and it lowers their reach to that squared distance.
   It lists them in `claimed` (room for all points), in no particular order, and returns how many.
 */
void nearest_reach_all(struct nearest *nearest, const float *reach);
float nearest_reach(const struct nearest *nearest, size_t point);
size_t nearest_claim(struct nearest *nearest, const float *origin, uint32_t *claimed);

#endif
