/* The loops in which a proof spends its time, on vectors of eight doubles. Compiled for the vectors
   that the machine may have; nothing is fused and sums have one order, so the bits are the same on
   every machine. Widths are multiples of VECTOR_LANES, rows of VECTOR_ROWS. */
#ifndef EPIPROVE_VECTOR_H
#define EPIPROVE_VECTOR_H

#include <stddef.h>

enum { VECTOR_ROWS = 4, VECTOR_LANES = 8 };

/* C += A W for the rows of W that are in use. */
struct product {
    double *c;       /* (rows, c_stride) */
    const double *a; /* (rows, a_stride) */
    const double *w; /* (any, w_stride) */
    size_t c_stride, a_stride, w_stride;
    size_t rows, columns;
    const size_t *used; /* (n_used) row k of W is multiplied by column k of A */
    size_t n_used;
};

/* In each row, coefficients of values become coefficients of sums: a positive one times the lower
   line, a negative one times the upper. */
struct substitution {
    double *a; /* (rows, stride) */
    size_t stride, rows, columns;
    const double *lower_slope, *lower_zero, *upper_slope, *upper_zero; /* (columns) */
    const double *bias, *error;                                        /* (columns) */
    double *constant; /* (rows) plus the lines at zero and the biases */
    double *loss;     /* (rows) plus |coefficient| * error and gamma * |line at zero| */
    double gamma;
};

/* Sums of terms weight * value, term by term, for values between low and high. A weight of 0 is no
   term. */
struct interval_sums {
    const double *w; /* (terms, stride) the column of weights of each term */
    size_t stride, terms, columns;
    const double *value_low, *value_high; /* (terms) */
    double *low, *high;                   /* (columns) the sums */
    double *rounded; /* (columns) plus the magnitude of each product and partial sum */
    double *size;    /* (columns) plus the magnitude of each product */
};

struct vector_loops {
    void (*product_add)(const struct product *product);
    void (*lines_substitute)(const struct substitution *substitution);
    void (*intervals_add)(const struct interval_sums *sums);
};

const struct vector_loops *vector_choose(void);

#endif
