/* From the bytes of a spec to the text of all emitted files: what every program does that emits. */
#ifndef EPIGEN_WHOLE_H
#define EPIGEN_WHOLE_H

#include "base/files.h"
#include "emit/emit.h"
#include "emit/macro.h"

/* What a user may decide about the files. All zero: what epigen does without an option. */
struct wanted {
    const char *prefix; /* NULL: the spec's name */
    enum accuracy accuracy;
    bool all_clamps;
    size_t vectors; /* 0: vectors_default */
    enum form form;
    size_t lanes, batch;
};

/* Reads and checks a spec, and decides all that its emitted files say; `label` names it in
 * messages.
 */
struct model model_make(struct arena *arena, const char *label, const char *bytes, size_t size,
                        const struct wanted *wanted);

/* Where the templates are, and the kernels: beside the program, unless `templates` names others.
   `type`: the name of a number type. */
struct data_dirs data_dirs_find(struct arena *arena, const char *templates, const char *type);

/* The emitted files, their paths without a directory. */
void model_emit(const struct model *model, const struct data_dirs *dirs,
                struct output outputs[EMITTED_FILES]);

/* The SHA-256 of some bytes, as text. */
const char *sha256_text(struct arena *arena, const char *bytes, size_t size);

#endif
