/* Decides from the recipe and the rows what a split draws: single rows, stretches of time or whole
   groups. */
#ifndef EPITRAIN_ORDER_H
#define EPITRAIN_ORDER_H

#include "data/table.h"
#include "recipe.h"

#include <stdio.h>

/* Sets block, gap and order of the rule for the rows of `table`; they stay NULL and 0 where single
   rows are drawn. Each of several files is a block where the recipe says nothing of order, time or
   group. Returns the number of blocks. `inputs` are the columns of the inputs. Warns where
   rows look like a log and single rows are drawn from them all the same. */
size_t order_set(struct arena *arena, const struct recipe *recipe, const struct table *table,
                 const size_t *inputs, struct split_rule *rule, FILE *err);

/* What the blocks of the rows are called, more than one of them. */
const char *order_words(const struct recipe *recipe, const struct table *table);

/* Says how the rows of `table` were split into n_blocks blocks. */
void order_print(const struct recipe *recipe, const struct table *table, size_t n_blocks,
                 const struct split_rule *rule, const struct split *split, FILE *err);

/* The blocks of another file, by the columns that the recipe names; their numbers start with
   `first`. */
const uint32_t *order_blocks(struct arena *arena, const struct recipe *recipe,
                             const struct table *table, uint32_t first);

#endif
