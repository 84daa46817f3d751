/* See wasm.h. */
#include "report/wasm.h"

#include "pack/package.h"
#include "pack/tools.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *place_choose(struct arena *arena)
{
    const char *place = getenv("TMPDIR");
    return arena_printf(arena, "%s/epireport-%ld", place == NULL || *place == '\0' ? "/tmp" : place,
                        (long)getpid());
}

/* A package's README and manifest quote the provenance and may refuse it; the C does not need it.
 */
static struct package package_of(const struct model *model, const struct data_dirs *dirs,
                                 const struct kind *kind)
{
    struct spec *spec = arena_alloc(model->arena, 1, sizeof(*spec));
    struct program *program = arena_alloc(model->arena, 1, sizeof(*program));
    struct model *plain = arena_alloc(model->arena, 1, sizeof(*plain));
    *spec = *model->program->spec;
    spec->n_provenance = 0;
    *program = *model->program;
    program->spec = spec;
    *plain = *model;
    plain->program = program;
    return package_make(kind, &(struct ingredients){.model = plain, .dirs = dirs, .spec = ""});
}

struct wasm wasm_make(const struct model *model, const struct data_dirs *dirs)
{
    struct arena *arena = model->arena;
    const struct kind *kind = kind_find("wasm");
    struct wasm wasm = {.bytes = NULL, .why = tools_text(arena, kind->tools)};
    if (!tools_are_here(kind->tools))
        return wasm;
    struct package package = package_of(model, dirs, kind);
    struct directory directory = directory_open(arena, place_choose(arena));
    for (size_t i = 0; i < package.count; i++)
        directory_write(&directory, &package.files[i].file);
    if (package_product(&package, &directory)) {
        const char *path = package_text(&package, kind->product.path);
        for (size_t i = 0; i < package.count; i++)
            if (strcmp(package.files[i].file.path, path) == 0) {
                wasm.bytes = package.files[i].file.text;
                wasm.size = package.files[i].file.size;
            }
    }
    directory_drop();
    return wasm;
}
