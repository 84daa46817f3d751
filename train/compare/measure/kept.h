/* What a finished job gave, kept in a file, so that a comparison that was cut off, or that is asked
   for one more learner or seed, does only what is missing. The name of a file holds a checksum of
   all that its figures depend on; its last bytes are a checksum of the others. */
#ifndef EPICOMPARE_KEPT_H
#define EPICOMPARE_KEPT_H

#include "compare/learners/regressor.h"
#include "compare/measure/cases.h"

#include <stdbool.h>

/* The file of a learner's job in the directory. `how` states the options that change its figures.
 */
const char *kept_path(struct arena *arena, const char *directory, const struct regressor *regressor,
                      const struct compare_case *of, const char *how);

/* Fills `bytes` from the file. Returns whether it is there, has this size and is whole. */
bool kept_load(const char *path, void *bytes, size_t size);
void kept_save(const char *path, const void *bytes, size_t size);

#endif
