/* See kernels.h. The functions are those that emitted files contain. */
#include "program/q15/kernels.h"

#include "q15/kernels.h"

#include <stddef.h>

#define RUN(name, call)                                                                            \
    static int32_t name##_run(int32_t z, uint32_t n, const int32_t *p)                             \
    {                                                                                              \
        (void)n;                                                                                   \
        (void)p;                                                                                   \
        return call;                                                                               \
    }
RUN(identity, z)
RUN(relu, epi_relu(z))
RUN(leaky_relu, epi_leaky_relu(z, p[0]))
RUN(clip, epi_clip(z, p[0], p[1]))
RUN(tanh, epi_tanh(z, n))
RUN(sigmoid, epi_sigmoid(z, n))
RUN(tanh_t, epi_tanh_t(z, n))
RUN(sigmoid_t, epi_sigmoid_t(z, n))
RUN(softplus, epi_softplus(z, n))
RUN(exp, epi_exp(z, n))
RUN(square, epi_square(z, n))
RUN(elu, epi_elu(z, n, p[0]))
RUN(silu, epi_silu(z, n))
RUN(softplus_t, epi_softplus_t(z, n))
RUN(exp_t, epi_exp_t(z, n))
RUN(elu_t, epi_elu_t(z, n, p[0]))
RUN(silu_t, epi_silu_t(z, n))
#undef RUN

/* Largest arguments: what the contract of the kernel asks for. */
#define BITS_30 1073741824

_Static_assert(ACT_COUNT == 11, "a row for each activation: no kernel is not the identity");
static const struct q15_kernel kernels[ACT_COUNT] = {
    [ACT_IDENTITY] = {.run = identity_run, .kind = Q15_LINEAR, .reach = INT32_MAX},
    [ACT_RELU] = {.name = "relu", .run = relu_run, .kind = Q15_LINEAR, .reach = INT32_MAX},
    [ACT_LEAKY_RELU] = {.name = "leaky_relu",
                        .calls = {"relu"},
                        .run = leaky_relu_run,
                        .kind = Q15_LINEAR,
                        .reach = INT16_MAX,
                        .error = 0x1p-16},
    [ACT_CLIP] =
        {.name = "clip", .calls = {"relu"}, .run = clip_run, .kind = Q15_LINEAR, .reach = BITS_30},
    [ACT_TANH] = {.name = "tanh",
                  .calls = {"least", "tanh_core"},
                  .run = tanh_run,
                  .half_argument = true,
                  .half_result = true,
                  .reach = INT32_MAX,
                  .argument = 13,
                  .result = 30,
                  .least = 8,
                  .most = 15,
                  .error = 1.17e-4},
    [ACT_SIGMOID] = {.name = "sigmoid",
                     .calls = {"least"},
                     .run = sigmoid_run,
                     .half_argument = true,
                     .reach = INT32_MAX,
                     .argument = 12,
                     .result = 31,
                     .least = 8,
                     .most = 14,
                     .error = 6e-5},
    [ACT_SOFTPLUS] = {.name = "softplus",
                      .calls = {"relu"},
                      .run = softplus_run,
                      .reach = BITS_30,
                      .argument = 15,
                      .result = 15,
                      .least = -15,
                      .most = 15,
                      .error = 1.2e-4},
    [ACT_EXP] = {.name = "exp",
                 .calls = {"relu", "exp_core"},
                 .run = exp_run,
                 .reach = 45056,
                 .falls = true,
                 .argument = 12,
                 .result = 15,
                 .least = 0,
                 .most = 15,
                 .error = 1.7e-5,
                 .relative = 7.8e-5},
    [ACT_SQUARE] = {.name = "square", .run = square_run, .kind = Q15_SQUARE, .reach = INT16_MAX},
    [ACT_ELU] = {.name = "elu",
                 .calls = {"relu", "exp_core"},
                 .run = elu_run,
                 .reach = BITS_30,
                 .argument = 15,
                 .result = 15,
                 .least = -15,
                 .most = 15,
                 .error = 1.8e-4},
    [ACT_SILU] = {.name = "silu",
                  .calls = {"relu"},
                  .run = silu_run,
                  .reach = BITS_30,
                  .argument = 15,
                  .result = 15,
                  .least = -15,
                  .most = 15,
                  .error = 2.5e-4},
};

/* Those that look up a table; the other activations have one kernel. */
static const struct q15_kernel table_kernels[ACT_COUNT] = {
    [ACT_TANH] = {.name = "tanh_t",
                  .calls = {"half", "saturate", "tanh_table"},
                  .run = tanh_t_run,
                  .half_argument = true,
                  .half_result = true,
                  .reach = INT32_MAX,
                  .argument = 12,
                  .result = 22,
                  .least = 8,
                  .most = 15,
                  .error = 6.2e-5},
    [ACT_SIGMOID] = {.name = "sigmoid_t",
                     .calls = {"half", "saturate", "tanh_table"},
                     .run = sigmoid_t_run,
                     .half_argument = true,
                     .reach = INT32_MAX,
                     .argument = 11,
                     .result = 23,
                     .least = 8,
                     .most = 14,
                     .error = 3.1e-5},
    [ACT_SOFTPLUS] = {.name = "softplus_t",
                      .calls = {"half", "relu", "line"},
                      .run = softplus_t_run,
                      .reach = BITS_30,
                      .argument = 15,
                      .result = 15,
                      .least = -15,
                      .most = 15,
                      .error = 3.4e-5},
    [ACT_EXP] = {.name = "exp_t",
                 .calls = {"half", "relu", "line", "exp_table"},
                 .run = exp_t_run,
                 .reach = 45056,
                 .falls = true,
                 .argument = 12,
                 .result = 15,
                 .least = 0,
                 .most = 15,
                 .error = 1.7e-5,
                 .relative = 7.9e-5},
    [ACT_ELU] = {.name = "elu_t",
                 .calls = {"half", "relu", "line", "exp_table"},
                 .run = elu_t_run,
                 .reach = BITS_30,
                 .argument = 15,
                 .result = 15,
                 .least = -15,
                 .most = 15,
                 .error = 1.8e-4},
    [ACT_SILU] = {.name = "silu_t",
                  .calls = {"half", "relu", "line"},
                  .run = silu_t_run,
                  .reach = BITS_30,
                  .argument = 15,
                  .result = 15,
                  .least = -15,
                  .most = 15,
                  .error = 4.8e-5},
};

const struct q15_kernel *q15_kernel(enum activation activation, bool tables)
{
    if (tables && table_kernels[activation].name != NULL)
        return &table_kernels[activation];
    return &kernels[activation];
}
