/* See names.h: a hash table with open addressing. */
#include "import/graph/names.h"

#include <stdint.h>
#include <string.h>

struct entry {
    const char *name; /* NULL: free */
    unsigned scope;
    int value;
};

struct names {
    struct arena *arena;
    struct entry *entries;
    size_t count, capacity; /* a power of two, at least twice the count */
};

struct names *names_new(struct arena *arena)
{
    struct names *names = arena_alloc(arena, 1, sizeof(*names));
    names->arena = arena;
    names->capacity = 64;
    names->entries = arena_alloc(arena, names->capacity, sizeof(*names->entries));
    return names;
}

static uint64_t name_hash(unsigned scope, const char *name)
{
    uint64_t hash = 0xCBF29CE484222325U ^ scope; /* Fowler, Noll, Vo */
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001B3U;
    return hash ^ hash >> 32;
}

/* The entry of the name, or the free one where it would stand. */
static struct entry *entry_find(const struct names *names, unsigned scope, const char *name)
{
    size_t at = (size_t)name_hash(scope, name) & (names->capacity - 1);
    while (names->entries[at].name != NULL &&
           (names->entries[at].scope != scope || strcmp(names->entries[at].name, name) != 0))
        at = (at + 1) & (names->capacity - 1);
    return &names->entries[at];
}

static void names_grow(struct names *names)
{
    struct names wider = {names->arena, NULL, names->count, names->capacity * 4};
    wider.entries = arena_alloc(names->arena, wider.capacity, sizeof(*wider.entries));
    for (size_t i = 0; i < names->capacity; i++) {
        const struct entry *old = &names->entries[i];
        if (old->name != NULL)
            *entry_find(&wider, old->scope, old->name) = *old;
    }
    *names = wider;
}

int names_find(const struct names *names, unsigned scope, const char *name)
{
    const struct entry *entry = entry_find(names, scope, name);
    return entry->name == NULL ? NAME_UNKNOWN : entry->value;
}

void names_set(struct names *names, unsigned scope, const char *name, int value)
{
    if (names->count * 2 >= names->capacity)
        names_grow(names);
    struct entry *entry = entry_find(names, scope, name);
    if (entry->name == NULL)
        names->count++;
    *entry = (struct entry){name, scope, value};
}
