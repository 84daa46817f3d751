/* Dates and times of day as they stand in logs. */
#ifndef EPITRAIN_TIMESTAMP_H
#define EPITRAIN_TIMESTAMP_H

#include "data/fields.h"

/* Sets *seconds for "2026-03-01T12:00:01.5Z" (a blank for the T and the seconds are optional, as is
   an offset such as +01:00) to those since 1970, for "12:00:01.5" to those since midnight; false
   for any other text. */
bool timestamp_read(const struct field *field, double *seconds);

#endif
