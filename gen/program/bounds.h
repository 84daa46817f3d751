/* What every value of a program can be, and how far it may be from exact arithmetic. */
#ifndef EPIGEN_BOUNDS_H
#define EPIGEN_BOUNDS_H

#include "program/interval.h"
#include "program/program.h"

/* Guaranteed ranges, and errors against exact arithmetic. */
struct bounds {
    struct interval *sums;   /* (n_values) what a block stores, before the activation */
    struct interval *values; /* (n_values) at the end, for every input */
    double *errors;          /* (n_values) largest |computed - exact| for inputs in the domain */
    struct interval
        eta; /* for inputs in the domain; outside it eta is 1. Zero if there is no eta */
};
/* Ends through fail_at when a value could leave the range of the number type. */
struct bounds bounds_of(struct arena *arena, const struct program *program);
/* Wider ranges, that follow from the kernels' ACSL contracts alone; no errors, no refusal. */
struct bounds bounds_by_contract(struct arena *arena, const struct program *program);
/* A kernel's own error for results of up to a magnitude. */
double bounds_kernel_error(const struct program *program, enum activation activation, double size);
/* One line, or one JSON object, for every output: its range and its error. */
void bounds_print(const struct program *program, const struct bounds *bounds, FILE *out);
void bounds_print_json(const struct program *program, const struct bounds *bounds,
                       const char *sha256, FILE *out);

#endif
