/* See grid.h. */
#include "compare/show/grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* A row and its place; places are ordered by the second input, then by the first. */
struct place {
    float x, y;
    size_t number;
};

static int place_compare(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->number < q->number ? -1 : 1;
}

/* Whether a value is the i-th of n evenly spaced ones. */
static bool is_at(float value, float first, float last, size_t i, size_t n)
{
    const double digits = 0.02; /* rounding in the file, as a share of a step */
    double step = ((double)last - (double)first) / (double)(n - 1);
    return fabs((double)value - ((double)first + (double)i * step)) <= digits * step;
}

static bool places_are_grid(const struct place *p, size_t columns, size_t rows)
{
    const struct place *last = &p[columns * rows - 1];
    for (size_t i = 0; i < columns * rows; i++)
        if (p[i].x != p[i % columns].x || p[i].y != p[i - i % columns].y ||
            !is_at(p[i].x, p[0].x, last->x, i % columns, columns) ||
            !is_at(p[i].y, p[0].y, last->y, i / columns, rows))
            return false;
    return p[0].x < last->x && p[0].y < last->y;
}

struct grid grid_find(struct arena *arena, const struct rows *rows)
{
    size_t n = rows->count, columns = 0;
    struct arena *scratch = arena_new();
    struct place *places = arena_alloc(scratch, n, sizeof(*places));
    size_t *order = arena_alloc(arena, n, sizeof(*order));
    struct grid grid = {0};
    for (size_t i = 0; i < n && rows->n_in == 2; i++)
        places[i] = (struct place){rows->x[2 * i], rows->x[2 * i + 1], i};
    qsort(places, n, sizeof(*places), place_compare);
    while (columns < n && places[columns].y == places[0].y)
        columns++;
    for (size_t i = 0; i < n; i++)
        order[i] = places[i].number;
    if (rows->n_in == 2 && columns > 1 && n % columns == 0 && n / columns > 1 &&
        places_are_grid(places, columns, n / columns))
        grid = (struct grid){columns, n / columns, order};
    arena_free(scratch);
    return grid;
}
