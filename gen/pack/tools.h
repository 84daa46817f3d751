/* The programs that building a package needs, and whether they are here. */
#ifndef EPIGEN_TOOLS_H
#define EPIGEN_TOOLS_H

#include "base/arena.h"

#include <stdbool.h>

/* Whether all of these programs, a list that ends with NULL, are found in PATH. */
bool tools_are_here(const char *const *tools);

/* "cmake and cc (not found here: cmake)". */
const char *tools_text(struct arena *arena, const char *const *tools);

/* Whether this is a Linux of this machine, as uname says it; NULL: any. */
bool machine_is(const char *machine);

#endif
