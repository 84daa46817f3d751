/* See table.h. Bytes become lines and lines become rows, in that order below. row_parse reads a
   good row from the buffer in one pass. Only a row that it cannot read is cut into fields
   (fields.h), to find the message. A fault is noted in the reader; table_read ends the run with it
   after all memory outside the arena is freed, so that nothing leaks. */
#include "data/table.h"

#include "base/fail.h"
#include "data/decimal.h"
#include "data/fields.h"
#include "data/unpack.h"
#include "spec/yaml_tree.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const double table_largest = 1e30;

/* --- the reader: what one call of table_read works with -------------------------------------- */

enum { TEXT_ROOM = TABLE_LINE_LIMIT + 2 }; /* a line, CR and LF */

struct refusal {
    size_t line;    /* 0: the file as a whole */
    char what[512]; /* "": none */
};

struct reader {
    struct arena *arena;
    struct table *table;
    struct refusal refusal;
    size_t line;           /* of the line last read, 1 for the first */
    size_t reference_line; /* the header or else the first row: it says how many columns */
    char separator;        /* ' ' stands for a run of blanks and tabs */
    double *values;        /* (capacity), `count` of them filled */
    size_t count, capacity;
    SHA2_CTX sum; /* of the file's bytes, for source.sum */
    struct unpack source;
    size_t begin, end;        /* text[begin..end) is still to be read */
    char text[TEXT_ROOM + 1]; /* the last for the NUL that ends a line */
};

/* Notes the first fault. Returns false always, so that callers can return its result. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct reader *reader, size_t line,
                                                         const char *format, ...)
{
    va_list args;
    struct refusal *refusal = &reader->refusal;
    if (refusal->what[0] != '\0')
        return false;
    va_start(args, format);
    vsnprintf(refusal->what, sizeof(refusal->what), format, args);
    va_end(args);
    refusal->line = line;
    return false;
}

static bool is_refused(const struct reader *reader) { return reader->refusal.what[0] != '\0'; }

static int line_number(size_t line) { return line < INT_MAX ? (int)line : INT_MAX; }

static struct reader *reader_open(struct arena *arena, const char *path, bool summed)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        fail("%s: %s", path, strerror(errno));
    struct reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL)
        fail("out of memory");
    reader->arena = arena;
    reader->table = arena_alloc(arena, 1, sizeof(*reader->table));
    reader->table->file = arena_strdup(arena, file == stdin ? "standard input" : path);
    SHA256Init(&reader->sum);
    reader->source.sum = summed ? &reader->sum : NULL;
    unpack_open(&reader->source, file);
    return reader;
}

/* The checksum of all bytes of the file, including those behind the end of packed text. */
static const char *reader_sum(struct reader *reader)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    if (reader->source.sum == NULL)
        return NULL;
    unpack_drain(&reader->source);
    return arena_strdup(reader->arena, SHA256End(&reader->sum, digest));
}

/* Copies the values into the arena and frees the reader; then a noted fault ends the run. */
static struct table *reader_finish(struct reader *reader)
{
    struct table *table = reader->table;
    struct refusal refusal = reader->refusal;
    if (!is_refused(reader)) {
        table->values =
            arena_grow(reader->arena, reader->values, reader->count, reader->count, sizeof(double));
        table->sha256 = reader_sum(reader);
    }
    reader->source.close(&reader->source);
    if (reader->source.file != stdin)
        fclose(reader->source.file);
    free(reader->values);
    free(reader);
    if (refusal.what[0] != '\0' && refusal.line == 0)
        fail("%s: %s", table->file, refusal.what);
    if (refusal.what[0] != '\0')
        fail_at(table->file, line_number(refusal.line), "%s", refusal.what);
    return table;
}
/* --- lines ----------------------------------------------------------------------------------- */

static bool line_too_long(struct reader *reader, size_t line)
{
    return refuse(reader, line, "the line is longer than %d bytes, the limit for a line",
                  TABLE_LINE_LIMIT);
}

