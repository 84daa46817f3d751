/* The table of operators, and the advice for those that are not understood. See operator.h. */
#include "import/operators/operator.h"

#include "import/operators/compute.h"
#include "import/operators/move.h"
#include "import/operators/trace.h"
#include "spec/yaml_tree.h"

#include <string.h>

enum { MANY = 1000 };

/* clang-format off */
static const struct onnx_operator operators[] = {
    {"Abs", 1, 1, NULL, compute_each, trace_abs, scalar_abs},
    {"Add", 2, 2, NULL, compute_two, trace_add, NULL},
    {"And", 2, 2, NULL, compute_two, NULL, NULL},
    {"AveragePool", 1, 1, NULL, compute_pool, trace_pool, NULL},
    {"BatchNormalization", 5, 5, NULL, compute_batch_normalization, trace_batch_normalization, NULL},
    {"Cast", 1, 1, NULL, compute_cast, trace_cast, NULL},
    {"Ceil", 1, 1, NULL, compute_each, NULL, scalar_ceil},
    {"Celu", 1, 1, NULL, compute_each, trace_elu, scalar_celu},
    {"Clip", 1, 3, NULL, compute_clip, trace_clip, NULL},
    {"Concat", 1, MANY, move_concat, NULL, NULL, NULL},
    {"Constant", 0, 0, NULL, compute_constant, NULL, NULL},
    {"ConstantOfShape", 1, 1, NULL, compute_constant_of_shape, NULL, NULL},
    {"Conv", 2, 3, NULL, compute_conv, trace_conv, NULL},
    {"Div", 2, 2, NULL, compute_two, trace_div, NULL},
    {"Dropout", 1, 3, move_dropout, NULL, NULL, NULL},
    {"Elu", 1, 1, NULL, compute_each, trace_elu, scalar_elu},
    {"Equal", 2, 2, NULL, compute_two, NULL, NULL},
    {"Exp", 1, 1, NULL, compute_each, trace_activation, scalar_exp},
    {"Expand", 2, 2, move_expand, NULL, NULL, NULL},
    {"Flatten", 1, 1, move_flatten, NULL, NULL, NULL},
    {"Floor", 1, 1, NULL, compute_each, NULL, scalar_floor},
    {"Gather", 2, 2, move_gather, NULL, NULL, NULL},
    {"Gemm", 2, 3, NULL, compute_gemm, trace_gemm, NULL},
    {"GlobalAveragePool", 1, 1, NULL, compute_pool, trace_pool, NULL},
    {"GlobalMaxPool", 1, 1, NULL, compute_pool, trace_pool, NULL},
    {"Greater", 2, 2, NULL, compute_two, NULL, NULL},
    {"HardSigmoid", 1, 1, NULL, compute_each, trace_hard, scalar_hard_sigmoid},
    {"HardSwish", 1, 1, NULL, compute_each, trace_hard, scalar_hard_swish},
    {"Identity", 1, 1, move_identity, NULL, NULL, NULL},
    {"LeakyRelu", 1, 1, NULL, compute_each, trace_leaky_relu, scalar_leaky_relu},
    {"Less", 2, 2, NULL, compute_two, NULL, NULL},
    {"Log", 1, 1, NULL, compute_each, NULL, scalar_log},
    {"MatMul", 2, 2, NULL, compute_matmul, trace_matmul, NULL},
    {"Max", 1, MANY, NULL, compute_several, trace_most, NULL},
    {"MaxPool", 1, 1, NULL, compute_pool, trace_pool, NULL},
    {"Mean", 1, MANY, NULL, compute_several, trace_sum, NULL},
    {"Min", 1, MANY, NULL, compute_several, trace_most, NULL},
    {"Mul", 2, 2, NULL, compute_two, trace_mul, NULL},
    {"Neg", 1, 1, NULL, compute_each, trace_neg, scalar_neg},
    {"Not", 1, 1, NULL, compute_each, NULL, scalar_not},
    {"Or", 2, 2, NULL, compute_two, NULL, NULL},
    {"PRelu", 2, 2, NULL, compute_prelu, trace_prelu, NULL},
    {"Pad", 1, 4, move_pad, NULL, NULL, NULL},
    {"Pow", 2, 2, NULL, compute_two, trace_pow, NULL},
    {"Range", 3, 3, NULL, compute_range, NULL, NULL},
    {"Reciprocal", 1, 1, NULL, compute_each, NULL, scalar_reciprocal},
    {"ReduceMax", 1, 2, NULL, compute_reduce, trace_reduce, NULL},
    {"ReduceMean", 1, 2, NULL, compute_reduce, trace_reduce, NULL},
    {"ReduceMin", 1, 2, NULL, compute_reduce, trace_reduce, NULL},
    {"ReduceSum", 1, 2, NULL, compute_reduce, trace_reduce, NULL},
    {"Relu", 1, 1, NULL, compute_each, trace_activation, scalar_relu},
    {"Reshape", 1, 2, move_reshape, NULL, NULL, NULL},
    {"Selu", 1, 1, NULL, compute_each, trace_elu, scalar_selu},
    {"Shape", 1, 1, NULL, compute_shape, compute_shape, NULL},
    {"Sigmoid", 1, 1, NULL, compute_each, trace_activation, scalar_sigmoid},
    {"Size", 1, 1, NULL, compute_size, compute_size, NULL},
    {"Slice", 1, 5, move_slice, NULL, NULL, NULL},
    {"Softplus", 1, 1, NULL, compute_each, trace_activation, scalar_softplus},
    {"Split", 1, 2, move_split, NULL, NULL, NULL},
    {"Sqrt", 1, 1, NULL, compute_each, NULL, scalar_sqrt},
    {"Squeeze", 1, 2, move_squeeze, NULL, NULL, NULL},
    {"Sub", 2, 2, NULL, compute_two, trace_add, NULL},
    {"Sum", 1, MANY, NULL, compute_several, trace_sum, NULL},
    {"Tanh", 1, 1, NULL, compute_each, trace_activation, scalar_tanh},
    {"Tile", 2, 2, move_tile, NULL, NULL, NULL},
    {"Transpose", 1, 1, move_transpose, NULL, NULL, NULL},
    {"Unsqueeze", 1, 2, move_unsqueeze, NULL, NULL, NULL},
    {"Where", 3, 3, move_where, NULL, NULL, NULL},
};
/* clang-format on */

