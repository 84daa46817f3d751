/* What the forms of emitted code have in common: macro calls, names in C, kernels, and the
   operations outside of layers. A form is one file emit_<form>.c; emit.c is what stands around. */
#ifndef EPIGEN_EMIT_PARTS_H
#define EPIGEN_EMIT_PARTS_H

#include "emit/inputs.h"
#include "emit/macro.h"
#include "emit/model.h"
#include "program/bounds.h"
#include "program/count.h"

/* " [m]", or nothing without a unit. */
const char *unit_text(struct arena *arena, const char *unit);
/* What the spec says of its training: data, recipe, seed. Figures below a key are left out. */
void emit_provenance(const struct spec *spec, FILE *m4);
/* What the bits in the call of an input's clamp mean. */
const char *input_text(const struct model *model, size_t input);
const char *upper_text(struct arena *arena, const char *name);
/* The C name of a buffer inside the entry point. */
const char *buffer_text(struct arena *arena, const struct buffer *buffer);
/* A value as C writes it; eta is no array. */
const char *value_text(const struct model *model, uint16_t buffer, uint32_t index);

/* What the sums of a layer start with. */
const char *start_text(const struct spec_layer *layer);
/* Why the clamp of a layer's kernel is there or is not, for some of its neurons; NULL: there is no
   choice. */
const char *clamp_text(const struct model *model, const struct buffer *buffer, size_t first,
                       size_t count);

/* "neuron 3", "neurons 3 to 7". */
const char *neurons_text(struct arena *arena, uint32_t first, uint32_t count);

struct interval hull(const struct interval *intervals, size_t count);

/* Source number k of a layer. */
uint16_t source_buffer(const struct spec_layer *layer, size_t k);
/* Whether any term of a block reads a source of its layer. */
bool block_reads(const struct op *block, uint16_t buffer);

/* The kernels that an emitted file contains, each behind those it calls. */
struct needed_kernel {
    const char *name;
    const struct activation_kernel *kernel; /* NULL: only other kernels call it */
    enum activation activation;
};
enum { NEEDED_MOST = ACT_COUNT * (KERNEL_CALLS + 1) };
struct needed_kernels {
    struct needed_kernel all[NEEDED_MOST];
    size_t count;
};
struct needed_kernels kernels_needed(const struct model *model);
/* The kernel of an activation, at the accuracy of the program. */
const struct activation_kernel *kernel_find(const struct program *program,
                                            enum activation activation);

/* An operation outside of blocks: of an input or an output. */
void emit_plain_op(const struct model *model, const struct op *op, FILE *m4);

/* The further arguments of a layer's kernel, each with its comma: ", 0.01F". */
const char *parameters_text(const struct model *model, const struct spec_layer *layer);
/* The names of an activation's parameters, each behind a comma and between two texts: ", float
   slope". */
const char *parameter_names(const struct model *model, enum activation activation,
                            const char *before, const char *after);
/* Whether the clamp of a layer's kernel is idle for some of its neurons, by what a prover can
   confirm. */
bool clamp_is_idle(const struct model *model, const struct buffer *buffer, size_t first,
                   size_t count);
/* The kernel for a whole layer: without a clamp where that is idle for all its neurons. */
const char *layer_kernel(const struct model *model, const struct buffer *buffer);
/* Clamp, flush and the kernels of all layers, each behind those it calls. */
void emit_layer_kernels(const struct model *model, void (*emit)(const char *name, FILE *m4),
                        FILE *m4);
/* Whether the cheaper clamp does for an input; its code depends on the domain more than the other.
 */
bool clamp_is_short(const struct model *model, const struct domain *domain);
/* The one clamp that does for all inputs. */
const char *clamp_kernel(const struct model *model);

/* Whether the inputs are a function of their own, in the unrolled form: from so many on that takes
   less time than its call. */
enum { NOINLINE_INPUTS = 8 };
bool inputs_are_noinline(const struct model *model);

/* Functions that have been printed, to be shared. */
struct printed_function {
    const char *name;
    size_t in, out;
};
struct printed {
    struct printed_function *all;
    size_t count, capacity;
};
/* Whether a function is new; it is not from then on. */
bool printed_add(struct arena *arena, struct printed *printed, const char *name, size_t in,
                 size_t out);

/* The constants of the inputs as tables; returns how many columns the second has. */
unsigned emit_input_tables(const struct model *model, const struct inputs *inputs, FILE *m4);

/* The function of the inputs up to its body, with the range of its results. */
void emit_inputs_function(const struct model *model, FILE *m4);

/* The buffers of the entry point. */
void emit_locals(const struct model *model, FILE *m4);

#endif
