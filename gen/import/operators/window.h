/* Where a convolution or a pooling reads: for a place of its result, the places of its input under
   a window of fixed size. Both readings use it. */
#ifndef EPIIMPORT_WINDOW_H
#define EPIIMPORT_WINDOW_H

#include "import/operators/operator.h"

struct window {
    size_t axes;                  /* spatial ones: the shape without rows and channels */
    struct shape in, out, kernel; /* spatial parts, (axes) */
    int64_t strides[TENSOR_RANK], dilations[TENSOR_RANK], before[TENSOR_RANK];
    size_t area; /* places under the window: the product of kernel.dims */
};

/* The window of a node that reads x (rows, channels, axes...); `kernel` (axes) is its size. */
struct window window_of(const struct call *call, const struct tensor *x,
                        const struct shape *kernel);

/* The place in the input's spatial part that lies under place `k` of the window when that stands
   at place `o` of the result; SIZE_MAX: it lies in the padding. */
size_t window_place(const struct window *w, size_t o, size_t k);

#endif
