/* See points.h. This reader follows the format in the head comment of runtime/control/store.h and
   has no code in common with store.c, so that each checks the other. */
#include "data/points.h"

#include "base/fail.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER_WORDS = 8, HEAD_WORDS = 4, TAIL_WORDS = 2 };
static const uint32_t commit_key = 0x45504950, commit_bits = 0x01010101;

struct store {
    const char *file;
    const unsigned char *bytes;
    size_t n_in, n_out, slots;
};

/* A slot that holds a point. */
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

static bool header_is_whole(const unsigned char *at)
{
    return memcmp(at, "EPIP", 4) == 0 &&
           checksum(at, HEADER_WORDS - 1) == word_at(at, HEADER_WORDS - 1);
}

/* The header at the start of the file or, if that is damaged, the copy at the end. */
static const unsigned char *header_find(const char *file, const char *bytes, size_t size)
{
    const unsigned char *first = (const unsigned char *)bytes;
    size_t header = (size_t)4 * HEADER_WORDS;
    if (size >= header && header_is_whole(first))
        return first;
    if (size >= 2 * header && header_is_whole(first + size - header))
        return first + size - header;
    if (size < header || memcmp(bytes, "EPIP", 4) != 0)
        fail("%s: not a point store, expected \"EPIP\" and a header of 32 bytes", file);
    fail("%s: both headers are damaged, expected checksum %08lx in the first", file,
         (unsigned long)checksum(first, HEADER_WORDS - 1));
}

static struct store header_read(const char *file, const char *bytes, size_t size, size_t n_in,
                                size_t n_out)
{
    const unsigned char *header = header_find(file, bytes, size);
    struct store s = {.file = file, .bytes = (const unsigned char *)bytes};
    if (word_at(header, 1) != 2)
        fail("%s: a point store of version %lu, expected version 2", file,
             (unsigned long)word_at(header, 1));
    s.n_in = word_at(header, 2);
    s.n_out = word_at(header, 3);
    s.slots = word_at(header, 4);
    if (s.n_in != n_in || s.n_out != n_out)
        fail("%s: points of %zu inputs and %zu outputs, expected %zu and %zu", file, s.n_in,
             s.n_out, n_in, n_out);
    size_t slots = size / (4 * slot_words(&s));
    if (s.slots > slots || size != 4 * ((size_t)2 * HEADER_WORDS + s.slots * slot_words(&s)))
        fail("%s: %zu bytes, expected two headers of 32 and %zu slots of %zu", file, size, s.slots,
             4 * slot_words(&s));
    return s;
}

static size_t bytes_equal(uint32_t a, uint32_t b)
{
    size_t n = 0;
    for (uint32_t differ = a ^ b, i = 0; i < 4; i++)
        n += (differ >> (8 * i) & 0xFF) == 0;
    return n;
}

enum slot { SLOT_EMPTY, SLOT_UNFINISHED, SLOT_POINT, SLOT_DAMAGED };

/* What a slot holds, by the rules in store.h: three right bytes of the commit word are enough. */
static enum slot slot_classify(const struct store *s, size_t slot)
{
    const unsigned char *at = slot_at(s, slot);
    size_t words = HEAD_WORDS + values_of(s);
    uint32_t stored = word_at(at, words);
    uint32_t computed = checksum(at, words), commit = word_at(at, words + 1);
    size_t right = bytes_equal(commit, (stored ^ commit_key) | commit_bits);
    if (right < 3 && bytes_equal(commit, (computed ^ commit_key) | commit_bits) < 3 &&
        bytes_equal(commit, 0) > 0)
        return commit == 0 ? SLOT_EMPTY : SLOT_UNFINISHED;
    return right >= 3 && stored == computed ? SLOT_POINT : SLOT_DAMAGED;
}

static int found_compare(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

/* Lists the slots that hold points, oldest first. If power failed between writing the newest point
   and erasing the one that it replaces, that one is left out. */
static size_t slots_find(const struct store *s, struct found *found, struct points *p,
                         size_t *damaged)
{
    size_t n = 0;
    for (size_t slot = 0; slot < s->slots; slot++) {
        enum slot what = slot_classify(s, slot);
        if (what == SLOT_POINT)
            found[n++] = (struct found){word_at(slot_at(s, slot), 0), slot};
        if (what == SLOT_DAMAGED)
            damaged[p->n_damaged++] = slot;
        p->unfinished += what == SLOT_UNFINISHED;
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
    size_t *damaged = arena_alloc(arena, s.slots, sizeof(*damaged));
    *p = (struct points){.n_in = n_in, .n_out = n_out, .damaged = damaged};
    p->count = slots_find(&s, found, p, damaged);
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
