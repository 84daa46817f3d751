/* See lines.h. */
#include "data/log/lines.h"

#include "base/fail.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool lines_refuse(struct lines *lines, size_t line, const char *format, ...)
{
    va_list args;
    struct refusal *refusal = &lines->refusal;
    if (refusal->what[0] != '\0')
        return false;
    va_start(args, format);
    vsnprintf(refusal->what, sizeof(refusal->what), format, args);
    va_end(args);
    refusal->line = line;
    return false;
}

bool lines_refused(const struct lines *lines) { return lines->refusal.what[0] != '\0'; }

void refusal_fail(const struct refusal *refusal, const char *file)
{
    if (refusal->line == 0)
        fail("%s: %s", file, refusal->what);
    fail_at(file, refusal->line < INT_MAX ? (int)refusal->line : INT_MAX, "%s", refusal->what);
}

struct lines *lines_open(struct arena *arena, const char *path, SHA2_CTX *sum)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        fail("%s: %s", path, strerror(errno));
    struct lines *lines = calloc(1, sizeof(*lines));
    if (lines == NULL)
        fail("out of memory");
    lines->file = arena_strdup(arena, file == stdin ? "standard input" : path);
    lines->source.sum = sum;
    unpack_open(&lines->source, file);
    return lines;
}

void lines_close(struct lines *lines)
{
    if (!lines_refused(lines) && lines->source.sum != NULL)
        unpack_drain(&lines->source);
    lines->source.close(&lines->source);
    if (lines->source.file != stdin)
        fclose(lines->source.file);
    free(lines);
}

static bool line_too_long(struct lines *lines, size_t line)
{
    return lines_refuse(lines, line, "the line is longer than %d bytes, the limit for a line",
                        TABLE_LINE_LIMIT);
}

/* Moves the text that is left to the front and reads more behind it. An error of the source is
   noted only when the text before it is used up, so that it has the right line number. */
static bool text_fill(struct lines *lines)
{
    struct unpack *source = &lines->source;
    size_t left = lines->end - lines->begin;
    if (left == LINES_ROOM)
        return line_too_long(lines, lines->line + 1);
    memmove(lines->text, lines->text + lines->begin, left);
    size_t got = source->read(source, lines->text + left, LINES_ROOM - left);
    lines->begin = 0;
    lines->end = left + got;
    if (got == 0 && source->error != NULL)
        lines_refuse(lines, source->unreadable ? 0 : lines->line + 1, "%s", source->error);
    return got > 0;
}

/* The first CR or LF that is still to be read, `skip` bytes are passed over; or NULL. */
static char *end_find(struct lines *lines, size_t skip)
{
    char *text = lines->text + lines->begin + skip;
    size_t left = lines->end - lines->begin - skip;
    char *end = memchr(text, '\n', left);
    char *carriage = memchr(text, '\r', end != NULL ? (size_t)(end - text) : left);
    return carriage != NULL ? carriage : end;
}

/* The same, but a CR at the end of the text waits for what follows: its LF may be there. Reading
   more moves the text. */
static char *line_end(struct lines *lines, size_t skip)
{
    char *end = end_find(lines, skip);
    if (end != NULL && *end == '\r' && end + 1 == lines->text + lines->end) {
        text_fill(lines);
        end = end_find(lines, skip);
    }
    return end;
}

/* Reads the next line, whose first `skip` bytes may hold the ends of others; false at the end of
   the file or after a fault. */
static bool line_take(struct lines *lines, size_t skip, struct line *line)
{
    char *end;
    do
        end = line_end(lines, skip);
    while (end == NULL && text_fill(lines));
    if (lines_refused(lines) || lines->begin + skip == lines->end)
        return false;
    char *text = lines->text + lines->begin, *last = lines->text + lines->end;
    bool cut_off = end == NULL;
    if (cut_off)
        end = last; /* the last line may have no end */
    char *next = end < last ? end + 1 : last;
    next += end < last && *end == '\r' && next < last && *next == '\n';
    if (end - text > TABLE_LINE_LIMIT)
        return line_too_long(lines, lines->line + 1);
    lines->previous = lines->begin;
    lines->length = (size_t)(end - text);
    lines->begin = (size_t)(next - lines->text);
    lines->line++;
    lines->cut_off = cut_off;
    lines->ended = *end;
    *end = '\0';
    *line = (struct line){text, end};
    return true;
}

