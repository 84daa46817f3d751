/* Rows as every learner gets them, and batches of them. */
#ifndef EPITRAIN_ROWS_H
#define EPITRAIN_ROWS_H

#include "base/arena.h"
#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

/* Standardised rows. */
struct rows {
    size_t count, n_in, n_out;
    const float *x;   /* (count, n_in) */
    const float *y;   /* (count, n_out); NULL: the rows have no outputs */
    const float *raw; /* (count, n_in) x in the units of the data; NULL: not needed */
    /* (count) number of the stretch of time or of the group that a row belongs to; NULL: the order
       of rows means nothing */
    const uint32_t *block;
};

/* Some rows by their numbers: what one step of a training looks at. */
struct row_batch {
    const struct rows *rows;
    const size_t *index; /* (count) */
    size_t count;
};

/* Copies the inputs of the batch into the columns of x (n_in, columns); columns beyond the batch
   are set to zero. */
void rows_gather(const struct row_batch *batch, size_t columns, float *x);

/* Copies of the rows of the batch, in its order. */
struct rows rows_take(struct arena *arena, const struct row_batch *batch);

/* Copies of the rows in two halves. Rows of one block stay together, and the next block goes to the
   half with fewer rows; a single block is cut in the middle. Without blocks every second row goes
   to the second half. */
struct row_halves {
    struct rows first, second;
};
struct row_halves rows_halve(struct arena *arena, const struct rows *rows);

/* Copies of the rows without part number `part` of `parts` equal ones, and of that part. Of rows in
   at least so many blocks parts are whole blocks, which take turns: their neighbours in time would
   be no strangers. */
struct row_halves rows_hold_out(struct arena *arena, const struct rows *rows, size_t part,
                                size_t parts);

/* Sets for every row the number of its block, from 0 in the order in which blocks first appear, and
   returns how many blocks there are; block NULL: none, and nothing is set. Blocks of rows in a
   random order take turns by it. */
size_t blocks_number(const uint32_t *block, size_t count, uint32_t *number);

/* How many blocks the rows are in; 0: their order means nothing. */
size_t blocks_count(const struct rows *rows);

/* Puts the n numbers into a random order (Fisher and Yates). */
void rows_shuffle(size_t *index, size_t n, struct random *random);

#endif
