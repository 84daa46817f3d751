/* Gives any bytes to the reader of journals. Reading must end in records or in one readable
   message, without a fault of memory, and up to where it ends lines are whole. */
#include "base/journal.h"
#include "fuzzing.h"

static size_t taken;

static void take(void *context, const char *name, const char *text)
{
    (void)context;
    taken += strlen(name) + strlen(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    taken = 0;
    fuzz_begin("journal:");
    if (setjmp(fuzz_refused) == 0) {
        size_t end =
            journal_parse(arena, "journal", bytes, size, &(struct journal_taker){take, NULL});
        expect(end <= size, "an end behind the bytes");
        expect(end == 0 || bytes[end - 1] == '\n', "an end within a line");
        expect(taken <= size, "records longer than the bytes");
    }
    free(bytes);
    arena_free(arena);
    return 0;
}
