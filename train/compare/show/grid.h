/* Whether rows of two inputs lie on a grid, so that a map of them can be drawn without gaps. */
#ifndef EPICOMPARE_GRID_H
#define EPICOMPARE_GRID_H

#include "base/arena.h"
#include "net/fit.h"

struct grid {
    size_t columns, rows; /* 0: no grid */
    const size_t *order;  /* (count) numbers of the rows, row by row of the grid */
};

/* Every place once, evenly spaced up to the digits that a file has. */
struct grid grid_find(struct arena *arena, const struct rows *rows);

#endif
