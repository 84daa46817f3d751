/*
 * Checks the float32 kernels over all 2^32 bit patterns of their input.
 *
 * Think of the floats as one ordered line of 2^32 keys, cut into 4096 chunks. A chunk is checked
 * alone and gives one small record; records are merged in the order of the line, so the answer does
 * not depend on the number of threads.
 *
 * What the reference is. The exact value comes from MPFR at 128 bits, but MPFR on every input would
 * take hours. So each input is judged by a double reference made of glibc's exp, tanh and log1p
 * (documented below 2 ulp of double), and in each chunk the input with the largest error is judged
 * again by MPFR: the maxima printed are MPFR's, at real inputs. Any other input of the chunk can be
 * worse than the one certified by at most twice the error of the double reference. That error is
 * not assumed: every 65537th input is also computed by MPFR, and the largest discrepancy seen is
 * printed in ulp of float and must stay below 2^-20 ulp. A pass therefore needs (certified maximum
 * + 2^-19 ulp) <= bar.
 *
 * Error in ulp = |result - exact| / ulp(exact rounded to float), the ulp of denormals being 2^-149.
 * The double pass takes the ulp of the exact value itself, which is never larger, so it cannot
 * overlook a candidate.
 *
 * relu, leaky_relu, clamp, flush and doubt have exact answers: they must equal a plain C reference
 * with comparisons, bit for bit.
 */
#include <float.h>
#include <getopt.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "float32/kernels.h"

enum { CHUNKS = 4096, SPOT = 65537, PRECISION = 128 };
static const double DISCREPANCY_BAR = 0x1p-20; /* ulp of float */

struct approximation {
    float (*kernel)(float);
    double (*reference)(double);
    void (*exact)(mpfr_t result, mpfr_t x); /* may destroy x */
    double top;       /* above it the reference is the saturated one, reference(top) */
    double low, high; /* range of the result */
    double ulp_bar, absolute_bar;
    bool denormals; /* the ulp bar holds for denormal results too */
    bool odd;
};

struct check {
    const char *name;
    const struct approximation *approximation; /* or, with an exact answer: */
    bool (*equal)(uint32_t bits);
};

struct worst {
    double error;
    float x;
};

/* What is known after a chunk, or after all of them. */
struct record {
    uint64_t inputs;
    uint64_t faults; /* out of range, not finite, not odd, not equal to the exact answer */
    uint64_t drops;  /* adjacent floats with f(next) < f(x) */
    double drop;     /* the largest of them, in ulp of the larger value */
    double discrepancy;
    struct worst ulp, absolute;
    float fault_at;
};

static float from_bits(uint32_t u)
{
    const epi_bits v = {.u = u};
    return v.f;
}

static uint32_t to_bits(float f)
{
    const epi_bits v = {.f = f};
    return v.u;
}

/* The float with the given place on the ordered line: negative NaN, -inf ... -0, +0 ... +inf,
 * positive NaN. */
static float from_key(uint32_t key)
{
    return from_bits((key & 0x80000000U) != 0U ? key ^ 0x80000000U : ~key);
}

/* -- references
 * ------------------------------------------------------------------------------------------------
 */

static double sigmoid_reference(double x) { return 1.0 / (1.0 + exp(-x)); }

