/* The operations on the inputs as one row for each, for the forms that keep constants in tables:
   clamp, subtract, flush, multiply, where what an input does not need changes no bit. */
#ifndef EPIGEN_INPUTS_H
#define EPIGEN_INPUTS_H

#include "program/program.h"

struct input_row {
    double mean;   /* subtracted; 0: nothing */
    double limit;  /* of the flush; the smallest normal number: nothing is below it but 0 */
    double factor; /* 1: nothing */
};

struct inputs {
    struct input_row *rows;         /* (n_inputs) */
    bool subtract, flush, multiply; /* whether any input needs it */
    size_t end;                     /* the first operation that is not on inputs */
};

struct inputs inputs_of(struct arena *arena, const struct program *program);
/* The numbers in the tables of n inputs: bounds and what standardises. */
size_t inputs_numbers(const struct inputs *inputs, size_t n);

/* What a form that standardises `places` inputs at once computes beyond the program's operations:
   further subtractions and multiplications, of numbers that do not need them. */
size_t inputs_more_additions(const struct inputs *inputs, const struct program *program,
                             size_t places);
size_t inputs_more_multiplications(const struct inputs *inputs, const struct program *program,
                                   size_t places);

#endif
