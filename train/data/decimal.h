/* Decimal text as a double, fast and in any locale. */
#ifndef EPITRAIN_DECIMAL_H
#define EPITRAIN_DECIMAL_H

/* The double nearest to the decimal number that text starts with (ties to even), in any locale.
   Returns the end of the number, or NULL if there is none or it is too large for a double. */
const char *decimal_read(const char *text, double *value);

#endif
