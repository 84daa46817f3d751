/* See nearest_tree.h. A subtree of L leaves is built from a list of 2 L - 1 node numbers and L
   block numbers. Its root takes the first node, the left half the next ones, the right half the
   rest. So two threads can build the halves at the same time, and a subtree can be rebuilt from its
   own nodes and blocks. */
#include "geometry/nearest_tree.h"

#include "base/random.h"

#include <pthread.h>
#include <string.h>

/* A subtree of fewer points is built faster without another thread. */
enum { POINTS_PER_THREAD = 20000 };

/* --- storage ------------------------------------------------------------------------------ */

static void points_reserve(struct nearest_tree *t, size_t n)
{
    if (n <= t->room)
        return;
    size_t room = n < 2 * t->room ? 2 * t->room : n;
    size_t row = t->blocks->dims * sizeof(*t->y);
    t->y = arena_grow(t->blocks->arena, t->y, t->room, room, row);
    t->order = arena_alloc(t->blocks->arena, room, sizeof(*t->order));
    t->room = room;
}

static void nodes_reserve(struct nearest_tree *t, size_t n)
{
    struct arena *arena = t->blocks->arena;
    if (n <= t->node_room)
        return;
    size_t old = t->node_room;
    size_t room = n < 2 * old ? 2 * old : n;
    t->nodes = arena_grow(arena, t->nodes, old, room, sizeof(*t->nodes));
    struct tree_stock *stocks[] = {&t->free_nodes, &t->free_blocks};
    for (size_t i = 0; i < 2; i++)
        stocks[i]->spare =
            arena_grow(arena, stocks[i]->spare, stocks[i]->n_spare, room, sizeof(uint32_t));
    t->node_room = room;
}

/* Makes room for so many more leaves. */
static void leaves_reserve(struct nearest_tree *t, size_t leaves)
{
    nodes_reserve(t, t->free_nodes.fresh + 2 * leaves);
    nearest_blocks_reserve(t->blocks, t->free_blocks.fresh + leaves);
}

/* Takes n numbers. The returned list is good until stock_give is called. */
static const uint32_t *stock_take(struct tree_stock *stock, size_t n)
{
    while (stock->n_spare < n)
        stock->spare[stock->n_spare++] = (uint32_t)stock->fresh++;
    stock->n_spare -= n;
    return stock->spare + stock->n_spare;
}

static void stock_give(struct tree_stock *stock, uint32_t number)
{
    stock->spare[stock->n_spare++] = number;
}

/* --- building ----------------------------------------------------------------------------- */

struct subtree {
    struct nearest_tree *tree;
    uint32_t *order; /* (n) the points; building reorders them */
    size_t n;
    const uint32_t *nodes, *blocks;
    unsigned threads;
};

static size_t leaves_for(size_t n) { return (n + BLOCK_POINTS - 1) / BLOCK_POINTS; }

static bool point_before(const struct nearest_tree *t, size_t dim, uint32_t a, uint32_t b)
{
    float ya = t->y[a * t->blocks->dims + dim], yb = t->y[b * t->blocks->dims + dim];
    return ya < yb || (ya == yb && a < b);
}

/* Moves the `first` smallest points along dim to the front (Hoare's find). Pivots are random, so
   that no order of the data makes it slow. */
static void points_divide(const struct subtree *s, size_t dim, size_t first)
{
    struct random random = {s->n};
    size_t low = 0, high = s->n - 1;
    while (low < high) {
        uint32_t pivot = s->order[low + random_bits(&random) % (high - low + 1)];
        size_t i = low, j = high;
        for (;;) {
            while (point_before(s->tree, dim, s->order[i], pivot))
                i++;
            while (point_before(s->tree, dim, pivot, s->order[j]))
                j--;
            if (i >= j)
                break;
            uint32_t swap = s->order[i];
            s->order[i] = s->order[j];
            s->order[j] = swap;
        }
        /* order[i] is the pivot: no two points are equal, since the index is compared too */
        if (i == first)
            return;
        if (i < first)
            low = i + 1;
        else
            high = i - 1;
    }
}

