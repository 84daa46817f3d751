/* nearest DIMS NOISE [POINTS QUERIES DISTANCES]: processor seconds on one thread for 430,000
   queries among 10,000 points. Points are standard Gaussian, queries are points plus Gaussian noise
   of the given standard deviation. With file names data and squared distances are written there
   (float32), for nearest_peer.py to measure and compare. */
#include "geometry/nearest.h"
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 10000, QUERIES = 430000 };

static void floats_write(const char *file, const float *x, size_t n)
{
    FILE *f = fopen(file, "wb");
    if (f == NULL || fwrite(x, sizeof(*x), n, f) != n || fclose(f) != 0) {
        fprintf(stderr, "%s: %s\n", file, strerror(errno));
        exit(1);
    }
}

static void numbers_make(struct arena *arena, size_t dims, float noise, float **points,
                         float **queries)
{
    struct random random = {1};
    float *p = *points = arena_alloc(arena, POINTS * dims, sizeof(*p));
    float *q = *queries = arena_alloc(arena, QUERIES * dims, sizeof(*q));
    for (size_t i = 0; i < POINTS * dims; i++)
        p[i] = gauss(&random);
    for (size_t i = 0; i < QUERIES * dims; i++) /* 43 around each point, one after the other */
        q[i] = p[i / dims / (QUERIES / POINTS) * dims + i % dims] + noise * gauss(&random);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 6) {
        fprintf(stderr, "usage: nearest DIMS NOISE [POINTS QUERIES DISTANCES]\n");
        return 2;
    }
    struct nearest_metric metric = {.dims = strtoul(argv[1], NULL, 10)};
    float noise = strtof(argv[2], NULL), *points, *queries;
    struct arena *arena = arena_new();
    numbers_make(arena, metric.dims, noise, &points, &queries);
    uint32_t *index = arena_alloc(arena, QUERIES, sizeof(*index));
    float *distance = arena_alloc(arena, QUERIES, sizeof(*distance));

    double start = now_s();
    const struct nearest *nearest =
        nearest_new(arena, &metric, (struct nearest_points){points, POINTS}, 1);
    double built = now_s();
    nearest_query(nearest, (struct nearest_points){queries, QUERIES}, 1, index, distance);
    printf("dims %zu noise %g build_s %.4f query_s %.4f\n", metric.dims, (double)noise,
           built - start, now_s() - built);
    if (argc == 6) {
        floats_write(argv[3], points, POINTS * metric.dims);
        floats_write(argv[4], queries, QUERIES * metric.dims);
        floats_write(argv[5], distance, QUERIES);
    }
    arena_free(arena);
    return 0;
}
