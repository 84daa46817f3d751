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
 * relu, leaky_relu, clamp, flush and eta_or_one have exact answers: they must equal a plain C
 * reference with comparisons, bit for bit. What every `ensures` of a kernel's ACSL contract says is
 * checked as well, clause by clause (clauses.c): provers take the contracts for granted. The bars
 * are the table in gen/program/activation_rows.h, from which epigen computes its bounds.
 */
/* verifies: REQ-ACCURATE, SPEC-KERNELS */
#include "exhaustive.h"

#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CHUNKS = 4096 };
static const double DISCREPANCY_BAR = 0x1p-20; /* ulp of float */

/* -- threads */

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
        check_chunk(j->check, first, end, j->stride, &j->records[c]);
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
    worst_update(&all->tiny, r->tiny.error, r->tiny.x);
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

/* -- report */

static bool record_passes(const struct check *check, const struct record *r)
{
    const struct approximation *a = check->approximation;
    if (r->faults > 0)
        return false;
    if (a == NULL)
        return true;
    const struct kernel_error *bar = &activation_kernel(a->activation, ACCURACY_FULL)->error;
    return r->ulp.error + 2 * DISCREPANCY_BAR <= bar->ulp && r->absolute.error <= bar->absolute &&
           r->tiny.error <= bar->tiny && r->discrepancy <= DISCREPANCY_BAR;
}

static void record_print(const struct check *check, const struct record *r, double seconds)
{
    printf("%-10s %10llu ", check->name, (unsigned long long)r->inputs);
    if (check->approximation != NULL)
        printf("%7.4f %-15.9g %10.3e %-15.9g %9.2e %9llu %5.1f %9.1e ", r->ulp.error,
               (double)r->ulp.x, r->absolute.error, (double)r->absolute.x, r->tiny.error,
               (unsigned long long)r->drops, r->drop, r->discrepancy);
    else
        printf("%-86.86s ", check->clause != NULL ? check->clause : "exact");
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
    bool clauses;   /* list them */
    bool contracts; /* check nothing but them */
};

static void usage(FILE *out)
{
    fprintf(
        out,
        "Usage: exhaustive [--kernel NAME] [--stride N] [--threads N] [--contracts] [--clauses]\n"
        "Check the float32 kernels on every N-th (default: every) bit pattern of their input.\n"
        "--contracts checks the clauses of their contracts alone; --clauses only lists them.\n");
}

static struct options options_read(int argc, char **argv)
{
    static const struct option table[] = {{"kernel", required_argument, NULL, 'k'},
                                          {"stride", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"clauses", no_argument, NULL, 'c'},
                                          {"contracts", no_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    struct options o = {NULL, 1, (int)sysconf(_SC_NPROCESSORS_ONLN), false, false};
    int c;
    while ((c = getopt_long(argc, argv, "k:s:t:ch", table, NULL)) != -1) {
        switch (c) {
        case 'k': o.kernel = optarg; break;
        case 's': o.stride = strtoull(optarg, NULL, 10); break;
        case 't': o.threads = (int)strtol(optarg, NULL, 10); break;
        case 'c': o.clauses = true; break;
        case 'o': o.contracts = true; break;
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

struct verdict {
    int passed, failed;
};

static void checks_run(const struct check *checks, int count, const struct options *o,
                       struct verdict *verdict)
{
    for (int i = 0; i < count; i++) {
        if (o->kernel != NULL && strcmp(o->kernel, checks[i].name) != 0)
            continue;
        const time_t start = time(NULL);
        const struct record r = check_run(&checks[i], o->stride, o->threads);
        record_print(&checks[i], &r, difftime(time(NULL), start));
        if (record_passes(&checks[i], &r))
            verdict->passed++;
        else
            verdict->failed++;
    }
}

static void clauses_list(void)
{
    for (int i = 0; i < n_clause_checks; i++)
        printf("%s: %s\n", clause_checks[i].name, clause_checks[i].clause);
}

int main(int argc, char **argv)
{
    const struct options o = options_read(argc, argv);
    struct verdict verdict = {0, 0};
    if (o.clauses) {
        clauses_list();
        return 0;
    }
    printf("%-10s %10s %7s %-15s %10s %-15s %9s %9s %5s %9s %10s\n", "kernel", "inputs", "max ulp",
           "at", "max abs", "at", "max tiny", "drops", "ulp", "reference", "faults");
    if (!o.contracts)
        checks_run(kernel_checks, n_kernel_checks, &o, &verdict);
    checks_run(clause_checks, n_clause_checks, &o, &verdict);
    if (verdict.passed + verdict.failed == 0) {
        fprintf(stderr, "exhaustive: no kernel is called \"%s\"\n", o.kernel);
        return 2;
    }
    printf(
        "max tiny: absolute, where the exact result is below the normal numbers; drops: neighbours "
        "with f(next) < f(x), and the largest in ulp; reference: largest difference of the double "
        "reference from MPFR, in ulp of float\n%d passed, %d failed\n",
        verdict.passed, verdict.failed);
    return verdict.failed > 0 ? 1 : 0;
}
