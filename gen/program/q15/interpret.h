/* The reference answer in fixed point: what the emitted code computes, on the host. */
#ifndef EPIGEN_Q15_INTERPRET_H
#define EPIGEN_Q15_INTERPRET_H

#include "program/q15/q15.h"

/* Raw numbers, in memory that q15_interpreter_new made. Without a sigma in the spec that pointer is
   NULL; without an eta nothing sets eta. */
struct q15_result {
    int16_t *mean, *sigma;
    int16_t eta;
    uint32_t status;
};

struct q15_interpreter *q15_interpreter_new(struct arena *arena, const struct q15_program *program);
const struct q15_result *q15_interpreter_run(struct q15_interpreter *interpreter, const int16_t *x);

/* The raw number nearest to an input in its unit, a half away from zero; outside of 16 bits, the
   nearest of those; -32768 for a NaN. As the float interface of the emitted header has it. */
int16_t q15_input_raw(const struct q15_program *program, size_t input, float x);

#endif
