/* What an emitted learner costs on a controller: a Cortex-M4F, by epigen, arm-none-eabi-gcc and
   epiwcet, one after the other. */
#ifndef EPICOMPARE_COST_H
#define EPICOMPARE_COST_H

#include "compare/emission/variants.h"

/* Of one call; cycles are a bound, flash has code and constants. */
struct cost {
    unsigned long long cycles, flash, stack;
};

/* Fails now rather than after the training when a program is missing. */
void cost_expect(struct arena *arena);

/* (count) Takes minutes for large ones. */
struct cost *cost_measure(struct arena *arena, const struct variants *variants);

void cost_table(const struct variants *variants, const struct cost *costs, FILE *out);
void cost_markdown(const struct variants *variants, const struct cost *costs, FILE *out);
void cost_csv_header(FILE *out);
void cost_csv(const struct variants *variants, const struct cost *costs, FILE *out);

#endif
