/* Dates and times of day as they stand in logs. */
#ifndef EPITRAIN_TIMESTAMP_H
#define EPITRAIN_TIMESTAMP_H

#include "data/fields.h"

/* Sets *seconds for "2026-03-01T12:00:01.5Z" to those since 1970, for "12:00:01.5" to those since
   midnight; false for any other text. A blank may stand for the T, a comma for the point; the
   seconds, and an offset such as +01:00, may be left out; 2026/03/01, 01.03.2026 and
   20260301T120001 are dates too. */
bool timestamp_read(const struct field *field, double *seconds);

#endif
