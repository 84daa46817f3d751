/* What tests/bench/dense/peer.c calls of CMSIS-NN, as far as an analyser has to know it. */
#ifndef LINT_ARM_NNFUNCTIONS_H
#define LINT_ARM_NNFUNCTIONS_H

#include <stdint.h>

typedef struct {
    void *buf;
    int32_t size;
} cmsis_nn_context;

typedef struct {
    int32_t n, h, w, c;
} cmsis_nn_dims;

typedef struct {
    int32_t multiplier, shift;
} cmsis_nn_per_tensor_quant_params;

typedef struct {
    int32_t min, max;
} cmsis_nn_activation;

typedef struct {
    int32_t input_offset, filter_offset, output_offset;
    cmsis_nn_activation activation;
} cmsis_nn_fc_params;

int arm_fully_connected_s8(const cmsis_nn_context *, const cmsis_nn_fc_params *,
                           const cmsis_nn_per_tensor_quant_params *, const cmsis_nn_dims *,
                           const int8_t *, const cmsis_nn_dims *, const int8_t *,
                           const cmsis_nn_dims *, const int32_t *, const cmsis_nn_dims *, int8_t *);

#endif
