/* What the float32 kernels promise: the one table from which gen/program/bounds.c computes and
   which `make exhaustive` checks on all 2^32 inputs, so that neither can drift from the other. An
   ulp is that of the exact result rounded to float; where the exact result is denormal or smaller,
   only `tiny` is promised. relu is exact, leaky_relu rounds once. */
#ifndef EPIGEN_KERNEL_ERROR_H
#define EPIGEN_KERNEL_ERROR_H

#include "spec/spec.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

struct kernel_error {
    double ulp;       /* largest error of a normal result */
    double absolute;  /* largest error of any result; INFINITY: what follows from ulp */
    double tiny;      /* largest error where the exact result is below FLT_MIN */
    double low, high; /* what no result leaves */
    double top;       /* above it nothing but the range is promised */
};

static const struct kernel_error kernel_error[ACT_COUNT] = {
    [ACT_IDENTITY] = {0.0, 0.0, 0.0, -FLT_MAX, FLT_MAX, INFINITY},
    [ACT_RELU] = {0.0, 0.0, 0.0, 0.0, FLT_MAX, INFINITY},
    [ACT_LEAKY_RELU] = {0.5, INFINITY, 0x1p-150, -FLT_MAX, FLT_MAX, INFINITY},
    [ACT_TANH] = {3.58, 2.1e-7, 0x1p-148, -1.0, 1.0, INFINITY},
    [ACT_SIGMOID] = {2.49, 9.0e-8, 1.2e-38, FLT_MIN, 1.0, INFINITY},
    [ACT_SOFTPLUS] = {2.83, INFINITY, 2.83 * 0x1p-149, 0.0, FLT_MAX, INFINITY},
    [ACT_SQUARE] = {0.5, INFINITY, 0x1p-150, 0.0, FLT_MAX, 1.8446e19},
    [ACT_EXP] = {1.18, INFINITY, 1.18 * 0x1p-149, 0.0, FLT_MAX, 0x1.62e42ep+6},
};

/* The cheaper kernels of tanh, sigmoid and softplus: an error is at most absolute plus ulp times
   the ulp of the result. All others are the same whatever the accuracy. */
static const struct kernel_error kernel_error_e4[ACT_COUNT] = {
    [ACT_TANH] = {0.0, 4.6e-5, 0.0, -1.0, 1.0, INFINITY},
    [ACT_SIGMOID] = {0.0, 2.4e-5, 0.0, 0.0, 1.0, INFINITY},
    [ACT_SOFTPLUS] = {0.5, 9.3e-5, 0.0, 0.0, FLT_MAX, INFINITY},
};
static const struct kernel_error kernel_error_e3[ACT_COUNT] = {
    [ACT_TANH] = {0.0, 6.8e-4, 0.0, -1.0, 1.0, INFINITY},
    [ACT_SIGMOID] = {0.0, 4.3e-4, 0.0, 0.0, 1.0, INFINITY},
    [ACT_SOFTPLUS] = {0.5, 5.4e-4, 0.0, 0.0, FLT_MAX, INFINITY},
};

static inline bool kernel_has_variants(enum activation activation)
{
    return activation == ACT_TANH || activation == ACT_SIGMOID || activation == ACT_SOFTPLUS;
}

static inline const struct kernel_error *kernel_error_find(enum accuracy accuracy,
                                                           enum activation activation)
{
    if (accuracy == ACCURACY_FULL || !kernel_has_variants(activation))
        return &kernel_error[activation];
    return accuracy == ACCURACY_E4 ? &kernel_error_e4[activation] : &kernel_error_e3[activation];
}

/* What the ACSL contracts of exp, softplus and square say beyond a range; runtime/float32 has the
   same numbers, and the clauses are checked like the errors. */
#define SOFTPLUS_ABOVE_RELU        0.6931476
#define SOFTPLUS_ABOVE_RELU_COARSE 0.694
#define SQUARE_FACTOR              1.0000001
#define SQUARE_MORE                1.0e-37
static const double exp_steps[][2] = {{0.0, 1.000001},     {1.0, 2.718285},    {2.0, 7.389064},
                                      {4.0, 54.59821},     {8.0, 2980.962},    {16.0, 8886122.0},
                                      {32.0, 7.896306e13}, {64.0, 6.235156e27}};
enum { EXP_STEPS = sizeof(exp_steps) / sizeof(exp_steps[0]) };

#endif
