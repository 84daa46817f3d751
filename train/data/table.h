/* Reads data files as numbers: logs in the common dialects of CSV, with or without a header, plain
   or packed by gzip or xz. One pass goes over the lines through a buffer of fixed size. A fault
   ends the run with file, line and what was expected. */
#ifndef EPITRAIN_TABLE_H
#define EPITRAIN_TABLE_H

#include "base/arena.h"
#include "data/log/names.h"
#include "data/log/request.h"

#include <stdio.h>

struct words; /* log/words.h */

/* One of the files of a table. */
struct table_file {
    const char *name;          /* for messages; "standard input" for "-" */
    size_t first;              /* row of the table */
    size_t dropped;            /* rows that were left out because a value is missing */
    size_t units;              /* line of the row of units; 0: none */
    bool latin;                /* names or units were in Latin-1 */
    bool comma;                /* decimal commas were found */
    const char **column_units; /* (columns of the table) by the row of units; NULL: none */
};

struct table {
    const char *file; /* for messages; names the first of several files */
    size_t rows, columns;
    double *values;     /* (rows, columns), all finite */
    const char **names; /* (columns), all different, "" for a column without; or NULL: no header */
    const char **units; /* (columns) of the first file that has one; NULL: none */
    const size_t *numbers;  /* (columns) of the columns in the file, from 0; NULL: all were read */
    const char **all_names; /* (n_all) of all columns of the file; NULL: no header */
    size_t n_all;
    int first_line;           /* of the first row */
    const char *sha256;       /* of the files' bytes, one behind the other; NULL: not asked for */
    struct table_file *files; /* (n_files) */
    size_t n_files;
    const struct words *words; /* of the column of groups */
};

/* Some files whose rows make one table. */
struct table_paths {
    const char *const *paths; /* (count) "-": standard input */
    size_t count;
};

/* The table in a file, or on standard input for "-": all columns, each of them numbers.

   Blanks around fields, lines that start with #, blank lines, a trailing separator and a byte order
   mark are skipped; names and numbers may be in quotes; the rest is in log/dialect.h. Where the
   separator is a semicolon or a tab, the first number with a decimal mark tells whether that is a
   comma.

   Reading takes at most twice the memory of the values and a few megabytes; the table keeps the
   values alone. They grow in a block of their own and are copied into the arena at the end, since
   an arena would keep every smaller block. */
struct table *table_read(struct arena *arena, const char *path);

/* The wanted columns of the rows of several files, with the checksum of their bytes. All files have
   the same header. request->sum is not used. */
struct table *table_read_columns(struct arena *arena, const struct table_paths *paths,
                                 const struct log_request *request);

/* Says which units and decimal commas were found and how many rows were left out. */
void table_print_findings(const struct table *table, FILE *err);

/* The column that a recipe means by `name`: a name in the header, or else a number, 1 for the first
   column and -1 for the last. Any other text ends the run with a message about the recipe's line.
 */
size_t table_column(const struct table *table, const char *name, const char *recipe_file,
                    int recipe_line);

/* How messages name a column. */
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
