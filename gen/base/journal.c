/* See journal.h. A record is a line: the name, the first digits of the SHA-256 of the rest, and the
   text, with tabs between them. A backslash stands in front of what would end a field. */
#include "base/journal.h"

#include "base/fail.h"
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { SUM = 16 }; /* hexadecimal digits of a checksum */
static const char header[] = "epigen journal 1\n";

struct record {
    const char *name, *text;
};

struct journal {
    struct arena *arena;
    const char *path;
    int file;
    off_t end;     /* of the piece: where the last whole line ends */
    time_t synced; /* when the disk was last waited for */
    struct record *records;
    size_t count, room;
    uint32_t *slots; /* (n_slots) a hash table of the numbers of records, each 1 too large */
    size_t n_slots;
};

/* --- fields ----------------------------------------------------------------------------------- */

static const char *field_escape(struct arena *arena, const char *text)
{
    char *to = arena_alloc(arena, 2 * strlen(text) + 1, 1), *start = to;
    for (; *text != '\0'; text++) {
        const char *special = strchr("\\\t\n", *text);
        if (special == NULL) {
            *to++ = *text;
        } else {
            *to++ = '\\';
            *to++ = *text == '\t' ? 't' : *text == '\n' ? 'n' : '\\';
        }
    }
    *to = '\0';
    return start;
}

static const char *field_unescape(struct arena *arena, const char *text, size_t length)
{
    char *to = arena_alloc(arena, length + 1, 1), *start = to;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < length) {
            c = text[++i];
            c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
        }
        *to++ = c;
    }
    *to = '\0';
    return start;
}

static void record_sum(const char *name, size_t name_length, const char *text, size_t text_length,
                       char sum[SUM])
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)name, name_length);
    SHA256Update(&context, (const uint8_t *)"\t", 1);
    SHA256Update(&context, (const uint8_t *)text, text_length);
    SHA256End(&context, digits);
    memcpy(sum, digits, SUM);
}

/* A line without its end. Damaged lines are passed over. */
static void line_parse(struct arena *arena, const char *line, size_t length,
                       const struct journal_taker *taker)
{
    char sum[SUM];
    const char *tab = memchr(line, '\t', length);
    size_t name = tab == NULL ? length : (size_t)(tab - line), head = name + 1 + SUM + 1;
    if (tab == NULL || head > length || line[head - 1] != '\t' ||
        memchr(line, '\0', length) != NULL)
        return;
    record_sum(line, name, line + head, length - head, sum);
    if (memcmp(sum, tab + 1, SUM) == 0)
        taker->take(taker->context, field_unescape(arena, line, name),
                    field_unescape(arena, line + head, length - head));
}

size_t journal_parse(struct arena *arena, const char *file, const char *bytes, size_t size,
                     const struct journal_taker *taker)
{
    size_t first = sizeof(header) - 1, at = first;
    if (size < first && memcmp(bytes, header, size) == 0)
        return 0; /* the header itself was cut off */
    if (size < first || memcmp(bytes, header, first) != 0)
        fail_at(file, 1, "this is no journal, expected \"%.16s\"", header);
    while (at < size) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (end == NULL)
            break;
        size_t length = (size_t)(end - (bytes + at));
        line_parse(arena, bytes + at, length, taker);
        at += length + 1;
    }
    return at;
}

/* --- records ---------------------------------------------------------------------------------- */

