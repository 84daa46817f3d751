/* See dialect.h. */
#include "data/log/dialect.h"

#include <stdint.h>
#include <string.h>

/* --- the separator ---------------------------------------------------------------------------- */

static bool field_is_empty(const struct field *field) { return field->text == field->end; }

/* The number of fields up to the last that is not empty, one at least, and of the empty ones behind
   it: trailing separators. */
static size_t fields_trimmed(const struct line *line, char separator, size_t *trailing)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    size_t count = 0, filled = 1;
    while (field_next(&fields, &field)) {
        count++;
        filled = field_is_empty(&field) && count > 1 ? filled : count;
    }
    *trailing = count - filled;
    return filled;
}

/* Whether two lines have equally many fields, two at least; empty ones at the end may be more. */
static bool lines_agree(const struct line *one, const struct line *other, char separator)
{
    size_t one_trails, other_trails;
    size_t n = fields_trimmed(one, separator, &one_trails);
    size_t m = fields_trimmed(other, separator, &other_trails);
    return n <= m + other_trails && m <= n + one_trails && n + one_trails > 1 &&
           m + other_trails > 1;
}

/* The share of fields that are numbers, with either decimal mark, or missing numbers. A decimal
   comma beside the separator comma is in quotes. */
static double numbers_share(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    size_t count = 0, numbers = 0;
    double value;
    while (field_next(&fields, &field)) {
        numbers += field_value(&field, '.', &value) <= FIELD_OTHER_MARK;
        count++;
    }
    return (double)numbers / (double)count;
}

static bool line_has(const struct line *line, char c)
{
    return memchr(line->text, c, (size_t)(line->end - line->text)) != NULL;
}

/* Where the decimal mark is a comma it separates fields only if some are in quotes. */
static bool separator_is_possible(const struct first_lines *first, char separator, char decimal)
{
    const struct line *one = &first->lines[0], *last = &first->lines[first->count - 1];
    if (separator == ',' && decimal == ',')
        return line_has(one, '"') || line_has(last, '"');
    return separator == ' ' || line_has(one, separator);
}

static char separator_find(const struct first_lines *first, char decimal)
{
    static const char candidates[] = {';', '\t', ',', ' '};
    const struct line *one = &first->lines[0], *last = &first->lines[first->count - 1];
    char best = ' ';
    double share = -1.0;
    for (int agreeing = 1; agreeing >= 0 && share < 0.0; agreeing--)
        for (size_t i = 0; i < sizeof(candidates); i++) {
            char candidate = candidates[i];
            const struct line *judged = agreeing ? last : one;
            if (!separator_is_possible(first, candidate, decimal) ||
                !lines_agree(one, judged, candidate))
                continue;
            double found = numbers_share(judged, candidate);
            if (found > share) {
                share = found;
                best = candidate;
            }
        }
    return best;
}

/* --- header and units ------------------------------------------------------------------------- */

/* What the next field of a line holds; `ended`: there is none. */
struct cell {
    enum field_kind kind;
    struct field field;
    bool ended;
};

static struct cell cell_next(struct fields *fields)
{
    struct cell cell = {0};
    double value;
    cell.ended = !field_next(fields, &cell.field);
    if (!cell.ended)
        cell.kind = field_value(&cell.field, '.', &value);
    if (cell.kind == FIELD_TOO_LARGE || cell.kind == FIELD_OTHER_MARK)
        cell.kind = FIELD_NUMBER;
    if (cell.kind == FIELD_UNCLOSED)
        cell.kind = FIELD_TEXT;
    return cell;
}

static bool line_is_header(const struct first_lines *first, char separator)
{
    struct fields names = fields_of(&first->lines[0], separator), below = names;
    bool any_text = false, any_number = false, above_number = false;
    if (first->count > 1)
        below = fields_of(&first->lines[1], separator);
    for (struct cell name = cell_next(&names); !name.ended; name = cell_next(&names)) {
        struct cell cell = cell_next(&below);
        any_text = any_text || name.kind == FIELD_TEXT;
        any_number = any_number || name.kind == FIELD_NUMBER;
        above_number =
            above_number || (name.kind == FIELD_TEXT && (cell.ended || cell.kind != FIELD_TEXT));
    }
    return above_number || (any_text && (!any_number || first->count == 1));
}

static bool field_is_one(const struct field *field)
{
    return field->end - field->text == 1 && *field->text == '1';
}

static bool line_is_units(const struct first_lines *first, char separator)
{
    if (first->count < DIALECT_LINES)
        return false;
    struct fields units = fields_of(&first->lines[1], separator);
    struct fields below = fields_of(&first->lines[2], separator);
    size_t texts = 0, ones = 0, brackets = 0;
    for (struct cell unit = cell_next(&units); !unit.ended; unit = cell_next(&units)) {
        struct cell cell = cell_next(&below);
        if (cell.ended || cell.kind != FIELD_NUMBER)
            continue;
        if (unit.kind == FIELD_NUMBER && !field_is_one(&unit.field))
            return false;
        texts += unit.kind == FIELD_TEXT;
        brackets += unit.kind == FIELD_TEXT && (*unit.field.text == '[' || *unit.field.text == '(');
        ones += unit.kind == FIELD_NUMBER;
    }
    return texts > ones || brackets > 0;
}

bool units_are_meant(const struct first_lines *first, char separator, const size_t *places,
                     size_t columns)
{
    if (first->count < DIALECT_LINES)
        return false;
    struct fields units = fields_of(&first->lines[1], separator);
    struct fields below = fields_of(&first->lines[2], separator);
    bool meant = false;
    for (size_t i = 0; i < columns; i++) {
        struct cell unit = cell_next(&units), cell = cell_next(&below);
        if (!unit.ended && unit.kind == FIELD_NUMBER && !field_is_one(&unit.field))
            return false;
        meant = meant || (places[i] != SIZE_MAX && !unit.ended && unit.kind == FIELD_TEXT &&
                          !cell.ended && cell.kind != FIELD_TEXT);
    }
    return meant;
}

/* Sets the columns of the file. Empty fields behind trailing separators are columns only where the
   next line has something in one of them. */
static void columns_find(struct dialect *dialect, const struct first_lines *first)
{
    size_t trailing, next_trailing;
    size_t count = fields_trimmed(&first->lines[0], dialect->separator, &trailing);
    dialect->fields = count + trailing;
    dialect->columns = count;
    if (first->count > 1 &&
        fields_trimmed(&first->lines[1], dialect->separator, &next_trailing) > count)
        dialect->columns = dialect->fields;
}

struct dialect dialect_find(const struct first_lines *first, char decimal)
{
    struct dialect dialect = {.separator = separator_find(first, decimal)};
    columns_find(&dialect, first);
    dialect.header = line_is_header(first, dialect.separator);
    dialect.units = dialect.header && line_is_units(first, dialect.separator);
    return dialect;
}

const char *unit_of(struct arena *arena, const struct field *field)
{
    double value;
    if (field_value(field, '.', &value) == FIELD_MISSING)
        return NULL;
    const char *unit = field_name(arena, field);
    size_t length = strlen(unit);
    if (length > 2 && ((unit[0] == '[' && unit[length - 1] == ']') ||
                       (unit[0] == '(' && unit[length - 1] == ')')))
        unit = arena_strndup(arena, unit + 1, length - 2);
    return unit[0] == '\0' || strcmp(unit, "-") == 0 ? NULL : unit;
}
