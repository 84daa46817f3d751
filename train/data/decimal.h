/* Reads decimal numbers fast, and alike in every locale. */
#ifndef EPITRAIN_DECIMAL_H
#define EPITRAIN_DECIMAL_H

/* Sets *value to the double nearest to the number that the text starts with (ties to even). Returns
   the end of the number, or NULL if there is none or it is too large for a double. */
const char *decimal_read(const char *text, double *value);

/* The same for numbers whose decimal mark is `mark`, a point or a comma. */
const char *decimal_read_marked(const char *text, char mark, double *value);

#endif
