/* The arithmetic of nearest_blocks.c, which includes this file once for each width of vectors.
   LANES is the number of floats in a vector, KERNEL makes the names, TARGET names the machine.
   Vectors are compared by integer operations on their bits (floats >= 0 compare like their bits,
   NaN above all), because compilers take comparisons of float vectors to pieces. Vectors are no
   wider than the machine's, because compilers move wider ones through memory. */

enum { KERNEL(VECTORS) = BLOCK_POINTS / LANES };
#define VECTORS KERNEL(VECTORS)
#define lanes   KERNEL(lanes)
#define bits    KERNEL(bits)
/* Always inlined, so that vectors are never passed between functions. */
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t bits __attribute__((vector_size(4 * LANES)));

/* Whether one of the sums is within the bound. */
INLINE bool KERNEL(sums_within)(const lanes sum[VECTORS], float bound)
{
    typedef int64_t pair __attribute__((vector_size(16)));
    pair pairs[LANES / 4];
    int32_t limit;
    memcpy(&limit, &bound, sizeof(limit));
    bits within = (bits)sum[0] - (limit + 1);
    for (size_t v = 1; v < VECTORS; v++)
        within |= (bits)sum[v] - (limit + 1);
    memcpy(pairs, &within, sizeof(within));
    for (size_t i = 1; i < LANES / 4; i++)
        pairs[0] |= pairs[i];
    return ((pairs[0][0] | pairs[0][1]) & (int64_t)0x8000000080000000U) != 0;
}

/* Sets a to the lesser of a and b; both hold floats >= 0. */
INLINE void KERNEL(lesser)(bits *a, const bits *b)
{
    bits mask = (*b - *a) >> 31;
    *a = (mask & *b) | (~mask & *a);
}

/* Sets d to |d|, or to period - |d| if that is shorter. An infinite period leaves |d|. */
INLINE void KERNEL(way_round)(lanes *d, float period)
{
    bits straight = (bits)*d & INT32_MAX;
    bits around = (bits)(period - (lanes)straight) & INT32_MAX;
    KERNEL(lesser)(&straight, &around);
    *d = (lanes)straight;
}

/* The squared distances of the block's points; false if none is within the bound, in which case
   the sums are partial. */
INLINE bool KERNEL(block_measure)(const struct nearest_blocks *b, size_t block, const float *y,
                                  float bound, bool periodic, lanes sum[VECTORS])
{
    const lanes *p = (const lanes *)(const void *)(b->y + block * b->dims * BLOCK_POINTS);
    for (size_t v = 0; v < VECTORS; v++)
        sum[v] = (lanes){0};
    for (size_t j = 0; j < b->dims;) {
        size_t look = b->dims - j < DIMS_PER_LOOK ? b->dims : j + DIMS_PER_LOOK;
        for (; j < look; j++)
            for (size_t v = 0; v < VECTORS; v++) {
                lanes d = y[j] - p[j * VECTORS + v];
                if (periodic)
                    KERNEL(way_round)(&d, b->periods[j]);
                sum[v] += d * d;
            }
        if (!KERNEL(sums_within)(sum, bound))
            return false;
    }
    return true;
}

TARGET static bool KERNEL(block_distances)(const struct nearest_blocks *b, size_t block,
                                           const float *y, float bound,
                                           float distance[BLOCK_POINTS])
{
    lanes sum[VECTORS];
    bool within = b->periods == NULL ? KERNEL(block_measure)(b, block, y, bound, false, sum)
                                     : KERNEL(block_measure)(b, block, y, bound, true, sum);
    memcpy(distance, sum, sizeof(sum));
    return within;
}

TARGET static void KERNEL(block_search)(const struct nearest_blocks *b, size_t block,
                                        struct nearest_search *s)
{
    uint32_t distance[BLOCK_POINTS];
    lanes sum[VECTORS];
    bool within = b->periods == NULL ? KERNEL(block_measure)(b, block, s->y, s->bound, false, sum)
                                     : KERNEL(block_measure)(b, block, s->y, s->bound, true, sum);
    if (!within)
        return;
    memcpy(distance, sum, sizeof(distance));
    search_offer(s, distance, b->index + block * BLOCK_POINTS);
}

/* Sets d to the distance from y to the interval of a box, 0 if y is in it. With a period the way
   around may be shorter. */
INLINE void KERNEL(box_distance)(lanes *d, float y, const lanes *lowest, const lanes *highest,
                                 const float *period)
{
    bits below = (bits)(*lowest - y), above = (bits)(y - *highest);
    bits straight = (below & ~(below >> 31)) | (above & ~(above >> 31)); /* one of them is 0 */
    if (period != NULL) {
        bits under = above >> 31; /* set where y is not above the interval */
        bits far = (under & (bits)(*highest - y)) | (~under & (bits)(y - *lowest));
        bits around = (bits)(*period - (lanes)far) & INT32_MAX;
        KERNEL(lesser)(&straight, &around);
    }
    *d = (lanes)straight;
}

INLINE void KERNEL(boxes_measure)(const float *boxes, size_t dims, const float *y,
                                  const float *periods, lanes sum[VECTORS])
{
    const lanes *box = (const lanes *)(const void *)boxes;
    for (size_t v = 0; v < VECTORS; v++)
        sum[v] = (lanes){0};
    for (size_t j = 0; j < dims; j++, box += (size_t)2 * VECTORS)
        for (size_t v = 0; v < VECTORS; v++) {
            lanes d;
            KERNEL(box_distance)
            (&d, y[j], &box[v], &box[VECTORS + v], periods ? periods + j : NULL);
            sum[v] += d * d;
        }
}

/* The squared distances of the 32 boxes below a box; false if none is within the bound. */
TARGET static bool KERNEL(boxes_distances)(const struct nearest_blocks *b, size_t level,
                                           size_t above, const float *y, float bound,
                                           float distance[BLOCK_POINTS])
{
    const float *boxes = b->boxes[level].y + above * b->dims * BOX_STEP;
    lanes sum[VECTORS];
    if (b->periods == NULL)
        KERNEL(boxes_measure)(boxes, b->dims, y, NULL, sum);
    else
        KERNEL(boxes_measure)(boxes, b->dims, y, b->periods, sum);
    memcpy(distance, sum, sizeof(sum));
    return KERNEL(sums_within)(sum, bound);
}

static const struct nearest_kernels KERNEL(kernels) = {
    KERNEL(block_distances), KERNEL(block_search), KERNEL(boxes_distances)};

#undef VECTORS
#undef lanes
#undef bits
#undef INLINE
#undef LANES
#undef KERNEL
#undef TARGET
