/* Gives any bytes to the reader of point stores. Reading must end in points, all finite and in
   order, or in one readable message, without a fault of memory. Random bytes never have right
   checksums, so the first byte decides whether the checksums are set right before reading. */
#include "data/points.h"
#include "fuzzing.h"

#include <math.h>
#include <zlib.h>

static void word_set(uint8_t *at, uint32_t word)
{
    for (size_t i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> (8 * i));
}

/* Sets the checksums right, for two inputs and one output: slots have nine words. */
static void checksums_mend(uint8_t *bytes, size_t size, bool all)
{
    enum { SLOT = 36 };
    if (size < 32)
        return;
    word_set(bytes + 28, (uint32_t)crc32(0, bytes, 28));
    if (size >= 64) /* the second header */
        word_set(bytes + size - 4, (uint32_t)crc32(0, bytes + size - 32, 28));
    for (size_t at = 32, n = 0; at + SLOT + 32 <= size; at += SLOT, n++) {
        uint32_t crc = (uint32_t)crc32(0, bytes + at, 28);
        if (!all && n % 2 == 1)
            continue;
        word_set(bytes + at + 28, crc);
        word_set(bytes + at + 32, (crc ^ 0x45504950U) | 0x01010101U);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct arena *arena = arena_new();
    uint8_t *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1)
        checksums_mend(bytes, size - 1, data[0] & 2);
    fuzz_begin("points:");
    if (setjmp(fuzz_refused) == 0) {
        const struct points *p = points_read(arena, "points", (char *)bytes, size - 1, 2, 1);
        for (size_t i = 0; i < p->count; i++)
            expect(isfinite(p->x[2 * i]) && isfinite(p->x[2 * i + 1]) && isfinite(p->y[i]),
                   "a number that is not finite");
    }
    free(bytes);
    arena_free(arena);
    return 0;
}
