/* Finds the keys of a recipe that have no effect beside the other keys, so that the user can be
   warned: whoever wrote such a key expected an effect. */
#ifndef EPITRAIN_RECIPE_IDLE_H
#define EPITRAIN_RECIPE_IDLE_H

#include "recipe.h"
#include "spec/yaml_tree.h"

/* Fills recipe->idle. The recipe has been read from `root`. */
void recipe_idle_find(struct arena *arena, const struct yaml_node *root, struct recipe *recipe);

#endif
