/* Pictures through gnuplot: a script goes in, a file comes out as bytes. The user's own gnuplot
   settings have no say. Names of axes are taken literally. */
#ifndef EPITRAIN_GNUPLOT_H
#define EPITRAIN_GNUPLOT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdio.h>

/* Fails by name if gnuplot cannot be run. */
void gnuplot_expect(void);

/* A script in the making: fill it, then hand it over. `terminal` is one of gnuplot_terminal's. */
FILE *gnuplot_begin(const char *terminal, double width, double height);

/* The terminal for a file's name: png, svg or pdf by its ending; NULL: none of these. */
const char *gnuplot_terminal(const char *path);

/* Writes text as a string of gnuplot. */
void gnuplot_string(FILE *script, const char *text);

/* Runs the script, which is closed, and returns the picture. */
char *gnuplot_end(struct arena *arena, FILE *script, size_t *size);

#endif
