/* Memory for the host tools: everything is taken from one arena and freed whole,
   so no structure has an owner to explain. Blocks are zeroed. Running out of
   memory ends the program through fail(). */
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
