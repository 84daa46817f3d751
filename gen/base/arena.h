/* Memory for the host programs. Everything is allocated from one arena, which is freed as a whole,
   so that no structure needs an owner. Blocks are zeroed. A program that runs out of memory ends
   through fail(). */
#ifndef EPIGEN_ARENA_H
#define EPIGEN_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

void *arena_alloc(struct arena *arena, size_t count, size_t size);
/* A block of new_count elements that starts with the old_count elements of old (old may be NULL).
 */
void *arena_grow(struct arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t size);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
