/* Rows cut into clusters by their inputs: k-means (Lloyd), the best of several starts. From one
   start it may end in a cut across two clouds instead of between them; which rows are left out then
   decides how large the errors on them are (extrapolate.h). The same rows give the same clusters.
 */
#ifndef EPICOMPARE_CLUSTERS_H
#define EPICOMPARE_CLUSTERS_H

#include "net/fit.h"

/* Which cluster each row belongs to, 0 .. k-1. */
void clusters_find(const struct rows *rows, size_t k, size_t *cluster);

#endif
