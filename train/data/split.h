/* Which rows train, validate and test. Think of one label per row: files that list rows set some,
   seeded draws set others, and what is left trains; then the labels are collected into
   three lists. The rows in each list ascend, whatever way they got there, so that walking
   a list walks the table forwards; shuffling the training rows is the optimiser's business.
   The same rule gives the same split on every machine. */
#ifndef EPITRAIN_SPLIT_H
#define EPITRAIN_SPLIT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct split {
    size_t n_train, n_validation, n_test;
    size_t *train, *validation, *test; /* row numbers from 0, ascending; no row twice */
};

/* All zero: every row trains, as with a file of its own for each part. */
struct split_rule {
    /* Files of row numbers from 0, white space between them, 1e+00 as good as 1, # to the end of
       the line a comment; "-" is standard input. With a train_file, rows that no file lists are not
       used at all. */
    const char *train_file, *validation_file, *test_file; /* NULL: none */
    /* Shares of the rows that the files leave to train, drawn from those: first the rows that
       test, then the rows that validate. A share above 0 is rounded to at least one row. A share
       does not go with a file for the same part. */
    double validation, test;
    uint64_t seed;
    const char *recipe_file; /* where the shares stand, for messages */
    int recipe_line;
};

struct split *split_make(struct arena *arena, size_t rows, const struct split_rule *rule);

#endif
