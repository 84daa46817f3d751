/* See log.h. A plain number is read from the line in one pass; any other cell is cut out as a field
   (fields.h), which says what it holds. */
#include "data/log/log.h"

#include "data/decimal.h"
#include "data/log/heading.h"
#include "data/log/names.h"
#include "data/log/timestamp.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* --- names ------------------------------------------------------------------------------------ */

static struct table_label log_label(const struct log *log, size_t number)
{
    return column_label(log->names == NULL ? NULL : log->names[number], number);
}

static bool names_read(struct log *log)
{
    struct fields fields = fields_of(&log->first.lines[0], log->dialect.separator);
    struct field field;
    log->names = arena_alloc(log->arena, log->n_all, sizeof(*log->names));
    for (size_t i = 0; i < log->n_all && field_next(&fields, &field); i++) {
        if (!field.closed)
            return lines_refuse(log->lines, log->header,
                                "the quote in front of the name of column %zu is never closed",
                                i + 1);
        const char *name = name_utf8(log->arena, field_name(log->arena, &field), &log->latin);
        log->names[i] = name_trim(log->arena, name);
    }
    return true;
}

/* Refuses the name of a wanted column that is no UTF-8. */
static bool name_check(struct log *log, size_t number)
{
    const unsigned char *at = (const unsigned char *)log->names[number];
    while (*at != '\0' && utf8_length(at) > 0)
        at += utf8_length(at);
    return *at == '\0' ||
           lines_refuse(log->lines, log->header,
                        "byte 0x%02X in the name of column %zu, expected UTF-8", *at, number + 1);
}

/* Whether a name of the request means a column with this name, and not one with this number. */
static bool name_means(const struct log *log, const char *asked, const char *name)
{
    if (asked == NULL || !log->request->fit || strcmp(asked, name) == 0)
        return asked != NULL && strcmp(asked, name) == 0;
    struct arena *scratch = arena_new();
    bool same = strcmp(asked, name_clean(scratch, name)) == 0;
    arena_free(scratch);
    return same;
}

static bool name_is_asked(const struct log *log, const char *name)
{
    const struct log_request *request = log->request;
    for (size_t i = 0; request->columns != NULL && i < request->count; i++)
        if (name_means(log, request->columns[i], name))
            return true;
    return request->columns == NULL || name_means(log, request->group, name) ||
           name_means(log, request->time, name);
}

/* Refuses a wanted column whose name another column has too, unless it is asked for by number. */
static bool names_differ(struct log *log)
{
    struct arena *scratch = arena_new();
    struct words *seen = words_new(scratch);
    size_t *first = arena_alloc(scratch, log->n_all, sizeof(*first)), count = 0;
    for (size_t i = 0; i < log->n_all && !lines_refused(log->lines); i++) {
        const char *name = log->names[i];
        if (name[0] == '\0')
            continue;
        size_t number = words_number(seen, name, strlen(name));
        if (number == count)
            first[count++] = i;
        else if ((log->places[i] != SIZE_MAX || log->places[first[number]] != SIZE_MAX) &&
                 name_is_asked(log, name))
            lines_refuse(log->lines, log->header,
                         "columns %zu and %zu are both named \"%s\", expected the number of the "
                         "one that is meant",
                         first[number] + 1, i + 1, yaml_excerpt(name).text);
    }
    arena_free(scratch);
    return !lines_refused(log->lines);
}

/* --- the columns ------------------------------------------------------------------------------ */

static void column_add(struct log *log, size_t number)
{
    log->places[number] = log->n_columns;
    log->columns[log->n_columns++] = (struct log_column){
        .name = log->names == NULL || log->names[number][0] == '\0' ? NULL : log->names[number],
        .number = number};
}

/* The number of the column that a request's name means; SIZE_MAX: the file has none. A header's
   name may need to be made fit for C first. */
static size_t number_of(const struct log *log, const char *name)
{
    size_t number = log_column_find(log->names, log->n_all, name);
    if (number != SIZE_MAX || !log->request->fit || log->names == NULL)
        return number;
    struct arena *scratch = arena_new();
    for (size_t i = log->n_all; i > 0; i--)
        if (strcmp(name_clean(scratch, log->names[i - 1]), name) == 0)
            number = i - 1;
    arena_free(scratch);
    return number;
}

/* The same of the i-th name of the request. Names made fit for C mean columns in their order where
   there is no header. */
