/* Points in blocks of 32, the boxes around blocks in groups of 32, the boxes around groups in
   groups of 32 and so on, all coordinate by coordinate, so that one instruction serves sixteen
   points or boxes. Every lane adds its own terms in index order, hence the width of the machine
   does not show in the result. A sum beyond the bound can only grow, so a block is left as soon as
   all its sums are. The distance of a box is computed like any other; rounding is monotone, so no
   point inside is nearer, and skipping a box is exact. It is quick when points of a block, and
   blocks of a group, are close together, which is for the caller to see to. Coordinates are the y
   of nearest_metric.h. Lanes without a point hold NaN, which is never near; boxes without points
   lie at infinity. */
#ifndef EPITRAIN_NEAREST_BLOCKS_H
#define EPITRAIN_NEAREST_BLOCKS_H

#include "base/arena.h"
#include "eta/nearest_metric.h"

#include <stdbool.h>

enum { BLOCK_POINTS = 32, BOX_LEVELS = 7 }; /* 32^7 > NEAREST_LIMIT */

/* The boxes of level 0 are those of the blocks, each above is that of 32 boxes of the level below.
 */
struct nearest_boxes {
    size_t capacity; /* a multiple of 32 */
    float *y;        /* (capacity / 32, dims, 2, 32): lowest, highest */
    float *reach;    /* (capacity) the largest in the box */
    uint32_t *first; /* (capacity) not above any index in the box */
};

struct nearest_search;
struct nearest_blocks;

/* The arithmetic for one width of vectors; the results do not depend on it. The distances are false
   if none is within the bound, and then may be partial. */
struct nearest_kernels {
    bool (*block_distances)(const struct nearest_blocks *, size_t block, const float *y,
                            float bound, float distance[BLOCK_POINTS]);
    void (*block_search)(const struct nearest_blocks *, size_t block, struct nearest_search *);
    bool (*boxes_distances)(const struct nearest_blocks *, size_t level, size_t above,
                            const float *y, float bound, float distance[BLOCK_POINTS]);
};

/* The one for lanes_choose(). */
const struct nearest_kernels *nearest_kernels_choose(void);

struct nearest_blocks {
    struct arena *arena;
    const struct nearest_kernels *kernels;
    size_t dims;
    const float *periods;   /* (dims) of y, infinite: not periodic; NULL: none is */
    size_t count, capacity; /* of blocks */
    float *y;               /* (capacity, dims, 32) */
    uint32_t *index;        /* (capacity, 32) */
    uint32_t *used;         /* (capacity) lanes with a point */
    struct nearest_boxes boxes[BOX_LEVELS];
    size_t levels;  /* the highest has at most 32 boxes */
    size_t n, room; /* points, and room for as many */
    float *reach;   /* (room) by index of the point */
};

/* One query and what was found so far, ascending. A neighbour is one number: the bits of the
   squared distance above those of the index, so that ties are settled by comparing. */
struct nearest_search {
    const float *y; /* (dims) */
    uint32_t skip;  /* a point not to be found, or NONE */
    uint32_t done;  /* a block already searched, or NONE */
    size_t k;
    float bound; /* the k-th squared distance: beyond it nothing is of interest */
    uint64_t best[NEAREST_MOST];
};

/* Takes the reach of points from one origin; see nearest_claim. */
struct nearest_claims {
    const float *y; /* (dims) */
    uint32_t *claimed;
    size_t count;
};

void nearest_blocks_reserve(struct nearest_blocks *blocks, size_t count);
/* Counts one more point; returns its index. It must then be put into a block. */
uint32_t nearest_blocks_append(struct nearest_blocks *blocks, float reach);
void nearest_block_clear(struct nearest_blocks *blocks, size_t block);
void nearest_block_put(struct nearest_blocks *blocks, size_t block, uint32_t index, const float *y);
/* Extends the boxes above level 0 for what was put into the block. */
void nearest_block_lift(struct nearest_blocks *blocks, size_t block);
/* Draws the boxes above level 0 tightly around those below. */
void nearest_blocks_tighten(struct nearest_blocks *blocks);
/* To be called when the reach of points was set from outside. */
void nearest_blocks_reach(struct nearest_blocks *blocks);

void nearest_search_start(struct nearest_search *search, const float *y, size_t k, uint32_t skip);
float nearest_search_distance(const struct nearest_search *search, size_t i);
uint32_t nearest_search_index(const struct nearest_search *search, size_t i);

/* A good first block makes the search of all others short. */
void nearest_search_block(const struct nearest_blocks *blocks, uint32_t block,
                          struct nearest_search *search);
/* The others for up to NEAREST_BATCH queries at once: what they load, they share. */
enum { NEAREST_BATCH = 16 };
void nearest_search_others(const struct nearest_blocks *blocks, struct nearest_search *searches,
                           size_t n);

void nearest_blocks_claim(struct nearest_blocks *blocks, struct nearest_claims *claims);

#endif
