/* Rows as every learner gets them, and batches of them. */
#ifndef EPITRAIN_ROWS_H
#define EPITRAIN_ROWS_H

#include "base/random.h"

#include <stddef.h>

/* Standardised rows. */
struct rows {
    size_t count, n_in, n_out;
    const float *x;   /* (count, n_in) */
    const float *y;   /* (count, n_out); NULL: the rows have no outputs */
    const float *raw; /* (count, n_in) x in the units of the data; NULL: not needed */
};

/* Some rows by their numbers: what one step of a training looks at. */
struct row_batch {
    const struct rows *rows;
    const size_t *index; /* (count) */
    size_t count;
};

/* Copies the inputs of the batch into the columns of x (n_in, columns); columns beyond the batch
   are set to zero. */
void rows_gather(const struct row_batch *batch, size_t columns, float *x);

/* Puts the n numbers into a random order (Fisher and Yates). */
void rows_shuffle(size_t *index, size_t n, struct random *random);

#endif
