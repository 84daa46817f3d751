/* What the fuzz targets of the importer share: any bytes must become a checked spec that reads
 * back, or one readable message. */
#ifndef EPIGEN_FUZZ_IMPORT_H
#define EPIGEN_FUZZ_IMPORT_H

#include "fuzzing.h"
#include "import/import.h"

/* Reading a larger spec with sanitizers takes seconds, which are not the importer's. */
enum { READ_BACK_MAX = 1 << 20 };

/* An accepted network is computed at one point by the file's own arithmetic, and its spec reads
 * back. */
static inline void import_examine(struct arena *arena, const struct import *import)
{
    size_t size;
    double *x = arena_alloc(arena, import->n_in, sizeof(*x));
    for (size_t i = 0; i < import->n_in; i++)
        x[i] = (double)import->spec->inputs[i].min;
    expect(evaluation_run(import->evaluation, arena, x)[0] != NULL, "no output");
    const char *text = spec_text(arena, import->spec, &size);
    if (size > READ_BACK_MAX)
        return;
    struct spec *again = spec_read(arena, "fuzz", text, size);
    spec_check(arena, again);
    expect(again->n_layers == import->spec->n_layers, "another spec");
}

static inline void import_try(const char *name, const uint8_t *data, size_t size, bool fold)
{
    struct arena *arena = arena_new();
    fuzz_begin(arena_printf(arena, "%s:", name));
    if (setjmp(fuzz_refused) == 0) {
        const struct import_options options = {.domain = domain_read(arena, "-1,1", 0.0),
                                               .fold = fold};
        const struct import *import =
            import_bytes(arena, NULL, name, (const char *)data, size, &options);
        fuzz_accepted = true;
        import_examine(arena, import);
    }
    arena_free(arena);
}

#endif
