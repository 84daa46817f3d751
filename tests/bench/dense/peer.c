/* The dense layers of 21-50-50-3 by CMSIS-NN, int8, without activations: what dense.sh counts
 * beside epigen's whole function. */
#include "arm_nnfunctions.h"

enum { INPUTS = 21, UNITS = 50, OUTPUTS = 3 };
#define SOME_BYTES(n) [0 ...(n) - 1] = 37

static const int8_t weights_1[UNITS * INPUTS] = {SOME_BYTES(UNITS * INPUTS)};
static const int8_t weights_2[UNITS * UNITS] = {SOME_BYTES(UNITS * UNITS)};
static const int8_t weights_3[OUTPUTS * UNITS] = {SOME_BYTES(OUTPUTS * UNITS)};
static const int32_t biases[UNITS] = {SOME_BYTES(UNITS)};

static const cmsis_nn_context context;
static const cmsis_nn_fc_params parameters = {
    .input_offset = 5, .output_offset = 3, .activation = {-128, 127}};
static const cmsis_nn_per_tensor_quant_params quantised = {.multiplier = 1518500250, .shift = -8};

/* What a layer reads, its weights, its neurons. */
static const struct {
    cmsis_nn_dims in, filter, out;
    const int8_t *weights;
} layers[] = {
    {{1, 1, 1, INPUTS}, {INPUTS, 1, 1, UNITS}, {1, 1, 1, UNITS}, weights_1},
    {{1, 1, 1, UNITS}, {UNITS, 1, 1, UNITS}, {1, 1, 1, UNITS}, weights_2},
    {{1, 1, 1, UNITS}, {UNITS, 1, 1, OUTPUTS}, {1, 1, 1, OUTPUTS}, weights_3},
};

static void layer(int number, const int8_t *x, int8_t *y)
{
    (void)arm_fully_connected_s8(&context, &parameters, &quantised, &layers[number].in, x,
                                 &layers[number].filter, layers[number].weights,
                                 &layers[number].out, biases, &layers[number].out, y);
}

void subject(const int16_t *raw)
{
    int8_t x[INPUTS], h[UNITS], g[UNITS], y[OUTPUTS];
    for (int i = 0; i < INPUTS; i++)
        x[i] = (int8_t)(raw[i] >> 8);
    layer(0, x, h);
    layer(1, h, g);
    layer(2, g, y);
    __asm__ volatile("" : : "r"(y) : "memory");
}
