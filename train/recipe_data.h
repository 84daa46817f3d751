/* The section `data` of a recipe: files, columns, split, and what a log may hold. */
#ifndef EPITRAIN_RECIPE_DATA_H
#define EPITRAIN_RECIPE_DATA_H

#include "recipe_values.h"

void recipe_data_read(struct recipe_reader *r, node_t *root);

/* Replaces patterns such as `logs/?.csv` by the files that have such names. A file whose name is
   the pattern itself goes first. */
void recipe_expand(struct arena *arena, struct recipe *recipe);

#endif
