/* Times the emitted code of the model `small` against looped.c, in one process and in turns, so
   that a busy machine or a changing clock slows both. A round times each version several times
   and keeps its fastest; the result is the median over the rounds. The versions lie in
   translation units of their own: nothing can be hoisted out of the timing loop.

   Prints emitted_ns, looped_ns, ratio, and difference: the largest one between the outputs of
   the two, relative to the larger of 1 and the output. */
#include "looped.h"
#include "random.h"
#include "small.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { INPUTS = 128, TRIES = 8, ROUNDS = 101 };

static float inputs[INPUTS][N_IN];
static volatile float sink;

/* Inside the domain, where both versions compute the same. */
static void inputs_make(void)
{
    struct random random = {7};
    for (size_t n = 0; n < INPUTS; n++)
        for (size_t i = 0; i < N_IN; i++) {
            double share = 0.01 + 0.98 * random_uniform(&random);
            inputs[n][i] =
                (float)((1.0 - share) * (double)input_min[i] + share * (double)input_max[i]);
        }
}

static double difference(double a, double b) { return fabs(a - b) / fmax(1.0, fabs(a)); }

static double worst_difference(void)
{
    double worst = 0.0;
    for (size_t n = 0; n < INPUTS; n++) {
        small_result_t e;
        struct looped_result l;
        small_infer(inputs[n], &e);
        looped_infer(inputs[n], &l);
        for (size_t i = 0; i < N_OUT; i++) {
            worst = fmax(worst, difference((double)l.mean[i], (double)e.mean[i]));
            worst = fmax(worst, difference((double)l.sigma[i], (double)e.sigma[i]));
        }
        worst = fmax(worst, difference((double)l.eta, (double)e.eta));
    }
    return worst;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Nanoseconds a call, over all inputs once. */
static double emitted_time(void)
{
    const double start = now_ns();
    for (size_t n = 0; n < INPUTS; n++) {
        small_result_t r;
        small_infer(inputs[n], &r);
        sink = r.mean[0];
    }
    return (now_ns() - start) / INPUTS;
}

static double looped_time(void)
{
    const double start = now_ns();
    for (size_t n = 0; n < INPUTS; n++) {
        struct looped_result r;
        looped_infer(inputs[n], &r);
        sink = r.mean[0];
    }
    return (now_ns() - start) / INPUTS;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double values[ROUNDS])
{
    qsort(values, ROUNDS, sizeof(values[0]), compare);
    return values[ROUNDS / 2];
}

int main(void)
{
    static double emitted[ROUNDS], looped[ROUNDS], ratio[ROUNDS];
    inputs_make();
    for (size_t round = 0; round < ROUNDS; round++) {
        emitted[round] = looped[round] = INFINITY;
        for (size_t try = 0; try < TRIES; try++) {
            emitted[round] = fmin(emitted[round], emitted_time());
            looped[round] = fmin(looped[round], looped_time());
        }
        ratio[round] = looped[round] / emitted[round];
    }
    printf("emitted_ns=%.0f\n", median(emitted));
    printf("looped_ns=%.0f\n", median(looped));
    printf("ratio=%.2f\n", median(ratio));
    printf("difference=%.2g\n", worst_difference());
    return 0;
}
