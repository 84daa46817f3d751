/* See unpack.h. Each way of packing has two functions, one to read and one to close. */
#include "data/unpack.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Reads what is there, without waiting for more: a pipe may be a log that is being written. Memory
   that is a stream has no descriptor. */
static size_t bytes_read(struct unpack *u)
{
    int descriptor = fileno(u->file);
    ssize_t got;
    if (descriptor < 0)
        return fread(u->bytes, 1, UNPACK_BYTES, u->file);
    do
        got = read(descriptor, u->bytes, UNPACK_BYTES);
    while (got < 0 && errno == EINTR);
    u->unreadable = got < 0;
    return got < 0 ? 0 : (size_t)got;
}

static void input_fill(struct unpack *u)
{
    if (u->at < u->size)
        return;
    u->at = 0;
    u->size = bytes_read(u);
    if (u->sum != NULL)
        SHA256Update(u->sum, u->bytes, u->size);
    if (u->unreadable)
        u->error = strerror(errno);
}

const char *bytes_sum(struct arena *arena, const void *bytes, size_t size)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    return arena_strdup(arena, SHA256Data(bytes, size, digest));
}

void unpack_drain(struct unpack *u)
{
    do {
        u->at = u->size;
        input_fill(u);
    } while (u->size > 0);
}

static size_t plain_read(struct unpack *u, char *to, size_t room)
{
    input_fill(u);
    size_t count = u->size - u->at;
    count = count < room ? count : room;
    memcpy(to, u->bytes + u->at, count);
    u->at += count;
    return count;
}

static void plain_close(struct unpack *u) { (void)u; }

/* Notes the end or an error. A gzip file may hold several members, whose texts follow each other.
 */
static void gzip_status(struct unpack *u, int status)
{
    if (status == Z_STREAM_END) {
        input_fill(u);
        u->finished = u->at == u->size;
        inflateReset(&u->gzip);
    } else if (status == Z_BUF_ERROR) {
        u->error = "the gzip data end too early: truncated file";
    } else if (status == Z_MEM_ERROR) {
        u->error = "out of memory";
    } else if (status != Z_OK) {
        u->error = "the gzip data are corrupt";
    }
}

static size_t gzip_read(struct unpack *u, char *to, size_t room)
{
    z_stream *gzip = &u->gzip;
    gzip->next_out = (Bytef *)to;
    gzip->avail_out = (uInt)room;
    while (gzip->avail_out > 0 && !u->finished && u->error == NULL) {
        input_fill(u);
        gzip->next_in = u->bytes + u->at;
        gzip->avail_in = (uInt)(u->size - u->at);
        int status = inflate(gzip, Z_NO_FLUSH);
        u->at = u->size - gzip->avail_in;
        gzip_status(u, status);
    }
    return room - gzip->avail_out;
}

static void gzip_close(struct unpack *u) { inflateEnd(&u->gzip); }

static void xz_status(struct unpack *u, lzma_ret status)
{
    if (status == LZMA_STREAM_END)
        u->finished = true;
    else if (status == LZMA_BUF_ERROR)
        u->error = "the xz data end too early: truncated file";
    else if (status == LZMA_MEM_ERROR)
        u->error = "out of memory";
    else if (status == LZMA_MEMLIMIT_ERROR)
        u->error = "the xz data need too much memory, expected what `xz -9` makes or less";
    else if (status != LZMA_OK)
        u->error = "the xz data are corrupt";
}

static size_t xz_read(struct unpack *u, char *to, size_t room)
{
    lzma_stream *xz = &u->xz;
    xz->next_out = (uint8_t *)to;
    xz->avail_out = room;
    while (xz->avail_out > 0 && !u->finished && u->error == NULL) {
        input_fill(u);
        xz->next_in = u->bytes + u->at;
        xz->avail_in = u->size - u->at;
        lzma_ret status = lzma_code(xz, xz->avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
        u->at = u->size - xz->avail_in;
        xz_status(u, status);
    }
    return room - xz->avail_out;
}

static void xz_close(struct unpack *u) { lzma_end(&u->xz); }

void unpack_open(struct unpack *u, FILE *file)
{
    static const unsigned char gzip_magic[] = {0x1F, 0x8B};
    static const unsigned char xz_magic[] = {0xFD, '7', 'z', 'X', 'Z', 0x00};
    u->file = file;
    u->read = plain_read;
    u->close = plain_close;
    u->xz = (lzma_stream)LZMA_STREAM_INIT;
    input_fill(u);
    if (u->size >= sizeof(gzip_magic) && memcmp(u->bytes, gzip_magic, sizeof(gzip_magic)) == 0) {
        u->read = gzip_read;
        u->close = gzip_close;
        gzip_status(u, inflateInit2(&u->gzip, 16 + MAX_WBITS)); /* 16: gzip, not zlib */
    }
    if (u->size >= sizeof(xz_magic) && memcmp(u->bytes, xz_magic, sizeof(xz_magic)) == 0) {
        u->read = xz_read;
        u->close = xz_close;
        xz_status(u,
                  lzma_stream_decoder(&u->xz, (uint64_t)UNPACK_LIMIT_MB << 20, LZMA_CONCATENATED));
    }
}
