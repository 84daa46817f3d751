/* Neurons of what works element by element. See trace.h; matrices and sums are in trace_affine.c.
   Elements that are numbers, beside others that are neurons, are computed as such. */
#include "import/operators/trace.h"

#include "import/neurons/extreme.h"
#include "import/neurons/neurons.h"
#include "import/operators/compute.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const float no_parameters[ACT_PARAMETERS];

/* What the element-wise functions below work with. */
struct each {
    struct neurons *neurons;
    uint32_t group;
    const struct tensor *in;
    struct tensor *out;
    double (*scalar)(double x, const double p[2]); /* for the elements that are numbers */
    double p[2];
};

static struct each each_begin(const struct call *call)
{
    struct each e = {.neurons = call->work->neurons, .in = call_input(call, 0)};
    e.out = call_output(call, 0, &e.in->shape, TENSOR_FLOAT);
    e.group = neurons_group(e.neurons, call->node);
    e.scalar = operator_find(call->work->graph, call->node)->scalar;
    scalar_parameters(call, e.p);
    return e;
}

/* Computes element i if it is a number. */
static bool each_number(const struct each *e, size_t i)
{
    if (tensor_neuron(e->in, i) != NOT_A_NEURON)
        return false;
    e->out->values[i] = e->scalar(e->in->values[i], e->p);
    return true;
}

/* All elements get the activation. */
static void each_activate(const struct each *e, enum activation activation, float a)
{
    const float parameters[ACT_PARAMETERS] = {a};
    for (size_t i = 0; i < e->in->count; i++)
        if (!each_number(e, i))
            e->out->neurons[i] =
                neuron_activated(e->neurons, e->group, e->in->neurons[i], activation, parameters);
}

/* A number times the element, plus a number. */
static int32_t scaled(struct neurons *neurons, uint32_t group, int32_t neuron, double scale,
                      double offset)
{
    struct sum sum = sum_begin(neurons, group, 1);
    sum_add_neuron(&sum, neuron, scale);
    sum.bias = offset;
    return sum_end_neuron(&sum);
}

void trace_cast(const struct call *call)
{
    enum { FLOAT = 1, DOUBLE = 11 };
    int64_t to = call_integer(call, "to", 0);
    if (to != FLOAT && to != DOUBLE)
        CALL_REFUSE(call,
                    "casts to type %lld of ONNX what depends on the network's inputs, "
                    "expected float or double",
                    (long long)to);
    struct each e = each_begin(call);
    for (size_t i = 0; i < e.in->count; i++)
        tensor_copy(e.out, i, e.in, i);
}

void trace_activation(const struct call *call)
{
    static const struct {
        const char *kind;
        enum activation activation;
    } rows[] = {{"Relu", ACT_RELU},
                {"Tanh", ACT_TANH},
                {"Sigmoid", ACT_SIGMOID},
                {"Softplus", ACT_SOFTPLUS},
                {"Exp", ACT_EXP}};
    struct each e = each_begin(call);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(call->node->kind, rows[i].kind) == 0)
            each_activate(&e, rows[i].activation, 0.0F);
}

/* relu(x) - slope * relu(-x), for slopes that leaky_relu does not have. */
static void slope_trace(const struct call *call, struct each *e, const struct tensor *slope,
                        const struct shape *shape)
{
    uint32_t minus = neurons_group(e->neurons, call->node);
    uint32_t sums = neurons_group(e->neurons, call->node);
    for (size_t i = 0; i < e->in->count; i++) {
        double s = slope->values[shape_place(shape, i, &slope->shape)], x = e->in->values[i];
        if (tensor_neuron(e->in, i) == NOT_A_NEURON) {
            e->out->values[i] = x < 0.0 ? s * x : x;
            continue;
        }
        int32_t from = e->in->neurons[i], below = scaled(e->neurons, minus, from, -1.0, 0.0);
        struct sum sum = sum_begin(e->neurons, sums, 2);
        sum_add_neuron(&sum, neuron_activated(e->neurons, e->group, from, ACT_RELU, no_parameters),
                       1.0);
        if (s != 0.0)
            sum_add_neuron(&sum,
                           neuron_activated(e->neurons, minus, below, ACT_RELU, no_parameters), -s);
        sum_end(&sum, e->out, i);
    }
}

void trace_leaky_relu(const struct call *call)
{
    double p[2];
    scalar_parameters(call, p);
    struct each e = each_begin(call);
    struct tensor slope = {.count = 1, .values = p};
    if ((float)p[0] >= FLT_MIN && (float)p[0] < 1.0F)
        each_activate(&e, ACT_LEAKY_RELU, (float)p[0]);
    else
        slope_trace(call, &e, &slope, &e.in->shape);
}

void trace_prelu(const struct call *call)
{
    const struct tensor *slope = call_input(call, 1);
    struct each e = each_begin(call);
    struct shape shape;
    if (!tensor_is_constant(slope))
        CALL_REFUSE(call, "its slope depends on the network's inputs, expected a constant");
    if (!shape_broadcast(&e.in->shape, &slope->shape, &shape) || shape_count(&shape) != e.in->count)
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    slope_trace(call, &e, slope, &shape);
}

