/* nearest_self KIND POINTS INPUTS QUERIES: the 5 nearest of the first QUERIES points among all,
   each without itself, on one thread: processor seconds for building and for all POINTS as queries,
   scaled up. KIND: equal, sorted, clustered (100 tight ones) or gaussian. */
#include "geometry/nearest.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEIGHBOURS = 5, CLUSTERS = 100 };

static float coordinate(const char *kind, size_t i, size_t n, struct random *random)
{
    if (strcmp(kind, "equal") == 0)
        return 1.0F;
    if (strcmp(kind, "sorted") == 0)
        return (float)((double)i / (double)n);
    if (strcmp(kind, "clustered") == 0)
        return (float)(i % CLUSTERS) + 1e-3F * gauss(random);
    return gauss(random);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: nearest_self KIND POINTS INPUTS QUERIES\n");
        return 2;
    }
    size_t n = strtoul(argv[2], NULL, 10), queries = strtoul(argv[4], NULL, 10);
    struct nearest_metric metric = {.dims = strtoul(argv[3], NULL, 10)};
    struct arena *arena = arena_new();
    struct random random = {1};
    float *x = arena_alloc(arena, n * metric.dims, sizeof(*x));
    float *distances = arena_alloc(arena, queries * NEIGHBOURS, sizeof(*distances));
    for (size_t i = 0; i < n * metric.dims; i++)
        x[i] = coordinate(argv[1], i / metric.dims, n, &random);
    double start = now_s();
    const struct nearest *nearest = nearest_new(arena, &metric, (struct nearest_points){x, n}, 1);
    double built = now_s();
    nearest_query_k(nearest, (struct nearest_points){x, queries}, NEIGHBOURS, true, 1, distances);
    double per_query = (now_s() - built) / (double)queries;
    printf("build_s=%.3f all_s=%.3f\n", built - start, built - start + per_query * (double)n);
    arena_free(arena);
    return 0;
}
