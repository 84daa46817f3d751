/* The inner loop of block.c, included there once for each width of vectors: names are made by
   KERNEL, machines by TARGET. */

/* Adds the terms from step i on to their lanes. Returns the number of the first step that is none.
 */
TARGET static size_t KERNEL(terms)(const struct step *steps, size_t i, size_t n, float *lanes)
{
    for (; i < n && steps[i].kind == OP_TERM; i++) {
        float *restrict lane = lanes + (size_t)steps[i].lane * BLOCK_ROWS;
        const float *restrict source = steps[i].source;
        const float value = steps[i].value;
        for (size_t r = 0; r < BLOCK_ROWS; r++)
            lane[r] += value * source[r];
    }
    return i;
}

#undef KERNEL
#undef TARGET
