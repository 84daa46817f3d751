/* See sorted.h. */
#include "data/sorted.h"

#include <stdlib.h>
#include <string.h>

static int floats_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static int doubles_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

float *floats_sorted(struct arena *arena, const float *values, size_t n)
{
    float *sorted = arena_alloc(arena, n, sizeof(*sorted));
    memcpy(sorted, values, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), floats_compare);
    return sorted;
}

double *doubles_sorted(struct arena *arena, const double *values, size_t n)
{
    double *sorted = arena_alloc(arena, n, sizeof(*sorted));
    memcpy(sorted, values, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), doubles_compare);
    return sorted;
}

float floats_quantile(const float *values, size_t n, double share)
{
    struct arena *arena = arena_new();
    float at = floats_sorted(arena, values, n)[(size_t)(share * (double)(n - 1))];
    arena_free(arena);
    return at;
}

double doubles_quantile(const double *values, size_t n, double share)
{
    struct arena *arena = arena_new();
    double at = doubles_sorted(arena, values, n)[(size_t)(share * (double)(n - 1))];
    arena_free(arena);
    return at;
}