static float extent(const struct subtree *s, size_t dim)
{
    const float *y = s->tree->y + dim;
    size_t dims = s->tree->blocks->dims;
    float lowest = y[s->order[0] * dims], highest = lowest;
    for (size_t i = 1; i < s->n; i++) {
        float v = y[s->order[i] * dims];
        lowest = v < lowest ? v : lowest;
        highest = v > highest ? v : highest;
    }
    return highest - lowest;
}

static size_t widest(const struct subtree *s)
{
    size_t dim = 0;
    float most = extent(s, 0);
    for (size_t j = 1; j < s->tree->blocks->dims; j++) {
        float e = extent(s, j);
        dim = e > most ? j : dim;
        most = e > most ? e : most;
    }
    return dim;
}

static void leaf_build(const struct subtree *s, struct tree_node *node)
{
    struct nearest_blocks *b = s->tree->blocks;
    node->block = s->blocks[0];
    nearest_block_clear(b, node->block);
    for (size_t i = 0; i < s->n; i++)
        nearest_block_put(b, node->block, s->order[i], s->tree->y + s->order[i] * b->dims);
}

static void subtree_build(const struct subtree *s);

static void *subtree_thread(void *subtree)
{
    subtree_build(subtree);
    return NULL;
}

static void halves_build(struct subtree *left, struct subtree *right)
{
    unsigned threads = left->threads;
    pthread_t other;
    left->threads = threads / 2;
    right->threads = threads - threads / 2;
    bool started = threads > 1 && left->n > POINTS_PER_THREAD &&
                   pthread_create(&other, NULL, subtree_thread, left) == 0;
    if (!started)
        subtree_build(left);
    subtree_build(right);
    if (started)
        pthread_join(other, NULL);
}

/* Builds a subtree with as few leaves as possible, all about equally full: a leaf that overflows
   becomes two that are half full. */
static void subtree_build(const struct subtree *s)
{
    struct nearest_tree *t = s->tree;
    struct tree_node *node = &t->nodes[s->nodes[0]];
    *node = (struct tree_node){.left = NEAREST_NONE, .right = NEAREST_NONE};
    node->count = (uint32_t)s->n;
    size_t leaves = leaves_for(s->n);
    if (leaves <= 1) {
        leaf_build(s, node);
        return;
    }
    size_t left_leaves = leaves / 2, first = s->n * left_leaves / leaves;
    node->dim = (uint32_t)widest(s);
    points_divide(s, node->dim, first);
    node->split = t->y[s->order[first] * t->blocks->dims + node->dim];
    struct subtree left = *s, right = *s;
    left.n = first;
    left.nodes = s->nodes + 1;
    right.order = s->order + first;
    right.n = s->n - first;
    right.nodes = s->nodes + 2 * left_leaves;
    right.blocks = s->blocks + left_leaves;
    node->left = left.nodes[0];
    node->right = right.nodes[0];
    halves_build(&left, &right);
}

/* Builds a subtree from the first n points of t->order; returns its root. */
static uint32_t tree_grow(struct nearest_tree *t, size_t n, unsigned threads)
{
    size_t leaves = leaves_for(n);
    struct subtree s = {.tree = t, .order = t->order, .n = n, .threads = threads};
    s.nodes = stock_take(&t->free_nodes, 2 * leaves - 1);
    s.blocks = stock_take(&t->free_blocks, leaves);
    t->blocks->count = t->free_blocks.fresh;
    subtree_build(&s);
    return s.nodes[0];
}

static void blocks_empty(struct nearest_tree *t)
{
    for (size_t block = 0; block < t->blocks->count; block++)
        nearest_block_clear(t->blocks, block);
    t->blocks->count = 0;
}

/* Builds the whole tree anew, with blocks numbered from left to right. */
static void tree_regrow(struct nearest_tree *t, unsigned threads)
{
    struct tree_stock *stocks[] = {&t->free_nodes, &t->free_blocks};
    for (size_t i = 0; i < 2; i++)
        stocks[i]->n_spare = stocks[i]->fresh = 0;
    blocks_empty(t);
    t->built = t->blocks->n;
    for (size_t i = 0; i < t->built; i++)
        t->order[i] = (uint32_t)i;
    leaves_reserve(t, leaves_for(t->built));
    t->root = tree_grow(t, t->built, threads);
    nearest_blocks_tighten(t->blocks);
}

