/* The factorisation that the Gaussian process uses against LAPACK's own, on the kernel matrix of
   4,000 points: prints 1 or 0 for "at most 1.3 times", and both times. One thread; each is the
   least of five, taken in turns. */
#include "compare/methods/gp.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = 4000, INPUTS = 5, TURNS = 5 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void kernel_fill(double *k)
{
    struct random random = {.state = 1};
    static double x[POINTS][INPUTS];
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < INPUTS; j++)
            x[i][j] = 4.0 * random_uniform(&random);
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < POINTS; j++) {
            double sum = 0.0;
            for (size_t d = 0; d < INPUTS; d++)
                sum += (x[i][d] - x[j][d]) * (x[i][d] - x[j][d]);
            k[i * POINTS + j] = exp(-0.5 * sum) + (i == j ? 0.01 : 0.0);
        }
}

int main(void)
{
    size_t bytes = sizeof(double) * POINTS * POINTS;
    double *k = malloc(bytes), *work = malloc(bytes), ours = INFINITY, lapack = INFINITY;
    int n = POINTS, fault = 0;
    if (k == NULL || work == NULL) {
        free(k);
        free(work);
        return 1;
    }
    openblas_set_num_threads(1);
    kernel_fill(k);
    for (int turn = 0; turn < TURNS; turn++) {
        memcpy(work, k, bytes);
        double began = seconds();
        fault |= gp_factor(work, POINTS);
        ours = fmin(ours, seconds() - began);
        memcpy(work, k, bytes);
        began = seconds();
        lapack_int info;
        LAPACK_dpotrf(&(char){'L'}, &n, work, &n, &info);
        lapack = fmin(lapack, seconds() - began);
        fault |= (int)info;
    }
    free(k);
    free(work);
    printf("%d %.2f times, %.3f against %.3f s\n", fault == 0 && ours <= 1.3 * lapack,
           ours / lapack, ours, lapack);
    return fault != 0;
}
