/* Measures what an emitted learner costs on a Cortex-M4F and what it is worth: epigen writes the C,
   arm-none-eabi-gcc compiles it and epiwcet bounds its cycles; the host's compiler compiles the
   same C, which then answers the test rows. */
#ifndef EPICOMPARE_COST_H
#define EPICOMPARE_COST_H

#include "compare/emission/variants.h"

/* The cost of one call: a bound on the cycles, the bytes of code and constants, the bytes of stack.
   The measures are those of the first output; none is about time. */
struct cost {
    const struct variant *variant;
    const char *title;
    bool fixed_point;
    unsigned long long cycles, flash, stack;
    struct outcome worth;
};

struct costs {
    const struct variants *variants;
    size_t count;
    struct cost *rows;
};

/* Ends the run if one of these programs is missing; to be called before the training. */
void cost_expect(struct arena *arena);

/* The cost of each variant of a case and, with `fixed_point`, of each that can be in fixed point
   behind it. Large variants take minutes. */
struct costs cost_measure(struct arena *arena, const struct variants *variants,
                          const struct compare_case *c, bool fixed_point);

void cost_table(const struct costs *costs, FILE *out);
void cost_markdown(const struct costs *costs, FILE *out);
void cost_csv_header(FILE *out);
void cost_csv(const struct costs *costs, FILE *out);

#endif
