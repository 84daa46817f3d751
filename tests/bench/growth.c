/* Nanoseconds a call of the emitted model `model`: the median over rounds, of each the fastest try,
   over inputs between -1 and 1. Prints ns=. */
#include "model.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { INPUTS = 32, TRIES = 5, ROUNDS = 31 };

static float inputs[INPUTS][MODEL_N_IN];
static volatile float sink;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double run_ns(void)
{
    double begin = now_ns();
    for (size_t n = 0; n < INPUTS; n++) {
        model_result_t r;
        model_infer(inputs[n], &r);
        sink = r.mean[0];
    }
    return (now_ns() - begin) / INPUTS;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(void)
{
    struct random random = {7};
    double rounds[ROUNDS];
    for (size_t n = 0; n < INPUTS; n++)
        for (size_t i = 0; i < MODEL_N_IN; i++)
            inputs[n][i] = (float)(2.0 * random_uniform(&random) - 1.0);
    for (size_t k = 0; k < ROUNDS; k++) {
        rounds[k] = run_ns();
        for (size_t i = 1; i < TRIES; i++) {
            double ns = run_ns();
            rounds[k] = ns < rounds[k] ? ns : rounds[k];
        }
    }
    qsort(rounds, ROUNDS, sizeof(rounds[0]), by_size);
    printf("ns=%.0f\n", rounds[ROUNDS / 2]);
    return 0;
}
