/* The reference answer: a program run on the host with the rounding of the emitted code. */
#ifndef EPIGEN_INTERPRET_H
#define EPIGEN_INTERPRET_H

#include "program/program.h"

/* What a caller gets: pointers into memory that interpreter_new made. Without a sigma in the spec
   that pointer is NULL; without an eta nothing sets eta. */
struct result {
    float *mean, *sigma;
    float eta;
    uint32_t status;
};

struct interpreter *interpreter_new(struct arena *arena, const struct program *program);
const struct result *interpreter_run(struct interpreter *interpreter, const float *x);

#endif
