/* How the operators with matrices, windows and sums read their inputs: shapes, and which elements
   meet. Both readings use it, so that each is a loop over terms. */
#ifndef EPIIMPORT_AFFINE_H
#define EPIIMPORT_AFFINE_H

#include "import/operators/operator.h"
#include "import/operators/window.h"

/* MatMul: out[.., r, c] is the sum over k of a[.., r, k] * b[.., k, c]. */
struct product {
    struct shape shape;                   /* of the result */
    size_t inner, rows, columns;          /* of the last two axes; 1 where a vector has none */
    struct shape batch, a_batch, b_batch; /* axes in front of the last two */
};
struct product_places {
    size_t a, b; /* of the first term; the next is 1 further in a and `columns` in b */
};
struct product product_of(const struct call *call, const struct tensor *a, const struct tensor *b);
struct product_places product_at(const struct product *p, size_t place);

/* Gemm: alpha * a * b + beta * c, either matrix transposed. */
struct gemm {
    const struct tensor *a, *b, *c; /* c: or NULL */
    double alpha, beta;
    bool a_turned, b_turned;
    size_t inner;
    struct shape shape;
};
struct gemm gemm_of(const struct call *call);
size_t gemm_a(const struct gemm *g, size_t place, size_t k);
size_t gemm_b(const struct gemm *g, size_t place, size_t k);

/* Conv: each of its terms is a channel of the group and a place of the window. */
struct conv {
    const struct tensor *x, *w, *bias; /* bias: or NULL */
    size_t channels;                   /* of one group */
    size_t filters, filters_each;      /* in all, of one group */
    struct window window;
    struct shape shape;
};
struct conv conv_of(const struct call *call);
size_t conv_filter(const struct conv *c, size_t place);
size_t conv_x(const struct conv *c, size_t place, size_t k); /* SIZE_MAX: in the padding */
size_t conv_w(const struct conv *c, size_t place, size_t k);

/* Pooling: the mean or the largest of what lies under the window. */
struct pool {
    const struct tensor *x;
    bool most, count_padding;
    struct window window;
    struct shape shape;
};
struct pool pool_of(const struct call *call);
size_t pool_x(const struct pool *p, size_t place, size_t k); /* SIZE_MAX: in the padding */

/* BatchNormalization: the numbers of each channel. */
struct normalisation {
    const double *scale, *offset, *mean, *variance; /* (channels) */
    double epsilon;
    size_t channels, stride;
};
struct normalisation normalisation_of(const struct call *call);

/* ReduceSum and its kin: where an element goes. */
struct reduction {
    struct shape in, kept; /* kept: with 1 for axes that vanish */
    struct shape shape;    /* of the result */
    size_t each;           /* elements that become one */
};
struct reduction reduction_of(const struct call *call);
size_t reduction_place(const struct reduction *r, size_t place);

#endif