static size_t number_wanted(const struct log *log, size_t i)
{
    if (log->request->fit && log->names == NULL)
        return i < log->n_all ? i : SIZE_MAX;
    return number_of(log, log->request->columns[i]);
}

/* Marks a column as wanted; one that the file does not have is left for the caller to miss. */
static void column_want(size_t number, bool *wanted)
{
    if (number != SIZE_MAX)
        wanted[number] = true;
}

static bool columns_choose(struct log *log)
{
    const struct log_request *request = log->request;
    bool *wanted = arena_alloc(log->arena, log->n_all, sizeof(*wanted));
    for (size_t i = 0; i < request->count && request->columns != NULL; i++)
        column_want(number_wanted(log, i), wanted);
    column_want(request->group == NULL ? SIZE_MAX : number_of(log, request->group), wanted);
    column_want(request->time == NULL ? SIZE_MAX : number_of(log, request->time), wanted);
    for (size_t i = 0; i < log->n_all; i++) {
        if (!wanted[i] && request->columns != NULL)
            continue;
        if (log->names != NULL && !name_check(log, i))
            return false;
        column_add(log, i);
    }
    return true;
}

static bool name_is(const struct log *log, size_t number, const char *name)
{
    return number < log->n_all && strcmp(log->names[number], name) == 0;
}

/* Refuses a file whose header is another than that of the first. */
static bool names_expect(struct log *log, const struct log *like)
{
    struct lines *lines = log->lines;
    if ((log->names == NULL) != (like->names == NULL))
        return lines_refuse(lines, log->header, "%s header, expected the same header as in %s",
                            log->names == NULL ? "no" : "a", like->file);
    for (size_t i = 0; i < like->n_all && like->names != NULL; i++)
        if (like->names[i][0] != '\0' && !name_is(log, i, like->names[i]) &&
            log_column_find(log->names, log->n_all, like->names[i]) == SIZE_MAX)
            return lines_refuse(lines, log->header,
                                "no column \"%s\", expected the same header as in %s",
                                yaml_excerpt(like->names[i]).text, like->file);
    for (size_t i = 0; i < log->n_all && like->names != NULL; i++)
        if (log->names[i][0] != '\0' && !name_is(like, i, log->names[i]) &&
            log_column_find(like->names, like->n_all, log->names[i]) == SIZE_MAX)
            return lines_refuse(lines, log->header,
                                "column %zu is \"%s\", expected the same header as in %s", i + 1,
                                yaml_excerpt(log->names[i]).text, like->file);
    return log->n_all == like->n_all ||
           lines_refuse(lines, log->header, "%zu columns, expected %zu as in %s", log->n_all,
                        like->n_all, like->file);
}

/* The column of this file that is that of another: by its name, of several with this name the one
   with its number. SIZE_MAX: there is none. */
static size_t number_like(struct log *log, const struct log_column *column)
{
    if (column->name == NULL || name_is(log, column->number, column->name))
        return column->number;
    size_t count = 0, number = SIZE_MAX;
    for (size_t i = log->n_all; i > 0; i--)
        if (name_is(log, i - 1, column->name)) {
            number = i - 1;
            count++;
        }
    if (count < 2)
        return number;
    lines_refuse(log->lines, log->header, "%zu columns are named \"%s\", none of them column %zu",
                 count, yaml_excerpt(column->name).text, column->number + 1);
    return SIZE_MAX;
}

/* Takes the columns of another file by their names. */
static bool columns_match(struct log *log, const struct log *like)
{
    if (!names_expect(log, like))
        return false;
    for (size_t k = 0; k < like->n_columns; k++) {
        const struct log_column *column = &like->columns[k];
        size_t number = number_like(log, column);
        if (number == SIZE_MAX)
            return false;
        if (log->names != NULL && !name_check(log, number))
            return false;
        column_add(log, number);
    }
    return true;
}

static size_t place_at(const struct log *log, size_t number)
{
    return number == SIZE_MAX || log->places == NULL ? SIZE_MAX : log->places[number];
}

size_t log_place(const struct log *log, size_t i) { return place_at(log, number_wanted(log, i)); }

/* Words and times may stand only in a column that is not asked for as a number as well. */
static size_t place_apart(const struct log *log, const char *name)
{
    size_t place = name == NULL ? SIZE_MAX : place_at(log, number_of(log, name));
    for (size_t i = 0; i < log->request->count && log->request->columns != NULL; i++)
        if (log_place(log, i) == place)
            return SIZE_MAX;
    return place;
}

