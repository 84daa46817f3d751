/* Cells in quotes that hold the end of a line, as spreadsheets write notes and names of columns. */
#ifndef EPITRAIN_JOINED_H
#define EPITRAIN_JOINED_H

#include "data/log/lines.h"

/* What is known of the file: the separators that are possible, and how many fields a line has,
   those behind `columns` being empty or at most `fields`; columns 0: not known yet. */
struct line_shape {
    const char *separators;
    size_t columns, fields;
};

/* Whether a line has as many fields as there are columns. */
bool line_fits(const struct line *line, char separator, const struct line_shape *shape);

/* Whether the last field of a line starts with a quote that nothing closes. */
bool line_is_open(const struct line *line, char separator);

/* Appends the next lines to one whose last quote they close, if what comes out is a line of this
   shape; blanks stand for the ends of lines then. Otherwise the line stays as it is. */
void line_complete(struct lines *lines, struct line *line, const struct line_shape *shape);

#endif
