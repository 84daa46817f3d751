/* The program: a model as one flat list of operations, in the order in which they are
   executed. The interpreter runs it, the counter counts it, the emitter prints it: what is
   counted is what is emitted is what is checked.

   Values live in buffers: the standardised inputs, one buffer per layer, and those results
   (mean, sigma, eta) that the spec has.
   A layer is computed in blocks of up to BLOCK_LANES neurons; inside a block each neuron
   has an accumulator (a lane), and terms are added input by input to all lanes. */
#ifndef EPIGEN_PROGRAM_H
#define EPIGEN_PROGRAM_H

#include "program/activation.h"
#include "program/number.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Sixteen sums beside a number and its weights fill the registers of a Cortex-M's FPU when a
   compiler mixes statements, 26 when it keeps their order. A whole group of ACTIVATION_LANES values
   goes through an activation at once. */
enum { MIXED_LANES = 16, BLOCK_LANES = 26, ACTIVATION_LANES = 8 };

/* One row per operation: kind, name in a dump, additions, multiplications. */
#define OPERATIONS(ROW)                                                                            \
    ROW(OP_CLAMP, "clamp", 0, 0)       /* buffer[index] = input index, forced into its domain */   \
    ROW(OP_SUBTRACT, "subtract", 1, 0) /* buffer[index] -= value */                                \
    ROW(OP_ADD, "add", 1, 0)           /* buffer[index] += value */                                \
    ROW(OP_MULTIPLY, "multiply", 0, 1) /* buffer[index] *= value */                                \
    ROW(OP_FLUSH, "flush", 0, 0)       /* buffer[index] = 0 if below value in magnitude */         \
    ROW(OP_BLOCK, "block", 0, 0)       /* begin: count lanes for buffer[index..] */                \
    ROW(OP_BIAS, "bias", 0, 0)         /* lane = value */                                          \
    ROW(OP_TERM, "term", 1, 1)         /* lane += value * source[from] */                          \
    ROW(OP_DISTANCE, "distance", 2, 1) /* lane -= (source[from] - value)^2 */                      \
    ROW(OP_STORE, "store", 0, 0)       /* buffer[index] = lane */                                  \
    ROW(OP_END, "end", 0, 0)           /* end of the block */                                      \
    ROW(OP_ACTIVATE, "activate", 0, 0) /* buffer[index..index+count) through the activation */     \
    ROW(OP_COPY, "copy", 0, 0)         /* buffer[index] = source[from] */                          \
    ROW(OP_ETA_OR_ONE, "eta_or_one", 0,                                                            \
        0) /* buffer[index] = 1 unless all inputs were in the domain */

enum op_kind {
#define ROW(kind, name, additions, multiplications) kind,
    OPERATIONS(ROW)
#undef ROW
        OP_KIND_COUNT
};

struct op {
    uint8_t kind;
    uint8_t lane;
    uint16_t count;
    uint16_t buffer, source; /* indices into program.buffers */
    uint32_t index, from;
    double value;
};

struct op_info {
    const char *name;
    unsigned additions, multiplications;
};
extern const struct op_info op_info[OP_KIND_COUNT];

enum buffer_kind { BUFFER_INPUTS, BUFFER_LAYER, BUFFER_MEAN, BUFFER_SIGMA, BUFFER_ETA };

struct buffer {
    enum buffer_kind kind;
    const char *name;               /* the layer's, or that of the kind */
    const struct spec_layer *layer; /* BUFFER_LAYER */
    size_t size;
    size_t offset;  /* of its first value when all buffers lie one after the other */
    uint32_t lanes; /* BUFFER_LAYER: neurons of every block but the last */
};

struct domain {
    double low, high, substitute; /* what stands in for a NaN */
    uint32_t status;              /* the bit that says "this input was not used as given" */
};

/* Then a cheaper clamp will do. */
bool domain_has_zero(const struct domain *domain);

struct program {
    const struct spec *spec;
    const struct number_type *type;
    enum accuracy accuracy;
    const char *prefix; /* of everything emitted */
    struct buffer *buffers;
    size_t n_buffers, n_values;
    struct domain *domains; /* (n_inputs) */
    bool in_order; /* blocks may have more than MIXED_LANES: a compiler is to keep their order */
    struct op *ops;
    size_t n_ops, capacity;
};

/* Inputs that standardise to less than this become zero: denormals cost 20 times on some cores. */
#define FLUSH_LIMIT 0x1p-30

/* The buffer of what a `from` names: SOURCE_INPUTS or a layer. */
uint16_t program_buffer(int source);

/* Which block of its layer a neuron is in. */
uint32_t block_number(const struct program *program, uint16_t buffer, uint32_t index);

void program_append(struct arena *arena, struct program *program, struct op op);
void program_dump(const struct program *program, FILE *out);

/* "full", "1e-4", "1e-3" */
extern const char *const accuracy_name[ACCURACY_COUNT];

#endif
