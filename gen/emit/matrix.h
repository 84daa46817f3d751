/* A layer of the program as a matrix, for the forms that compute rows side by side: biases and
   weights as the operations have them, zeros where no operation is. Layers that read the same can
   be joined into one matrix. */
#ifndef EPIGEN_MATRIX_H
#define EPIGEN_MATRIX_H

#include "program/program.h"

struct member {
    const struct buffer *buffer;
    size_t first; /* row */
};

struct matrix {
    const struct op *begin, *end;   /* its operations */
    const struct spec_layer *layer; /* the first, for what all members share: sources and kind */
    struct member *members;
    size_t n_members;
    size_t rows, columns; /* neurons, numbers read */
    double *bias;         /* (rows) */
    double *weights;      /* (rows, columns) row by row; radial: the points */
    size_t zeros;         /* weights without an operation */
    bool exact;           /* multiplying by the zeros as well gives the same bits */
};

struct matrices {
    struct matrix *all;
    size_t count;
};

/* How many of some rows are of dense layers: only there a 0 is a weight of the spec. */
size_t matrix_dense_rows(const struct matrix *m, size_t first, size_t count);

/* All layers in the order of execution. Neighbours that read the same are joined as long as they
   have no more than `most` rows together and `joins` agrees to both. */
struct matrices matrices_of(struct arena *arena, const struct program *program, size_t most,
                            bool (*joins)(const struct matrix *m));

#endif