/* Moves the text that is left to the front and reads more behind it. An error of the source is
   noted only when the text before it is used up, so that it has the right line number. */
static bool text_fill(struct reader *reader)
{
    struct unpack *source = &reader->source;
    size_t left = reader->end - reader->begin;
    if (left == TEXT_ROOM)
        return line_too_long(reader, reader->line + 1);
    memmove(reader->text, reader->text + reader->begin, left);
    size_t got = source->read(source, reader->text + left, TEXT_ROOM - left);
    reader->begin = 0;
    reader->end = left + got;
    if (got == 0 && source->error != NULL)
        refuse(reader, ferror(source->file) ? 0 : reader->line + 1, "%s", source->error);
    return got > 0;
}

/* Reads the next line; false at the end of the file or after a fault. */
static bool line_next(struct reader *reader, struct line *line)
{
    char *end;
    do
        end = memchr(reader->text + reader->begin, '\n', reader->end - reader->begin);
    while (end == NULL && text_fill(reader));
    if (is_refused(reader) || reader->begin == reader->end)
        return false;
    char *text = reader->text + reader->begin;
    if (end == NULL)
        end = reader->text + reader->end; /* the last line may have no LF */
    size_t next = (size_t)(end - reader->text) + 1;
    reader->begin = next < reader->end ? next : reader->end;
    reader->line++;
    end -= end > text && end[-1] == '\r';
    *end = '\0';
    *line = (struct line){text, end};
    return end - text <= TABLE_LINE_LIMIT || line_too_long(reader, reader->line);
}

static bool line_is_text(struct reader *reader, const struct line *line)
{
    for (const char *at = line->text; at < line->end; at++) {
        unsigned char byte = (unsigned char)*at;
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return refuse(reader, reader->line, "byte 0x%02X, expected text: numbers in columns",
                          byte);
    }
    return true;
}

/* Reads the next line that is neither blank nor a comment. */
static bool row_next(struct reader *reader, struct line *line)
{
    while (line_next(reader, line)) {
        if (reader->line == 1 && strncmp(line->text, "\xEF\xBB\xBF", 3) == 0)
            line->text += 3;
        const char *first = line->text + strspn(line->text, " \t");
        if (*first != '#' && first < line->end)
            return true;
        if (!line_is_text(reader, line))
            return false;
    }
    return false;
}
/* --- the header ------------------------------------------------------------------------------ */

/* Whether a line is a header: one field is text or in quotes. A line of numbers with an empty
   field, a NaN or a decimal comma is a bad row, not a header. */
static bool line_is_header(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    while (field_next(&fields, &field)) {
        enum field_kind kind = field_classify(&field);
        if (kind == FIELD_TEXT || kind == FIELD_QUOTED)
            return true;
    }
    return false;
}

/* Refuses a name that is empty or no UTF-8: names go into a spec, which is UTF-8. */
static bool name_check(struct reader *reader, const char *name, size_t column)
{
    const unsigned char *at = (const unsigned char *)name;
    if (*at == '\0')
        return refuse(reader, reader->reference_line, "column %zu has no name", column + 1);
    while (*at != '\0') {
        size_t length = utf8_length(at);
        if (length == 0)
            return refuse(reader, reader->reference_line,
                          "byte 0x%02X in the name of column %zu, expected UTF-8", *at, column + 1);
        at += length;
    }
    return true;
}

struct named {
    const char *name;
    size_t column;
};