/* Celu is alpha * elu(x / alpha), Selu gamma * elu with alpha. */
void trace_elu(const struct call *call)
{
    double p[2];
    scalar_parameters(call, p);
    struct each e = each_begin(call);
    bool celu = strcmp(call->node->kind, "Celu") == 0;
    float alpha = celu ? 1.0F : (float)p[0];
    double scale = celu ? p[0] : strcmp(call->node->kind, "Selu") == 0 ? p[1] : 1.0;
    if (!((float)p[0] >= FLT_MIN && (float)p[0] <= FLT_MAX))
        CALL_REFUSE(call, "alpha is %g, expected a positive number", p[0]);
    uint32_t inner = neurons_group(e.neurons, call->node);
    uint32_t sums = neurons_group(e.neurons, call->node);
    const float parameters[ACT_PARAMETERS] = {alpha};
    for (size_t i = 0; i < e.in->count; i++) {
        if (each_number(&e, i))
            continue;
        int32_t x = e.in->neurons[i];
        if (celu)
            x = scaled(e.neurons, inner, x, 1.0 / p[0], 0.0);
        x = neuron_activated(e.neurons, e.group, x, ACT_ELU, parameters);
        e.out->neurons[i] = scaled(e.neurons, sums, x, scale, 0.0);
    }
}

/* A bound as a spec has it: finite, and normal or 0. */
static float bound_of(double number)
{
    float bound = (float)fmin(fmax(number, -(double)FLT_MAX), (double)FLT_MAX);
    return fabsf(bound) < FLT_MIN ? 0.0F : bound;
}

/* Two bounds that are one float32 become neighbours: those of a spec ascend. */
static void bounds_part(float bounds[2])
{
    if (bounds[0] == FLT_MAX)
        bounds[0] = nextafterf(FLT_MAX, 0.0F);
    else if (bounds[0] == 0.0F)
        bounds[1] = FLT_MIN;
    else
        bounds[1] = bounds[0] == -FLT_MIN ? 0.0F : nextafterf(bounds[0], INFINITY);
}

int32_t neuron_clipped(struct neurons *neurons, uint32_t group, int32_t x, double low, double high)
{
    float bounds[ACT_PARAMETERS] = {bound_of(low), bound_of(high)};
    if (bounds[0] == -FLT_MAX && bounds[1] == FLT_MAX)
        return x;
    if (bounds[0] == bounds[1])
        bounds_part(bounds);
    bool relu = bounds[0] == 0.0F && bounds[1] == FLT_MAX;
    return neuron_activated(neurons, group, x, relu ? ACT_RELU : ACT_CLIP,
                            relu ? no_parameters : bounds);
}

static double clip_bound(const struct call *call, const char *name, size_t which, double otherwise)
{
    if (which >= call->n_in || call->in[which] == NULL)
        return call_number(call, name, otherwise);
    if (!tensor_is_constant(call->in[which]) || call->in[which]->count != 1)
        CALL_REFUSE(call, "its %s is no constant number", name);
    return call->in[which]->values[0];
}

void trace_clip(const struct call *call)
{
    double low = clip_bound(call, "min", 1, -INFINITY);
    double high = clip_bound(call, "max", 2, INFINITY);
    struct each e = each_begin(call);
    if (!(low <= high))
        CALL_REFUSE(call, "clips to %g and %g, expected ascending bounds", low, high);
    for (size_t i = 0; i < e.in->count; i++) {
        if (tensor_neuron(e.in, i) == NOT_A_NEURON || low == high)
            e.out->values[i] = fmin(fmax(e.in->values[i], low), high);
        else
            e.out->neurons[i] = neuron_clipped(e.neurons, e.group, e.in->neurons[i], low, high);
    }
}

void trace_hard(const struct call *call)
{
    double p[2];
    scalar_parameters(call, p);
    struct each e = each_begin(call);
    struct product_groups products = product_groups(e.neurons, call->node);
    for (size_t i = 0; i < e.in->count; i++) {
        if (each_number(&e, i))
            continue;
        int32_t x = e.in->neurons[i];
        int32_t h =
            neuron_clipped(e.neurons, e.group, scaled(e.neurons, e.group, x, p[0], p[1]), 0.0, 1.0);
        e.out->neurons[i] = strcmp(call->node->kind, "HardSwish") == 0
                                ? product_trace(e.neurons, &products, x, h)
                                : h;
    }
}

void trace_neg(const struct call *call)
{
    struct each e = each_begin(call);
    for (size_t i = 0; i < e.in->count; i++)
        if (!each_number(&e, i))
            e.out->neurons[i] = scaled(e.neurons, e.group, e.in->neurons[i], -1.0, 0.0);
}

void trace_abs(const struct call *call)
{
    double minus = -1.0;
    struct each e = each_begin(call);
    struct tensor slope = {.count = 1, .values = &minus};
    slope_trace(call, &e, &slope, &e.in->shape);
}
