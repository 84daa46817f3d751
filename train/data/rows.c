/* See rows.h. */
#include "data/rows.h"

void rows_gather(const struct rows *rows, const size_t *index, size_t n, size_t batch, float *x)
{
    for (size_t b = 0; b < batch; b++)
        for (size_t i = 0; i < rows->n_in; i++)
            x[i * batch + b] = b < n ? rows->x[index[b] * rows->n_in + i] : 0.0F;
}

void rows_shuffle(size_t *index, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_uniform(random) * (double)i), swap = index[i - 1];
        index[i - 1] = index[k];
        index[k] = swap;
    }
}
