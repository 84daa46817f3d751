/* What near means, and the limits of the search. The distance is float32 throughout. Each operation
   is rounded once, and the operations come in this order:

     x'_j = x_j; with a period P_j: x_j - P_j * rint(x_j / P_j), held within +-P_j / 2
     y_j  = sqrt(w_j) * x'_j, for points and queries
     d_j  = |y_j(query) - y_j(point)|; with a period the lesser of d_j and sqrt(w_j) * P_j - d_j
     squared distance = (..((d_0 * d_0 + d_1 * d_1) + d_2 * d_2) + ..) */
#ifndef EPITRAIN_NEAREST_METRIC_H
#define EPITRAIN_NEAREST_METRIC_H

#include <stddef.h>
#include <stdint.h>

enum { NEAREST_MOST = 33 };               /* the largest k */
#define NEAREST_NONE  UINT32_MAX          /* the index of no point */
#define NEAREST_LIMIT (UINT32_C(1) << 31) /* points in one structure */

/* A list of points, or of queries. */
struct nearest_points {
    const float *x; /* (count, dims) */
    size_t count;
};

struct nearest_metric {
    size_t dims;
    const float *weights; /* (dims) >= 0, of the squared differences; NULL: all 1 */
    const float *periods; /* (dims), 0: not periodic; NULL: none is */
};

#endif