static double softplus_reference(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

static void exp_exact(mpfr_t result, mpfr_t x) { mpfr_exp(result, x, MPFR_RNDN); }

static void tanh_exact(mpfr_t result, mpfr_t x) { mpfr_tanh(result, x, MPFR_RNDN); }

static void sigmoid_exact(mpfr_t result, mpfr_t x)
{
    mpfr_neg(x, x, MPFR_RNDN);
    mpfr_exp(result, x, MPFR_RNDN);
    mpfr_add_ui(result, result, 1, MPFR_RNDN);
    mpfr_ui_div(result, 1, result, MPFR_RNDN);
}

static void softplus_exact(mpfr_t result, mpfr_t x)
{
    const bool positive = mpfr_sgn(x) > 0;
    mpfr_t t;
    mpfr_init2(t, PRECISION);
    mpfr_abs(t, x, MPFR_RNDN);
    mpfr_neg(t, t, MPFR_RNDN);
    mpfr_exp(t, t, MPFR_RNDN);
    mpfr_log1p(result, t, MPFR_RNDN);
    if (positive)
        mpfr_add(result, result, x, MPFR_RNDN);
    mpfr_clear(t);
}

/* The exact value for x, an infinity being taken as a number so large that it makes no difference.
 */
static void exact_value(const struct approximation *a, float x, mpfr_t result)
{
    mpfr_t argument;
    mpfr_init2(argument, PRECISION);
    mpfr_set_d(argument, fmax(-0x1p200, fmin((double)x, fmin(a->top, 0x1p200))), MPFR_RNDN);
    a->exact(result, argument);
    mpfr_clear(argument);
}

static double double_value(const struct approximation *a, float x)
{
    return a->reference(fmin((double)x, a->top));
}

/* -- error in ulp
 * ---------------------------------------------------------------------------------------------- */

/* 1 / ulp of a float of the size of v, v taken as it is: not above 1 / ulp of the same value
 * rounded up. */
static double ulp_inverse(double v)
{
    union {
        double d;
        uint64_t u;
    } bits = {.d = v};
    const int exponent = (int)((bits.u >> 52) & 0x7FF) - 1023;
    bits.u = (uint64_t)(23 - (exponent < -126 ? -126 : exponent) + 1023) << 52;
    return bits.d;
}

static void certify(const struct approximation *a, float x, double *ulp, double *absolute)
{
    const float y = a->kernel(x);
    mpfr_t exact, rounded;
    mpfr_inits2(PRECISION, exact, (mpfr_ptr)0);
    mpfr_init2(rounded, 24);
    exact_value(a, x, exact);
    mpfr_set(rounded, exact, MPFR_RNDN);
    const long exponent = mpfr_zero_p(rounded) ? -126 : mpfr_get_exp(rounded) - 1;
    mpfr_sub_d(exact, exact, (double)y, MPFR_RNDN);
    mpfr_abs(exact, exact, MPFR_RNDN);
    *absolute = mpfr_get_d(exact, MPFR_RNDU);
    mpfr_mul_2si(exact, exact, 23 - (exponent < -126 ? -126 : exponent), MPFR_RNDN);
    *ulp = mpfr_get_d(exact, MPFR_RNDU);
    mpfr_clears(exact, rounded, (mpfr_ptr)0);
}

/* How far the double reference is from MPFR, in ulp of float. */
static double discrepancy(const struct approximation *a, float x)
{
    const double reference = double_value(a, x);
    mpfr_t exact;
    mpfr_init2(exact, PRECISION);
    exact_value(a, x, exact);
    mpfr_sub_d(exact, exact, reference, MPFR_RNDN);
    const double difference = fabs(mpfr_get_d(exact, MPFR_RNDU)) * ulp_inverse(reference);
    mpfr_clear(exact);
    return difference;
}

/* -- one chunk
 * -------------------------------------------------------------------------------------------------
 */

static void fault_add(struct record *r, float x)
{
    if (r->faults++ == 0)
        r->fault_at = x;
}

static void worst_update(struct worst *w, double error, float x)
{
    if (error > w->error)
        *w = (struct worst){error, x};
}

static bool in_range(const struct approximation *a, float x, float y)
{
    if (!(y >= a->low && y <= a->high))
        return false;
    return !a->odd ||
           to_bits(a->kernel(from_bits(to_bits(x) ^ 0x80000000U))) == (to_bits(y) ^ 0x80000000U);
}

static void monotony_check(struct record *r, float previous, float y)
{
    if (y < previous) {
        r->drops++;
        r->drop =
            fmax(r->drop, ((double)previous - y) * ulp_inverse(fmax(fabs(previous), fabs(y))));
    }
}

/* Errors here are estimates by the double reference; chunk_certify replaces the largest by the
 * exact ones. */
static void input_check(const struct approximation *a, uint32_t key, uint64_t index,
                        float *previous, struct record *r)
{
    const float x = from_key(key);
    const float y = a->kernel(x);
    r->inputs++;
    if (!in_range(a, x, y))
        fault_add(r, x);
    if (isnan(x))
        return; /* any value in range will do */
    const double reference = double_value(a, x);
    const double error = fabs((double)y - reference);
    worst_update(&r->absolute, error, x);
    if (a->denormals || fabs(reference) >= FLT_MIN)
        worst_update(&r->ulp, error * ulp_inverse(reference), x);
    monotony_check(r, *previous, y);
    *previous = y;
    if (index % SPOT == 0)
        r->discrepancy = fmax(r->discrepancy, discrepancy(a, x));
}

static void chunk_certify(const struct approximation *a, struct record *r)
{
    double ulp, absolute;
    if (r->ulp.error > 0.0) {
        certify(a, r->ulp.x, &ulp, &absolute);
        r->ulp.error = ulp;
    }
    if (r->absolute.error > 0.0) {
        certify(a, r->absolute.x, &ulp, &absolute);
        r->absolute.error = absolute;
    }
}

static void approximation_chunk(const struct approximation *a, uint64_t first, uint64_t end,
                                uint64_t stride, struct record *r)
{
    float previous = NAN; /* compares as "not smaller" */
    for (uint64_t i = first; i < end; i++) {
        const uint32_t key = (uint32_t)(i * stride);
        if ((i == first || stride > 1) && key > 0 && !isnan(from_key(key - 1)))
            previous = a->kernel(from_key(key - 1));
        input_check(a, key, i, &previous, r);
    }
    chunk_certify(a, r);
}

static void exact_chunk(bool (*equal)(uint32_t), uint64_t first, uint64_t end, uint64_t stride,
                        struct record *r)
{
    for (uint64_t i = first; i < end; i++) {
        const uint32_t bits = (uint32_t)(i * stride);
        r->inputs++;
        if (!equal(bits))
            fault_add(r, from_bits(bits));
    }
}

/* -- kernels with an exact answer
 * ------------------------------------------------------------------------------ */

static bool relu_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    return isnan(x) || to_bits(epi_relu(x)) == to_bits(x > 0.0F ? x : 0.0F);
}

