/* How a region was cut into boxes: what a proof log holds. A box is the float32 inputs from low to
   high. Cut at c along input i it becomes those up to c and those from the next float32 on, so no
   input is lost between them. */
#ifndef EPIPROVE_TREE_H
#define EPIPROVE_TREE_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* NODE_POINTS: all float32 inputs of the box were run. */
enum node_state { NODE_OPEN, NODE_CUT, NODE_PROVEN, NODE_POINTS, NODE_STATES };

struct tree_node {
    uint32_t child; /* of two, one behind the other; NODE_CUT */
    float cut;      /* NODE_PROVEN: the bound */
    uint16_t input;
    uint16_t state; /* enum node_state */
};

struct tree {
    struct tree_node *nodes; /* the first is the region */
    size_t count, room;
};

void tree_start(struct tree *tree);
void tree_free(struct tree *tree);
/* Room for two children; returns the first. */
size_t tree_cut(struct tree *tree, size_t node, size_t input, float cut);

/* The part of the inputs of a box that are below the cut, and the rest. */
void box_lower(float *high, size_t input, float cut);
void box_upper(float *low, size_t input, float cut);

#endif
