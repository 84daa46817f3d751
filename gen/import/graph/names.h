/* Names of values and what they mean, by scope: the body of a function has names of its own. */
#ifndef EPIIMPORT_NAMES_H
#define EPIIMPORT_NAMES_H

#include "base/arena.h"

#include <stddef.h>

struct names;
enum { NAME_UNKNOWN = -1 };

struct names *names_new(struct arena *arena);
/* What the name means in the scope, or NAME_UNKNOWN. */
int names_find(const struct names *names, unsigned scope, const char *name);
/* From now on the name means `value`. */
void names_set(struct names *names, unsigned scope, const char *name, int value);

#endif
