/* Cuts rows into clusters by their inputs: k-means (Lloyd), the best of several starts. One start
   alone may end in a cut through two clouds instead of between them. The same rows give the same
   clusters. */
#ifndef EPITRAIN_CLUSTERS_H
#define EPITRAIN_CLUSTERS_H

#include "data/rows.h"

/* Sets `cluster` (rows) to the number of each row's cluster, 0 to k - 1. */
void clusters_find(const struct rows *rows, size_t k, size_t *cluster);

#endif
