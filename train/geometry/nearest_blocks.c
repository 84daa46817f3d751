/* See nearest_blocks.h. This file has the storage, the boxes and the walks through them; the
   arithmetic is in nearest_kernels.h, compiled once for each width of vectors. */
#include "geometry/nearest_blocks.h"

#include "net/lanes.h"

#include <math.h>
#include <string.h>

/* The distance in memory between the coordinates of a box, and from its lowest to its highest
   corner. */
enum { BOX_STEP = 2 * BLOCK_POINTS, HIGHEST = BLOCK_POINTS };

/* --- storage ------------------------------------------------------------------------------ */

static float *floats_grow(struct arena *arena, const float *old, size_t old_count, size_t count)
{
    float *floats = floats_new(arena, count);
    if (old_count > 0)
        memcpy(floats, old, old_count * sizeof(*floats));
    return floats;
}

/* The first coordinate of the lowest corner of a box. */
static float *box_of(const struct nearest_blocks *b, size_t level, size_t box)
{
    return b->boxes[level].y + box / BLOCK_POINTS * b->dims * BOX_STEP + box % BLOCK_POINTS;
}

static void box_clear(struct nearest_blocks *b, size_t level, size_t box)
{
    float *y = box_of(b, level, box);
    for (size_t j = 0; j < b->dims; j++) {
        y[j * BOX_STEP] = INFINITY;
        y[j * BOX_STEP + HIGHEST] = -INFINITY;
    }
    b->boxes[level].reach[box] = 0.0F;
    b->boxes[level].first[box] = NEAREST_NONE;
}

static void box_include(float *box, float lowest, float highest)
{
    box[0] = lowest < box[0] ? lowest : box[0];
    box[HIGHEST] = highest > box[HIGHEST] ? highest : box[HIGHEST];
}

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Computes the reach of a box from the reaches of the 32 boxes below it. */
static void box_reach(struct nearest_blocks *b, size_t level, size_t box)
{
    const float *below = b->boxes[level - 1].reach + box * BLOCK_POINTS;
    float reach = 0.0F;
    for (size_t lane = 0; lane < BLOCK_POINTS; lane++)
        reach = below[lane] > reach ? below[lane] : reach;
    b->boxes[level].reach[box] = reach;
}

static void box_tighten(struct nearest_blocks *b, size_t level, size_t box)
{
    float *y = box_of(b, level, box);
    const float *below = box_of(b, level - 1, box * BLOCK_POINTS);
    const uint32_t *first = b->boxes[level - 1].first + box * BLOCK_POINTS;
    box_clear(b, level, box);
    for (size_t j = 0; j < b->dims * BOX_STEP; j += BOX_STEP)
        for (size_t lane = 0; lane < BLOCK_POINTS; lane++)
            box_include(y + j, below[j + lane], below[j + lane + HIGHEST]);
    for (size_t lane = 0; lane < BLOCK_POINTS; lane++)
        b->boxes[level].first[box] = lesser(b->boxes[level].first[box], first[lane]);
    box_reach(b, level, box);
}

void nearest_blocks_tighten(struct nearest_blocks *b)
{
    for (size_t level = 1; level < b->levels; level++)
        for (size_t box = 0; box < b->boxes[level - 1].capacity / BLOCK_POINTS; box++)
            box_tighten(b, level, box);
}

static size_t groups(size_t n) { return (n + BLOCK_POINTS - 1) / BLOCK_POINTS; }

static void boxes_reserve(struct nearest_blocks *b, size_t level, size_t count)
{
    struct nearest_boxes *boxes = &b->boxes[level];
    size_t old = boxes->capacity;
    boxes->capacity = groups(count) * BLOCK_POINTS;
    boxes->y = floats_grow(b->arena, boxes->y, old * 2 * b->dims, boxes->capacity * 2 * b->dims);
    boxes->reach = arena_grow(b->arena, boxes->reach, old, boxes->capacity, sizeof(*boxes->reach));
    boxes->first = arena_grow(b->arena, boxes->first, old, boxes->capacity, sizeof(*boxes->first));
    for (size_t box = old; box < boxes->capacity; box++)
        box_clear(b, level, box);
}

