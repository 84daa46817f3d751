/* The recipe of a candidate as a file of its own: the user's recipe with another network, and what
   makes the training the same when it stands alone. */
#ifndef EPITUNE_RECIPE_TEXT_H
#define EPITUNE_RECIPE_TEXT_H

#include "tune/tune.h"

/* Where that file lies; its data files are named relative to it. */
const char *recipe_text_path(struct arena *arena, const struct tune *tune);
const char *recipe_text(struct arena *arena, const struct tune *tune,
                        const struct candidate *candidate, uint64_t seed);

#endif
