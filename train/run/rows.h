/* A block of rows on its way through epirun: what the log has, what the model says. */
#ifndef EPIRUN_ROWS_H
#define EPIRUN_ROWS_H

#include "data/log/log.h"
#include "run/block.h"
#include "spec/spec.h"

/* Where a log has what the model reads and answers. */
struct run_columns {
    size_t *inputs;     /* (n_inputs) places in a row of the log */
    size_t *outputs;    /* (n_outputs) the same; SIZE_MAX: the log does not have this one */
    size_t n_measured;  /* outputs that the log has */
    size_t time, group; /* SIZE_MAX: none */
};

struct run_block {
    const struct spec *spec;
    size_t first, count;    /* the number of the first row in the log, from 0; rows in the block */
    const double *measured; /* (n_outputs, BLOCK_ROWS) NaN: not known */
    const double *time, *group; /* (BLOCK_ROWS); NULL: none */
    struct block_answers answers;
};

/* From here on a row is called unknown. */
#define UNKNOWN_ABOVE 0.5F

/* Finds the columns. One that the model reads and the log does not have is a fault of the log. */
struct run_columns run_columns_find(struct arena *arena, const struct spec *spec, struct log *log);

/* The name of an output: that of the spec, or its number. */
const char *output_name(struct arena *arena, const struct spec *spec, size_t k);

#endif
