/* Shared by the benchmarks of the trainer. */
#ifndef MEASURE_H
#define MEASURE_H

#include "base/random.h"

#include <math.h>
#include <time.h>

/* Processor seconds of this thread. */
static inline double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Standard normal, by Box and Muller. */
static inline float gauss(struct random *random)
{
    double radius = sqrt(-2.0 * log(1.0 - random_uniform(random)));
    return (float)(radius * cos(6.283185307179586 * random_uniform(random)));
}

#endif
