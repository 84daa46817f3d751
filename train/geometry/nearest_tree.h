/* A kd-tree that keeps close points in the same block, in whatever order they arrive. It says which
   block a point belongs to; nearest_blocks.h searches the blocks. A leaf that overflows becomes
   two. Insertion rebuilds the highest subtree that has become lopsided (a scapegoat tree) from its
   own nodes and blocks. When the number of points has doubled it rebuilds the whole tree, because
   blocks added in between are far from the others of their group. */
#ifndef EPITRAIN_NEAREST_TREE_H
#define EPITRAIN_NEAREST_TREE_H

#include "geometry/nearest_blocks.h"

struct tree_node {
    uint32_t left, right; /* NONE: a leaf */
    uint32_t block;       /* of a leaf */
    uint32_t count;       /* points below */
    uint32_t dim;         /* the coordinate that divides left from right */
    float split;          /* right has the points from here on */
};

/* Numbers of nodes, or of blocks, that are free. */
struct tree_stock {
    uint32_t *spare; /* (n_spare) numbers that were given back */
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

/* Builds the tree of the points y (n, dims), which belong to the tree from then on. */
void nearest_tree_build(struct nearest_tree *tree, struct nearest_blocks *blocks, float *y,
                        unsigned threads);
/* Inserts the newest point of the blocks, which is at y (dims). */
void nearest_tree_insert(struct nearest_tree *tree, const float *y);
/* The block where y would be put; NONE: the tree has no points. */
uint32_t nearest_tree_block(const struct nearest_tree *tree, const float *y);

#endif
