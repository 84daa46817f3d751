/* Reads a recipe. A key that is unknown or has a value out of range ends the run with file and
   line. */
#ifndef EPITRAIN_RECIPE_READ_H
#define EPITRAIN_RECIPE_READ_H

#include "recipe.h"

struct recipe *recipe_read(struct arena *arena, const char *file, const char *bytes, size_t size);

#endif
