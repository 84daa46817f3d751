/* The code itself: the interpreter, bit for bit what is emitted, as properties ask it. */
#ifndef EPIPROVE_CODE_H
#define EPIPROVE_CODE_H

#include "prove/properties/property.h"

struct code;
struct code *code_new(struct arena *arena, const struct net *net);

/* All outputs, in the order of net->outputs. */
const float *code_run(struct code *code, const float *x);

/* Whether x, which lies in the region, makes one of its conjuncts true. */
enum truth code_violates(struct code *code, const struct region *region, const float *x);

#endif