static int named_compare(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

static bool names_differ(struct reader *reader)
{
    const struct table *table = reader->table;
    if (table->columns < 2)
        return true;
    struct named *sorted = calloc(table->columns, sizeof(*sorted));
    if (sorted == NULL)
        return refuse(reader, 0, "out of memory");
    for (size_t i = 0; i < table->columns; i++)
        sorted[i] = (struct named){table->names[i], i};
    qsort(sorted, table->columns, sizeof(*sorted), named_compare);
    for (size_t i = 1; i < table->columns; i++)
        if (strcmp(sorted[i - 1].name, sorted[i].name) == 0)
            refuse(reader, reader->reference_line, "columns %zu and %zu are both named \"%s\"",
                   sorted[i - 1].column + 1, sorted[i].column + 1,
                   yaml_excerpt(sorted[i].name).text);
    free(sorted);
    return !is_refused(reader);
}

static bool names_read(struct reader *reader, const struct line *header)
{
    struct table *table = reader->table;
    struct fields fields = fields_of(header, reader->separator);
    struct field field;
    table->names = arena_alloc(reader->arena, table->columns, sizeof(*table->names));
    for (size_t i = 0; field_next(&fields, &field); i++) {
        if (!field.closed)
            return refuse(reader, reader->reference_line,
                          "the quote in front of the name of column %zu is never closed", i + 1);
        table->names[i] = field_name(reader->arena, &field);
        if (!name_check(reader, table->names[i], i))
            return false;
    }
    return names_differ(reader);
}
/* --- rows ------------------------------------------------------------------------------------ */

static const char *blanks_skip(const char *at, char separator)
{
    while (field_blank(*at, separator))
        at++;
    return at;
}

/* Reads the numbers of a whole line; false if the line is no good row. The NUL behind the line
   stops every loop. */
static bool row_parse(const struct line *line, char separator, size_t columns, double to[])
{
    const char *at = blanks_skip(line->text, separator);
    for (size_t i = 0; i < columns; i++) {
        const char *end = decimal_read(at, &to[i]);
        if (end == NULL)
            return false;
        at = blanks_skip(end, separator);
        if (i + 1 == columns)
            break;
        if (separator == ' ' ? at == end : *at != separator)
            return false;
        if (separator != ' ')
            at = blanks_skip(at + 1, separator);
    }
    return at == line->end;
}

static bool field_refuse(struct reader *reader, const struct field *field, size_t column)
{
    static const char *const expected[] = {
        [FIELD_EMPTY] = "expected a number",
        [FIELD_TOO_LARGE] = "too large for a double",
        [FIELD_NOT_FINITE] = "expected a finite number",
        [FIELD_DECIMAL_COMMA] = "decimal commas are not supported, expected a decimal point",
        [FIELD_QUOTED] = "expected a number, without quotes",
        [FIELD_TEXT] = "expected a number",
    };
    enum field_kind kind = field_classify(field);
    struct table_label name = table_label(reader->table, column);
    struct yaml_excerpt excerpt = yaml_excerpt(field_copy(field).text);
    if (kind == FIELD_EMPTY)
        return refuse(reader, reader->line, "%s is empty, %s", name.text, expected[kind]);
    if (kind != FIELD_NUMBER)
        return refuse(reader, reader->line, "%s: %s%s%s: %s", name.text,
                      kind == FIELD_QUOTED ? "" : "\"", excerpt.text,
                      kind == FIELD_QUOTED ? "" : "\"", expected[kind]);
    return true;
}

/* Finds what is wrong with a line that row_parse could not read. Bytes that are no text come first,
   then a wrong number of fields, then the first field that is no number. */
static bool row_refuse(struct reader *reader, const struct line *line)
{
    size_t columns = reader->table->columns;
    size_t count = fields_count(line, reader->separator);
    if (!line_is_text(reader, line))
        return false;
    if (count != columns)
        return refuse(reader, reader->line, "%zu field%s, expected %zu as in line %zu", count,
                      count == 1 ? "" : "s", columns, reader->reference_line);
    struct fields fields = fields_of(line, reader->separator);
    struct field field;
    for (size_t i = 0; field_next(&fields, &field); i++)
        if (!field_refuse(reader, &field, i))
            return false;
    return refuse(reader, reader->line, "internal error: a row was refused without a fault");
}

/* Makes room for one more row. The block grows by half; at this size realloc can move pages instead
   of copying bytes. */
static bool row_reserve(struct reader *reader)
{
    size_t columns = reader->table->columns;
    if (reader->capacity - reader->count >= columns)
        return true;
    size_t capacity = reader->capacity + reader->capacity / 2 + columns + 4096;
    double *values = capacity < SIZE_MAX / 4 / sizeof(*values)
                         ? realloc(reader->values, capacity * sizeof(*values))
                         : NULL;
    if (values == NULL)
        return refuse(reader, reader->line, "out of memory for %zu values", capacity);
    reader->values = values;
    reader->capacity = capacity;
    return true;
}

/* Notes the first line of each column with a number beyond table_largest. */
static void row_note_beyond(struct reader *reader, const double *row)
{
    for (size_t i = 0; i < reader->table->columns; i++)
        if (fabs(row[i]) > table_largest && reader->table->beyond[i] == 0)
            reader->table->beyond[i] = line_number(reader->line);
}

static bool row_append(struct reader *reader, const struct line *line)
{
    struct table *table = reader->table;
    if (!row_reserve(reader))
        return false;
    if (!row_parse(line, reader->separator, table->columns, reader->values + reader->count))
        return row_refuse(reader, line);
    row_note_beyond(reader, reader->values + reader->count);
    reader->count += table->columns;
    table->rows++;
    return true;
}
/* --- the table ------------------------------------------------------------------------------- */

static bool columns_count(struct reader *reader, const struct line *line)
{
    reader->table->columns = fields_count(line, reader->separator);
    reader->table->beyond = arena_alloc(reader->arena, reader->table->columns, sizeof(int));
    return reader->table->columns <= TABLE_COLUMN_LIMIT ||
           refuse(reader, reader->reference_line, "%zu fields, more than the limit of %d",
                  reader->table->columns, TABLE_COLUMN_LIMIT);
}

/* Reads the header and goes on to the first row, whose separator is the file's: names may hold
   commas and blanks. If that separator does not cut the header too, one of the lines is bad; then
   the header's separator is kept, since it gives the clearer message. */
static bool header_read(struct reader *reader, struct line *line)
{
    size_t length = (size_t)(line->end - line->text);
    const char *text = arena_strndup(reader->arena, line->text, length);
    const struct line header = {text, text + length};
    if (!line_is_text(reader, line))
        return false;
    if (!row_next(reader, line))
        return refuse(reader, reader->reference_line, "a header but no rows of numbers");
    char separator = separator_find(line);
    if (fields_count(line, separator) > 1 && fields_count(&header, separator) > 1)
        reader->separator = separator;
    return columns_count(reader, &header) && names_read(reader, &header);
}

/* Reads up to the first row, which is left in `line`. */
static bool head_read(struct reader *reader, struct line *line)
{
    if (!row_next(reader, line))
        return refuse(reader, reader->line > 0 ? reader->line : 1,
                      reader->line > 0 ? "no rows of numbers" : "empty, expected rows of numbers");
    reader->reference_line = reader->line;
    reader->separator = separator_find(line);
    bool good = line_is_header(line, reader->separator) ? header_read(reader, line)
                                                        : columns_count(reader, line);
    reader->table->first_line = line_number(reader->line);
    return good;
}

static struct table *file_read_as_table(struct arena *arena, const char *path, bool summed)
{
    struct reader *reader = reader_open(arena, path, summed);
    struct line line;
    if (head_read(reader, &line))
        while (row_append(reader, &line) && row_next(reader, &line)) {
        }
    return reader_finish(reader);
}

struct table *table_read(struct arena *arena, const char *path)
{
    return file_read_as_table(arena, path, false);
}

struct table *table_read_summed(struct arena *arena, const char *path)
{
    return file_read_as_table(arena, path, true);
}
