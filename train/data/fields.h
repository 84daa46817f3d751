/* Cuts a line of a data file into fields. It serves the header, the choice of the separator and the
   messages about bad rows; good rows of numbers take a faster way (row_parse in table.c). */
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
    FIELD_EMPTY,
    FIELD_TOO_LARGE,
    FIELD_NOT_FINITE,
    FIELD_DECIMAL_COMMA,
    FIELD_QUOTED,
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

/* The separator of a file, from one of its rows: the first of ; , tab that cuts the row into fields
   without blanks in them, or else runs of blanks. */
char separator_find(const struct line *line);

struct fields fields_of(const struct line *line, char separator);
bool field_next(struct fields *fields, struct field *field);
size_t fields_count(const struct line *line, char separator);

enum field_kind field_classify(const struct field *field);
struct field_text field_copy(const struct field *field);

/* The text of a field, without the quotes around it. */
const char *field_name(struct arena *arena, const struct field *field);

/* The number of bytes of the UTF-8 character at `at`; 0: the bytes are no UTF-8. */
size_t utf8_length(const unsigned char *at);

#endif
