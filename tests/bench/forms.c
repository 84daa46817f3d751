/* Times every form of the emitted code beside looped.c and bound_avx2.c, in one process and in
   turns, so that a busy machine or a changing clock slows all. A round times each version several
   times and keeps its fastest; the result is the median over the rounds. Each version lies in a
   translation unit of its own, compiled with its own options.

   Prints NAME_ns, NAME_to_bound and NAME_to_looped for each, and difference: the largest one from
   looped.c, relative to the larger of 1 and the output. */
#include "batch.h"
#include "bound_avx2.h"
#include "random.h"
#include "simd4.h"
#include "simd8.h"
#include "tiled.h"
#include "unrolled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { INPUTS = 128, TRIES = 8, ROUNDS = 61 };

static float inputs[INPUTS][N_IN];
static struct looped_result results[INPUTS];

#define VERSION(name)                                                                              \
    static void name##_run(void)                                                                   \
    {                                                                                              \
        for (size_t n = 0; n < INPUTS; n++)                                                        \
            name##_infer(inputs[n], &results[n]);                                                  \
    }
#define EMITTED(name)                                                                              \
    static void name##_run(void)                                                                   \
    {                                                                                              \
        for (size_t n = 0; n < INPUTS; n++) {                                                      \
            name##_result_t r;                                                                     \
            name##_infer(inputs[n], &r);                                                           \
            results[n] =                                                                           \
                (struct looped_result){.mean = {r.mean[0]}, .sigma = {r.sigma[0]}, r.eta};         \
        }                                                                                          \
    }
VERSION(looped)
VERSION(bound)
EMITTED(unrolled)
EMITTED(tiled)
EMITTED(simd4)
EMITTED(simd8)

/* Batch after batch. */
static void batch_run(void)
{
    for (size_t n = 0; n < INPUTS; n += BATCH_N_BATCH) {
        static batch_result_t r[BATCH_N_BATCH];
        batch_infer_batch((const float(*)[N_IN])inputs + n, r);
        for (size_t p = 0; p < BATCH_N_BATCH; p++)
            results[n + p] =
                (struct looped_result){.mean = {r[p].mean[0]}, .sigma = {r[p].sigma[0]}, r[p].eta};
    }
}

static const struct version {
    const char *name;
    void (*run)(void);
} versions[] = {{"bound", bound_run}, {"looped", looped_run}, {"unrolled", unrolled_run},
                {"tiled", tiled_run}, {"simd4", simd4_run},   {"simd8", simd8_run},
                {"batch", batch_run}};
enum { VERSIONS = sizeof(versions) / sizeof(versions[0]) };

/* Inside the domain, where all versions compute the same. */
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

/* What is in results, from what looped.c says. */
static double worst_difference(void)
{
    double worst = 0.0;
    for (size_t n = 0; n < INPUTS; n++) {
        const struct looped_result *e = &results[n];
        struct looped_result l;
        looped_infer(inputs[n], &l);
        for (size_t i = 0; i < N_OUT; i++) {
            worst = fmax(worst, difference((double)l.mean[i], (double)e->mean[i]));
            worst = fmax(worst, difference((double)l.sigma[i], (double)e->sigma[i]));
        }
        worst = fmax(worst, difference((double)l.eta, (double)e->eta));
    }
    return worst;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_of(const struct version *version)
{
    const double start = now_ns();
    version->run();
    return (now_ns() - start) / INPUTS;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(const double values[ROUNDS])
{
    double sorted[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++)
        sorted[i] = values[i];
    qsort(sorted, ROUNDS, sizeof(sorted[0]), compare);
    return sorted[ROUNDS / 2];
}

static double ratio(const double a[ROUNDS], const double b[ROUNDS])
{
    double ratios[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++)
        ratios[i] = a[i] / b[i];
    return median(ratios);
}

int main(void)
{
    static double times[VERSIONS][ROUNDS];
    double worst = 0.0;
    inputs_make();
    bound_init();
    for (size_t v = 0; v < VERSIONS; v++) {
        versions[v].run();
        worst = fmax(worst, worst_difference());
    }
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t try = 0; try < TRIES; try++)
            for (size_t v = 0; v < VERSIONS; v++) {
                double t = time_of(&versions[v]);
                times[v][round] = try == 0 ? t : fmin(times[v][round], t);
            }
    for (size_t v = 0; v < VERSIONS; v++) {
        printf("%s_ns=%.0f\n", versions[v].name, median(times[v]));
        printf("%s_to_bound=%.2f\n", versions[v].name, ratio(times[v], times[0]));
        printf("%s_to_looped=%.2f\n", versions[v].name, ratio(times[1], times[v]));
    }
    printf("difference=%.2g\n", worst);
    return 0;
}