static bool line_next(struct lines *lines, struct line *line) { return line_take(lines, 0, line); }

struct lines_mark lines_mark(const struct lines *lines, const struct line *line)
{
    return (struct lines_mark){.skipped = (size_t)(line->text - (lines->text + lines->previous)),
                               .length = lines->length,
                               .consumed = lines->begin - lines->previous,
                               .line = lines->line,
                               .ended = lines->ended};
}

bool lines_append(struct lines *lines, struct line *line)
{
    const struct lines_mark mark = lines_mark(lines, line);
    lines->text[lines->previous + mark.length] = mark.ended;
    lines->begin = lines->previous;
    bool good = line_take(lines, mark.consumed, line);
    if (good) {
        line->text += mark.skipped;
        return true;
    }
    lines->previous = lines->begin; /* the text may have moved */
    if (lines->source.error == NULL)
        lines->refusal.what[0] = '\0'; /* too long */
    return false;
}

void lines_return(struct lines *lines, const struct lines_mark *mark, struct line *line)
{
    char *begin = lines->text + lines->previous;
    begin[lines->length] = lines->ended;
    begin[mark->length] = '\0';
    lines->length = mark->length;
    lines->ended = mark->ended;
    lines->begin = lines->previous + mark->consumed;
    lines->line = mark->line;
    *line = (struct line){begin + mark->skipped, begin + mark->length};
}

bool lines_ready(struct lines *lines) { return end_find(lines, 0) != NULL; }

/* What a file that is no text is by its first bytes, and what to do with it; NULL: something else.
 */
static const char *binary_kind(const struct line *line)
{
    static const struct {
        const char *magic, *what;
    } kinds[] = {
        {"PK\x03\x04",
         "a zip archive or the workbook of a spreadsheet, expected CSV: save it as such"},
        {"BZh", "packed by bzip2, expected text, or text packed by gzip or xz"},
        {"\x28\xB5\x2F\xFD", "packed by zstd, expected text, or text packed by gzip or xz"},
        {"\xFF\xFE", "text in UTF-16, expected UTF-8 (iconv -f UTF-16 -t UTF-8)"},
        {"\xFE\xFF", "text in UTF-16, expected UTF-8 (iconv -f UTF-16 -t UTF-8)"},
        {"PAR1", "a Parquet file, expected CSV"},
        {"\xA3\x95\x80", "the binary log of ArduPilot, expected CSV (mavlogdump.py --format csv)"},
        {"ULog", "the binary log of PX4, expected CSV (ulog2csv)"},
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strncmp(line->text, kinds[i].magic, strlen(kinds[i].magic)) == 0)
            return kinds[i].what;
    return NULL;
}

bool lines_expect_text(struct lines *lines, const struct line *line)
{
    const char *kind = lines->line == 1 ? binary_kind(line) : NULL;
    for (const char *at = line->text; at < line->end; at++) {
        unsigned char byte = (unsigned char)*at;
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return kind != NULL ? lines_refuse(lines, lines->line, "%s", kind)
                                : lines_refuse(lines, lines->line,
                                               "byte 0x%02X, expected text: rows in columns", byte);
    }
    return true;
}

bool lines_read(struct lines *lines, struct line *line, bool *comment)
{
    while (line_next(lines, line)) {
        if (lines->line == 1 && strncmp(line->text, "\xEF\xBB\xBF", 3) == 0)
            line->text += 3;
        const char *first = line->text + strspn(line->text, " \t");
        *comment = *first == '#' && !spreadsheet_error_starts(first);
        if (first < line->end)
            return !*comment || lines_expect_text(lines, line);
    }
    return false;
}

bool lines_next(struct lines *lines, struct line *line)
{
    bool comment;
    while (lines_read(lines, line, &comment))
        if (!comment)
            return true;
    return false;
}
