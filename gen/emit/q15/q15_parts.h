/* What the forms of code in fixed point have in common: names and expressions in C. */
#ifndef EPIGEN_Q15_PARTS_H
#define EPIGEN_Q15_PARTS_H

#include "emit/macro.h"
#include "emit/q15/q15_model.h"

/* What the emitted code executes and holds. */
struct q15_counts {
    size_t activations[ACT_COUNT]; /* values put through each kernel */
    size_t terms;                  /* multiplications, and additions */
    size_t dropped;                /* terms left out because their weight is 0 */
    size_t constant_bytes, buffer_bytes;
};
/* "z" or "h_v". */
const char *q15_array_text(const struct q15_model *model, int source);

/* "const int32_t z[21], int32_t h_v[50]", and "z, h_v". */
const char *q15_parameters_text(const struct q15_model *model, const struct q15_layer *layer,
                                const char *type);
const char *q15_arguments_text(const struct q15_model *model, const struct q15_layer *layer);

/* What a neuron makes of its sum, which is named: "epi_tanh(epi_shift(h_3, 9U), 17U)". */
const char *q15_activation_text(const struct q15_model *model, const struct q15_layer *layer,
                                size_t row, const char *sum);

/* What an input is, and its exponent: "speed [m/s]: domain 0 to 9, f = 13". */
const char *q15_input_meaning(const struct q15_model *model, size_t input);
/* What a layer is, with the exponents of its sums and values: "Layer h (line 5 of the spec): 10
   neurons, tanh; K = 26; f = 13." The head comment of the file says what K and f are. */
const char *q15_layer_sentence(const struct q15_model *model, const struct q15_layer *layer);

/* Whether a source of a layer does not stand in an earlier place as well. */
bool q15_source_is_first(const struct spec_from *from, size_t s);

#endif
