/* See domain.h. */
#include "data/domain.h"

#include "data/sorted.h"

#include <math.h>

const double domain_margin_most = 0.1;

/* The largest value of a column, the block that has it, and the largest value of other blocks. */
struct peak {
    float first, second;
    size_t block;
};

static size_t block_of(const struct rows *rows, size_t i)
{
    return rows->block == NULL ? i : rows->block[i];
}

/* `side` is 1, or -1 for the smallest values with their signs changed. */
static struct peak peak_find(const struct rows *rows, size_t column, float side)
{
    struct peak p = {-INFINITY, -INFINITY, 0};
    for (size_t i = 0; i < rows->count; i++) {
        float value = side * rows->x[i * rows->n_in + column];
        size_t block = block_of(rows, i);
        if (value > p.first) {
            p.second = block == p.block ? p.second : p.first;
            p.first = value;
            p.block = block;
        } else if (block != p.block)
            p.second = fmaxf(p.second, value);
    }
    return p;
}

/* Raises how far each row of a block lies beyond the range of all other blocks, as a share of the
   range of all rows. */
static void beyond_raise(const struct rows *rows, size_t column, float *beyond)
{
    struct peak peak[2] = {peak_find(rows, column, 1.0F), peak_find(rows, column, -1.0F)};
    float range = peak[0].first + peak[1].first;
    for (int k = 0; k < 2 && range > 0.0F; k++)
        for (size_t i = 0; i < rows->count; i++)
            if (block_of(rows, i) == peak[k].block && isfinite(peak[k].second)) {
                float value = (k == 0 ? 1.0F : -1.0F) * rows->x[i * rows->n_in + column];
                beyond[i] = fmaxf(beyond[i], (value - peak[k].second) / range);
            }
}

double domain_margin(const struct rows *rows, double share)
{
    enum { LEAST_OUTSIDE = 5 }; /* fewer rows say too little of a share */
    size_t allowed = (size_t)(share * (double)rows->count);
    if (allowed < LEAST_OUTSIDE)
        return domain_margin_most;
    struct arena *arena = arena_new();
    float *beyond = arena_alloc(arena, rows->count, sizeof(*beyond));
    for (size_t j = 0; j < rows->n_in; j++)
        beyond_raise(rows, j, beyond);
    const float *sorted = floats_sorted(arena, beyond, rows->count);
    double margin = allowed < rows->count ? (double)sorted[rows->count - 1 - allowed] : 0.0;
    arena_free(arena);
    return fmin(margin, domain_margin_most);
}

/* Marks the rows of a block that lie beyond the range of all other blocks by more than `room`. */
static void beyond_mark(const struct rows *rows, size_t column, float side, float bound,
                        bool *outside)
{
    struct peak peak = peak_find(rows, column, side);
    float room = bound - peak.first;
    for (size_t i = 0; i < rows->count; i++)
        if (block_of(rows, i) == peak.block && isfinite(peak.second))
            outside[i] = outside[i] || side * rows->x[i * rows->n_in + column] > peak.second + room;
}

void domain_mark_outside(const struct rows *rows, const struct domain_bounds *domain, bool *outside)
{
    for (size_t i = 0; i < rows->count; i++)
        outside[i] = !domain_holds(rows->x + i * rows->n_in, rows->n_in, domain->low, domain->high);
    for (size_t j = 0; j < rows->n_in && domain->low != NULL; j++)
        if (domain->given == NULL || !domain->given[j]) {
            beyond_mark(rows, j, 1.0F, domain->high[j], outside);
            beyond_mark(rows, j, -1.0F, -domain->low[j], outside);
        }
}

bool domain_holds(const float *row, size_t n_in, const float *low, const float *high)
{
    for (size_t j = 0; j < n_in && low != NULL; j++)
        if (row[j] < low[j] || row[j] > high[j])
            return false;
    return true;
}

bool *domain_outside(struct arena *arena, const struct rows *rows, const float *low,
                     const float *high)
{
    bool *outside = arena_alloc(arena, rows->count + 1, sizeof(*outside));
    for (size_t i = 0; i < rows->count; i++)
        outside[i] = !domain_holds(rows->x + i * rows->n_in, rows->n_in, low, high);
    return outside;
}
