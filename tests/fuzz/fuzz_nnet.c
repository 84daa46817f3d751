/* Gives any bytes to the readers of .nnet and of VNN-LIB files. Run on tests/import and
 * tests/fuzz/corpus_nnet. */
#include "fuzz_import.h"

static void box_try(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    fuzz_begin("fuzz.vnnlib:");
    if (setjmp(fuzz_refused) == 0) {
        const struct import_domain *d =
            vnnlib_domain_read(arena, "fuzz.vnnlib", (const char *)data, size);
        expect(d->count > 0, "no inputs");
    }
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && (data[0] == '/' || (data[0] >= '0' && data[0] <= '9')))
        import_try("fuzz.nnet", data, size, false);
    else
        box_try(data, size);
    return 0;
}
