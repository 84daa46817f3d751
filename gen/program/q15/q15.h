/* A program in fixed point: what epigen-spec(5), FIXED POINT, says of a model, as plain data.
   Layers are matrices of 16-bit weights with 32-bit biases; each neuron has its exponents. The same
   data is interpreted, bounded, counted and emitted.

   A value A of 16 bits stands for (A + half / 2) * 2^-exponent. A sum S of a neuron stands for
   S * 2^-sum_exponent; its activation reads S shifted right by `shift`. */
#ifndef EPIGEN_Q15_H
#define EPIGEN_Q15_H

#include "program/interval.h"
#include "program/q15/kernels.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The ends of what an integer can be. */
struct q15_range {
    int32_t low, high;
};

/* A value that layers and outputs read: of an input or of a neuron. */
struct q15_value {
    int exponent;
    bool half;
    struct q15_range range; /* for every raw input */
    double error;           /* largest distance from the real-valued network in the domain */
};

struct q15_neuron {
    int32_t bias;
    int sum_exponent;
    unsigned shift;  /* of the sum, to the argument of the kernel */
    unsigned resize; /* the kernel's second argument: what brings its result to the value */
    struct q15_range sum, argument; /* for every raw input */
};

struct q15_layer {
    const struct spec_layer *layer;
    const struct q15_kernel *kernel;
    int16_t *weights;                   /* (n_out, n_in) */
    int32_t parameters[ACT_PARAMETERS]; /* of the kernel, as integers */
    struct q15_neuron *neurons;         /* (n_out) */
    struct q15_value *values;           /* (n_out) */
    bool by_row;                        /* neurons differ in sum_exponent or exponent */
};

/* A number of an output: which value it is, and what one unit of it means. */
struct q15_output {
    int source; /* SOURCE_INPUTS or a layer */
    size_t index;
    double scale, offset; /* number = raw * scale + offset */
    double error;         /* in the unit of the output */
};

struct q15_program {
    const struct spec *spec;
    const char *prefix;              /* of everything emitted */
    bool tables;                     /* kernels that look up tables */
    struct q15_value *inputs;        /* (n_inputs); range: the domain in raw numbers */
    struct q15_layer *layers;        /* (n_layers) */
    struct q15_output *mean, *sigma; /* (mean.count), (sigma.count) */
    struct q15_output eta;
};

/* Eta as a number of 16 bits: ETA_ONE is 1. */
enum { Q15_ETA_EXPONENT = 14, Q15_ETA_ONE = 1 << Q15_ETA_EXPONENT };

/* Makes the program of a checked spec. Ends through fail_at where numbers of 16 bits and sums of 32
   cannot hold the model. */
struct q15_program *q15_lower(struct arena *arena, const struct spec *spec, const char *prefix,
                              bool tables);

/* The values of a `from`: SOURCE_INPUTS or a layer. */
const struct q15_value *q15_values(const struct q15_program *program, int source);
size_t q15_width(const struct q15_program *program, int source);

/* The number of an input's bit in the status word. */
uint32_t q15_status_bit(size_t input);

void q15_dump(const struct q15_program *program, FILE *out);

#endif
