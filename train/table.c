/* See table.h. Bytes become lines, lines become rows, in that order below. The way of a good row
   is short: row_parse takes the numbers where they stand in the buffer. Only when it gives
   up is the line cut into fields, to find what to say. Errors are noted in the reader and
   raised at the end of table_read, after everything that is not the arena's is given
   back; so no way out leaks. */
#include "table.h"

#include "../gen/fail.h"
#include "../gen/yaml_tree.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <lzma.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* --- numbers ------------------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* All that a double holds exactly. */
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LARGEST_POWER = sizeof(powers_of_ten) / sizeof(powers_of_ten[0]) - 1 };

struct decimal {
    uint64_t digits; /* the value is digits * 10^exponent */
    int exponent;
    bool negative, complete; /* complete: no digit was left out */
};

/* digits * 10^exponent, rounded once, or false when this way cannot tell. The digits are high +
   low exactly, and so is the power. Product and quotient are taken as head + tail, whose
   relative error stays below 2^-102: rounding errors of about 2^-53 in a tail of at most 2^-52.
   If moving the tail by 2^-100 either way changes nothing, the sum is the nearest double. */
static bool decimal_round(const struct decimal *decimal, double *value)
{
    int power = abs(decimal->exponent);
    if (FLT_EVAL_METHOD != 0 || !decimal->complete || power > LARGEST_POWER)
        return false;
    double scale = powers_of_ten[power];
    double high = (double)decimal->digits;
    double low = (double)(int64_t)(decimal->digits - (uint64_t)high);
    bool divide = decimal->exponent < 0;
    double head = divide ? high / scale : high * scale;
    if (low == 0.0) {
        *value = head;
        return true;
    }
    double tail =
        divide ? (fma(-head, scale, high) + low) / scale : fma(high, scale, -head) + low * scale;
    double margin = head * 0x1p-100;
    *value = head + (tail - margin);
    return *value == head + (tail + margin);
}

/* The C library rounds correctly too, but takes ten times as long and minds the locale. */
static double text_round(const char *text)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    double value = strtod(text, NULL);
    uselocale(before);
    freelocale(plain);
    return value;
}

/* A run of digits: the first 19 that matter go into the decimal, a step of the exponent is
   taken off for each of them. */
static const char *digits_scan(const char *at, struct decimal *decimal, int step)
{
    const uint64_t room = 1000000000000000000U;
    for (; is_digit(*at); at++) {
        if (decimal->digits < room) {
            decimal->digits = 10 * decimal->digits + (uint64_t)(*at - '0');
            decimal->exponent -= step;
        } else {
            decimal->complete = false;
        }
    }
    return at;
}

/* An exponent, if a whole one stands here; one that is out of any range stays out of it. */
static const char *exponent_scan(const char *at, struct decimal *decimal)
{
    const char *digit = at + 1;
    if (*at != 'e' && *at != 'E')
        return at;
    bool negative = *digit == '-';
    digit += *digit == '-' || *digit == '+';
    if (!is_digit(*digit))
        return at;
    int exponent = 0;
    for (; is_digit(*digit); digit++)
        exponent = exponent < 100000000 ? 10 * exponent + (*digit - '0') : exponent;
    decimal->exponent += negative ? -exponent : exponent;
    return digit;
}

const char *table_number(const char *text, double *value)
{
    struct decimal decimal = {.complete = true, .negative = *text == '-'};
    const char *start = text + (*text == '-' || *text == '+');
    const char *at = digits_scan(start, &decimal, 0);
    bool any = at > start;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = digits_scan(fraction, &decimal, 1);
        any = any || at > fraction;
    }
    if (!any)
        return NULL;
    at = exponent_scan(at, &decimal);
    if (decimal.digits == 0)
        *value = 0.0;
    else if (!decimal_round(&decimal, value))
        *value = text_round(start);
    if (decimal.negative)
        *value = -*value;
    return isinf(*value) ? NULL : at;
}

