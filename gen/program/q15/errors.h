/* How far values in fixed point can be from the real-valued network: proven, for raw inputs in the
   domain, and measured. */
#ifndef EPIGEN_Q15_ERRORS_H
#define EPIGEN_Q15_ERRORS_H

#include "program/q15/q15.h"

/* What the exact activation can be on the arguments of a neuron, widened by the kernel's error. */
struct interval q15_activated(const struct q15_layer *layer, const struct q15_neuron *neuron,
                              int exponent);

/* Where the distance of a neuron's value from that of the real-valued network comes from. */
struct q15_errors {
    double sum;            /* the neuron's own part of the error of its sum */
    double carried;        /* the part of what it reads */
    struct interval slope; /* of the activation, between both arguments */
    double most;           /* values of the activation there differ by no more */
    double value;          /* what kernel and rounding add behind the activation */
};
struct q15_errors q15_errors_of(const struct q15_layer *layer,
                                const struct q15_value *const *columns, size_t row);

/* The largest distance of a neuron's value from that of the real-valued network; `columns`: what
   the layer reads, whose errors are known. */
double q15_value_error(const struct q15_layer *layer, const struct q15_value *const *columns,
                       size_t row);

/* The same of an output's value, see deviation.c: at most what the line above says. The errors of
   all values are known. */
double q15_output_error(const struct q15_program *program, const struct q15_output *output);

/* Ends through fail_at, with the layer that errs most, where an output can differ by more than
   `most` times the scale of the mean with its number, or eta by more than `most`. */
void q15_accuracy_check(const struct q15_program *program, double most);

/* What was seen at random raw inputs in the domain, in the unit of the output. */
struct q15_measured {
    double largest, rms;
};
struct q15_deviations {
    size_t points;
    struct q15_measured *mean, *sigma, eta;
};
struct q15_deviations q15_measure(struct arena *arena, const struct q15_program *program,
                                  size_t points);

/* One line, or one JSON object, for every output: range, proven and measured deviation. */
void q15_bounds_print(const struct q15_program *program, const struct q15_deviations *measured,
                      FILE *out);
void q15_bounds_print_json(const struct q15_program *program, const struct q15_deviations *measured,
                           const char *sha256, FILE *out);

#endif
