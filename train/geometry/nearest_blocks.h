/* A search through blocks of 32 points. Each block has a box around it; 32 boxes form a group with
   a box of its own, 32 groups form the next level, and so on. All are stored coordinate by
   coordinate, so that one instruction computes up to sixteen points or boxes.

   Every lane of a vector adds its own terms in index order; hence the width of vectors does not
   change the result. A block is left as soon as all its sums are beyond the bound, because sums
   only grow. The distance of a box is computed like that of a point. Rounding is monotone, so no
   point in a box is nearer than the box, and skipping a box is exact.

   The search is quick when the points of a block, and the blocks of a group, are close together;
   the caller sees to that. Coordinates are the y of nearest_metric.h. Lanes without a point hold
   NaN, which is never near; boxes without points lie at infinity. */
#ifndef EPITRAIN_NEAREST_BLOCKS_H
#define EPITRAIN_NEAREST_BLOCKS_H

#include "base/arena.h"
#include "geometry/nearest_metric.h"

#include <stdbool.h>

enum { BLOCK_POINTS = 32, BOX_LEVELS = 7 }; /* 32^7 > NEAREST_LIMIT */

/* The boxes of one level. Level 0 has the boxes of the blocks; a box of a higher level encloses 32
   boxes of the level below. */
struct nearest_boxes {
    size_t capacity; /* a multiple of 32 */
    float *y;        /* (capacity / 32, dims, 2, 32): lowest, highest */
    float *reach;    /* (capacity) at least the largest reach of a point in the box */
    uint32_t *first; /* (capacity) at most the smallest index of a point in the box */
};

struct nearest_search;
struct nearest_blocks;

/* The arithmetic for one width of vectors; the width does not change the results. A function of
   distances returns false if no distance is within the bound; then the distances may be partial
   sums. */
struct nearest_kernels {
    bool (*block_distances)(const struct nearest_blocks *, size_t block, const float *y,
                            float bound, float distance[BLOCK_POINTS]);
    void (*block_search)(const struct nearest_blocks *, size_t block, struct nearest_search *);
    bool (*boxes_distances)(const struct nearest_blocks *, size_t level, size_t above,
                            const float *y, float bound, float distance[BLOCK_POINTS]);
};

/* The kernels for the width that lanes_choose() gives. */
const struct nearest_kernels *nearest_kernels_choose(void);

struct nearest_blocks {
    struct arena *arena;
    const struct nearest_kernels *kernels;
    size_t dims;
    const float *periods;   /* (dims) of y; infinite: not periodic; NULL: no coordinate is */
    size_t count, capacity; /* of blocks */
    float *y;               /* (capacity, dims, 32) */
    uint32_t *index;        /* (capacity, 32) */
    uint32_t *used;         /* (capacity) lanes with a point */
    struct nearest_boxes boxes[BOX_LEVELS];
    size_t levels; /* the highest has at most 32 boxes */
    size_t n;      /* points */
    size_t room;   /* points that `reach` has room for */
    float *reach;  /* (room) by index of the point */
};

/* One query and the neighbours found so far, ascending. A neighbour is one number, the bits of the
   squared distance above those of the index: comparing such numbers settles ties. */
struct nearest_search {
    const float *y; /* (dims) */
    uint32_t skip;  /* a point not to be found, or NONE */
    uint32_t done;  /* a block already searched, or NONE */
    size_t k;
    float bound; /* the k-th squared distance so far; points beyond it cannot be neighbours */
    uint64_t best[NEAREST_MOST];
};

/* One origin and the points that it claims; see nearest_claim. */
struct nearest_claims {
    const float *y; /* (dims) */
    uint32_t *claimed;
    size_t count;
};

/* Makes room for so many blocks. */
void nearest_blocks_reserve(struct nearest_blocks *blocks, size_t count);
/* Counts one more point and returns its index; the caller then puts it into a block. */
uint32_t nearest_blocks_append(struct nearest_blocks *blocks, float reach);
void nearest_block_clear(struct nearest_blocks *blocks, size_t block);
void nearest_block_put(struct nearest_blocks *blocks, size_t block, uint32_t index, const float *y);
/* Extends the boxes above a block, from level 1 on, so that they enclose it. */
void nearest_block_lift(struct nearest_blocks *blocks, size_t block);
/* Makes the boxes from level 1 on as small as the boxes below them allow. */
void nearest_blocks_tighten(struct nearest_blocks *blocks);
/* Computes the reach of all boxes anew, after the caller has set that of the points. */
void nearest_blocks_reach(struct nearest_blocks *blocks);

void nearest_search_start(struct nearest_search *search, const float *y, size_t k, uint32_t skip);
float nearest_search_distance(const struct nearest_search *search, size_t i);
uint32_t nearest_search_index(const struct nearest_search *search, size_t i);

/* Searches one block. A block close to the query makes the search of all others short. */
void nearest_search_block(const struct nearest_blocks *blocks, uint32_t block,
                          struct nearest_search *search);
/* Searches all other blocks for up to NEAREST_BATCH queries at once, so that a block that is loaded
   serves all of them. */
enum { NEAREST_BATCH = 16 };
void nearest_search_others(const struct nearest_blocks *blocks, struct nearest_search *searches,
                           size_t n);

/* Lists the points that are nearer to the origin than their reach, and lowers their reach. */
void nearest_blocks_claim(struct nearest_blocks *blocks, struct nearest_claims *claims);

#endif
