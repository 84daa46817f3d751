/* Draws pictures by gnuplot: a script goes in, the bytes of a picture come out. The user's own
   gnuplot settings are ignored. */
#ifndef EPITRAIN_GNUPLOT_H
#define EPITRAIN_GNUPLOT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdio.h>

/* Ends the run with a message if gnuplot cannot be run. */
void gnuplot_expect(void);

/* Starts a script. The caller writes commands into it and passes it to gnuplot_end. `terminal`
   comes from gnuplot_terminal. */
FILE *gnuplot_begin(const char *terminal, double width, double height);

/* The gnuplot terminal for a file name that ends in .png, .svg or .pdf; NULL: another ending. */
const char *gnuplot_terminal(const char *path);

/* Writes text as a quoted string of gnuplot, in which no character has a special meaning. */
void gnuplot_string(FILE *script, const char *text);

/* Runs the script, closes it and returns the picture. */
char *gnuplot_end(struct arena *arena, FILE *script, size_t *size);

#endif