void nearest_blocks_reserve(struct nearest_blocks *b, size_t count)
{
    if (count <= b->capacity)
        return;
    size_t capacity = count < 2 * b->capacity ? 2 * b->capacity : count;
    size_t floats = b->dims * BLOCK_POINTS;
    b->y = floats_grow(b->arena, b->y, b->count * floats, capacity * floats);
    b->index = arena_grow(b->arena, b->index, b->count * BLOCK_POINTS, capacity * BLOCK_POINTS,
                          sizeof(*b->index));
    b->used = arena_grow(b->arena, b->used, b->count, capacity, sizeof(*b->used));
    b->capacity = capacity;
    b->levels = 0;
    for (size_t boxes = capacity, above = 0; above != 1; boxes = above) {
        above = groups(boxes);
        boxes_reserve(b, b->levels++, boxes);
    }
    nearest_blocks_tighten(b);
}

uint32_t nearest_blocks_append(struct nearest_blocks *b, float reach)
{
    if (b->n == b->room) {
        b->room = b->room == 0 ? BLOCK_POINTS : 2 * b->room;
        b->reach = arena_grow(b->arena, b->reach, b->n, b->room, sizeof(*b->reach));
    }
    b->reach[b->n] = reach;
    return (uint32_t)b->n++;
}

void nearest_block_clear(struct nearest_blocks *b, size_t block)
{
    float *y = b->y + block * b->dims * BLOCK_POINTS;
    for (size_t i = 0; i < b->dims * BLOCK_POINTS; i++)
        y[i] = NAN;
    box_clear(b, 0, block); /* the boxes above stay: too large a box does no harm */
    b->used[block] = 0;
}

void nearest_block_put(struct nearest_blocks *b, size_t block, uint32_t index, const float *y)
{
    size_t lane = b->used[block]++;
    float *corner = box_of(b, 0, block), *reach = &b->boxes[0].reach[block];
    b->index[block * BLOCK_POINTS + lane] = index;
    *reach = fmaxf(*reach, b->reach[index]);
    b->boxes[0].first[block] = lesser(b->boxes[0].first[block], index);
    for (size_t j = 0; j < b->dims; j++) {
        b->y[(block * b->dims + j) * BLOCK_POINTS + lane] = y[j];
        box_include(corner + j * BOX_STEP, y[j], y[j]);
    }
}

void nearest_block_lift(struct nearest_blocks *b, size_t block)
{
    const float *from = box_of(b, 0, block), *reach = &b->boxes[0].reach[block];
    for (size_t level = 1, box = block; level < b->levels; level++) {
        box /= BLOCK_POINTS;
        float *corner = box_of(b, level, box), *highest = &b->boxes[level].reach[box];
        *highest = fmaxf(*highest, *reach);
        b->boxes[level].first[box] = lesser(b->boxes[level].first[box], b->boxes[0].first[block]);
        for (size_t j = 0; j < b->dims * BOX_STEP; j += BOX_STEP)
            box_include(corner + j, from[j], from[j + HIGHEST]);
    }
}

/* Computes the reach of a block from the reaches of its points. */
static void block_reach(struct nearest_blocks *b, size_t block)
{
    float reach = 0.0F;
    for (size_t lane = 0; lane < b->used[block]; lane++)
        reach = fmaxf(reach, b->reach[b->index[block * BLOCK_POINTS + lane]]);
    b->boxes[0].reach[block] = reach;
}

void nearest_blocks_reach(struct nearest_blocks *b)
{
    for (size_t block = 0; block < b->count; block++)
        block_reach(b, block);
    for (size_t level = 1; level < b->levels; level++)
        for (size_t box = 0; box < b->boxes[level - 1].capacity / BLOCK_POINTS; box++)
            box_reach(b, level, box);
}

/* --- kernels ------------------------------------------------------------------------------ */

/* The sums are compared with the bound after so many coordinates; a comparison costs about as much
   as one coordinate. */
enum { DIMS_PER_LOOK = 6 };

