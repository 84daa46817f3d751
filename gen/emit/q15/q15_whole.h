/* From a checked spec to the text of all files in fixed point. */
#ifndef EPIGEN_Q15_WHOLE_H
#define EPIGEN_Q15_WHOLE_H

#include "emit/q15/q15_model.h"
#include "emit/whole/whole.h"

struct q15_model q15_model_make(struct arena *arena, const struct spec *spec, const char *sha256,
                                const struct q15_wanted *wanted);

/* The emitted files, in the order in which they are made. */
struct q15_emitted_file {
    const char *suffix; /* behind the prefix */
    void (*emit)(const struct q15_model *model, FILE *m4);
};
extern const struct q15_emitted_file q15_emitted_files[EMITTED_FILES];

/* Their text; paths without a directory. */
void q15_model_emit(const struct q15_model *model, const struct data_dirs *dirs,
                    struct output outputs[EMITTED_FILES]);

#endif
