/* The kernels of fixed point, see q15.h, and which of them is an activation's. */
#include "validate/q15/q15.h"
#include "validate/q15/q15_text.h"

const struct q15_kernel q15_kernels[Q15_KERNEL_COUNT] = {
    {"shift", {NULL}, text_shift},
    {"clamp", {NULL}, text_clamp},
    {"eta_or_one", {NULL}, text_eta_or_one},
    {"relu", {NULL}, text_relu},
    {"leaky_relu", {"relu", "shift"}, text_leaky_relu},
    {"tanh_core", {"shift"}, text_tanh_core},
    {"least", {NULL}, text_least},
    {"tanh", {"shift", "tanh_core", "least"}, text_tanh},
    {"sigmoid", {"shift", "tanh_core", "least"}, text_sigmoid},
    {"exp_core", {"shift"}, text_exp_core},
    {"exp", {"shift", "relu", "exp_core"}, text_exp},
    {"softplus", {"shift", "relu"}, text_softplus},
    {"square", {NULL}, text_square},
    {"elu", {"shift", "relu", "exp_core"}, text_elu},
    {"silu", {"shift", "relu"}, text_silu},
    {"clip", {"relu"}, text_clip},
};

const char *q15_kernel_name(enum activation activation)
{
    switch (activation) {
    case ACT_IDENTITY: return NULL;
    case ACT_RELU: return "relu";
    case ACT_LEAKY_RELU: return "leaky_relu";
    case ACT_TANH: return "tanh";
    case ACT_SIGMOID: return "sigmoid";
    case ACT_SOFTPLUS: return "softplus";
    case ACT_EXP: return "exp";
    case ACT_SQUARE: return "square";
    case ACT_ELU: return "elu";
    case ACT_SILU: return "silu";
    case ACT_CLIP: return "clip";
    case ACT_COUNT: break;
    }
    return NULL;
}
