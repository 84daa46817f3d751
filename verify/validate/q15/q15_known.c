/* The kernels of fixed point, see q15.h, and which of them is an activation's. */
#include "validate/q15/q15.h"
#include "validate/q15/q15_text.h"

const struct q15_kernel q15_kernels[Q15_KERNEL_COUNT] = {
    {.name = "shift", .text = text_shift},
    {.name = "half", .needs = {"shift"}, .text = text_half, .first = "upper"},
    {.name = "packed", .needs = {"half"}, .text = text_packed, .first = "pack"},
    {.name = "clamp", .text = text_clamp, .use = TEXT_WITHOUT},
    {.name = "clamp", .text = text_arm_clamp, .use = TEXT_SATURATES},
    {.name = "eta_or_one", .text = text_eta_or_one},
    {.name = "relu", .text = text_relu},
    {.name = "leaky_relu", .needs = {"relu", "shift"}, .text = text_leaky_relu},
    {.name = "tanh_core", .needs = {"shift"}, .text = text_tanh_core},
    {.name = "least", .text = text_least, .use = TEXT_PLAIN},
    {.name = "least", .text = text_arm_least, .use = TEXT_PACKED},
    {.name = "tanh", .needs = {"shift", "tanh_core", "least"}, .text = text_tanh},
    {.name = "sigmoid", .needs = {"shift", "least"}, .text = text_sigmoid},
    {.name = "exp_core", .needs = {"shift"}, .text = text_exp_core},
    {.name = "exp", .needs = {"shift", "relu", "exp_core"}, .text = text_exp},
    {.name = "softplus", .needs = {"shift", "relu"}, .text = text_softplus},
    {.name = "square", .text = text_square},
    {.name = "elu", .needs = {"shift", "relu", "exp_core"}, .text = text_elu},
    {.name = "silu", .needs = {"shift", "relu"}, .text = text_silu},
    {.name = "clip", .needs = {"relu"}, .text = text_clip},
    {.name = "saturate", .text = text_saturate, .use = TEXT_WITHOUT},
    {.name = "saturate", .text = text_arm_saturate, .use = TEXT_SATURATES},
    {.name = "tanh_table",
     .needs = {"shift", "half", "saturate"},
     .text = text_tanh_table,
     .word = q15_tanh_word,
     .words = 512},
    {.name = "tanh_t", .needs = {"shift", "tanh_table"}, .text = text_tanh_t},
    {.name = "sigmoid_t", .needs = {"shift", "tanh_table"}, .text = text_sigmoid_t},
    {.name = "line", .needs = {"half"}, .text = text_line},
    {.name = "exp_table",
     .needs = {"shift", "line"},
     .text = text_exp_table,
     .word = q15_exp_word,
     .words = 64},
    {.name = "exp_t", .needs = {"shift", "relu", "exp_table"}, .text = text_exp_t},
    {.name = "softplus_t",
     .needs = {"shift", "relu", "line"},
     .text = text_softplus_t,
     .word = q15_softplus_word,
     .words = 352},
    {.name = "elu_t", .needs = {"shift", "relu", "exp_table"}, .text = text_elu_t},
    {.name = "silu_t",
     .needs = {"shift", "relu", "line"},
     .text = text_silu_t,
     .word = q15_silu_word,
     .words = 416},
};

bool q15_kernel_is_for(const struct q15_kernel *kernel, const struct q15_form *form)
{
    switch (kernel->use) {
    case TEXT_PLAIN: return !form->packed;
    case TEXT_PACKED: return form->packed;
    case TEXT_SATURATES: return form->saturates;
    case TEXT_WITHOUT: return !form->saturates;
    case TEXT_ALL: break;
    }
    return true;
}

const char *q15_kernel_name(enum activation activation, bool tables)
{
    switch (activation) {
    case ACT_IDENTITY: return NULL;
    case ACT_RELU: return "relu";
    case ACT_LEAKY_RELU: return "leaky_relu";
    case ACT_TANH: return tables ? "tanh_t" : "tanh";
    case ACT_SIGMOID: return tables ? "sigmoid_t" : "sigmoid";
    case ACT_SOFTPLUS: return tables ? "softplus_t" : "softplus";
    case ACT_EXP: return tables ? "exp_t" : "exp";
    case ACT_SQUARE: return "square";
    case ACT_ELU: return tables ? "elu_t" : "elu";
    case ACT_SILU: return tables ? "silu_t" : "silu";
    case ACT_CLIP: return "clip";
    case ACT_COUNT: break;
    }
    return NULL;
}
