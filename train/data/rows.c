/* See rows.h. */
#include "data/rows.h"

void rows_gather(const struct row_batch *batch, size_t columns, float *x)
{
    const struct rows *rows = batch->rows;
    for (size_t b = 0; b < columns; b++)
        for (size_t i = 0; i < rows->n_in; i++)
            x[i * columns + b] =
                b < batch->count ? rows->x[batch->index[b] * rows->n_in + i] : 0.0F;
}

void rows_shuffle(size_t *index, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_uniform(random) * (double)i), swap = index[i - 1];
        index[i - 1] = index[k];
        index[k] = swap;
    }
}
