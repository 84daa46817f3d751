/* A data file row by row. A request says which columns are wanted; all others may hold anything.
   The cells of a wanted column are numbers or missing, those of the column of groups also words. */
#ifndef EPITRAIN_LOG_H
#define EPITRAIN_LOG_H

#include "data/log/dialect.h"
#include "data/log/joined.h"
#include "data/log/lines.h"
#include "data/log/request.h"
#include "data/log/words.h"

struct log_column {
    const char *name; /* NULL: none */
    const char *unit; /* from a row of units; NULL: none */
    size_t number;    /* in the file, 0 for the first */
};

struct log {
    struct arena *arena;
    const struct log_request *request;
    struct lines *lines;
    const char *file;
    const char **names; /* (n_all) of all columns, "" for one without; NULL: no header */
    size_t n_all;
    struct log_column *columns; /* (n_columns) those that are read, in the order of the file */
    size_t n_columns;
    size_t group;  /* the place in columns of that with words; SIZE_MAX: none */
    size_t time;   /* the same of the times */
    size_t line;   /* of the row last read */
    char mark;     /* the decimal mark */
    bool comma;    /* decimal commas were found, not asked for */
    bool latin;    /* names or units were in Latin-1 */
    size_t units;  /* the line of the units; 0: none */
    size_t header; /* the header or else the first row: it says how many columns there are */
    /* the rest serves log.c alone */
    struct dialect dialect;
    char separators[2]; /* of the shape */
    struct line_shape shape;
    struct first_lines first;
    size_t next;         /* of the first lines, to be given as rows */
    bool marked;         /* the decimal mark is known */
    size_t *places;      /* (n_all) the place of each column in a row; SIZE_MAX: not read */
    struct words *words; /* of the column of groups */
};

/* Opens a file. With `like` its columns are those of that file, in the order there, and both must
   have the same names. A fault in the first lines is noted in log->lines: then there are no rows.
 */
struct log *log_open(struct arena *arena, const char *path, const struct log_request *request,
                     const struct log *like);

/* Reads the next row into row[0..n_columns), NaN for a missing value; false at the end of the file
   or after a fault. A word is 2^100 times its number, from 1 on. */
bool log_row(struct log *log, double *row);

/* The place in a row of the i-th column that the request names; SIZE_MAX: the file has none. */
size_t log_place(const struct log *log, size_t i);

/* Closes the file. A noted fault is left in *refusal for refusal_fail. Returns whether there is
   none. */
bool log_close(struct log *log, struct refusal *refusal);

#endif
