/* What a program costs. */
#ifndef EPIGEN_COUNT_H
#define EPIGEN_COUNT_H

#include "program/program.h"

struct counts {
    size_t ops[OP_KIND_COUNT];
    size_t activations[ACT_COUNT]; /* values put through each kernel */
    size_t additions, multiplications, constants, dropped;
    size_t constant_bytes, buffer_bytes;
    size_t input_bytes; /* of tables, where a form has its inputs in such */
};
struct counts count(const struct program *program);

#endif
