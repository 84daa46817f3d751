/* See arena.h. An arena is a list of chunks. An allocation is cut from the newest chunk; a request
   larger than a chunk gets a chunk of its own. */
#include "base/arena.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 18, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct arena {
    struct chunk *newest;
};

static void *checked_calloc(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (p == NULL)
        fail("out of memory");
    return p;
}

struct arena *arena_new(void) { return checked_calloc(1, sizeof(struct arena)); }

void arena_free(struct arena *arena)
{
    if (arena == NULL)
        return;
    struct chunk *chunk = arena->newest;
    while (chunk != NULL) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

static void chunk_push(struct arena *arena, size_t size)
{
    struct chunk *chunk = checked_calloc(1, sizeof(*chunk) + size);
    chunk->size = size;
    chunk->next = arena->newest;
    arena->newest = chunk;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size)
        fail("out of memory");
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (arena->newest == NULL || arena->newest->size - arena->newest->used < bytes)
        chunk_push(arena, bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES);
    void *p = arena->newest->bytes + arena->newest->used;
    arena->newest->used += bytes;
    return p;
}

void *arena_grow(struct arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t size)
{
    void *p = arena_alloc(arena, new_count, size);
    if (old_count > 0)
        memcpy(p, old, old_count * size);
    return p;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        fail("cannot format a message");
    char *text = arena_alloc(arena, (size_t)length + 1, 1);
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}
