/* See points.h. Shares no code with runtime/control/store.c: the format is its header's comment. */
#include "points.h"

#include "fail.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER_WORDS = 8, HEAD_WORDS = 4, TAIL_WORDS = 2 };
static const uint32_t commit_key = 0x45504950;

struct store {
    const char *file;
    const unsigned char *bytes;
    size_t n_in, n_out, slots;
};

/* A slot that counts. */
struct found {
    uint32_t sequence;
    size_t slot;
};

static uint32_t word_at(const unsigned char *bytes, size_t word)
{
    const unsigned char *b = bytes + 4 * word;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint32_t checksum(const unsigned char *bytes, size_t words)
{
    return (uint32_t)crc32(0, bytes, (unsigned)(4 * words));
}

static size_t values_of(const struct store *s) { return s->n_in + s->n_out; }
static size_t slot_words(const struct store *s) { return HEAD_WORDS + values_of(s) + TAIL_WORDS; }

static const unsigned char *slot_at(const struct store *s, size_t slot)
{
    return s->bytes + 4 * (HEADER_WORDS + slot * slot_words(s));
}

static struct store header_read(const char *file, const char *bytes, size_t size, size_t n_in,
                                size_t n_out)
{
    struct store s = {.file = file, .bytes = (const unsigned char *)bytes};
    if (size < (size_t)4 * HEADER_WORDS || memcmp(bytes, "EPIP", 4) != 0)
        fail("%s: not a point store, expected \"EPIP\" and a header of 32 bytes", file);
    if (word_at(s.bytes, 1) != 1)
        fail("%s: a point store of version %lu, expected version 1", file,
             (unsigned long)word_at(s.bytes, 1));
    if (checksum(s.bytes, HEADER_WORDS - 1) != word_at(s.bytes, HEADER_WORDS - 1))
        fail("%s: the header is damaged, expected checksum %08lx", file,
             (unsigned long)checksum(s.bytes, HEADER_WORDS - 1));
    s.n_in = word_at(s.bytes, 2);
    s.n_out = word_at(s.bytes, 3);
    s.slots = word_at(s.bytes, 4);
    if (s.n_in != n_in || s.n_out != n_out)
        fail("%s: points of %zu inputs and %zu outputs, expected %zu and %zu", file, s.n_in,
             s.n_out, n_in, n_out);
    size_t slots = (size - (size_t)4 * HEADER_WORDS) / (4 * slot_words(&s));
    if (s.slots != slots || size != 4 * (HEADER_WORDS + slots * slot_words(&s)))
        fail("%s: %zu bytes, expected a header of 32 and %zu slots of %zu", file, size, s.slots,
             4 * slot_words(&s));
    return s;
}

/* Whether the slot counts; ends the run if it did and is damaged. */
static bool slot_counts(const struct store *s, size_t slot)
{
    const unsigned char *at = slot_at(s, slot);
    size_t words = HEAD_WORDS + values_of(s);
    uint32_t stored = word_at(at, words);
    uint32_t computed = checksum(at, words), commit = word_at(at, words + 1);
    if (commit != ((stored ^ commit_key) | 1) && commit != ((computed ^ commit_key) | 1))
        return false;
    if (computed != stored)
        fail("%s: slot %zu: an accepted point is damaged, expected checksum %08lx", s->file, slot,
             (unsigned long)computed);
    return true;
}

static int found_compare(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

/* In order; without the point that the newest has replaced, should it be there still. */
static size_t slots_find(const struct store *s, struct found *found, size_t *unfinished)
{
    size_t n = 0, commit = slot_words(s) - 1;
    for (size_t slot = 0; slot < s->slots; slot++) {
        if (slot_counts(s, slot))
            found[n++] = (struct found){word_at(slot_at(s, slot), 0), slot};
        else
            *unfinished += word_at(slot_at(s, slot), commit) != 0;
    }
    if (n == 0)
        return 0;
    qsort(found, n, sizeof(*found), found_compare);
    uint32_t replaced = word_at(slot_at(s, found[n - 1].slot), 1);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && found[i].sequence == found[i - 1].sequence)
            fail("%s: slots %zu and %zu both hold point %lu, expected each once", s->file,
                 found[i - 1].slot, found[i].slot, (unsigned long)found[i].sequence);
        if (found[i].sequence != replaced || i + 1 == n)
            found[kept++] = found[i];
    }
    return kept;
}

static float value_read(const struct store *s, size_t slot, size_t i)
{
    uint32_t bits = word_at(slot_at(s, slot), HEAD_WORDS + i);
    float value;
    memcpy(&value, &bits, sizeof(value));
    if (!isfinite(value))
        fail("%s: slot %zu: number %zu is not finite, expected finite numbers", s->file, slot, i);
    return value;
}

struct points *points_read(struct arena *arena, const char *file, const char *bytes, size_t size,
                           size_t n_in, size_t n_out)
{
    struct points *p = arena_alloc(arena, 1, sizeof(*p));
    struct store s = header_read(file, bytes, size, n_in, n_out);
    struct found *found = arena_alloc(arena, s.slots, sizeof(*found));
    *p = (struct points){.n_in = n_in, .n_out = n_out};
    p->count = slots_find(&s, found, &p->unfinished);
    float *x = arena_alloc(arena, p->count * n_in, sizeof(*x));
    float *y = arena_alloc(arena, p->count * n_out, sizeof(*y));
    uint64_t *time = arena_alloc(arena, p->count, sizeof(*time));
    for (size_t i = 0; i < p->count; i++) {
        const unsigned char *at = slot_at(&s, found[i].slot);
        time[i] = word_at(at, 2) | (uint64_t)word_at(at, 3) << 32;
        for (size_t k = 0; k < n_in; k++)
            x[i * n_in + k] = value_read(&s, found[i].slot, k);
        for (size_t k = 0; k < n_out; k++)
            y[i * n_out + k] = value_read(&s, found[i].slot, n_in + k);
    }
    p->x = x;
    p->y = y;
    p->time = time;
    return p;
}