/* --- bytes: plain, gzip or xz, by their first bytes ------------------------------------------ */

enum { INPUT_BYTES = 1 << 16 };

struct source {
    FILE *file;
    /* Up to `room` bytes of text, 0 at the end or once there is an error. */
    size_t (*read)(struct source *source, char *to, size_t room);
    void (*close)(struct source *source);
    const char *error; /* NULL: none */
    bool finished;
    z_stream gzip;
    lzma_stream xz;
    size_t at, size;
    unsigned char bytes[INPUT_BYTES]; /* of the file; [at, size) are still to be used */
};

static void input_fill(struct source *source)
{
    if (source->at < source->size)
        return;
    source->at = 0;
    source->size = fread(source->bytes, 1, INPUT_BYTES, source->file);
    if (source->size == 0 && ferror(source->file))
        source->error = strerror(errno);
}

static size_t plain_read(struct source *source, char *to, size_t room)
{
    input_fill(source);
    size_t count = source->size - source->at;
    count = count < room ? count : room;
    memcpy(to, source->bytes + source->at, count);
    source->at += count;
    return count;
}

static void plain_close(struct source *source) { (void)source; }

/* A gzip file may hold several members; their texts follow each other. */
static void gzip_status(struct source *source, int status)
{
    if (status == Z_STREAM_END) {
        input_fill(source);
        source->finished = source->at == source->size;
        inflateReset(&source->gzip);
    } else if (status == Z_BUF_ERROR) {
        source->error = "the gzip data end too early: truncated file";
    } else if (status == Z_MEM_ERROR) {
        source->error = "out of memory";
    } else if (status != Z_OK) {
        source->error = "the gzip data are corrupt";
    }
}

static size_t gzip_read(struct source *source, char *to, size_t room)
{
    z_stream *gzip = &source->gzip;
    gzip->next_out = (Bytef *)to;
    gzip->avail_out = (uInt)room;
    while (gzip->avail_out > 0 && !source->finished && source->error == NULL) {
        input_fill(source);
        gzip->next_in = source->bytes + source->at;
        gzip->avail_in = (uInt)(source->size - source->at);
        int status = inflate(gzip, Z_NO_FLUSH);
        source->at = source->size - gzip->avail_in;
        gzip_status(source, status);
    }
    return room - gzip->avail_out;
}

static void gzip_close(struct source *source) { inflateEnd(&source->gzip); }

static void xz_status(struct source *source, lzma_ret status)
{
    if (status == LZMA_STREAM_END)
        source->finished = true;
    else if (status == LZMA_BUF_ERROR)
        source->error = "the xz data end too early: truncated file";
    else if (status == LZMA_MEM_ERROR)
        source->error = "out of memory";
    else if (status == LZMA_MEMLIMIT_ERROR)
        source->error = "the xz data need too much memory, expected what `xz -9` makes or less";
    else if (status != LZMA_OK)
        source->error = "the xz data are corrupt";
}

static size_t xz_read(struct source *source, char *to, size_t room)
{
    lzma_stream *xz = &source->xz;
    xz->next_out = (uint8_t *)to;
    xz->avail_out = room;
    while (xz->avail_out > 0 && !source->finished && source->error == NULL) {
        input_fill(source);
        xz->next_in = source->bytes + source->at;
        xz->avail_in = source->size - source->at;
        lzma_ret status = lzma_code(xz, xz->avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
        source->at = source->size - xz->avail_in;
        xz_status(source, status);
    }
    return room - xz->avail_out;
}

static void xz_close(struct source *source) { lzma_end(&source->xz); }

static void source_open(struct source *source, FILE *file)
{
    static const unsigned char gzip_magic[] = {0x1F, 0x8B};
    static const unsigned char xz_magic[] = {0xFD, '7', 'z', 'X', 'Z', 0x00};
    source->file = file;
    source->read = plain_read;
    source->close = plain_close;
    source->xz = (lzma_stream)LZMA_STREAM_INIT;
    input_fill(source);
    if (source->size >= sizeof(gzip_magic) &&
        memcmp(source->bytes, gzip_magic, sizeof(gzip_magic)) == 0) {
        source->read = gzip_read;
        source->close = gzip_close;
        gzip_status(source, inflateInit2(&source->gzip, 16 + MAX_WBITS)); /* 16: gzip, not zlib */
    }
    if (source->size >= sizeof(xz_magic) &&
        memcmp(source->bytes, xz_magic, sizeof(xz_magic)) == 0) {
        source->read = xz_read;
        source->close = xz_close;
        xz_status(source, lzma_stream_decoder(&source->xz, (uint64_t)TABLE_UNPACK_LIMIT_MB << 20,
                                              LZMA_CONCATENATED));
    }
}

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
    struct source source;
    size_t begin, end;        /* text[begin..end) is still to be read */
    char text[TEXT_ROOM + 1]; /* the last for the NUL that ends a line */
};

