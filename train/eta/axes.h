/* Principal axes of the training inputs: directions in which they vary independently. */
#ifndef EPITRAIN_AXES_H
#define EPITRAIN_AXES_H

#include "base/arena.h"

#include <stddef.h>

/* Writes (n_in, n_in), one axis a row, each divided by the standard deviation of the rows along it,
   so that x' = axes x is white. A deviation below AXES_LEAST counts as that: along such an axis the
   rows have no spread that could be trusted. The signs and the order of the axes carry no meaning.
 */
#define AXES_LEAST 0.05
void axes_principal(const float *x, size_t rows, size_t n_in, float *axes);

/* Applies them: (rows, n_in) to (rows, n_in). */
void axes_apply(const float *axes, const float *x, size_t rows, size_t n_in, float *out);

#endif
