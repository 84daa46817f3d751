/* See tree.h. Nodes come and go by the million, so a tree has memory of its own. */
#include "prove/search/tree.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>

static void tree_reserve(struct tree *tree, size_t count)
{
    if (count <= tree->room)
        return;
    size_t room = tree->room == 0 ? 64 : 2 * tree->room;
    struct tree_node *nodes =
        count > UINT32_MAX ? NULL : realloc(tree->nodes, room * sizeof(*nodes));
    if (nodes == NULL)
        fail("out of memory: %zu boxes", count);
    tree->nodes = nodes;
    tree->room = room;
}

void tree_start(struct tree *tree)
{
    tree_reserve(tree, 1);
    tree->nodes[0] = (struct tree_node){.state = NODE_OPEN};
    tree->count = 1;
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    *tree = (struct tree){NULL, 0, 0};
}

size_t tree_cut(struct tree *tree, size_t node, size_t input, float cut)
{
    size_t child = tree->count;
    tree_reserve(tree, child + 2);
    tree->count += 2;
    tree->nodes[node] = (struct tree_node){(uint32_t)child, cut, (uint16_t)input, NODE_CUT};
    tree->nodes[child] = tree->nodes[child + 1] = (struct tree_node){.state = NODE_OPEN};
    return child;
}

void box_lower(float *high, size_t input, float cut) { high[input] = cut; }

void box_upper(float *low, size_t input, float cut) { low[input] = nextafterf(cut, INFINITY); }
