/* Which blocks of a layer do the same with other constants: the same terms of the same sources in
   the same lanes. They can be one function that reads its constants from a table, one table a
   block; a block without such a companion has its constants as literals. */
#ifndef EPIGEN_SHAPES_H
#define EPIGEN_SHAPES_H

#include "program/program.h"

struct shape {
    const struct op *block; /* OP_BLOCK */
    const struct op *first; /* that of the first block of the same shape */
    size_t n_blocks;        /* of that shape, in the layer */
    size_t n_constants;     /* biases and weights, in the order of use */
    size_t n_sources;       /* of its layer: each is a parameter */
};

struct shapes {
    struct shape *all; /* in the order of the program */
    size_t count;
};

/* share: whether blocks are compared at all, else each is a shape of its own. */
struct shapes shapes_of(struct arena *arena, const struct program *program, bool share);
const struct shape *shape_find(const struct shapes *shapes, const struct op *block);
bool shape_is_shared(const struct shape *shape);
bool shape_has_constant(const struct op *op);

#endif
