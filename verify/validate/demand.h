/* What a spec demands of the code, derived anew from the SEMANTICS of epigen-spec(5): the
   constants as they must stand in the code, after scalings by powers of two have moved into
   weights. */
#ifndef VALIDATE_DEMAND_H
#define VALIDATE_DEMAND_H

#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>

struct demand {
    const struct spec *spec;
    float *input_factor; /* (n_inputs) multiplied into the weights that read the input; 1: none */
    float **row_factor;  /* (n_layers) (n_out) multiplied into a neuron's weights and bias */
};

struct demand demand_make(struct arena *arena, const struct spec *spec);

/* The steps of an input: clamp, subtract the mean, flush below the limit, multiply by the factor.
 */
struct input_demand {
    uint32_t low, high, nan, status; /* as bits */
    bool subtracts, must_flush, multiplies;
    float mean, factor;
    uint32_t limit;
};
struct input_demand demand_input(const struct demand *demand, size_t input);

/* Whether the sum has a term for this weight: the code leaves out weights that are 0 in the spec.
 */
bool demand_connects(const struct demand *demand, size_t layer, size_t row, size_t column);
float demand_bias(const struct demand *demand, size_t layer, size_t row);
/* The weight of a dense layer or an average. The layer reads number `place` of `source` as its
   number `column`. */
float demand_weight(const struct demand *demand, size_t layer, size_t row, size_t column,
                    int source, size_t place);
/* The factor of a mean output, which reads neuron `place` of `source`. */
float demand_mean_scale(const struct demand *demand, size_t output, int source, size_t place);

/* The bit pattern of a float32. */
uint32_t demand_bits(float value);
size_t demand_width(const struct spec *spec, int source);

#endif
