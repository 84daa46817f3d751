/* What a reader of data files is asked for: which columns, and what their cells may hold. */
#ifndef EPITRAIN_REQUEST_H
#define EPITRAIN_REQUEST_H

#include <sha2.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    TABLE_LINE_LIMIT = 1000000, /* bytes in a line */
    TABLE_COLUMN_LIMIT = 65536, /* columns */
};

/* The largest number that a wanted column may hold; arithmetic with larger ones could overflow a
   float. */
extern const double table_largest;

enum missing {
    MISSING_REFUSE,
    MISSING_DROP, /* rows with a missing value are left out */
    MISSING_KEEP  /* missing values are NaN; infinite and large ones stay as they are */
};

struct log_request {
    /* (count) names in the header, or numbers: 1 is the first column, -1 the last; NULL: all */
    const char *const *columns;
    size_t count;
    const char *group; /* a column that may hold words; NULL: none */
    const char *time;  /* a column that may hold times of day and dates; NULL: none */
    char decimal;      /* '.' or ','; '\0': found by the file */
    enum missing missing;
    bool fit;      /* the names of columns are those of a spec, made fit for C */
    bool keys;     /* messages name the keys of a recipe that would help */
    SHA2_CTX *sum; /* gets the bytes of the files; NULL: none */
};

#endif
