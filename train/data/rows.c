/* See rows.h. */
#include "data/rows.h"

#include <stdbool.h>
#include <string.h>

void rows_gather(const struct row_batch *batch, size_t columns, float *x)
{
    const struct rows *rows = batch->rows;
    for (size_t b = 0; b < columns; b++)
        for (size_t i = 0; i < rows->n_in; i++)
            x[i * columns + b] =
                b < batch->count ? rows->x[batch->index[b] * rows->n_in + i] : 0.0F;
}

size_t blocks_count(const struct rows *rows)
{
    struct arena *arena = arena_new();
    uint32_t *number = arena_alloc(arena, rows->count + 1, sizeof(*number));
    size_t count = blocks_number(rows->block, rows->count, number);
    arena_free(arena);
    return count;
}

void rows_shuffle(size_t *index, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_uniform(random) * (double)i), swap = index[i - 1];
        index[i - 1] = index[k];
        index[k] = swap;
    }
}

static float *numbers_take(struct arena *arena, const float *from, const struct row_batch *batch,
                           size_t width)
{
    if (from == NULL)
        return NULL;
    float *to = arena_alloc(arena, batch->count * width, sizeof(*to));
    for (size_t i = 0; i < batch->count; i++)
        memcpy(to + i * width, from + batch->index[i] * width, width * sizeof(*to));
    return to;
}

struct rows rows_take(struct arena *arena, const struct row_batch *batch)
{
    struct rows rows = *batch->rows;
    uint32_t *block = arena_alloc(arena, batch->count, sizeof(*block));
    rows.count = batch->count;
    rows.x = numbers_take(arena, rows.x, batch, rows.n_in);
    rows.y = numbers_take(arena, rows.y, batch, rows.n_out);
    rows.raw = numbers_take(arena, rows.raw, batch, rows.n_in);
    if (rows.block != NULL) {
        for (size_t i = 0; i < batch->count; i++)
            block[i] = rows.block[batch->index[i]];
        rows.block = block;
    }
    return rows;
}

size_t blocks_number(const uint32_t *block, size_t count, uint32_t *number)
{
    struct arena *arena = arena_new();
    uint32_t most = 0, blocks = 0;
    for (size_t i = 0; block != NULL && i < count; i++)
        most = block[i] > most ? block[i] : most;
    uint32_t *seen = arena_alloc(arena, (size_t)most + 1, sizeof(*seen)); /* number + 1, or 0 */
    for (size_t i = 0; block != NULL && i < count; i++) {
        if (seen[block[i]] == 0)
            seen[block[i]] = ++blocks;
        number[i] = seen[block[i]] - 1;
    }
    arena_free(arena);
    return blocks;
}

/* Marks the rows of the second half, by whole blocks. False: there is only one block. */
static bool blocks_halve(struct arena *arena, const struct rows *rows, bool *second)
{
    size_t n_blocks = 0, sizes[2] = {0};
    for (size_t i = 0; i < rows->count; i++)
        n_blocks = rows->block[i] >= n_blocks ? (size_t)rows->block[i] + 1 : n_blocks;
    size_t *in_block = arena_alloc(arena, n_blocks, sizeof(*in_block));
    bool *is_second = arena_alloc(arena, n_blocks, sizeof(*is_second));
    for (size_t i = 0; i < rows->count; i++)
        in_block[rows->block[i]]++;
    for (size_t b = 0; b < n_blocks; b++) {
        is_second[b] = sizes[1] < sizes[0];
        sizes[is_second[b]] += in_block[b];
    }
    for (size_t i = 0; i < rows->count; i++)
        second[i] = is_second[rows->block[i]];
    return sizes[1] > 0;
}

struct row_halves rows_halve(struct arena *arena, const struct rows *rows)
{
    struct arena *scratch = arena_new();
    struct row_batch halves[2] = {{.rows = rows}, {.rows = rows}};
    bool *second = arena_alloc(scratch, rows->count, sizeof(*second));
    size_t *index = arena_alloc(scratch, 2 * rows->count, sizeof(*index));
    bool whole = rows->block != NULL && blocks_halve(scratch, rows, second);
    halves[0].index = index;
    halves[1].index = index + rows->count;
    for (size_t i = 0; i < rows->count; i++) {
        if (!whole)
            second[i] = rows->block == NULL ? i % 2 == 1 : i >= (rows->count + 1) / 2;
        index[second[i] * rows->count + halves[second[i]].count++] = i;
    }
    struct row_halves result = {rows_take(arena, &halves[0]), rows_take(arena, &halves[1])};
    arena_free(scratch);
    return result;
}

struct row_halves rows_hold_out(struct arena *arena, const struct rows *rows, size_t part,
                                size_t parts)
{
    struct arena *scratch = arena_new();
    size_t *index[2], n[2] = {0, 0};
    uint32_t *turn = arena_alloc(scratch, rows->count, sizeof(*turn));
    bool whole = parts > 0 && blocks_number(rows->block, rows->count, turn) >= parts;
    for (size_t k = 0; k < 2; k++)
        index[k] = arena_alloc(scratch, rows->count, sizeof(**index));
    size_t size = parts == 0 ? 0 : rows->count / parts, first = part * size;
    for (size_t i = 0; i < rows->count; i++) {
        bool held = whole ? turn[i] % parts == part : i >= first && i < first + size;
        index[held][n[held]++] = i;
    }
    struct row_halves result = {rows_take(arena, &(struct row_batch){rows, index[0], n[0]}),
                                rows_take(arena, &(struct row_batch){rows, index[1], n[1]})};
    arena_free(scratch);
    return result;
}
