/* Text for people in a spec: units, and what provenance says. It is UTF-8, but emitted C is ASCII.
 */
#ifndef EPIGEN_UNIT_H
#define EPIGEN_UNIT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether UTF-8 text holds no control character. */
bool text_is_printable(const char *text);

/* The number of characters of UTF-8 text. */
size_t text_length(const char *text);

/* A unit in printable ASCII: degC for the degree sign and C, um for a Greek mu and m, m/s^2 for a
   superscript 2. A character that has no such form becomes _. */
const char *unit_ascii(struct arena *arena, const char *unit);

#endif
