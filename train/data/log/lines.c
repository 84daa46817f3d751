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

/* The first CR or LF that is still to be read, or NULL. */
static char *end_find(struct lines *lines)
{
    char *text = lines->text + lines->begin;
    size_t left = lines->end - lines->begin;
    char *end = memchr(text, '\n', left);
    char *carriage = memchr(text, '\r', end != NULL ? (size_t)(end - text) : left);
    return carriage != NULL ? carriage : end;
}

/* The same, but a CR at the end of the text waits for what follows: its LF may be there. Reading
   more moves the text. */
static char *line_end(struct lines *lines)
{
    char *end = end_find(lines);
    if (end != NULL && *end == '\r' && end + 1 == lines->text + lines->end) {
        text_fill(lines);
        end = end_find(lines);
    }
    return end;
}

/* Reads the next line; false at the end of the file or after a fault. */
static bool line_next(struct lines *lines, struct line *line)
{
    char *end;
    do
        end = line_end(lines);
    while (end == NULL && text_fill(lines));
    if (lines_refused(lines) || lines->begin == lines->end)
        return false;
    char *text = lines->text + lines->begin, *last = lines->text + lines->end;
    if (end == NULL)
        end = last; /* the last line may have no end */
    char *next = end < last ? end + 1 : last;
    next += end < last && *end == '\r' && next < last && *next == '\n';
    lines->begin = (size_t)(next - lines->text);
    lines->line++;
    *end = '\0';
    *line = (struct line){text, end};
    return end - text <= TABLE_LINE_LIMIT || line_too_long(lines, lines->line);
}

bool lines_ready(struct lines *lines) { return end_find(lines) != NULL; }

bool lines_expect_text(struct lines *lines, const struct line *line)
{
    for (const char *at = line->text; at < line->end; at++) {
        unsigned char byte = (unsigned char)*at;
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return lines_refuse(lines, lines->line, "byte 0x%02X, expected text: rows in columns",
                                byte);
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