static void units_read(struct log *log)
{
    struct fields fields = fields_of(&log->first.lines[1], log->dialect.separator);
    struct field field;
    for (size_t i = 0; i < log->n_all && field_next(&fields, &field); i++) {
        if (log->places[i] == SIZE_MAX)
            continue;
        const char *unit = unit_of(log->arena, &field);
        if (unit != NULL)
            unit = name_utf8(log->arena, unit, &log->latin);
        log->columns[log->places[i]].unit = unit != NULL && utf8_is(unit) ? unit : NULL;
    }
    log->units = log->first.numbers[1];
}

/* --- the first lines -------------------------------------------------------------------------- */

/* Whether a line is `sep=;`, which tells spreadsheets the separator; the next lines say it too. */
static bool line_is_separator(const struct line *line)
{
    const char *text = line->text + (*line->text == '"');
    return strncasecmp(text, "sep=", 4) == 0 && line->end - text <= 5 + (text > line->text);
}

static bool first_read(struct log *log, struct comments *comments)
{
    struct first_lines *first = &log->first;
    struct line line;
    bool comment;
    while (first->count < DIALECT_LINES && lines_read(log->lines, &line, &comment)) {
        if (comment && first->count == 0)
            comments_add(comments, &line);
        if (comment || (log->lines->line == 1 && line_is_separator(&line)))
            continue;
        first->numbers[first->count] = log->lines->line;
        line_complete(log->lines, &line, &(struct line_shape){.separators = ";\t,"});
        size_t length = (size_t)(line.end - line.text);
        const char *text = arena_strndup(log->arena, line.text, length);
        first->lines[first->count++] = (struct line){text, text + length};
    }
    return first->count > 0;
}

static bool head_read(struct log *log, const struct log *like)
{
    struct lines *lines = log->lines;
    struct comments comments = {0};
    if (!first_read(log, &comments)) {
        comments_free(&comments);
        return lines_refuse(lines, lines->line > 0 ? lines->line : 1,
                            lines->line > 0 ? "no rows of numbers"
                                            : "empty, expected rows of numbers");
    }
    log->header = log->first.numbers[0];
    log->dialect = dialect_find(&log->first, log->request->decimal);
    log->n_all = log->dialect.columns;
    if (!log->dialect.header)
        log->names =
            heading_find(log->arena, &comments, log->dialect.separator, log->n_all, log->request);
    comments_free(&comments);
    size_t line = lines->line;
    lines->line = log->header; /* for the message about bytes */
    if (log->dialect.header && !lines_expect_text(lines, &log->first.lines[0]))
        return false;
    lines->line = line;
    if (log->n_all > TABLE_COLUMN_LIMIT)
        return lines_refuse(lines, log->header, "%zu fields, more than the limit of %d", log->n_all,
                            TABLE_COLUMN_LIMIT);
    if (log->first.count == 1 && log->dialect.header)
        return lines_refuse(lines, log->header, "a header but no rows of numbers");
    log->places = arena_alloc(log->arena, log->n_all, sizeof(*log->places));
    log->columns = arena_alloc(log->arena, log->n_all, sizeof(*log->columns));
    memset(log->places, 0xFF, log->n_all * sizeof(*log->places));
    if (log->dialect.header && !names_read(log))
        return false;
    bool good = like == NULL ? columns_choose(log) : columns_match(log, like);
    log->dialect.units = log->dialect.units || (good && log->dialect.header &&
                                                units_are_meant(&log->first, log->dialect.separator,
                                                                log->places, log->n_all));
    log->next = (size_t)log->dialect.header + log->dialect.units;
    return good && (log->names == NULL || names_differ(log));
}

static bool separator_leaves_commas(char separator)
{
    return separator == ';' || separator == '\t';
}

struct log *log_open(struct arena *arena, const char *path, const struct log_request *request,
                     const struct log *like)
{
    struct log *log = arena_alloc(arena, 1, sizeof(*log));
    *log = (struct log){.arena = arena, .request = request, .group = SIZE_MAX, .time = SIZE_MAX};
    log->lines = lines_open(arena, path, request->sum);
    log->file = log->lines->file;
    if (!head_read(log, like))
        return log;
    log->words = like == NULL ? words_new(arena) : like->words;
    log->group = place_apart(log, request->group);
    log->time = place_apart(log, request->time);
    log->separators[0] = log->dialect.separator;
    log->shape = (struct line_shape){log->separators, log->n_all, log->dialect.fields};
    log->mark = (char)(request->decimal == '\0' ? '.' : request->decimal);
    log->marked = request->decimal != '\0' || !separator_leaves_commas(log->dialect.separator);
    if (log->dialect.units)
        units_read(log);
    return log;
}

