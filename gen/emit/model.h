/* A program with all that is decided about the file to be emitted: its form, what holds of its
   numbers, what it costs. Made by epigen.c, printed by everything in this folder. */
#ifndef EPIGEN_EMIT_MODEL_H
#define EPIGEN_EMIT_MODEL_H

#include "program/bounds.h"
#include "program/count.h"
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

#endif
