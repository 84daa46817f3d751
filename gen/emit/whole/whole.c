/* See whole.h. */
#include "emit/whole/whole.h"

#include "base/fail.h"
#include "program/bounds.h"
#include "program/lower.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *sha256_text(struct arena *arena, const char *bytes, size_t size)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)bytes, size, digest);
    return arena_strdup(arena, digest);
}

struct model model_make(struct arena *arena, const char *label, const char *bytes, size_t size,
                        const struct wanted *wanted)
{
    struct spec *spec = spec_read(arena, label, bytes, size);
    spec_check(arena, spec);
    struct program *program =
        lower(arena, spec, wanted->prefix == NULL ? spec->name : wanted->prefix, &number_float32);
    program->accuracy = wanted->accuracy;
    struct model model = {.arena = arena, .program = program};
    model.bounds = bounds_of(arena, program);
    model.contracts = bounds_by_contract(arena, program);
    model.form = wanted->form;
    model.all_clamps = wanted->all_clamps;
    model.lanes = wanted->lanes;
    model.batch = wanted->batch;
    model.counts = form_counts(&model);
    model.sha256 = sha256_text(arena, bytes, size);
    model.vectors = vectors_make(arena, program,
                                 wanted->vectors == 0 ? vectors_default(program) : wanted->vectors);
    return model;
}

/* The absolute path of a directory, or NULL if there is none. */
static const char *directory_find(struct arena *arena, const char *path)
{
    char *found = realpath(path, NULL);
    const char *copy = found == NULL ? NULL : arena_strdup(arena, found);
    free(found);
    return copy;
}

/* Templates and kernels lie beside the program, in the source tree (build/epigen) as well as
   installed (bin/epigen, share/epigen/), so that a tree can be moved as a whole. */
struct data_dirs data_dirs_find(struct arena *arena, const char *templates, const char *type)
{
    static const char *const bases[] = {"../share/epigen", ".."};
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        fail("cannot find out where %s is installed", fail_program);
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
        const char *own = arena_printf(arena, "%s/%s/templates", self, bases[i]);
        const char *kernels = arena_printf(arena, "%s/%s/runtime/%s", self, bases[i], type);
        struct data_dirs dirs = {directory_find(arena, templates == NULL ? own : templates),
                                 directory_find(arena, kernels)};
        if (dirs.templates != NULL && dirs.kernels != NULL)
            return dirs;
    }
    fail("no templates found%s%s", templates == NULL ? " beside the program" : " in ",
         templates == NULL ? "" : templates);
}

/* The text of one emitted file. */
static struct output file_make(const struct model *model, const struct emitted_file *file,
                               const struct data_dirs *dirs)
{
    const char *prefix = model->program->prefix;
    struct output output = {.path = arena_printf(model->arena, "%s%s", prefix, file->suffix)};
    FILE *calls = tmpfile();
    if (calls == NULL)
        fail("cannot make a temporary file");
    file->emit(model, calls);
    output.text = macro_expand(model->arena, dirs, prefix, calls, &output.size);
    fclose(calls);
    return output;
}

void model_emit(const struct model *model, const struct data_dirs *dirs,
                struct output outputs[EMITTED_FILES])
{
    for (size_t i = 0; i < EMITTED_FILES; i++)
        outputs[i] = file_make(model, &emitted_files[i], dirs);
}
