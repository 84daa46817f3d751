/* Printing a program as m4 macro calls, one per line, final literals included. What each
   macro looks like in C is decided in templates/. Every function here writes the complete m4
   input of one emitted file. */
#ifndef EPIGEN_EMIT_H
#define EPIGEN_EMIT_H

#include "emit/model.h"

/* What the code of model->form executes: zeros are multiplied where weights are in tables. */
struct counts form_counts(const struct model *model);

void emit_header(const struct model *model, FILE *m4);
void emit_source(const struct model *model, FILE *m4);
void emit_vectors(const struct model *model, FILE *m4);
void emit_selftest(const struct model *model, FILE *m4);

/* The emitted files, in the order in which they are made. */
struct emitted_file {
    const char *suffix; /* behind the prefix */
    void (*emit)(const struct model *model, FILE *m4);
};
enum { EMITTED_FILES = 4 };
extern const struct emitted_file emitted_files[EMITTED_FILES];

#endif