/* The squared distance in a neighbour's number; see nearest_search. */
static float key_distance(uint64_t key)
{
    uint32_t high = (uint32_t)(key >> 32);
    float distance;
    memcpy(&distance, &high, sizeof(distance));
    return distance;
}

static inline uint64_t key_of(uint32_t distance, uint32_t index)
{
    return (uint64_t)distance << 32 | index;
}

/* Offers 32 points to a search for the nearest point only; the loop has no branch. */
static inline void search_offer_one(struct nearest_search *s, const uint32_t distance[BLOCK_POINTS],
                                    const uint32_t index[BLOCK_POINTS])
{
    uint64_t best = s->best[0];
    for (size_t lane = 0; lane < BLOCK_POINTS; lane++) {
        uint64_t key = key_of(distance[lane], index[lane]);
        best = key < best ? key : best;
    }
    s->best[0] = best;
}

static void search_offer_many(struct nearest_search *s, const uint32_t distance[BLOCK_POINTS],
                              const uint32_t index[BLOCK_POINTS])
{
    for (size_t lane = 0; lane < BLOCK_POINTS; lane++) {
        uint64_t key = key_of(distance[lane], index[lane]);
        if (key >= s->best[s->k - 1] || index[lane] == s->skip)
            continue;
        size_t i = s->k - 1;
        for (; i > 0 && key < s->best[i - 1]; i--)
            s->best[i] = s->best[i - 1];
        s->best[i] = key;
    }
}

/* Offers 32 points to a search, with the bits of their squared distances. Lanes without a point
   hold bits above those of infinity. */
static inline void search_offer(struct nearest_search *s, const uint32_t distance[BLOCK_POINTS],
                                const uint32_t index[BLOCK_POINTS])
{
    if (s->k == 1 && s->skip == NEAREST_NONE)
        search_offer_one(s, distance, index);
    else
        search_offer_many(s, distance, index);
    s->bound = key_distance(s->best[s->k - 1]);
}

#define LANES        4
#define KERNEL(name) name##_4
#define TARGET
#include "geometry/nearest_kernels.h"

#ifdef __x86_64__
#define LANES        8
#define KERNEL(name) name##_8
#define TARGET       __attribute__((target("avx2")))
#include "geometry/nearest_kernels.h"

#define LANES        16
#define KERNEL(name) name##_16
#define TARGET       __attribute__((target("avx512f")))
#include "geometry/nearest_kernels.h"
#endif

const struct nearest_kernels *nearest_kernels_choose(void)
{
    switch (lanes_choose()) {
#ifdef __x86_64__
    case 16: return &kernels_16;
    case 8: return &kernels_8;
#endif
    default: return &kernels_4;
    }
}

/* --- searching ---------------------------------------------------------------------------- */

void nearest_search_start(struct nearest_search *s, const float *y, size_t k, uint32_t skip)
{
    static const uint64_t infinitely_far = UINT64_C(0x7F800000) << 32 | NEAREST_NONE;
    s->y = y;
    s->skip = skip;
    s->done = NEAREST_NONE;
    s->k = k;
    s->bound = INFINITY;
    for (size_t i = 0; i < k; i++)
        s->best[i] = infinitely_far;
}

float nearest_search_distance(const struct nearest_search *s, size_t i)
{
    return key_distance(s->best[i]);
}

uint32_t nearest_search_index(const struct nearest_search *s, size_t i)
{
    return (uint32_t)s->best[i];
}

void nearest_search_block(const struct nearest_blocks *b, uint32_t block, struct nearest_search *s)
{
    b->kernels->block_search(b, block, s);
    s->done = block;
}

/* Whether a box at this distance can hold a neighbour. At equal distances the smaller index is
   nearer, so that among thousands of equal points only the box with the first ones is searched. */
static bool box_promises(const struct nearest_blocks *b, size_t level, size_t box, float distance,
                         const struct nearest_search *s)
{
    uint32_t bits;
    memcpy(&bits, &distance, sizeof(bits));
    return distance <= s->bound && key_of(bits, b->boxes[level].first[box]) < s->best[s->k - 1];
}

/* Which of the 32 boxes below the box `above` to visit first: the one that holds the block already
   searched, or the one that is next to it. */
