/* Names of columns: how recipes and specs mean them, and how messages say them. */
#ifndef EPITRAIN_NAMES_H
#define EPITRAIN_NAMES_H

#include "base/arena.h"

#include <stdbool.h>

/* How messages name a column: `column "speed"`, or `column 3` without a name. */
struct table_label {
    char text[64];
};
struct table_label column_label(const char *name, size_t number);

/* The place of the column that `name` means among n names (NULL: no header), which is a name or a
   number; SIZE_MAX: none. */
size_t log_column_find(const char *const *names, size_t n, const char *name);

/* A name without the blanks around it. */
const char *name_trim(struct arena *arena, const char *name);

/* A text as UTF-8: one that is none but has only printable bytes of Latin-1, as spreadsheets write
   it, is converted, which *latin says then. */
const char *name_utf8(struct arena *arena, const char *text, bool *latin);

/* Replaces what cannot stand in a C name: "wind speed (m/s)" becomes wind_speed_m_s. */
const char *name_clean(struct arena *arena, const char *name);

#endif
