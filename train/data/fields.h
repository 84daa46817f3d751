/* A line of a data file cut into fields. This is the careful way, for the header, the separator and
   the words of a refusal; rows of numbers do not come through here. */
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
    const char *text, *end; /* without blanks around */
    bool quoted, closed;    /* quoted: starts with a quote; closed: and that one ends */
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

/* The start of a field as a string: enough for a message, and for any number written by hand. */
struct field_text {
    char text[64];
};

/* Whether c only surrounds fields. The separator ' ' stands for a run of blanks and tabs. */
static inline bool field_blank(char c, char separator)
{
    return c == ' ' || (c == '\t' && separator != '\t');
}

/* The one that the file of this row uses: the first of ; , tab that cuts it into fields without a
   blank inside, or else blanks. */
char separator_find(const struct line *line);

struct fields fields_of(const struct line *line, char separator);
bool field_next(struct fields *fields, struct field *field);
size_t fields_count(const struct line *line, char separator);

enum field_kind field_classify(const struct field *field);
struct field_text field_copy(const struct field *field);

/* The text of a field, without the quotes around it. */
const char *field_name(struct arena *arena, const struct field *field);

/* Length of the UTF-8 character at `at`, 0 if there is none. */
size_t utf8_length(const unsigned char *at);

#endif
