/* Decides which rows train, validate and test. Each row gets one label: files that list rows set
   some labels, seeded draws set others, and rows without a label train. Then the labels are
   collected into three lists of ascending row numbers. The same rule gives the same split on every
   machine. */
#ifndef EPITRAIN_SPLIT_H
#define EPITRAIN_SPLIT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct split {
    size_t n_train, n_validation, n_test;
    size_t *train, *validation, *test; /* row numbers from 0, ascending; no row twice */
    size_t n_beside;                   /* rows beside held-out blocks, which are not used */
};

/* A rule that is all zero lets every row train. */
struct split_rule {
    /* Files of row numbers, from 0 on and with white space between them; 1e+00 is 1, and # starts a
       comment. "-" is standard input. With a train_file, rows that no file lists are not used at
       all. */
    const char *train_file, *validation_file, *test_file; /* NULL: none */
    /* Shares of the rows that are left to train after the files. The rows that test are drawn
       first, then the rows that validate. A share above 0 is at least one row. A part has a share
       or a file, not both. */
    double validation, test;
    uint64_t seed;
    /* The number of each row's block, (rows): whole blocks are drawn until a share is met, and rows
       that are at most `gap` rows away from a drawn block are not used. A block that would make a
       part more than twice as large as its share is passed over, as long as there is a smaller one.
       NULL: rows are drawn one by one. */
    const uint32_t *block;
    size_t gap;
    const size_t *order;     /* (rows) numbers of rows in the order of time; NULL: as they are */
    const char *recipe_file; /* names the place of the shares in messages, with recipe_line */
    int recipe_line;
};

struct split *split_make(struct arena *arena, size_t rows, const struct split_rule *rule);

#endif
