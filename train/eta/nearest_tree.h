/* A kd-tree that keeps close points in the same block, whatever comes in: it says which block a
   point belongs to; searching is the business of the blocks and their boxes. A leaf that
   overflows becomes two. Insertion rebuilds the highest subtree that has become lopsided (a
   scapegoat tree) from its own nodes and blocks, and the whole tree when the points have doubled,
   because blocks added in between are far from the others of their group. */
#ifndef EPITRAIN_NEAREST_TREE_H
#define EPITRAIN_NEAREST_TREE_H

#include "eta/nearest_blocks.h"

struct tree_node {
    uint32_t left, right; /* NONE: a leaf */
    uint32_t block;       /* of a leaf */
    uint32_t count;       /* points below */
    uint32_t dim;         /* what divides left and right, and from where on right */
    float split;
};

/* Numbers free to be used, for nodes or for blocks. */
struct tree_stock {
    uint32_t *spare;
    size_t n_spare;
    size_t fresh; /* this number and those above were never used */
};

struct nearest_tree {
    struct nearest_blocks *blocks;
    size_t room;     /* for points */
    float *y;        /* (room, dims) */
    uint32_t *order; /* (room) scratch: the points of the subtree being built */
    size_t node_room;
    struct tree_node *nodes;
    struct tree_stock free_nodes, free_blocks;
    uint32_t root; /* NONE: no points */
    size_t built;  /* points when the whole tree was built */
};

/* All points of the blocks are at y (n, dims), which the tree takes over. */
void nearest_tree_build(struct nearest_tree *tree, struct nearest_blocks *blocks, float *y,
                        unsigned threads);
/* The newest point of the blocks is at y (dims). */
void nearest_tree_insert(struct nearest_tree *tree, const float *y);
/* The block where y would be put, NONE if there is none. */
uint32_t nearest_tree_block(const struct nearest_tree *tree, const float *y);

#endif
