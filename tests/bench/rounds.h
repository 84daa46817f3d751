/* Shared by the benchmarks of emitted code: versions of it are timed in one process and in turns,
   so that a busy machine or a changing clock slows all. A round times each version several times
   and keeps its fastest; a figure is the median over the rounds, a ratio that of the rounds'
   ratios. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

enum { TRIES = 8, ROUNDS = 61 };

struct version {
    const char *name;
    void (*run)(void); /* all points once */
};

static inline double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* times[v][round]: nanoseconds a point. */
static inline void rounds_time(size_t n, const struct version versions[n], size_t points,
                               double times[n][ROUNDS])
{
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t try = 0; try < TRIES; try++)
            for (size_t v = 0; v < n; v++) {
                const double start = now_ns();
                versions[v].run();
                const double ns = (now_ns() - start) / (double)points;
                if (try == 0 || ns < times[v][round])
                    times[v][round] = ns;
            }
}

static inline int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static inline double rounds_ratio(const double a[ROUNDS], const double b[ROUNDS])
{
    double ratios[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++)
        ratios[i] = a[i] / b[i];
    qsort(ratios, ROUNDS, sizeof(ratios[0]), by_size);
    return ratios[ROUNDS / 2];
}

static inline double rounds_median(const double values[ROUNDS])
{
    double ones[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++)
        ones[i] = 1.0;
    return rounds_ratio(values, ones);
}

#endif