static size_t first_lane(const struct nearest_search *s, size_t level, size_t above)
{
    size_t home = s->done;
    for (size_t i = 0; i < level; i++)
        home /= BLOCK_POINTS;
    size_t parent = home / BLOCK_POINTS;
    return above > parent ? 0 : above < parent ? BLOCK_POINTS - 1 : home % BLOCK_POINTS;
}

/* Searches a block for n queries, except those that have searched it already. */
static void block_search(const struct nearest_blocks *b, size_t block,
                         struct nearest_search *const *s, size_t n)
{
    for (size_t i = 0; i < n && block < b->count; i++)
        if (block != s[i]->done)
            b->kernels->block_search(b, block, s[i]);
}

/* Visits the 32 boxes below the box `above`, for n queries. With a bound the order is that of the
   numbers, so that of equal points those with the smallest indices come first. Without a bound it
   goes from the first lane to the right and then to the left: boxes with close numbers are close,
   so a bound is found early. */
static void boxes_search(const struct nearest_blocks *b, size_t level, size_t above,
                         struct nearest_search *const *s, size_t n)
{
    float distance[NEAREST_BATCH][BLOCK_POINTS];
    struct nearest_search *near[NEAREST_BATCH], *entering[NEAREST_BATCH];
    size_t n_near = 0;
    for (size_t i = 0; i < n; i++)
        if (b->kernels->boxes_distances(b, level, above, s[i]->y, s[i]->bound, distance[n_near]))
            near[n_near++] = s[i];
    bool unbounded = n_near > 0 && near[0]->bound == INFINITY;
    size_t first = unbounded ? first_lane(near[0], level, above) : 0;
    for (size_t k = 0; k < BLOCK_POINTS && n_near > 0; k++) {
        size_t lane = k < BLOCK_POINTS - first ? first + k : BLOCK_POINTS - 1 - k;
        size_t box = above * BLOCK_POINTS + lane, n_entering = 0;
        for (size_t i = 0; i < n_near; i++)
            if (box_promises(b, level, box, distance[i][lane], near[i]))
                entering[n_entering++] = near[i];
        if (level == 0)
            block_search(b, box, entering, n_entering);
        else if (n_entering > 0)
            boxes_search(b, level - 1, box, entering, n_entering);
    }
}

void nearest_search_others(const struct nearest_blocks *b, struct nearest_search *searches,
                           size_t n)
{
    struct nearest_search *s[NEAREST_BATCH];
    for (size_t i = 0; i < n; i++)
        s[i] = &searches[i];
    if (b->count > 0)
        boxes_search(b, b->levels - 1, 0, s, n);
}

/* --- claiming ----------------------------------------------------------------------------- */

static void block_claim(struct nearest_blocks *b, size_t block, struct nearest_claims *c)
{
    float distance[BLOCK_POINTS];
    if (!b->kernels->block_distances(b, block, c->y, b->boxes[0].reach[block], distance))
        return;
    for (size_t lane = 0; lane < b->used[block]; lane++) {
        uint32_t index = b->index[block * BLOCK_POINTS + lane];
        if (distance[lane] < b->reach[index]) {
            b->reach[index] = distance[lane];
            c->claimed[c->count++] = index;
        }
    }
    block_reach(b, block);
}

/* Visits those of the 32 boxes below the box `above` that the origin can claim points in. */
static void boxes_claim(struct nearest_blocks *b, size_t level, size_t above,
                        struct nearest_claims *c)
{
    float distance[BLOCK_POINTS];
    b->kernels->boxes_distances(b, level, above, c->y, INFINITY, distance);
    for (size_t lane = 0; lane < BLOCK_POINTS; lane++) {
        size_t box = above * BLOCK_POINTS + lane;
        if (!(distance[lane] < b->boxes[level].reach[box]))
            continue;
        if (level == 0) {
            block_claim(b, box, c);
        } else {
            boxes_claim(b, level - 1, box, c);
            box_reach(b, level, box);
        }
    }
}

void nearest_blocks_claim(struct nearest_blocks *b, struct nearest_claims *c)
{
    if (b->count > 0)
        boxes_claim(b, b->levels - 1, 0, c);
}
