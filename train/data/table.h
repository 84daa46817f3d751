/* A data file as numbers: CSV in its common dialects, with or without a header, plain or packed
   by gzip or xz. Think of one pass over the lines through a buffer of fixed size: the
   first line says whether there are names, the first row which separator the file uses,
   and from then on every line is as many numbers as the first one had, or the run ends
   with file, line and what was expected there. */
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

/* Numbers beyond it would leave the range of float on the way. */
extern const double table_largest;

struct table {
    const char *file; /* for messages; "standard input" for "-" */
    size_t rows, columns;
    double *values;     /* (rows, columns), all finite */
    const char **names; /* (columns), all different, or NULL: no header */
    int first_line;     /* of the first row */
    int *beyond;        /* (columns) line of the first number beyond table_largest; 0: none */
    const char *sha256; /* of the file's bytes; NULL where it was not asked for */
};

/* The table in a file, or on standard input for "-".

   Separator: semicolon, comma, tab, or runs of blanks and tabs; the first of these that cuts the
   first row into fields without a blank inside. Blanks around fields, lines that start
   with #, blank lines, CR before LF and a byte order mark are skipped. The first line is a
   header if a field of it is not a number; names may be in quotes, numbers may not.

   Memory: at most twice the values and a few megabytes while reading, the values alone
   afterwards. They grow in a block of their own, since an arena would keep every smaller block,
   and are copied once into the arena, so that a table has no owner to explain. */
struct table *table_read(struct arena *arena, const char *path);

/* The same with the checksum of the bytes as they were read: a pipe cannot be read twice. */
struct table *table_read_summed(struct arena *arena, const char *path);

/* The column that a recipe means by `name`: a name in the header, or else a number, from 1 for
   the first or from -1 for the last. The message for any other text is the recipe's. */
size_t table_column(const struct table *table, const char *name, const char *recipe_file,
                    int recipe_line);

/* A column for messages: `column "speed"`, or `column 3` without a header. */
struct table_label {
    char text[64];
};
struct table_label table_label(const struct table *table, size_t column);

/* What is allowed but seldom meant, one line each: an input that is constant, rows that repeat the
   inputs of an earlier row, a header with numbers in it. `shared`: rows are drawn to be held out.
 */
void table_warn(const struct table *table, const size_t *inputs, size_t n_inputs, bool shared,
                FILE *err);

/* Warns about a column that is input and output, and about constant outputs. */
void table_warn_columns(const struct table *table, const size_t *inputs, size_t n_inputs,
                        const size_t *outputs, size_t n_outputs, FILE *err);

#endif
