/* Rows whose order means something. Rows that follow each other in time are often nearly equal, and
   so are rows of one group: a flight, a day, a specimen. A row held out at random then has
   neighbours that train, and every figure of it is too good. So rows are put into blocks, which are
   held out as a whole. */
#ifndef EPITRAIN_BLOCKS_H
#define EPITRAIN_BLOCKS_H

#include "data/table.h"

#include <stdint.h>

/* The rows of a table in the order of time, and the columns by which they are compared. */
struct sequence {
    const struct table *table;
    const size_t *order; /* (rows) numbers of rows; NULL: the order of the file */
    const size_t *columns;
    size_t n_columns;
};

/* How alike rows are that follow each other. */
struct likeness {
    /* Mean squared difference of consecutive rows over that of random pairs of rows, each column in
       units of its standard deviation. It is near 0 for a log, near 1 for shuffled rows. */
    double consecutive;
    bool ordered; /* consecutive rows are nearly equal: they look like a log */
};

/* A column that never falls, or never rises, does not count: a file may be sorted by it. A file
   that is sorted by several columns, or that lists one cluster of rows after the other, is not
   ordered either: there the next row is no nearer than the eighth. */
struct likeness sequence_likeness(const struct sequence *sequence);

/* The number of rows over which rows stay alike: until their mean squared difference is half that
   of random pairs; at most 1 % of the rows or, if that is more, one row. */
size_t sequence_gap(const struct sequence *sequence);

/* The numbers of all rows, ordered by file and then by a column; equal values keep the order of the
   file. */
size_t *order_by_column(struct arena *arena, const struct table *table, size_t column);

/* Cuts rows into stretches of equal length, up to one row: 30 of them, or fewer of 10 rows each,
   or, for fewer than 100 rows, 10. Returns the number of each row's stretch, (rows). `order` is
   that of a sequence. */
uint32_t *blocks_of_time(struct arena *arena, const size_t *order, size_t rows, size_t *count);

/* Rows with the same value of a column are one group; a larger value has a larger number. */
uint32_t *blocks_of_groups(struct arena *arena, const struct table *table, size_t column,
                           size_t *count);

/* The rows of each of a table's files are one block. */
uint32_t *blocks_of_files(struct arena *arena, const struct table *table);

#endif