/* The product of two floats is exact in double: one rounding is left. */
static bool square_equal(uint32_t bits)
{
    float x = from_bits(bits);
    bool allowed = fabsf(x) <= 1.8446e19F; /* false for a NaN */
    return !allowed || to_bits(epi_square(x)) == to_bits((float)((double)x * (double)x));
}

/* slope * x is exact in double, so its conversion to float is the one rounding allowed */
static bool leaky_relu_equal(uint32_t bits)
{
    static const float slopes[] = {0.01F, 0.2F, 0.5F};
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; isfinite(x) && i < sizeof slopes / sizeof *slopes; i++) {
        const float expected = x > 0.0F ? x : (float)((double)slopes[i] * (double)x) + 0.0F;
        good = good && to_bits(epi_leaky_relu(x, slopes[i])) == to_bits(expected);
    }
    return good;
}

/* low, high and the value for NaN, which need not lie between them */
static const float bounds[][3] = {
    {-4.0F, 4.0F, 0.013F},    {0.0F, 1.0F, 0.5F},          {-0.0F, 3.3F, 1.0F},
    {-1.0F, 0.0F, -0.25F},    {-2.5F, -0.0F, -1.0F},       {-FLT_MAX, FLT_MAX, 0.0F},
    {1.5F, 1.5000001F, 1.5F}, {280.0F, 320.0F, 293.15F},   {-320.0F, -280.0F, -293.15F},
    {-1e-45F, 1e-45F, -0.0F}, {-FLT_MAX, -FLT_MIN, -1.0F}, {1e-40F, FLT_MAX, 7.0F},
};

static bool clamp_equal(uint32_t bits)
{
    const float x = from_bits(bits);
    bool good = true;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const float *b = bounds[i];
        const float expected = isnan(x) ? b[2] : x < b[0] ? b[0] : x > b[1] ? b[1] : x;
        const bool outside = isnan(x) || x < b[0] || x > b[1];
        uint32_t status = 0x80000001U;
        const float y = epi_clamp(x, to_bits(b[0]), to_bits(b[1]), to_bits(b[2]), 4U, &status);
        good = good && to_bits(y) == to_bits(expected) &&
               status == (outside ? 0x80000005U : 0x80000001U);
    }
    return good;
}

static bool flush_equal(uint32_t bits)
{
    static const float limits[] = {0x1p-30F, 0x1p-126F, 1.0F, 0x1p127F};
    const float z = from_bits(bits);
    bool good = true;
    for (size_t i = 0; isfinite(z) && i < sizeof limits / sizeof *limits; i++) {
        const float expected = fabsf(z) < limits[i] ? 0.0F : z;
        good = good && to_bits(epi_flush(z, to_bits(limits[i]))) == to_bits(expected);
    }
    return good;
}