struct advice {
    const char *kind, *words;
};

static const struct advice refused[] = {
    {"ArgMax", "export the scores that it chooses from, and choose in your code"},
    {"Cos", "give the cosine to the network as an input"},
    {"Erf", "use relu, elu, silu or tanh in place of gelu, and train again"},
    {"GRU", "a spec has no state: unroll one step, with the state as inputs and outputs"},
    {"Gelu", "use relu, elu, silu or tanh, and train again"},
    {"If", "export the network without branches (constant shapes, model.eval())"},
    {"InstanceNormalization", "its divisor depends on the inputs: use BatchNormalization, or none"},
    {"LSTM", "a spec has no state: unroll one step, with the state as inputs and outputs"},
    {"LayerNormalization", "its divisor depends on the inputs: use BatchNormalization, or none, "
                           "and train again"},
    {"LogSoftmax", "export the network without it: the largest of its inputs stays the largest"},
    {"Loop", "export the network without loops (constant shapes)"},
    {"RNN", "a spec has no state: unroll one step, with the state as inputs and outputs"},
    {"Scan", "export the network without loops (constant shapes)"},
    {"Sin", "give the sine to the network as an input"},
    {"Softmax", "export the network without it: the largest of its inputs stays the largest"},
};

/* What works on constants alone, where it is most often met with something else. */
#define NORM                                                                                       \
    "it is a part of LayerNormalization or of a norm: use BatchNormalization, or none, and train " \
    "again"
#define BRANCH "choose with Relu, Clip, Max or Min, or in your code"
static const struct advice constants_alone[] = {
    {"And", BRANCH},
    {"Ceil", "round in your code"},
    {"Equal", BRANCH},
    {"Floor", "round in your code"},
    {"Greater", BRANCH},
    {"Less", BRANCH},
    {"Log", "give the logarithm to the network as an input; in place of LogSigmoid use Softplus"},
    {"Not", BRANCH},
    {"Or", BRANCH},
    {"Reciprocal", "divide outside of the network"},
    {"Sqrt", NORM},
};

static const char *advice_find(const struct advice *all, size_t count, const char *kind)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].kind, kind) == 0)
            return all[i].words;
    return NULL;
}

const struct onnx_operator *operator_find(const struct graph *graph, const struct node *node)
{
    for (size_t i = 0; !node->foreign && i < sizeof(operators) / sizeof(operators[0]); i++)
        if (strcmp(operators[i].kind, node->kind) == 0)
            return &operators[i];
    const char *advice = advice_find(refused, sizeof(refused) / sizeof(refused[0]), node->kind);
    if (advice != NULL && !node->foreign)
        node_refuse(graph, node, "cannot be a part of a spec; %s", advice);
    if (node->foreign)
        node_refuse(graph, node,
                    "is an operator of \"%s\", not of ONNX itself; export the network with "
                    "standard operators",
                    yaml_excerpt(node->domain).text);
    node_refuse(graph, node, "is not understood; epiimport(1) lists the operators that are");
}

static void constants_refuse(const struct call *call)
{
    const char *advice = advice_find(
        constants_alone, sizeof(constants_alone) / sizeof(constants_alone[0]), call->node->kind);
    CALL_REFUSE(call,
                "works on what depends on the network's inputs, which no layer of a spec does; %s",
                advice != NULL ? advice : "only constants are possible here");
}

void call_run(const struct call *call)
{
    const struct onnx_operator *op = operator_find(call->work->graph, call->node);
    bool constant = true;
    if (call->n_in < op->least || call->n_in > op->most)
        CALL_REFUSE(call, "has %zu inputs, expected %zu to %zu", call->n_in, op->least, op->most);
    for (size_t i = 0; i < call->n_in; i++)
        constant = constant && (call->in[i] == NULL || tensor_is_constant(call->in[i]));
    if (op->move != NULL)
        op->move(call);
    else if (constant || call->work->neurons == NULL)
        op->compute(call);
    else if (op->trace != NULL)
        op->trace(call);
    else
        constants_refuse(call);
}
