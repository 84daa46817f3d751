/* Reads the text of a file that is plain or packed by gzip or xz. The first bytes decide which, not
   the name. It reads a stream through a buffer of fixed size. */
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
    /* Reads up to `room` bytes of text; 0 at the end or after an error. */
    size_t (*read)(struct unpack *u, char *to, size_t room);
    void (*close)(struct unpack *u);
    const char *error; /* NULL: none */
    bool unreadable;   /* the error is the file's, not that of its contents */
    bool finished;
    z_stream gzip;
    lzma_stream xz;
    size_t at, size;
    unsigned char bytes[UNPACK_BYTES]; /* of the file; [at, size) are still to be used */
};

/* Reads the file to its end, so that the sum includes bytes behind the packed text. */
void unpack_drain(struct unpack *u);

/* The SHA-256 of some bytes in hexadecimal digits. */
const char *bytes_sum(struct arena *arena, const void *bytes, size_t size);

/* Starts reading. The caller sets u->sum beforehand, ends with u->close, and closes the file. */
void unpack_open(struct unpack *u, FILE *file);

#endif
