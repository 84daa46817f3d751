/* What programs, emitted files and training make of an activation: one row each, in
   activation_rows.h. What a spec says of it is the row's other half, in gen/spec/activation.h. */
#ifndef EPIGEN_PROGRAM_ACTIVATION_H
#define EPIGEN_PROGRAM_ACTIVATION_H

#include "program/interval.h"
#include "spec/activation.h"

#include <stdbool.h>

/* How exact the kernels are that an emitted file contains; of tanh, sigmoid and softplus there are
   cheaper ones. No part of a spec: the generator is told. */
enum accuracy { ACCURACY_FULL, ACCURACY_E4, ACCURACY_E3, ACCURACY_COUNT };

/* What a kernel promises: bounds are computed from it, and `make exhaustive` checks it on all 2^32
   inputs, so that neither can drift from the other. An ulp is that of the exact result rounded to
   float; where the exact result is denormal or smaller, only `tiny` is promised. The error of a
   cheaper kernel is at most absolute plus ulp times the ulp of the result. */
struct kernel_error {
    double ulp;       /* largest error of a normal result */
    double absolute;  /* largest error of any result; INFINITY: what follows from ulp */
    double tiny;      /* largest error where the exact result is below FLT_MIN */
    double low, high; /* what no result leaves */
    double top;       /* above it nothing but the range is promised */
};

/* A kernel: the file NAME.h of runtime/float32. p: the parameters of the activation. */
enum { KERNEL_CALLS = 2 };
struct activation_kernel {
    const char *name;                    /* NULL: the full one serves */
    const char *calls[KERNEL_CALLS + 1]; /* the kernels it needs, each behind those it calls */
    float (*run)(float x, const float *p);
    struct kernel_error error;
    double core_limit; /* the magnitude at which it clamps before it calls NAME_core; 0: no such */
    bool in_block; /* unrolled: cheaper on the sums in a block's registers than behind the block */
};

struct activation_row {
    struct activation_kernel kernels[ACCURACY_COUNT];
    unsigned place;       /* of its kernels among those of an emitted file */
    bool alone;           /* it takes less time than the call of a function for eight values */
    const char *requires; /* of its parameters, in ACSL, where it has some */

    /* The function itself, within a few ulp of double, and the largest magnitude of its slope on an
       interval. */
    double (*exact)(double x, const float *p);
    double (*slope)(struct interval v, const float *p);
    /* What the function can be on an interval; NULL: it grows with its argument. */
    struct interval (*range)(struct interval v, const float *p);
    bool rounds_once; /* the kernel is the function, rounded once */
    /* What the kernel can be by no more than its ACSL contract, so that a prover who knows only
       that can confirm it. */
    struct interval (*contract)(struct interval v, enum accuracy accuracy, const float *p);

    /* Training: dy times the derivative, of the sum x and the value y; NULL: the trainer does not
       offer the activation. */
    float (*gradient)(float dy, float x, float y, const float *p);
    bool gradient_reads_sum; /* the derivative does not follow from y alone */
    double gain;             /* of the variance of initial weights */
};

const struct activation_row *activation_row(enum activation activation);
/* Its kernel for an accuracy. */
const struct activation_kernel *activation_kernel(enum activation activation,
                                                  enum accuracy accuracy);

/* What the ACSL contracts of relu, exp, softplus, square and silu say beyond a range;
   runtime/float32 has the same numbers, and the clauses are checked like the errors. */
#define RELU_TOP                   1.7014e38
#define SOFTPLUS_ABOVE_RELU        0.6931476
#define SOFTPLUS_ABOVE_RELU_COARSE 0.694
#define SQUARE_FACTOR              1.0000001
#define SQUARE_MORE                1.0e-37
#define SILU_LEAST                 (-0.2784646)
enum { EXP_STEPS = 8 };
extern const double exp_steps[EXP_STEPS][2];

#endif
