/* See etas.h. */
#include "compare/learners/etas.h"

#include "data/unpack.h"

#include <string.h>

struct entry {
    const char *key;
    const struct network *network;
    const struct entry *next;
};

struct etas {
    struct arena *arena;
    const struct entry *first;
};

struct etas *etas_new(struct arena *arena)
{
    struct etas *etas = arena_alloc(arena, 1, sizeof(*etas));
    etas->arena = arena;
    return etas;
}

static const char *sum_of(struct arena *arena, const void *values, size_t n, size_t size)
{
    return bytes_sum(arena, values, values == NULL ? 0 : n * size);
}

static const char *rows_key(struct arena *arena, const struct rows *r)
{
    return arena_printf(arena, "%zu %s %s %s", r->count,
                        sum_of(arena, r->x, r->count * r->n_in, sizeof(*r->x)),
                        sum_of(arena, r->y, r->count * r->n_out, sizeof(*r->y)),
                        sum_of(arena, r->block, r->count, sizeof(*r->block)));
}

static const char *key_of(struct arena *arena, const struct task *task)
{
    return arena_printf(arena, "%llu %d %s %s", (unsigned long long)task->seed, task->brief,
                        rows_key(arena, task->train), rows_key(arena, task->validation));
}

const struct network *etas_find(const struct etas *etas, const struct task *task)
{
    struct arena *scratch = arena_new();
    const char *key = key_of(scratch, task);
    const struct entry *entry = etas->first;
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    arena_free(scratch);
    return entry == NULL ? NULL : entry->network;
}

void etas_add(struct etas *etas, const struct task *task, const struct network *network)
{
    struct entry *entry = arena_alloc(etas->arena, 1, sizeof(*entry));
    *entry = (struct entry){key_of(etas->arena, task), network_join(etas->arena, network, network),
                            etas->first};
    etas->first = entry;
}
