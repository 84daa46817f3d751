/* See joined.h. A line that nobody closes may be a fault of its own, such as the sign of an inch in
   front of a cell; so the lines behind it are given back unless they make sense together. */
#include "data/log/joined.h"

#include <string.h>

enum { CELL_LINES = 1000 }; /* lines in a row at most */

static bool quotes_are_odd(const char *at, const char *end)
{
    bool odd = false;
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        odd = !odd;
        at++;
    }
    return odd;
}

bool line_is_open(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field = {.closed = true};
    while (field_next(&fields, &field))
        ;
    return !field.closed;
}

bool line_fits(const struct line *line, char separator, const struct line_shape *shape)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    size_t count = 0, filled = 0;
    while (field_next(&fields, &field)) {
        count++;
        filled = field.text < field.end ? count : filled;
    }
    return count >= shape->columns && (filled <= shape->columns || filled <= shape->fields);
}

/* Whether nothing but a separator follows the quotes of all cells. */
static bool quotes_fit(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    while (field_next(&fields, &field))
        if (field.quoted && !field_is_whole(&field))
            return false;
    return true;
}

/* Those of the possible separators behind one of which the quote stands that is open. */
struct separators {
    char all[8]; /* "" at the end */
};

static struct separators separators_open(const struct line *line, const struct line_shape *shape)
{
    struct separators open = {""};
    size_t count = 0;
    for (const char *at = shape->separators; *at != '\0' && count + 1 < sizeof(open); at++)
        if (line_is_open(line, *at))
            open.all[count++] = *at;
    return open;
}

static bool any_fits(const struct line *line, const struct separators *open,
                     const struct line_shape *shape)
{
    for (const char *at = open->all; *at != '\0'; at++)
        if (quotes_fit(line, *at) && (shape->columns == 0 || line_fits(line, *at, shape)))
            return true;
    return false;
}

/* Sets a blank for each end of a line, which may be CR LF. The text belongs to the lines. */
static struct line line_flatten(const struct line *line, char *text)
{
    char *to = text + (line->text - text);
    const char *from = to, *begin = to;
    for (; from < line->end; from++) {
        bool ends = *from == '\n' || *from == '\r';
        from += *from == '\r' && from + 1 < line->end && from[1] == '\n';
        *to++ = (char)(ends ? ' ' : *from);
    }
    *to = '\0';
    return (struct line){begin, to};
}

void line_complete(struct lines *lines, struct line *line, const struct line_shape *shape)
{
    if (!quotes_are_odd(line->text, line->end))
        return;
    const struct separators open = separators_open(line, shape);
    if (open.all[0] == '\0')
        return;
    const struct lines_mark mark = lines_mark(lines, line);
    struct line all = *line;
    for (int i = 0; i < CELL_LINES; i++) {
        size_t length = (size_t)(all.end - all.text);
        if (!lines_append(lines, &all))
            break;
        if (!quotes_are_odd(all.text + length, all.end))
            continue;
        if (!any_fits(&all, &open, shape))
            break;
        *line = line_flatten(&all, lines->text);
        return;
    }
    lines_return(lines, &mark, line);
}
