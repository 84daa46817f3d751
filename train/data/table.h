/* Reads a data file as numbers: CSV in its common dialects, with or without a header, plain or
   packed by gzip or xz. One pass goes over the lines through a buffer of fixed size. The first line
   says whether there are names, the first row which separator the file uses. Every further line
   must have as many numbers as the first, or the run ends with file, line and what was expected. */
#ifndef EPITRAIN_TABLE_H
#define EPITRAIN_TABLE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    TABLE_LINE_LIMIT = 1000000, /* bytes in a line */
    TABLE_COLUMN_LIMIT = 65536, /* columns */
};

/* The largest number that a used column may hold; arithmetic with larger ones could overflow a
   float. */
extern const double table_largest;

struct table {
    const char *file; /* for messages; "standard input" for "-" */
    size_t rows, columns;
    double *values;     /* (rows, columns), all finite */
    const char **names; /* (columns), all different, or NULL: no header */
    int first_line;     /* of the first row */
    int *beyond;        /* (columns) line of the first number beyond table_largest; 0: none */
    const char *sha256; /* of the file's bytes; NULL: not asked for */
};

/* The table in a file, or on standard input for "-".

   The separator is the first of semicolon, comma, tab, and runs of blanks and tabs that cuts the
   first row into fields without blanks in them. Blanks around fields, lines that start with #,
   blank lines, CR before LF and a byte order mark are skipped. The first line is a header if a
   field of it is not a number. Names may be in quotes, numbers may not.

   Reading takes at most twice the memory of the values and a few megabytes; the table keeps the
   values alone. They grow in a block of their own and are copied into the arena at the end, since
   an arena would keep every smaller block. */
struct table *table_read(struct arena *arena, const char *path);

/* The same, with the checksum of the bytes. It is taken while they are read, because a pipe cannot
   be read twice. */
struct table *table_read_summed(struct arena *arena, const char *path);

/* The column that a recipe means by `name`: a name in the header, or else a number, 1 for the first
   column and -1 for the last. Any other text ends the run with a message about the recipe's line.
 */
size_t table_column(const struct table *table, const char *name, const char *recipe_file,
                    int recipe_line);

/* How messages name a column: `column "speed"`, or `column 3` without a header. */
struct table_label {
    char text[64];
};
struct table_label table_label(const struct table *table, size_t column);

/* Warns about what is allowed but seldom meant: a constant input, rows that repeat the inputs of an
   earlier row, a header with numbers in it. `drawn`: rows are drawn at random to be held out, so
   that equal rows may train and test. */
void table_warn(const struct table *table, const size_t *inputs, size_t n_inputs, bool drawn,
                FILE *err);

/* Warns about a column that is both an input and an output, and about constant outputs. */
void table_warn_columns(const struct table *table, const size_t *inputs, size_t n_inputs,
                        const size_t *outputs, size_t n_outputs, FILE *err);

#endif
