/* The interpreter for many rows at once: every operation of the program is done for a block of rows
   before the next, so that vectors of the machine hold rows. For each row these are the operations
   of interpret.c in the same order, and so the bits of the emitted code. */
#ifndef EPIRUN_BLOCK_H
#define EPIRUN_BLOCK_H

#include "program/program.h"

enum { BLOCK_ROWS = 64 };

struct block;

/* What the model says about the rows of a block: of number k the answers are at
   [k * BLOCK_ROWS]. */
struct block_answers {
    const float *mean, *sigma, *eta; /* sigma, eta: NULL where the spec has none */
    const uint32_t *status;
};

struct block *block_new(struct arena *arena, const struct program *program);

/* Where to put the inputs: of number i those of all rows are at [i * BLOCK_ROWS]. */
float *block_inputs(struct block *block);

/* Runs the program on all rows; those that have no inputs answer something. */
struct block_answers block_run(struct block *block);

#endif
