/* Names for people, such as "/actor/0/Gemm" or "v [m/s]", as the names and units of a spec. */
#ifndef EPIIMPORT_LABELS_H
#define EPIIMPORT_LABELS_H

#include "base/arena.h"

#include <stddef.h>

/* The name as an identifier of at most `room` characters that can stand in C; `otherwise` where
   nothing of it can. */
const char *label_identifier(struct arena *arena, const char *name, size_t room,
                             const char *otherwise);

/* Makes the names distinct in capitals too, by a number behind those that come again. */
void labels_distinct(struct arena *arena, const char **names, size_t count);

/* "v [m/s]" or "v (m/s)" in two parts; without a unit: NULL. A unit that a spec cannot have is left
   out. */
struct label {
    const char *name, *unit;
};
struct label label_parse(struct arena *arena, const char *text);

/* A list with commas in between, as in --names. */
struct label *labels_parse(struct arena *arena, const char *text, size_t *count);

#endif
