/* A program in fixed point with all that is decided about the file to be emitted. */
#ifndef EPIGEN_Q15_MODEL_H
#define EPIGEN_Q15_MODEL_H

#include "emit/model.h"
#include "program/q15/q15.h"
#include "program/q15/vectors.h"

/* For which cores the code is written; the results are the same bits. */
enum q15_core {
    Q15_PORTABLE,
    Q15_CORTEX_M4,
    Q15_CORTEX_M0PLUS,
    Q15_CORTEX_M3,
    Q15_RV32IMC,
    Q15_CORES
};
extern const char *const q15_core_name[Q15_CORES];

/* What a user may decide. All zero: what epigen does without an option. */
struct q15_wanted {
    const char *prefix; /* NULL: the spec's name */
    enum form form;     /* unrolled or tiled */
    enum q15_core core;
    bool tables;
    double accuracy; /* what q15_accuracy_check asks for; 0: nothing */
    size_t vectors;  /* 0: q15_vectors_default */
};

struct q15_model {
    struct arena *arena;
    const struct q15_program *program;
    enum form form;
    enum q15_core core;
    const char *sha256; /* of the spec's bytes */
    struct q15_vectors vectors;
};

#endif
