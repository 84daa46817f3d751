/* The layers in fixed point, by form and core. */
#ifndef EPIGEN_Q15_FORMS_H
#define EPIGEN_Q15_FORMS_H

#include "emit/macro.h"
#include "emit/q15/q15_model.h"

/* What the emitted code executes and holds. */
struct q15_counts {
    size_t activations[ACT_COUNT]; /* values put through each kernel */
    size_t terms;                  /* multiplications, and additions */
    size_t dropped;                /* terms left out because their weight is 0 */
    size_t constant_bytes, buffer_bytes;
};
struct q15_counts q15_count(const struct q15_model *model);

/* What the head comment says of form and core. */
void q15_emit_form(const struct q15_model *model, FILE *m4);

/* Inputs and layers: their functions, and their calls in the entry point. */
void q15_emit_layers(const struct q15_model *model, FILE *m4);

/* A value in the entry point: "z[3]", "h_v[3]". */
const char *q15_value_text(const struct q15_model *model, int source, size_t index);

/* --- parts of all forms --- */

/* "z" or "h_v". */
const char *q15_array_text(const struct q15_model *model, int source);

/* "const int32_t z[21], int32_t h_v[50]", and "z, h_v". */
const char *q15_parameters_text(const struct q15_model *model, const struct q15_layer *layer,
                                const char *type);
const char *q15_arguments_text(const struct q15_model *model, const struct q15_layer *layer);

/* What a neuron makes of its sum, which is named: "epi_tanh(epi_shift(h_3, 9U), 17U)". */
const char *q15_activation_text(const struct q15_model *model, const struct q15_layer *layer,
                                size_t row, const char *sum);

/* What an input is: "speed [m/s]: domain 0 to 9". */
const char *q15_input_meaning(const struct q15_model *model, size_t input);

/* Whether a source of a layer does not stand in an earlier place as well. */
bool q15_source_is_first(const struct spec_from *from, size_t s);

void q15_emit_inputs(const struct q15_model *model, const char *type, size_t size, FILE *m4);

#endif
