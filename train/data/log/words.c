/* See log.h: a hash table with open addressing. */
#include "data/log/words.h"

#include <string.h>

struct words {
    struct arena *arena;
    const char **slots; /* (size) NULL: free */
    size_t *numbers;    /* (size) */
    size_t size, count; /* size is a power of two, at least twice the count */
};

struct words *words_new(struct arena *arena)
{
    struct words *words = arena_alloc(arena, 1, sizeof(*words));
    words->arena = arena;
    return words;
}

/* The slot of a word, or the free one that it would get. */
static size_t slot_of(const struct words *words, const char *text, size_t length)
{
    size_t hash = 5381;
    for (size_t i = 0; i < length; i++)
        hash = 33 * hash + (unsigned char)text[i];
    size_t slot = hash & (words->size - 1);
    while (words->slots[slot] != NULL &&
           (strncmp(words->slots[slot], text, length) != 0 || words->slots[slot][length] != '\0'))
        slot = (slot + 1) & (words->size - 1);
    return slot;
}

static void words_grow(struct words *words)
{
    struct words old = *words;
    words->size = old.size == 0 ? 64 : 2 * old.size;
    words->slots = arena_alloc(words->arena, words->size, sizeof(*words->slots));
    words->numbers = arena_alloc(words->arena, words->size, sizeof(*words->numbers));
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i] != NULL) {
            size_t slot = slot_of(words, old.slots[i], strlen(old.slots[i]));
            words->slots[slot] = old.slots[i];
            words->numbers[slot] = old.numbers[i];
        }
}

size_t words_number(struct words *words, const char *text, size_t length)
{
    if (2 * words->count >= words->size)
        words_grow(words);
    size_t slot = slot_of(words, text, length);
    if (words->slots[slot] == NULL) {
        words->slots[slot] = arena_strndup(words->arena, text, length);
        words->numbers[slot] = words->count++;
    }
    return words->numbers[slot];
}

const char *words_text(const struct words *words, size_t number)
{
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i] != NULL && words->numbers[i] == number)
            return words->slots[i];
    return NULL;
}
