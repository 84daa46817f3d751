/* Printing a program as m4 macro calls, one per line, final literals included. What each
   macro looks like in C is decided in templates/. Every function here writes the complete m4
   input of one emitted file. */
#ifndef EPIGEN_EMIT_H
#define EPIGEN_EMIT_H

#include "program/program.h"
#include "program/vectors.h"

/* What the emitted code looks like; the results are the same bits. */
enum form { FORM_UNROLLED, FORM_TILED, FORM_SIMD, FORM_COUNT };
extern const char *const form_name[FORM_COUNT];

struct model {
    struct arena *arena;
    const struct program *program;
    struct bounds bounds, contracts; /* what holds; what a prover can confirm */
    enum form form;
    bool all_clamps;      /* of kernels, idle ones too */
    size_t lanes;         /* FORM_SIMD: numbers in a vector */
    size_t batch;         /* FORM_SIMD: points of the batch entry point, 0: there is none */
    const size_t *places; /* emit_batch: of each buffer in the array of all numbers, or NULL */
    struct counts counts;
    const char *sha256; /* of the spec's bytes */
    struct vectors vectors;
};

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
