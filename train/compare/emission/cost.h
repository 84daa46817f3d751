/* Measures what an emitted learner costs on a Cortex-M4F: epigen writes the C, arm-none-eabi-gcc
   compiles it, epiwcet bounds its cycles. */
#ifndef EPICOMPARE_COST_H
#define EPICOMPARE_COST_H

#include "compare/emission/variants.h"

/* The cost of one call: a bound on the cycles, the bytes of code and constants, the bytes of stack.
 */
struct cost {
    unsigned long long cycles, flash, stack;
};

/* Ends the run if one of these programs is missing; to be called before the training. */
void cost_expect(struct arena *arena);

/* The cost of each variant, (count). Large variants take minutes. */
struct cost *cost_measure(struct arena *arena, const struct variants *variants);

void cost_table(const struct variants *variants, const struct cost *costs, FILE *out);
void cost_markdown(const struct variants *variants, const struct cost *costs, FILE *out);
void cost_csv_header(FILE *out);
void cost_csv(const struct variants *variants, const struct cost *costs, FILE *out);

#endif
