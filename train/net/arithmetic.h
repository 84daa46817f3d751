/* The arithmetic that training spends its time on, compiled for each width of vectors (lanes.h).
   Every number of a result is one sum in one order, and nothing is fused (-ffp-contract=off); so
   all widths give the same bits. */
#ifndef EPITRAIN_ARITHMETIC_H
#define EPITRAIN_ARITHMETIC_H

#include "program/activation.h"

#include <stddef.h>

/* c[r][j] = start[r] + a[r][0] b[0][j] + a[r][1] b[1][j] + ..., added in this order. With a_row and
   a_step a can be read as it lies or transposed. The columns are rounded up to what a vector takes,
   at most to the next multiple of LANES_MOST: b and c must have room. */
struct product {
    size_t rows, depth, columns;
    const float *a; /* element (r, k) is a[r * a_row + k * a_step] */
    size_t a_row, a_step;
    const float *b; /* (depth, b_row) */
    size_t b_row;
    const float *start; /* (rows); NULL: zeros */
    float *c;           /* (rows, c_row) */
    size_t c_row;
};

/* One step of Adam (adam.h) for n parameters p with gradients g. */
struct adam_update {
    size_t n;
    float *p;
    const float *g;
    float *m, *v;
    float rate;       /* over the bias correction of m */
    float correction; /* one over the root of the bias correction of v */
    float shrink;     /* the factor of weight decay on p */
};

struct arithmetic {
    void (*product)(const struct product *);
    /* y = f(y), n of them; p: the activation's parameters */
    void (*activate)(enum activation, const float *p, size_t n, float *y);
    /* dy times the derivative at the sums x with the values y; x is any n numbers where the
       derivative follows from y (gradient_reads_sum) */
    void (*activate_backward)(enum activation, const float *p, size_t n, const float *x,
                              const float *y, float *dy);
    void (*update)(const struct adam_update *);
};

/* The arithmetic for the width that lanes_choose() gives. */
const struct arithmetic *arithmetic_choose(void);

#endif