bool log_close(struct log *log, struct refusal *refusal)
{
    *refusal = log->lines->refusal;
    lines_close(log->lines);
    log->lines = NULL;
    return refusal->what[0] == '\0';
}

/* --- cells that are no plain numbers ---------------------------------------------------------- */

/* What was expected of a cell, and the keys of a recipe that would help. */
static const char *cell_expected(const struct log *log, enum field_kind kind, size_t number)
{
    bool keys = log->request->keys;
    if (log->places[number] == log->time && kind != FIELD_INFINITE)
        return keys ? "expected a number, a time such as 12:00:01.5 or a date such as "
                      "2026-03-01T12:00:01Z; \"data: {order: time}\" without \"time\" takes the "
                      "rows "
                      "in the order of the file"
                    : "expected a number, a time such as 12:00:01.5 or a date such as "
                      "2026-03-01T12:00:01Z";
    switch (kind) {
    case FIELD_INFINITE:
        return keys ? "expected a finite number; infinities are refused whatever \"missing\" says"
                    : "expected a finite number";
    case FIELD_TOO_LARGE: return "too large for a double";
    case FIELD_OTHER_MARK:
        if (!keys)
            return "expected the decimal mark of the other numbers, a point if there are none";
        return log->mark == ',' ? "expected a decimal comma as in the rest of the file, \"data: "
                                  "{decimal: '.'}\" if points are meant"
                                : "expected a decimal point, or \"data: {decimal: ','}\"";
    case FIELD_UNCLOSED: return "the quote is never closed";
    case FIELD_NUMBER:
    case FIELD_MISSING:
    case FIELD_TEXT: break;
    }
    return keys
               ? "expected a number; a column of text may stay where \"inputs\" and \"outputs\" do "
                 "not name it"
               : "expected a number";
}

static bool cell_refuse(struct log *log, const struct field *field, enum field_kind kind,
                        size_t number)
{
    return lines_refuse(log->lines, log->line, "%s of this row is \"%s\": %s",
                        log_label(log, number).text, yaml_excerpt(field_copy(field).text).text,
                        cell_expected(log, kind, number));
}

/* The first number with a decimal mark tells the mark of the file, if none is asked for. */
static void mark_find(struct log *log, const struct field *field, enum field_kind *kind,
                      double *value)
{
    if (log->marked || *kind > FIELD_OTHER_MARK)
        return;
    if (*kind == FIELD_OTHER_MARK) {
        log->mark = ',';
        log->comma = log->marked = true;
        *kind = field_value(field, ',', value);
    } else {
        log->marked = memchr(field->text, '.', (size_t)(field->end - field->text)) != NULL;
    }
}

/* Sets *value to what a cell of a wanted column holds. */
static bool cell_read(struct log *log, const struct field *field, size_t number, double *value)
{
    size_t place = log->places[number];
    enum field_kind kind = field_value(field, log->mark, value);
    mark_find(log, field, &kind, value);
    if (kind == FIELD_TEXT && place == log->time && timestamp_read(field, value))
        return true;
    if ((kind == FIELD_TEXT || kind == FIELD_OTHER_MARK) && place == log->group) {
        const struct field word = field_within(*field);
        size_t length = (size_t)(word.end - word.text);
        *value = word_value(words_number(log->words, word.text, length));
        return true;
    }
    if (kind == FIELD_MISSING)
        *value = NAN;
    bool keep = log->request->missing == MISSING_KEEP;
    if (keep && (kind == FIELD_INFINITE || kind == FIELD_TOO_LARGE)) {
        *value = *field->text == '-' ? -INFINITY : INFINITY;
        return true;
    }
    return kind <= FIELD_MISSING || cell_refuse(log, field, kind, number);
}

/* --- rows ------------------------------------------------------------------------------------- */

static const char *blanks_skip(const char *at, char separator)
{
    while (field_blank(*at, separator))
        at++;
    return at;
}

/* Reads a plain number that ends its field. Returns where the next field starts: at NULL behind
   the last. False: the cell is something else. */
