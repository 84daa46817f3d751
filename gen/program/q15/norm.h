/* The largest value of a bilinear form. */
#ifndef EPIGEN_Q15_NORM_H
#define EPIGEN_Q15_NORM_H

#include "base/arena.h"

#include <stddef.h>

/* Wider forms, of more rows and columns than this, take too long: their bound is the sum. */
enum { Q15_FORM_WIDEST = 320 };

/* A bound of the sum of all t_j * m[j * columns + i] * u_i, for any numbers t and u from -1 to 1:
   at most the sum of all magnitudes, and far below it where signs are mixed. Overwrites m. */
double q15_form_most(struct arena *arena, double *m, size_t rows, size_t columns);

#endif
