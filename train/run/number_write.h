/* Writes floats fast. */
#ifndef EPIRUN_NUMBER_WRITE_H
#define EPIRUN_NUMBER_WRITE_H

#include <stddef.h>

enum { NUMBER_ROOM = 24 };

/* Writes what printf writes for %.9g in the locale "C", which reads back as the same float, without
   a NUL. Returns the number of bytes. The number is finite. */
size_t number_write(char to[NUMBER_ROOM], float value);

/* The same for a whole number. */
size_t whole_write(char to[NUMBER_ROOM], unsigned long long value);

#endif