static inline bool number_take(struct log *log, struct fields *fields, double *value)
{
    char separator = fields->separator;
    const char *at = blanks_skip(fields->at, separator);
    const char *end =
        log->mark == '.' ? decimal_read(at, value) : decimal_read_marked(at, log->mark, value);
    if (end == NULL)
        return false;
    if (!log->marked)
        log->marked = memchr(at, '.', (size_t)(end - at)) != NULL;
    at = blanks_skip(end, separator);
    if (at == fields->end)
        fields->at = NULL;
    else if (separator == ' ' && at > end)
        fields->at = at;
    else if (*at == separator && separator != ' ')
        fields->at = at + 1;
    else
        return false;
    return true;
}

/* Skips a field that nobody wants. */
static inline void field_skip(struct fields *fields)
{
    struct field field;
    const char *at = blanks_skip(fields->at, fields->separator);
    if (fields->separator == ' ' || *at == '"') {
        field_next(fields, &field);
        return;
    }
    const char *next = memchr(at, fields->separator, (size_t)(fields->end - at));
    fields->at = next == NULL ? NULL : next + 1;
}

/* A last line without an end that has too few fields was cut off, by a loss of power or because the
   log is still written: it is a row without its values, or none where missing values are kept. */
static bool row_is_cut_off(const struct log *log, const struct line *line)
{
    return log->lines->cut_off && log->next == log->first.count &&
           fields_count(line, log->dialect.separator) < log->n_all;
}

static bool row_cut_off(struct log *log, double *row)
{
    for (size_t i = 0; i < log->n_columns; i++)
        row[i] = (double)NAN;
    return log->request->missing == MISSING_DROP;
}

static bool count_refuse(struct log *log, const struct line *line)
{
    size_t count = fields_count(line, log->dialect.separator);
    if (!lines_expect_text(log->lines, line))
        return false;
    return lines_refuse(
        log->lines, log->line, "%zu field%s%s, expected %zu as in line %zu%s", count,
        count == 1 ? "" : "s",
        line_is_open(line, log->dialect.separator)
            ? ", a quote in front of the last is never closed"
            : "",
        log->n_all, log->header,
        log->request->keys && row_is_cut_off(log, line)
            ? ", or \"data: {missing: drop}\" to leave out this last line, which was cut off"
            : "");
}

/* Whether a line has too few fields, or too many: those behind the columns may be empty, or as many
   as the first line has. */
static bool count_is_wrong(const struct log *log, const struct line *line)
{
    return !line_fits(line, log->dialect.separator, &log->shape);
}

static bool number_check(struct log *log, double value, size_t number)
{
    if (!(fabs(value) > table_largest) || log->request->columns == NULL ||
        log->request->missing == MISSING_KEEP)
        return true;
    return lines_refuse(log->lines, log->line, "%s of this row: expected numbers from %g to %g",
                        log_label(log, number).text, -table_largest, table_largest);
}

static bool row_read(struct log *log, const struct line *line, double *row)
{
    struct fields fields = fields_of(line, log->dialect.separator);
    struct field field;
    bool checked = false;
    for (size_t i = 0; i < log->n_all; i++) {
        if (fields.at == NULL)
            return count_refuse(log, line);
        if (log->places[i] == SIZE_MAX) {
            field_skip(&fields);
            continue;
        }
        double *value = &row[log->places[i]];
        if (number_take(log, &fields, value)) {
            if (!number_check(log, *value, i))
                return false;
            continue;
        }
        if (!checked && (count_is_wrong(log, line) || !lines_expect_text(log->lines, line)))
            return count_refuse(log, line);
        checked = true;
        field_next(&fields, &field);
        if (!cell_read(log, &field, i, value))
            return false;
    }
    return fields.at == NULL || !count_is_wrong(log, line) || count_refuse(log, line);
}

bool log_row(struct log *log, double *row)
{
    struct line line;
    if (lines_refused(log->lines))
        return false;
    if (log->next < log->first.count) {
        log->line = log->first.numbers[log->next];
        line = log->first.lines[log->next++];
        size_t ahead = log->lines->line;
        log->lines->line = log->line; /* for messages */
        bool good = row_read(log, &line, row);
        log->lines->line = ahead;
        return good;
    }
    if (!lines_next(log->lines, &line))
        return false;
    log->line = log->lines->line;
    line_complete(log->lines, &line, &log->shape);
    if (log->request->missing != MISSING_REFUSE && row_is_cut_off(log, &line))
        return row_cut_off(log, row);
    return row_read(log, &line, row);
}
