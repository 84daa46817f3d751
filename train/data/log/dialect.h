/* What the first lines of a data file say about all of it: separator, header, a row of units. Up to
   three lines that are neither blank nor comments are looked at together, since one alone misleads:
   a name may hold a comma, a cell of text a blank. */
#ifndef EPITRAIN_DIALECT_H
#define EPITRAIN_DIALECT_H

#include "data/fields.h"

enum { DIALECT_LINES = 3 };

/* Copies of the first lines and their numbers in the file. */
struct first_lines {
    struct line lines[DIALECT_LINES];
    size_t numbers[DIALECT_LINES];
    size_t count;
};

struct dialect {
    char separator; /* ' ' stands for a run of blanks and tabs */
    size_t columns; /* without the empty fields behind trailing separators */
    size_t fields;  /* of the first line, with them */
    bool header;    /* the first line holds names */
    bool units;     /* the line below the header holds units */
};

/* `decimal` is the decimal mark that the recipe names; '\0': none. There is at least one line.

   The separator is that of semicolon, tab, comma and runs of blanks that cuts the first and the
   last of the lines into equally many fields, two at least, and leaves the largest share of
   numbers. If none does, the first line alone decides, since the other one is faulty.

   The first line is a header if it holds text where the next line has none, or text and no number.
   The line below is one of units if, where the third line has numbers, it holds text and no number
   but "1"; the text is more often than "1", or in brackets. */
struct dialect dialect_find(const struct first_lines *first, char decimal);

/* Whether the second line is one of units by the columns that are read, places[i] not being
   SIZE_MAX: one of them has text there that is no text in the third line, and nothing in the second
   line is a number but "1". The third line may lack its numbers, or most units may be "1". */
bool units_are_meant(const struct first_lines *first, char separator, const size_t *places,
                     size_t columns);

/* The unit in a field: "m/s" for `[m/s]`, `(m/s)` or `"m/s"`; NULL for an empty field or a dash. */
const char *unit_of(struct arena *arena, const struct field *field);

#endif
