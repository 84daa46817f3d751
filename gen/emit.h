/* Printing a program as m4 macro calls, one per line, final literals included. What each
   macro looks like in C is decided in templates/. Every function here writes the complete m4
   input of one emitted file. */
#ifndef EPIGEN_EMIT_H
#define EPIGEN_EMIT_H

#include "program.h"
#include "vectors.h"

struct model {
    struct arena *arena;
    const struct program *program;
    struct bounds bounds, contracts; /* what holds; what a prover can confirm */
    struct counts counts;
    const char *sha256; /* of the spec's bytes */
    struct vectors vectors;
};

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
