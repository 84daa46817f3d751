/* The text of a file that may be packed: plain, gzip or xz, told apart by the first bytes, never by
   the name. Works on a stream, in a buffer of fixed size. */
#ifndef EPITRAIN_UNPACK_H
#define EPITRAIN_UNPACK_H

#include "base/arena.h"

#include <lzma.h>
#include <sha2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <zlib.h>

enum {
    UNPACK_BYTES = 1 << 16,
    UNPACK_LIMIT_MB = 100, /* memory an .xz file may ask for; `xz -9` asks for 65 */
};

struct unpack {
    FILE *file;
    SHA2_CTX *sum; /* of the file's bytes as they are read; NULL: not asked for */
    /* Up to `room` bytes of text, 0 at the end or once there is an error. */
    size_t (*read)(struct unpack *u, char *to, size_t room);
    void (*close)(struct unpack *u);
    const char *error; /* NULL: none */
    bool finished;
    z_stream gzip;
    lzma_stream xz;
    size_t at, size;
    unsigned char bytes[UNPACK_BYTES]; /* of the file; [at, size) are still to be used */
};

/* Takes what the file holds behind the text into the sum. */
void unpack_drain(struct unpack *u);

/* The SHA-256 of some bytes in hexadecimal digits. */
const char *bytes_sum(struct arena *arena, const void *bytes, size_t size);

/* The file stays the caller's; close with u->close. u->sum is set beforehand, or NULL. */
void unpack_open(struct unpack *u, FILE *file);

#endif
