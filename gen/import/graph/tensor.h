/* Tensors of a network that is read from elsewhere. All numbers are doubles, in which every number
   of a file is exact. An element is a number, or what a neuron computes (neurons/neurons.h). */
#ifndef EPIIMPORT_TENSOR_H
#define EPIIMPORT_TENSOR_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TENSOR_RANK = 8 };

/* What the numbers of a tensor are in the file: division differs. */
enum tensor_type { TENSOR_FLOAT, TENSOR_INTEGER, TENSOR_BOOLEAN };

struct shape {
    size_t rank;
    size_t dims[TENSOR_RANK];
};

struct tensor {
    enum tensor_type type;
    struct shape shape;
    size_t count;     /* the product of the dims */
    double *values;   /* (count) where no neuron stands */
    int32_t *neurons; /* (count) or NULL: all are numbers; NOT_A_NEURON: this one is a number */
};
enum { NOT_A_NEURON = -1 };

/* The product of the dims; SIZE_MAX where it is beyond any tensor that is read. */
size_t shape_count(const struct shape *shape);

/* The shape of what is computed element by element from a and b, by the rule that both ONNX and
   numpy have; false: they do not fit. */
bool shape_broadcast(const struct shape *a, const struct shape *b, struct shape *both);

/* The place in a tensor of shape `from` of the element that stands at `place` after broadcasting to
   `to`. */
size_t shape_place(const struct shape *to, size_t place, const struct shape *from);

/* How many elements lie between two neighbours along an axis. */
size_t shape_stride(const struct shape *shape, size_t axis);

static inline bool tensor_is_constant(const struct tensor *t) { return t->neurons == NULL; }

static inline int32_t tensor_neuron(const struct tensor *t, size_t place)
{
    return t->neurons == NULL ? NOT_A_NEURON : t->neurons[place];
}

/* The element of b becomes that of a. Where b's is a neuron a has room for neurons. */
static inline void tensor_copy(struct tensor *a, size_t to, const struct tensor *b, size_t from)
{
    a->values[to] = b->values[from];
    if (a->neurons != NULL)
        a->neurons[to] = tensor_neuron(b, from);
}

#endif
