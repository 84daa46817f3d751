/* The principal axes of the training inputs: directions along which they are uncorrelated. */
#ifndef EPITRAIN_AXES_H
#define EPITRAIN_AXES_H

#include "base/arena.h"

#include <stddef.h>

/* Fills `axes` (n_in, n_in), one axis a row. Each axis is divided by the standard deviation of the
   rows along it, so that axes x has standard deviation 1 in every direction. A deviation below
   AXES_LEAST counts as AXES_LEAST, so that rounding errors are not enlarged. Signs and order of the
   axes have no meaning. */
#define AXES_LEAST 0.05
void axes_principal(const float *x, size_t rows, size_t n_in, float *axes);

/* Sets each row of `out` (rows, n_in) to axes x, for the rows of x (rows, n_in). */
void axes_apply(const float *axes, const float *x, size_t rows, size_t n_in, float *out);

#endif
