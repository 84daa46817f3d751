/* Compares what the spec computes with the file's own arithmetic. */
#ifndef EPIIMPORT_CHECK_H
#define EPIIMPORT_CHECK_H

#include "import/import.h"

/* The largest difference of an output: the interpreter's answer, in float32, against the graph in
   double precision. */
struct difference {
    double absolute;
    double ulp;      /* in units in the last place of the float32 nearest to the file's answer */
    double relative; /* to the output's range over the points */
    double range;
    double rounding; /* what rounding explains, of an output that is nearly constant */
};

/* For `points` points of the domain, of which the first are its corners, (n_out) differences. */
struct difference *import_check(struct arena *arena, const struct import *import, size_t points);

/* Prints one line for the outputs together; false: the two readings do not agree. */
bool differences_print(const struct difference *differences, const struct import *import,
                       size_t points, FILE *out);

#endif
