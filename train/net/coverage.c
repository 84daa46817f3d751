/* See coverage.h. */
#include "net/coverage.h"

#include "net/elementary.h"

#include <math.h>
#include <stdlib.h>

/* P(|x| < z) = 2 phi(z) (z + z^3 / 3 + z^5 / (3 5) + ...); all terms are positive. */
static double normal_within(double z)
{
    const double inverse_root_two_pi = 0.39894228040143267794;
    double sum = 0.0, term = z, odd = 3.0;
    while (term > 1e-17 * sum) {
        sum += term;
        term *= z * z / odd;
        odd += 2.0;
    }
    return 2.0 * inverse_root_two_pi * elementary_exp(-0.5 * z * z) * sum;
}

double normal_quantile(double coverage)
{
    double low = 0.0, high = 7.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (normal_within(middle) < coverage)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int numbers_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct sigma_promise sigma_cover(struct network *network, const struct rows *rows, double coverage)
{
    size_t n = rows->count, n_out = rows->n_out;
    struct sigma_promise promise = {coverage, normal_quantile(coverage), n};
    if (n == 0)
        return promise;
    struct arena *arena = arena_new();
    float *mean = arena_alloc(arena, n * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, n * n_out, sizeof(*sigma));
    double *distance = arena_alloc(arena, n, sizeof(*distance));
    double rank = ceil((double)(n + 1) * coverage);
    if (rank > (double)n) {
        rank = (double)n;
        promise.coverage = (double)n / (double)(n + 1);
    }
    network_predict(network, rows, mean, sigma, NULL);
    for (size_t k = 0; k < n_out; k++) {
        for (size_t i = 0; i < n; i++)
            distance[i] = fabs((double)rows->y[i * n_out + k] - (double)mean[i * n_out + k]) /
                          (double)sigma[i * n_out + k];
        qsort(distance, n, sizeof(*distance), numbers_compare);
        double factor = distance[(size_t)rank - 1] / promise.z;
        network->sigma_scale[k] *= fmax(factor, 1e-6); /* sigma stays above 0 */
    }
    arena_free(arena);
    return promise;
}
