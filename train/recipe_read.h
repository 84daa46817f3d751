/* Reads a recipe and refuses what it does not know with file and line. */
#ifndef EPITRAIN_RECIPE_READ_H
#define EPITRAIN_RECIPE_READ_H

#include "recipe.h"

struct recipe *recipe_read(struct arena *arena, const char *file, const char *bytes, size_t size);

#endif