/* Notes the first error; always false, the answer of whoever found it. */
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

static struct reader *reader_open(struct arena *arena, const char *path)
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
    source_open(&reader->source, file);
    return reader;
}

/* Hands the values over, gives back all else, and only then raises what was refused. */
static struct table *reader_finish(struct reader *reader)
{
    struct table *table = reader->table;
    struct refusal refusal = reader->refusal;
    if (!is_refused(reader))
        table->values =
            arena_grow(reader->arena, reader->values, reader->count, reader->count, sizeof(double));
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

struct line {
    const char *text; /* ends in NUL, may hold others */
    const char *end;
};

static bool line_too_long(struct reader *reader, size_t line)
{
    return refuse(reader, line, "longer than %d bytes, which is the limit for a line",
                  TABLE_LINE_LIMIT);
}

/* Moves what is left to the front and reads on behind it. An error of the source waits until the
   text in front of it is used up, so that it carries its own line number. */
static bool text_fill(struct reader *reader)
{
    struct source *source = &reader->source;
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

/* False at the end of the file or when it was refused. */
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
        end = reader->text + reader->end; /* a last line without an end */
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

/* The next line that is neither blank nor a comment. */
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

/* --- fields: for the header, the separator and the words of a refusal ------------------------- */

struct field {
    const char *text, *end; /* without blanks around */
    bool quoted, closed;    /* quoted: starts with a quote; closed: and that one ends */
};

struct fields {
    const char *at, *end; /* at: NULL after the last */
    char separator;
};

static struct fields fields_of(const struct line *line, char separator)
{
    return (struct fields){line->text, line->end, separator};
}

static bool is_blank(char c, char separator)
{
    return c == ' ' || (c == '\t' && separator != '\t');
}

/* Behind the quote that ends the one at `at`; a doubled quote is one of the text. */
static const char *quote_end(const char *at, const char *end)
{
    for (at++; at < end; at++) {
        if (*at == '"' && at + 1 < end && at[1] == '"')
            at++;
        else if (*at == '"')
            return at + 1;
    }
    return NULL;
}

static bool field_next(struct fields *fields, struct field *field)
{
    const char *at = fields->at, *end = fields->end;
    char separator = fields->separator;
    if (at == NULL)
        return false;
    while (at < end && is_blank(*at, separator))
        at++;
    *field = (struct field){.text = at, .quoted = at < end && *at == '"', .closed = true};
    if (field->quoted) {
        const char *behind = quote_end(at, end);
        field->closed = behind != NULL;
        at = behind != NULL ? behind : end;
    }
    while (at < end && *at != separator && !(separator == ' ' && *at == '\t'))
        at++;
    field->end = at;
    while (field->end > field->text && is_blank(field->end[-1], separator))
        field->end--;
    while (separator == ' ' && at < end && is_blank(*at, separator))
        at++;
    fields->at = at == end ? NULL : at + (separator != ' ');
    return true;
}

static size_t fields_count(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    size_t count = 0;
    while (field_next(&fields, &field))
        count++;
    return count;
}

/* Whether no field has a blank inside. */
static bool fields_are_whole(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    while (field_next(&fields, &field))
        for (const char *at = field.text; at < field.end && !field.quoted; at++)
            if (*at == ' ' || *at == '\t')
                return false;
    return true;
}

static char separator_find(const struct line *line)
{
    static const char candidates[] = {';', ',', '\t'};
    for (size_t i = 0; i < sizeof(candidates); i++)
        if (memchr(line->text, candidates[i], (size_t)(line->end - line->text)) != NULL &&
            fields_are_whole(line, candidates[i]))
            return candidates[i];
    return ' ';
}

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

static struct field_text field_copy(const struct field *field)
{
    struct field_text copy = {""};
    size_t length = (size_t)(field->end - field->text);
    memcpy(copy.text, field->text, length < sizeof(copy) ? length : sizeof(copy) - 1);
    return copy;
}

/* NaN and Inf as C libraries print them: "-nan(0x7)", "Infinity", "1.#QNAN". */
static bool text_is_not_finite(const char *text)
{
    char word[12] = "";
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i + 1 < sizeof(word) && text[i] != '\0' && text[i] != '('; i++)
        word[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return strcmp(word, "nan") == 0 || strcmp(word, "inf") == 0 || strcmp(word, "infinity") == 0 ||
           strncmp(word, "1.#", 3) == 0;
}

static bool text_has_decimal_comma(struct field_text copy)
{
    double value;
    char *comma = strchr(copy.text, ',');
    if (comma == NULL)
        return false;
    *comma = '.';
    const char *end = table_number(copy.text, &value);
    return end != NULL && *end == '\0';
}

static enum field_kind field_classify(const struct field *field)
{
    double value = 0.0;
    struct field_text copy = field_copy(field);
    if (field->text == field->end)
        return FIELD_EMPTY;
    if (field->quoted)
        return FIELD_QUOTED;
    if (table_number(field->text, &value) == field->end)
        return FIELD_NUMBER;
    if (isinf(value))
        return FIELD_TOO_LARGE;
    if (text_is_not_finite(copy.text))
        return FIELD_NOT_FINITE;
    return text_has_decimal_comma(copy) ? FIELD_DECIMAL_COMMA : FIELD_TEXT;
}

/* --- the header ------------------------------------------------------------------------------ */

/* A line of numbers with a hole, a NaN or a decimal comma is a bad row, not a header. */
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

/* Length of the UTF-8 character at `at`, 0 if there is none. */
static size_t utf8_length(const unsigned char *at)
{
    static const struct {
        unsigned char first, last, second_first, second_last, length;
    } forms[] = {
        {0x00, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (at[0] < forms[i].first || at[0] > forms[i].last)
            continue;
        size_t length = 1;
        if (forms[i].length > 1 && at[1] >= forms[i].second_first && at[1] <= forms[i].second_last)
            for (length = 2; length < forms[i].length && (at[length] & 0xC0) == 0x80;)
                length++;
        return length == forms[i].length ? length : 0;
    }
    return 0;
}

/* Names end up in a spec, which is UTF-8. */
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

/* The text of a field, without the quotes around it. */
static const char *name_copy(struct arena *arena, const struct field *field)
{
    char *name = arena_strndup(arena, field->text, (size_t)(field->end - field->text));
    if (!field->quoted || quote_end(field->text, field->end) != field->end)
        return name;
    char *to = name;
    for (const char *from = field->text + 1; from < field->end - 1; from++) {
        *to++ = *from;
        from += *from == '"';
    }
    *to = '\0';
    return name;
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
        table->names[i] = name_copy(reader->arena, &field);
        if (!name_check(reader, table->names[i], i))
            return false;
    }
    return names_differ(reader);
}

/* --- rows ------------------------------------------------------------------------------------ */

static const char *blanks_skip(const char *at, char separator)
{
    while (is_blank(*at, separator))
        at++;
    return at;
}

/* The numbers of a whole line, or false. The NUL behind the line stops every loop. */
static bool row_parse(const struct line *line, char separator, size_t columns, double to[])
{
    const char *at = blanks_skip(line->text, separator);
    for (size_t i = 0; i < columns; i++) {
        const char *end = table_number(at, &to[i]);
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

static struct field_text column_name(const struct table *table, size_t column)
{
    struct field_text name;
    if (table->names == NULL)
        snprintf(name.text, sizeof(name.text), "column %zu", column + 1);
    else
        snprintf(name.text, sizeof(name.text), "column \"%s\"",
                 yaml_excerpt(table->names[column]).text);
    return name;
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
    struct field_text name = column_name(reader->table, column);
    struct yaml_excerpt excerpt = yaml_excerpt(field_copy(field).text);
    if (kind == FIELD_EMPTY)
        return refuse(reader, reader->line, "%s is empty, %s", name.text, expected[kind]);
    if (kind != FIELD_NUMBER)
        return refuse(reader, reader->line, "%s: %s%s%s: %s", name.text,
                      kind == FIELD_QUOTED ? "" : "\"", excerpt.text,
                      kind == FIELD_QUOTED ? "" : "\"", expected[kind]);
    return true;
}

/* Says what is wrong with a line that row_parse gave up: bytes first, then the number of fields,
   which explains more than the first field that went astray by it. */
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
    return refuse(reader, reader->line, "internal error: a row that is no row");
}

/* Room for one more row, growing by half: with blocks of this size realloc moves pages, not
   bytes, where the system can. */
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

static bool row_append(struct reader *reader, const struct line *line)
{
    struct table *table = reader->table;
    if (!row_reserve(reader))
        return false;
    if (!row_parse(line, reader->separator, table->columns, reader->values + reader->count))
        return row_refuse(reader, line);
    reader->count += table->columns;
    table->rows++;
    return true;
}

/* --- the table ------------------------------------------------------------------------------- */

static bool columns_count(struct reader *reader, const struct line *line)
{
    reader->table->columns = fields_count(line, reader->separator);
    return reader->table->columns <= TABLE_COLUMN_LIMIT ||
           refuse(reader, reader->reference_line, "%zu fields, more than the limit of %d",
                  reader->table->columns, TABLE_COLUMN_LIMIT);
}

/* From a header to the first row, whose separator counts: names may hold commas and blanks. If
   it does not cut both lines, one of them is bad and the header's own tells better which. */
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

/* Up to the first row, which is left in `line`. */
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

struct table *table_read(struct arena *arena, const char *path)
{
    struct reader *reader = reader_open(arena, path);
    struct line line;
    if (head_read(reader, &line))
        while (row_append(reader, &line) && row_next(reader, &line)) {
        }
    return reader_finish(reader);
}

/* --- columns --------------------------------------------------------------------------------- */

/* The names in the file, as many as a message takes. */
static void names_list(const struct table *table, char list[], size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < table->columns; i++) {
        struct yaml_excerpt name = yaml_excerpt(table->names[i]);
        if (used + strlen(name.text) + sizeof(", ...") >= room) {
            snprintf(list + used, room - used, ", ...");
            return;
        }
        used += (size_t)snprintf(list + used, room - used, "%s%s", i == 0 ? "" : ", ", name.text);
    }
}

static _Noreturn void column_refuse(const struct table *table, const char *name,
                                    const char *recipe_file, int recipe_line)
{
    char list[400];
    if (table->names == NULL)
        fail_at(recipe_file, recipe_line,
                "no column \"%s\" in %s, which has no header: expected a number from 1 to %zu",
                yaml_excerpt(name).text, table->file, table->columns);
    names_list(table, list, sizeof(list));
    fail_at(recipe_file, recipe_line, "no column \"%s\" in %s, which has %zu: %s",
            yaml_excerpt(name).text, table->file, table->columns, list);
}

size_t table_column(const struct table *table, const char *name, const char *recipe_file,
                    int recipe_line)
{
    for (size_t i = 0; table->names != NULL && i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0)
            return i;
    size_t number = 0;
    const char *digits = name + (*name == '-');
    for (const char *at = digits; is_digit(*at) && number <= TABLE_COLUMN_LIMIT; at++)
        number = 10 * number + (size_t)(*at - '0');
    bool whole = digits[strspn(digits, "0123456789")] == '\0';
    if (!whole || number < 1 || number > table->columns)
        column_refuse(table, name, recipe_file, recipe_line);
    return *name == '-' ? table->columns - number : number - 1;
}

/* --- warnings -------------------------------------------------------------------------------- */

struct inputs {
    const struct table *table;
    const size_t *columns; /* (count) */
    size_t count;
};

static double input_value(const struct inputs *inputs, size_t row, size_t i)
{
    return inputs->table->values[row * inputs->table->columns + inputs->columns[i]];
}

static bool input_is_constant(const struct inputs *inputs, size_t i)
{
    for (size_t row = 1; row < inputs->table->rows; row++)
        if (input_value(inputs, row, i) != input_value(inputs, 0, i))
            return false;
    return inputs->table->rows > 1;
}

static uint64_t inputs_hash(const struct inputs *inputs, size_t row)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        double value = input_value(inputs, row, i) + 0.0; /* -0 equals 0 */
        uint64_t bits;
        memcpy(&bits, &value, sizeof(bits));
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool inputs_equal(const struct inputs *inputs, size_t a, size_t b)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (input_value(inputs, a, i) != input_value(inputs, b, i))
            return false;
    return true;
}

/* Rows whose inputs an earlier row has. A hash table with open addressing and 5 to 10 bytes a
   row; beyond 2^32 rows nobody is warned. */
static size_t inputs_repeated(const struct inputs *inputs)
{
    size_t rows = inputs->table->rows, size = 16, repeated = 0;
    if (rows >= UINT32_MAX)
        return 0;
    while (size < rows + rows / 4)
        size *= 2;
    uint32_t *slots = calloc(size, sizeof(*slots)); /* row + 1, or 0 */
    if (slots == NULL)
        fail("out of memory");
    for (size_t row = 0; row < rows; row++) {
        size_t slot = inputs_hash(inputs, row) & (size - 1);
        while (slots[slot] != 0 && !inputs_equal(inputs, row, slots[slot] - 1))
            slot = (slot + 1) & (size - 1);
        repeated += slots[slot] != 0;
        if (slots[slot] == 0)
            slots[slot] = (uint32_t)(row + 1);
    }
    free(slots);
    return repeated;
}

static size_t names_that_are_numbers(const struct table *table)
{
    size_t count = 0;
    double value;
    for (size_t i = 0; table->names != NULL && i < table->columns; i++) {
        const char *end = table_number(table->names[i], &value);
        count += end != NULL && *end == '\0';
    }
    return count;
}

void table_warn(const struct table *table, const size_t *inputs, size_t n_inputs, FILE *err)
{
    const struct inputs all = {table, inputs, n_inputs};
    size_t numbers = names_that_are_numbers(table);
    if (numbers > 0)
        fprintf(err, "%s: %s: warning: the header has %zu number%s among its %zu names\n",
                fail_program, table->file, numbers, numbers == 1 ? "" : "s", table->columns);
    for (size_t i = 0; i < n_inputs; i++)
        if (input_is_constant(&all, i))
            fprintf(err, "%s: %s: warning: input %s is %.9g in every row\n", fail_program,
                    table->file, column_name(table, inputs[i]).text, input_value(&all, 0, i));
    size_t repeated = n_inputs > 0 ? inputs_repeated(&all) : 0;
    if (repeated > 0)
        fprintf(err, "%s: %s: warning: %zu of %zu rows repeat%s the inputs of an earlier row\n",
                fail_program, table->file, repeated, table->rows, repeated == 1 ? "s" : "");
}
