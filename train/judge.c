/* See judge.h. */
#include "judge.h"

struct judged judge(struct arena *arena, const struct network *network, const struct rows *rows,
                    const struct scaling *output, size_t k)
{
    size_t n = rows->count, n_out = rows->n_out;
    struct judged j = {.count = n};
    float *mean = arena_alloc(arena, n * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, n * n_out, sizeof(*sigma));
    j.eta = arena_alloc(arena, n, sizeof(*j.eta));
    j.y = arena_alloc(arena, n, sizeof(double));
    j.mean = arena_alloc(arena, n, sizeof(double));
    j.sigma = arena_alloc(arena, n, sizeof(double));
    network_predict(network, rows, mean, sigma, j.eta);
    double scale = (double)output->scale, offset = (double)output->mean;
    for (size_t i = 0; i < n; i++) {
        j.y[i] = offset + scale * (double)rows->y[i * n_out + k];
        j.mean[i] = offset + scale * (double)mean[i * n_out + k];
        j.sigma[i] = scale * (double)sigma[i * n_out + k];
    }
    return j;
}
