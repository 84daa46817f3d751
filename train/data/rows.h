/* Rows as every learner gets them. */
#ifndef EPITRAIN_ROWS_H
#define EPITRAIN_ROWS_H

#include "base/random.h"

#include <stddef.h>

/* Standardised rows. */
struct rows {
    size_t count, n_in, n_out;
    const float *x;   /* (count, n_in) */
    const float *y;   /* (count, n_out); NULL where there are none */
    const float *raw; /* (count, n_in) x in the units of the data; NULL where nobody asks */
};

/* Columns b of x (n_in, batch) are the rows index[b]; fewer than batch: the rest is zero. */
void rows_gather(const struct rows *rows, const size_t *index, size_t n, size_t batch, float *x);

/* Fisher-Yates. */
void rows_shuffle(size_t *index, size_t n, struct random *random);

#endif
