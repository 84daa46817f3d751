/* The section `tune` of a recipe: what epitune searches. epitrain reads past it. */
#ifndef EPITRAIN_RECIPE_TUNE_H
#define EPITRAIN_RECIPE_TUNE_H

#include "recipe_values.h"

void recipe_tune_read(struct recipe_reader *r, node_t *root);

#endif