void nearest_tree_build(struct nearest_tree *t, struct nearest_blocks *blocks, float *y,
                        unsigned threads)
{
    size_t n = blocks->n;
    *t = (struct nearest_tree){.blocks = blocks, .y = y, .room = n, .root = NEAREST_NONE};
    t->order = arena_alloc(blocks->arena, n, sizeof(*t->order));
    if (n > 0)
        tree_regrow(t, threads);
}

/* --- inserting ---------------------------------------------------------------------------- */

static bool node_is_leaf(const struct tree_node *node) { return node->left == NEAREST_NONE; }

/* Appends the points of a subtree to the n points in t->order and gives its nodes and blocks back.
   Returns the new number of points. */
static size_t subtree_release(struct nearest_tree *t, uint32_t number, size_t n)
{
    const struct tree_node *node = &t->nodes[number];
    stock_give(&t->free_nodes, number);
    if (!node_is_leaf(node))
        return subtree_release(t, node->right, subtree_release(t, node->left, n));
    memcpy(t->order + n, t->blocks->index + (size_t)node->block * BLOCK_POINTS,
           node->count * sizeof(*t->order));
    nearest_block_clear(t->blocks, node->block);
    stock_give(&t->free_blocks, node->block);
    return n + node->count;
}

/* Extends the boxes above all blocks of a subtree. */
static void subtree_lift(const struct nearest_tree *t, uint32_t number)
{
    const struct tree_node *node = &t->nodes[number];
    if (node_is_leaf(node)) {
        nearest_block_lift(t->blocks, node->block);
        return;
    }
    subtree_lift(t, node->left);
    subtree_lift(t, node->right);
}

/* Whether one more point would make the child more than three quarters of its parent. */
static bool lopsided(const struct tree_node *parent, const struct tree_node *child)
{
    return parent->count >= 2 * BLOCK_POINTS &&
           4 * ((uint64_t)child->count + 1) > 3 * ((uint64_t)parent->count + 1);
}

/* Goes down to the leaf of y, or to the subtree that must be rebuilt, and counts the new point on
   the way. */
static uint32_t *tree_descend(struct nearest_tree *t, const float *y)
{
    uint32_t *link = &t->root;
    for (;;) {
        struct tree_node *node = &t->nodes[*link];
        if (node_is_leaf(node))
            return link;
        uint32_t *child = y[node->dim] < node->split ? &node->left : &node->right;
        if (lopsided(node, &t->nodes[*child]))
            return link;
        node->count++;
        link = child;
    }
}

void nearest_tree_insert(struct nearest_tree *t, const float *y)
{
    size_t dims = t->blocks->dims, n = t->blocks->n;
    uint32_t index = (uint32_t)(n - 1);
    points_reserve(t, n);
    memcpy(t->y + index * dims, y, dims * sizeof(*y));
    if (n >= 2 * t->built) {
        tree_regrow(t, 1);
        return;
    }
    leaves_reserve(t, 1); /* a subtree with one more point needs at most one more leaf */
    uint32_t *link = tree_descend(t, y);
    struct tree_node *node = &t->nodes[*link];
    if (node_is_leaf(node) && node->count < BLOCK_POINTS) {
        node->count++;
        nearest_block_put(t->blocks, node->block, index, y);
        nearest_block_lift(t->blocks, node->block);
        return;
    }
    n = subtree_release(t, *link, 0);
    t->order[n++] = index;
    *link = tree_grow(t, n, 1);
    subtree_lift(t, *link);
}

uint32_t nearest_tree_block(const struct nearest_tree *t, const float *y)
{
    if (t->root == NEAREST_NONE)
        return NEAREST_NONE;
    const struct tree_node *node = &t->nodes[t->root];
    while (!node_is_leaf(node))
        node = &t->nodes[y[node->dim] < node->split ? node->left : node->right];
    return node->block;
}
