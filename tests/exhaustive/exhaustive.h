/* What the parts of the exhaustive check share: a check is one kernel or one clause of a contract
   on all inputs, a record is what is known after some of them. */
#ifndef EXHAUSTIVE_H
#define EXHAUSTIVE_H

#include "program/activation.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

enum { SPOT = 65537, PRECISION = 128 };

/* A kernel with an error; how large it may be stands in gen/program/activation_rows.h. */
struct approximation {
    float (*kernel)(float);
    double (*reference)(double);
    void (*exact)(mpfr_t result, mpfr_t x); /* may destroy x */
    enum activation activation;
    bool denormals; /* the ulp bar holds for denormal results too */
    bool odd;
};

struct check {
    const char *name;
    const struct approximation *approximation; /* or, with an exact answer: */
    bool (*equal)(uint32_t bits);
    const char *clause; /* of a contract, as it stands in runtime/float32; NULL: a kernel */
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
    struct worst ulp, absolute, tiny; /* tiny: absolute, where the exact result is below FLT_MIN */
    float fault_at;
};

union word {
    float f;
    uint32_t u;
};

static inline float from_bits(uint32_t u)
{
    const union word v = {.u = u};
    return v.f;
}

static inline uint32_t to_bits(float f)
{
    const union word v = {.f = f};
    return v.u;
}

void worst_update(struct worst *w, double error, float x);

/* Inputs number first to end - 1 of every stride-th; into an empty record. */
void check_chunk(const struct check *check, uint64_t first, uint64_t end, uint64_t stride,
                 struct record *r);

extern const struct check kernel_checks[], clause_checks[];
extern const int n_kernel_checks, n_clause_checks;

#endif