/* the pattern is taken both as eta and as the status */
static bool doubt_equal(uint32_t bits)
{
    const uint32_t one = 0x3F800000U;
    const uint32_t eta = 0x3E800000U;
    return to_bits(epi_doubt(from_bits(eta), bits)) == (bits == 0 ? eta : one) &&
           (isnan(from_bits(bits)) || (to_bits(epi_doubt(from_bits(bits), 0)) == bits &&
                                       to_bits(epi_doubt(from_bits(bits), 8)) == one));
}

/* -- all kernels
 * -----------------------------------------------------------------------------------------------
 */

/* The bars are the errors that the kernels' comments state. The design asks for less (exp 2 ulp,
   softplus 4, tanh and sigmoid 5 ulp and 3e-7), but a kernel that got worse should be seen. */
static const struct approximation exp_approximation = {
    epi_exp, exp, exp_exact, 0x1.62e42ep+6, 0.0, FLT_MAX, 1.18, INFINITY, true, false};
static const struct approximation tanh_approximation = {epi_tanh, tanh, tanh_exact, INFINITY, -1.0,
                                                        1.0,      3.58, 2.1e-7,     false,    true};
static const struct approximation sigmoid_approximation = {
    epi_sigmoid, sigmoid_reference, sigmoid_exact, INFINITY, FLT_MIN, 1.0, 2.49, 9e-8, false,
    false};
static const struct approximation softplus_approximation = {
    epi_softplus, softplus_reference, softplus_exact, FLT_MAX, 0.0, FLT_MAX,
    2.83,         INFINITY,           true,           false};

static const struct check checks[] = {
    {"exp", &exp_approximation, NULL},
    {"tanh", &tanh_approximation, NULL},
    {"sigmoid", &sigmoid_approximation, NULL},
    {"softplus", &softplus_approximation, NULL},
    {"relu", NULL, relu_equal},
    {"leaky_relu", NULL, leaky_relu_equal},
    {"square", NULL, square_equal},
    {"clamp", NULL, clamp_equal},
    {"flush", NULL, flush_equal},
    {"doubt", NULL, doubt_equal},
};
enum { CHECKS = sizeof checks / sizeof *checks };

/* -- threads
 * ---------------------------------------------------------------------------------------------------
 */

struct job {
    const struct check *check;
    uint64_t inputs, stride;
    struct record *records; /* CHUNKS */
    pthread_mutex_t lock;
    int next;
    time_t start;
};

static int chunk_take(struct job *j)
{
    pthread_mutex_lock(&j->lock);
    const int chunk = j->next++;
    if (isatty(STDERR_FILENO) && chunk > 0 && chunk <= CHUNKS) {
        const double spent = difftime(time(NULL), j->start);
        fprintf(stderr, "\r%-12s %3d %%, %4.0f s left ", j->check->name, 100 * chunk / CHUNKS,
                spent * (CHUNKS - chunk) / chunk);
    }
    pthread_mutex_unlock(&j->lock);
    return chunk;
}

static void *worker(void *argument)
{
    struct job *j = argument;
    for (int c = chunk_take(j); c < CHUNKS; c = chunk_take(j)) {
        const uint64_t first = j->inputs * (uint64_t)c / CHUNKS;
        const uint64_t end = j->inputs * (uint64_t)(c + 1) / CHUNKS;
        if (j->check->approximation != NULL)
            approximation_chunk(j->check->approximation, first, end, j->stride, &j->records[c]);
        else
            exact_chunk(j->check->equal, first, end, j->stride, &j->records[c]);
    }
    mpfr_free_cache();
    return NULL;
}

static void record_merge(struct record *all, const struct record *r)
{
    if (all->faults == 0)
        all->fault_at = r->fault_at;
    all->inputs += r->inputs;
    all->faults += r->faults;
    all->drops += r->drops;
    all->drop = fmax(all->drop, r->drop);
    all->discrepancy = fmax(all->discrepancy, r->discrepancy);
    worst_update(&all->ulp, r->ulp.error, r->ulp.x);
    worst_update(&all->absolute, r->absolute.error, r->absolute.x);
}