/* The slot of a name: the one that has it, or the free one where it belongs (FNV-1a). */
static size_t slot_of(const struct journal *j, const char *name)
{
    uint64_t hash = 0xCBF29CE484222325U;
    for (const char *c = name; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001B3U;
    size_t slot = (size_t)hash & (j->n_slots - 1);
    while (j->slots[slot] != 0 && strcmp(j->records[j->slots[slot] - 1].name, name) != 0)
        slot = (slot + 1) & (j->n_slots - 1);
    return slot;
}

static void records_grow(struct journal *j)
{
    size_t room = j->room == 0 ? 64 : 2 * j->room;
    j->records = arena_grow(j->arena, j->records, j->count, room, sizeof(*j->records));
    j->room = room;
    j->n_slots = 2 * room;
    j->slots = arena_alloc(j->arena, j->n_slots, sizeof(*j->slots));
    for (size_t i = 0; i < j->count; i++)
        j->slots[slot_of(j, j->records[i].name)] = (uint32_t)(i + 1);
}

/* Of two records of one name the first stays. */
static void record_take(void *context, const char *name, const char *text)
{
    struct journal *j = context;
    if (j->count == j->room)
        records_grow(j);
    size_t slot = slot_of(j, name);
    if (j->slots[slot] != 0)
        return;
    j->records[j->count++] = (struct record){name, text};
    j->slots[slot] = (uint32_t)j->count;
}

const char *journal_find(const struct journal *j, const char *name)
{
    uint32_t found = j->n_slots == 0 ? 0 : j->slots[slot_of(j, name)];
    return found == 0 ? NULL : j->records[found - 1].text;
}

size_t journal_count(const struct journal *j) { return j->count; }

const char *journal_name(const struct journal *j, size_t number) { return j->records[number].name; }

/* --- files ------------------------------------------------------------------------------------ */

static size_t piece_read(struct journal *j, const char *path)
{
    size_t size;
    const char *bytes = file_read(j->arena, path, JOURNAL_MAX_BYTES, &size);
    return journal_parse(j->arena, path, bytes, size, &(struct journal_taker){record_take, j});
}

static void pieces_read(struct journal *j, const char *directory)
{
    glob_t found;
    int status = glob(arena_printf(j->arena, "%s/*.journal", directory), 0, NULL, &found);
    if (status != 0 && status != GLOB_NOMATCH)
        fail("%s: cannot be searched", directory);
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++)
        if (strcmp(found.gl_pathv[i], j->path) != 0)
            piece_read(j, arena_strdup(j->arena, found.gl_pathv[i]));
    if (status == 0)
        globfree(&found);
}

/* Waits for the disk, at most once a second: a run that is killed loses nothing by that, a machine
   without power a second's work. */
static bool piece_sync(struct journal *j)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == j->synced)
        return true;
    j->synced = now.tv_sec;
    return fdatasync(j->file) == 0 || errno == EINVAL;
}

/* Appends bytes, all or none of them. */
static void piece_append(struct journal *j, const char *bytes, size_t size)
{
    int error = 0;
    for (size_t at = 0; at < size && error == 0;) {
        ssize_t n = pwrite(j->file, bytes + at, size - at, j->end + (off_t)at);
        if (n < 0 && errno != EINTR)
            error = errno;
        at += n > 0 ? (size_t)n : 0;
    }
    if (error == 0 && !piece_sync(j))
        error = errno;
    if (error == 0)
        j->end += (off_t)size;
    else if (ftruncate(j->file, j->end) != 0)
        error = errno; /* the next run removes the rest of the line */
    if (error != 0)
        fail("%s: %s", j->path, strerror(error));
}

struct journal *journal_open(struct arena *arena, const char *directory, const char *piece)
{
    struct journal *j = arena_alloc(arena, 1, sizeof(*j));
    j->arena = arena;
    j->path = arena_printf(arena, "%s/%s.journal", directory, piece);
    directory_make(directory);
    j->file = open(j->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->file < 0)
        fail("%s: %s", j->path, strerror(errno));
    if (flock(j->file, LOCK_EX | LOCK_NB) != 0)
        fail("%s: another process writes it", j->path);
    j->end = (off_t)piece_read(j, j->path);
    if (ftruncate(j->file, j->end) != 0)
        fail("%s: %s", j->path, strerror(errno));
    if (j->end == 0)
        piece_append(j, header, sizeof(header) - 1);
    pieces_read(j, directory);
    return j;
}

void journal_add(struct journal *j, const char *name, const char *text)
{
    char sum[SUM];
    const char *left = field_escape(j->arena, name), *right = field_escape(j->arena, text);
    record_sum(left, strlen(left), right, strlen(right), sum);
    const char *line = arena_printf(j->arena, "%s\t%.*s\t%s\n", left, SUM, sum, right);
    piece_append(j, line, strlen(line));
    record_take(j, arena_strdup(j->arena, name), arena_strdup(j->arena, text));
}

void journal_close(struct journal *j)
{
    bool kept = fdatasync(j->file) == 0 || errno == EINVAL;
    if (close(j->file) != 0 || !kept)
        fail("%s: %s", j->path, strerror(errno));
}

/* --- memory as text --------------------------------------------------------------------------- */

static const char digits[] = "0123456789abcdef";

const char *journal_hex(struct arena *arena, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    char *text = arena_alloc(arena, 2 * size + 1, 1);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[from[i] >> 4];
        text[2 * i + 1] = digits[from[i] & 15];
    }
    return text;
}

bool journal_unhex(const char *text, void *bytes, size_t size)
{
    unsigned char *to = bytes;
    if (strlen(text) != 2 * size || strspn(text, digits) != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        size_t high = (size_t)(strchr(digits, text[2 * i]) - digits);
        size_t low = (size_t)(strchr(digits, text[2 * i + 1]) - digits);
        to[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}
