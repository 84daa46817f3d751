/* The table of fixed-point kernels: one row for each activation, with the exponent of its argument
   and its error, which a unit test checks for every argument. */
#ifndef EPIGEN_Q15_KERNELS_H
#define EPIGEN_Q15_KERNELS_H

#include "spec/activation.h"

#include <stdbool.h>
#include <stdint.h>

/* Q15_CURVE: the exponent of the argument is a constant of the kernel. Q15_LINEAR: the argument has
   the exponent of the result. Q15_SQUARE: the argument has as many bits as fit. */
enum q15_kind { Q15_CURVE, Q15_LINEAR, Q15_SQUARE };

enum { Q15_KERNEL_CALLS = 4 };
struct q15_kernel {
    const char *name; /* epi_NAME in NAME.h of runtime/q15; NULL: no function */
    const char *calls[Q15_KERNEL_CALLS + 1]; /* the kernels it needs, each behind those it calls */
    /* n: how far the result is shifted right, where there is such; p: parameters as integers. */
    int32_t (*run)(int32_t z, uint32_t n, const int32_t *p);
    enum q15_kind kind;
    bool half_argument, half_result; /* z stands for z + 1/2, and so does the result */
    int32_t reach;                   /* the largest magnitude of z that the kernel takes */
    bool falls;                      /* below zero it takes any z */
    int argument;                    /* Q15_CURVE: exponent of the argument */
    int result;                      /* Q15_CURVE: exponent of the result where n is 0 */
    int least, most;                 /* Q15_CURVE: exponents that the result may have */
    double error, relative;          /* largest, beside half a unit of the result */
};

const struct q15_kernel *q15_kernel(enum activation activation, bool tables);

#endif
