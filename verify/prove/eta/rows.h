/* Training rows in standardised units, and distances of boxes from them. */
#ifndef EPIPROVE_ROWS_H
#define EPIPROVE_ROWS_H

#include "prove/bounds/network.h"

struct data_rows {
    size_t count, n;
    double *z;                    /* (count, n) */
    const double *scale, *centre; /* (n) of the inputs */
};

/* The rows of a CSV file that has the inputs by name. */
struct data_rows rows_read(struct arena *arena, const struct net *net, const char *path);

/* No point of the box is farther from its nearest row than this. */
double rows_farthest(const struct data_rows *rows, const float *low, const float *high);

/* The distance of a point, standardised, from its nearest row; not below it. */
double rows_distance(const struct data_rows *rows, const double *z);

#endif
