/* Cuts a line of a data file into fields and says what a field holds. It serves the first lines of
   a file, which decide its dialect, and every cell that is no plain number; plain numbers take a
   faster way (log/log.c). */
#ifndef EPITRAIN_FIELDS_H
#define EPITRAIN_FIELDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct line {
    const char *text; /* ends in NUL, may hold others */
    const char *end;
};

struct field {
    const char *text, *end; /* without the blanks around it */
    bool quoted;            /* starts with a quote */
    bool closed;            /* has no quote that is left open */
};

struct fields {
    const char *at, *end; /* at: NULL after the last */
    char separator;
};

enum field_kind {
    FIELD_NUMBER,
    FIELD_MISSING, /* empty, a dash or two, or a word such as NaN, NA, null, #DIV/0! */
    FIELD_INFINITE,
    FIELD_TOO_LARGE,
    FIELD_OTHER_MARK, /* a number but for its decimal mark */
    FIELD_UNCLOSED,   /* a quote that is never closed */
    FIELD_TEXT
};

/* The start of a field as a string, long enough for messages and for numbers. */
struct field_text {
    char text[64];
};

/* Whether c is a blank around fields. The separator ' ' stands for a run of blanks and tabs. */
static inline bool field_blank(char c, char separator)
{
    return c == ' ' || (c == '\t' && separator != '\t');
}

/* Whether a field that starts with a quote ends with the quote that closes it. */
bool field_is_whole(const struct field *field);

struct fields fields_of(const struct line *line, char separator);
bool field_next(struct fields *fields, struct field *field);
size_t fields_count(const struct line *line, char separator);

/* What a field holds, the quotes around it taken off. Sets *value where it is a number with the
   decimal mark `mark`. */
enum field_kind field_value(const struct field *field, char mark, double *value);
/* The field without the quotes around it, and without the blanks in them. */
struct field field_within(struct field field);
struct field_text field_copy(const struct field *field);

/* Whether a text starts with a cell such as #N/A or #DIV/0!, with which spreadsheets say that there
   is no number. */
bool spreadsheet_error_starts(const char *text);

/* The text of a field, without the quotes around it. */
const char *field_name(struct arena *arena, const struct field *field);

/* The number of bytes of the UTF-8 character at `at`; 0: the bytes are no UTF-8. */
size_t utf8_length(const unsigned char *at);

/* Whether all of the text is UTF-8. */
bool utf8_is(const char *text);

#endif
