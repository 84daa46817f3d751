/* See archive.h. The formats: PKWARE's APPNOTE 6.3 (method 0, stored), POSIX's ustar, RFC 1952 with
   the stored blocks of RFC 1951. */
#include "pack/archive.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    DOS_DATE = (1 << 5) | 1, /* 1980-01-01 */
    UNIX_1980 = 315532800,
    MODE_FILE = 0644,
    MODE_PROGRAM = 0755,
    STORED_MOST = 65535 /* bytes of a stored block */
};

/* An archive in the making. */
struct writer {
    FILE *file;
    char *bytes;
    size_t size;
};

static struct writer *writer_open(struct arena *arena)
{
    struct writer *w = arena_alloc(arena, 1, sizeof(*w));
    w->file = open_memstream(&w->bytes, &w->size);
    if (w->file == NULL)
        fail("out of memory");
    return w;
}

static struct output writer_close(struct arena *arena, struct writer *w)
{
    if (fclose(w->file) != 0)
        fail("out of memory");
    struct output output = {.text = arena_strndup(arena, w->bytes, w->size), .size = w->size};
    free(w->bytes);
    return output;
}

static void put(struct writer *w, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(value >> (8 * i) & 0xFFU), w->file);
}

static size_t place_of(const struct writer *w) { return (size_t)ftell(w->file); }

static uint32_t crc_of(const struct output *file)
{
    return (uint32_t)crc32_z(0, (const Bytef *)file->text, file->size);
}

/* What the local header and the central directory say of a file alike. */
static void zip_entry(struct writer *w, const struct output *file)
{
    put(w, 10, 2);     /* version needed: 1.0 */
    put(w, 0x0800, 2); /* names are UTF-8 */
    put(w, 0, 2);      /* stored */
    put(w, 0, 2);      /* midnight */
    put(w, DOS_DATE, 2);
    put(w, crc_of(file), 4);
    put(w, (uint32_t)file->size, 4);
    put(w, (uint32_t)file->size, 4);
    put(w, (uint32_t)strlen(file->path), 2);
    put(w, 0, 2); /* no extra field */
}

static void zip_directory_entry(struct writer *w, const struct archive_file *f, size_t place)
{
    uint32_t mode = 0100000U | (uint32_t)(f->executable ? MODE_PROGRAM : MODE_FILE);
    put(w, 0x02014B50, 4);
    put(w, 3 << 8 | 10, 2); /* made on Unix */
    zip_entry(w, &f->file);
    put(w, 0, 2); /* no comment */
    put(w, 0, 2); /* disk 0 */
    put(w, 0, 2); /* no text flag */
    put(w, mode << 16, 4);
    put(w, (uint32_t)place, 4);
    fputs(f->file.path, w->file);
}

struct output archive_zip(struct arena *arena, const struct archive_file *files, size_t count)
{
    struct writer *w = writer_open(arena);
    size_t *places = arena_alloc(arena, count, sizeof(*places));
    for (size_t i = 0; i < count; i++) {
        places[i] = place_of(w);
        put(w, 0x04034B50, 4);
        zip_entry(w, &files[i].file);
        fputs(files[i].file.path, w->file);
        fwrite(files[i].file.text, 1, files[i].file.size, w->file);
    }
    size_t directory = place_of(w);
    for (size_t i = 0; i < count; i++)
        zip_directory_entry(w, &files[i], places[i]);
    size_t end = place_of(w);
    if (end > UINT32_MAX || count > UINT16_MAX)
        fail("the archive is too large");
    put(w, 0x06054B50, 4);
    put(w, 0, 4); /* disk 0 */
    put(w, (uint32_t)count, 2);
    put(w, (uint32_t)count, 2);
    put(w, (uint32_t)(end - directory), 4);
    put(w, (uint32_t)directory, 4);
    put(w, 0, 2); /* no comment */
    return writer_close(arena, w);
}

/* The members of a ustar header, all of them text. */
struct ustar {
    char name[100], mode[8], owner[8], group[8], size[12], time[12], checksum[8], type, link[100];
    char magic[6], version[2], owner_name[32], group_name[32], device[16], prefix[155], rest[12];
};
_Static_assert(sizeof(struct ustar) == 512, "the block of a tar file");

static void tar_header(struct writer *w, const struct archive_file *f)
{
    struct ustar h = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    unsigned sum = 0;
    if (strlen(f->file.path) >= sizeof(h.name))
        fail("internal error: %s is too long for a tar file", f->file.path);
    memcpy(h.name, f->file.path, strlen(f->file.path));
    snprintf(h.mode, sizeof(h.mode), "%07o", (unsigned)(f->executable ? MODE_PROGRAM : MODE_FILE));
    snprintf(h.owner, sizeof(h.owner), "%07o", 0U);
    snprintf(h.group, sizeof(h.group), "%07o", 0U);
    snprintf(h.size, sizeof(h.size), "%011zo", f->file.size);
    snprintf(h.time, sizeof(h.time), "%011o", (unsigned)UNIX_1980);
    memset(h.checksum, ' ', sizeof(h.checksum));
    for (size_t i = 0; i < sizeof(h); i++)
        sum += ((const unsigned char *)&h)[i];
    snprintf(h.checksum, sizeof(h.checksum), "%06o", sum);
    fwrite(&h, sizeof(h), 1, w->file);
}

static void zeros_put(struct writer *w, size_t count)
{
    for (size_t i = 0; i < count; i++)
        putc('\0', w->file);
}

static struct output tar_make(struct arena *arena, const struct archive_file *files, size_t count)
{
    struct writer *w = writer_open(arena);
    for (size_t i = 0; i < count; i++) {
        tar_header(w, &files[i]);
        fwrite(files[i].file.text, 1, files[i].file.size, w->file);
        zeros_put(w, (512 - files[i].file.size % 512) % 512);
    }
    zeros_put(w, 1024);
    return writer_close(arena, w);
}

struct output archive_tar_gz(struct arena *arena, const struct archive_file *files, size_t count)
{
    static const char header[10] = {31, (char)139, 8, 0, 0, 0, 0, 0, 0, (char)255};
    const struct output tar = tar_make(arena, files, count);
    struct writer *w = writer_open(arena);
    fwrite(header, 1, sizeof(header), w->file);
    for (size_t at = 0; at < tar.size; at += STORED_MOST) {
        size_t rest = tar.size - at, size = rest < STORED_MOST ? rest : STORED_MOST;
        put(w, size == rest, 1); /* the last block says so */
        put(w, (uint32_t)size, 2);
        put(w, ~(uint32_t)size, 2);
        fwrite(tar.text + at, 1, size, w->file);
    }
    put(w, crc_of(&tar), 4);
    put(w, (uint32_t)tar.size, 4);
    return writer_close(arena, w);
}