static struct record check_run(const struct check *check, uint64_t stride, int threads)
{
    struct job job = {.check = check,
                      .inputs = (UINT32_MAX + stride) / stride,
                      .stride = stride,
                      .start = time(NULL)};
    struct record all = {0};
    pthread_t *handles = calloc((size_t)threads, sizeof *handles);
    job.records = calloc(CHUNKS, sizeof *job.records);
    if (handles == NULL || job.records == NULL) {
        fprintf(stderr, "exhaustive: out of memory\n");
        exit(1);
    }
    pthread_mutex_init(&job.lock, NULL);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&handles[i], NULL, worker, &job) != 0) {
            fprintf(stderr, "exhaustive: cannot start thread %d\n", i + 1);
            exit(1);
        }
    for (int i = 0; i < threads; i++)
        pthread_join(handles[i], NULL);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 40, "");
    for (int i = 0; i < CHUNKS; i++)
        record_merge(&all, &job.records[i]);
    pthread_mutex_destroy(&job.lock);
    free(job.records);
    free(handles);
    return all;
}

/* -- report
 * ----------------------------------------------------------------------------------------------------
 */

static bool record_passes(const struct check *check, const struct record *r)
{
    const struct approximation *a = check->approximation;
    if (r->faults > 0)
        return false;
    return a == NULL || (r->ulp.error + 2 * DISCREPANCY_BAR <= a->ulp_bar &&
                         r->absolute.error <= a->absolute_bar && r->discrepancy <= DISCREPANCY_BAR);
}

static void record_print(const struct check *check, const struct record *r, double seconds)
{
    printf("%-10s %10llu ", check->name, (unsigned long long)r->inputs);
    if (check->approximation != NULL)
        printf("%7.4f %-15.9g %10.3e %-15.9g %9llu %5.1f %9.1e ", r->ulp.error, (double)r->ulp.x,
               r->absolute.error, (double)r->absolute.x, (unsigned long long)r->drops, r->drop,
               r->discrepancy);
    else
        printf("%7s %-15s %10s %-15s %9s %5s %9s ", "exact", "", "", "", "", "", "");
    printf("%10llu %4.0f s  %s", (unsigned long long)r->faults, seconds,
           record_passes(check, r) ? "PASS" : "FAIL");
    if (r->faults > 0)
        printf(" (first fault at %.9g, 0x%08X)", (double)r->fault_at,
               (unsigned)to_bits(r->fault_at));
    putchar('\n');
    fflush(stdout);
}

struct options {
    const char *kernel;
    uint64_t stride;
    int threads;
};

static void usage(FILE *out)
{
    fprintf(
        out,
        "Usage: exhaustive [--kernel NAME] [--stride N] [--threads N]\n"
        "Check the float32 kernels on every N-th (default: every) bit pattern of their input.\n");
}

static struct options options_read(int argc, char **argv)
{
    static const struct option table[] = {{"kernel", required_argument, NULL, 'k'},
                                          {"stride", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    struct options o = {NULL, 1, (int)sysconf(_SC_NPROCESSORS_ONLN)};
    int c;
    while ((c = getopt_long(argc, argv, "k:s:t:h", table, NULL)) != -1) {
        switch (c) {
        case 'k': o.kernel = optarg; break;
        case 's': o.stride = strtoull(optarg, NULL, 10); break;
        case 't': o.threads = atoi(optarg); break;
        case 'h': usage(stdout); exit(0);
        default: usage(stderr); exit(2);
        }
    }
    if (optind < argc || o.stride < 1 || o.stride > UINT32_MAX || o.threads < 1 ||
        o.threads > 1024) {
        usage(stderr);
        exit(2);
    }
    return o;
}

int main(int argc, char **argv)
{
    const struct options o = options_read(argc, argv);
    int passed = 0, failed = 0;
    printf("%-10s %10s %7s %-15s %10s %-15s %9s %5s %9s %10s\n", "kernel", "inputs", "max ulp",
           "at", "max abs", "at", "drops", "ulp", "reference", "faults");
    for (int i = 0; i < CHECKS; i++) {
        if (o.kernel != NULL && strcmp(o.kernel, checks[i].name) != 0)
            continue;
        const time_t start = time(NULL);
        const struct record r = check_run(&checks[i], o.stride, o.threads);
        record_print(&checks[i], &r, difftime(time(NULL), start));
        if (record_passes(&checks[i], &r))
            passed++;
        else
            failed++;
    }
    if (passed + failed == 0) {
        fprintf(stderr, "exhaustive: no kernel is called \"%s\"\n", o.kernel);
        return 2;
    }
    printf("drops: neighbours with f(next) < f(x), and the largest in ulp; reference: largest "
           "difference of the double "
           "reference from MPFR, in ulp of float\n%d passed, %d failed\n",
           passed, failed);
    return failed > 0 ? 1 : 0;
}
