/* Finds out whether rows of two inputs lie on a grid; then they can be drawn as a map without
   holes. */
#ifndef EPICOMPARE_GRID_H
#define EPICOMPARE_GRID_H

#include "base/arena.h"
#include "net/fit.h"

struct grid {
    size_t columns, rows; /* 0: no grid */
    const size_t *order;  /* (count) numbers of the rows of data, row by row of the grid */
};

/* Rows are a grid if every place has exactly one row and places are evenly spaced, except for the
   rounding of numbers in a file. */
struct grid grid_find(struct arena *arena, const struct rows *rows);

#endif
