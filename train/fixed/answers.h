/* What the code in fixed point answers about a set of rows, in the units of the data: as
   answers_ask (result/answers.h) has it for float. The interpreter has the bits of that code. */
#ifndef EPITRAIN_FIXED_ANSWERS_H
#define EPITRAIN_FIXED_ANSWERS_H

#include "program/q15/q15.h"
#include "result/answers.h"

struct answers fixed_ask(struct arena *arena, const struct q15_program *program,
                         const struct rows *rows, const struct scaling *outputs, size_t most);

#endif
