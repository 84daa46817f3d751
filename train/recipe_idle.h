/* Keys of a recipe that are known but do nothing there: somebody meant something by them. */
#ifndef EPITRAIN_RECIPE_IDLE_H
#define EPITRAIN_RECIPE_IDLE_H

#include "recipe.h"
#include "spec/yaml_tree.h"

/* Fills recipe->idle; the recipe has been read from `root`. */
void recipe_idle_find(struct arena *arena, const struct yaml_node *root, struct recipe *recipe);

#endif
