/* Times every form of the emitted code beside looped.c and, where BOUND is defined, bound_avx2.c:
   see rounds.h. Each version lies in a translation unit of its own, compiled with its own options,
   so that nothing can be hoisted out of the timing loop.

   Prints NAME_ns, NAME_to_looped (how many times faster) and NAME_to_bound (how many times the
   bound's time) for each, and difference: the largest one from looped.c, relative to the larger of
   1 and the output. */
#include "base/random.h"
#include "batch.h"
#include "bound_avx2.h"
#include "rounds.h"
#include "simd16.h"
#include "simd4.h"
#include "simd8.h"
#include "tiled.h"
#include "unrolled.h"

#include <math.h>
#include <stdio.h>

enum { INPUTS = 128 };

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
#ifdef BOUND
VERSION(bound)
#endif
EMITTED(unrolled)
EMITTED(tiled)
EMITTED(simd4)
EMITTED(simd8)
EMITTED(simd16)

/* Runs the batch entry point on all points. */
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

static const struct version versions[] = {
    {"looped", looped_run}, {"unrolled", unrolled_run}, {"tiled", tiled_run}, {"simd4", simd4_run},
    {"simd8", simd8_run},   {"simd16", simd16_run},     {"batch", batch_run},
#ifdef BOUND
    {"bound", bound_run},
#endif
};
enum { VERSIONS = sizeof(versions) / sizeof(versions[0]) };

/* Inputs in the domain, where all versions compute the same function. */
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

/* The largest difference of the results from those of looped.c. */
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

int main(void)
{
    static double times[VERSIONS][ROUNDS];
    double worst = 0.0;
    inputs_make();
#ifdef BOUND
    bound_init();
#endif
    for (size_t v = 0; v < VERSIONS; v++) {
        versions[v].run();
        worst = fmax(worst, worst_difference());
    }
    rounds_time(VERSIONS, versions, INPUTS, times);
    for (size_t v = 0; v < VERSIONS; v++) {
        printf("%s_ns=%.0f\n", versions[v].name, rounds_median(times[v]));
        printf("%s_to_looped=%.2f\n", versions[v].name, rounds_ratio(times[0], times[v]));
#ifdef BOUND
        printf("%s_to_bound=%.2f\n", versions[v].name, rounds_ratio(times[v], times[VERSIONS - 1]));
#endif
    }
    printf("difference=%.2g\n", worst);
    return 0;
}
