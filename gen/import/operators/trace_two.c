/* Neurons of what works on two or more tensors element by element. See trace.h. */
#include "import/operators/trace.h"

#include "import/neurons/extreme.h"
#include "import/neurons/neurons.h"
#include "import/operators/compute.h"

#include <math.h>
#include <string.h>

static const float no_parameters[ACT_PARAMETERS];

/* Two tensors and their result, with the places that meet. */
struct two {
    struct neurons *neurons;
    uint32_t group;
    const struct tensor *a, *b;
    struct tensor *out;
};

static struct two two_begin(const struct call *call)
{
    struct two t = {
        .neurons = call->work->neurons, .a = call_input(call, 0), .b = call_input(call, 1)};
    struct shape shape;
    if (!shape_broadcast(&t.a->shape, &t.b->shape, &shape))
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    t.out = call_output(call, 0, &shape, TENSOR_FLOAT);
    t.group = neurons_group(t.neurons, call->node);
    return t;
}

/* Where the elements of result i come from. */
struct places {
    size_t a, b;
    int32_t x, y; /* their neurons */
};

static struct places two_places(const struct two *t, size_t i)
{
    struct places p = {shape_place(&t->out->shape, i, &t->a->shape),
                       shape_place(&t->out->shape, i, &t->b->shape), 0, 0};
    p.x = tensor_neuron(t->a, p.a);
    p.y = tensor_neuron(t->b, p.b);
    return p;
}

void trace_add(const struct call *call)
{
    struct two t = two_begin(call);
    double sign = strcmp(call->node->kind, "Sub") == 0 ? -1.0 : 1.0;
    for (size_t i = 0; i < t.out->count; i++) {
        struct places p = two_places(&t, i);
        if (p.x != NOT_A_NEURON && p.y == NOT_A_NEURON) {
            t.out->neurons[i] = neuron_shifted(t.neurons, t.group, p.x, sign * t.b->values[p.b]);
        } else if (p.y != NOT_A_NEURON && p.x == NOT_A_NEURON && sign > 0.0) {
            t.out->neurons[i] = neuron_shifted(t.neurons, t.group, p.y, t.a->values[p.a]);
        } else {
            struct sum sum = sum_begin(t.neurons, t.group, 2);
            sum_add(&sum, t.a, p.a, 1.0);
            sum_add(&sum, t.b, p.b, sign);
            sum_end(&sum, t.out, i);
        }
    }
}

/* The product of two neurons: a square, silu, or the difference of two squares. */
static int32_t neurons_multiply(const struct two *t, const struct product_groups *groups, int32_t x,
                                int32_t y)
{
    if (x == y)
        return neuron_activated(t->neurons, t->group, x, ACT_SQUARE, no_parameters);
    if (neuron_is_sigmoid_of(t->neurons, y, x))
        return neuron_activated(t->neurons, t->group, x, ACT_SILU, no_parameters);
    if (neuron_is_sigmoid_of(t->neurons, x, y))
        return neuron_activated(t->neurons, t->group, y, ACT_SILU, no_parameters);
    return product_trace(t->neurons, groups, x, y);
}

void trace_mul(const struct call *call)
{
    struct two t = two_begin(call);
    struct product_groups groups = product_groups(t.neurons, call->node);
    for (size_t i = 0; i < t.out->count; i++) {
        struct places p = two_places(&t, i);
        if (p.x != NOT_A_NEURON && p.y != NOT_A_NEURON) {
            t.out->neurons[i] = neurons_multiply(&t, &groups, p.x, p.y);
            continue;
        }
        struct sum sum = sum_begin(t.neurons, t.group, 1);
        if (p.x == NOT_A_NEURON)
            sum_add(&sum, t.b, p.b, t.a->values[p.a]);
        else
            sum_add(&sum, t.a, p.a, t.b->values[p.b]);
        sum_end(&sum, t.out, i);
    }
}

void trace_div(const struct call *call)
{
    struct two t = two_begin(call);
    for (size_t i = 0; i < t.out->count; i++) {
        struct places p = two_places(&t, i);
        if (p.y != NOT_A_NEURON)
            CALL_REFUSE(call, "divides by what depends on the network's inputs, which no layer of "
                              "a spec does; divide outside of the network");
        struct sum sum = sum_begin(t.neurons, t.group, 1);
        sum_add(&sum, t.a, p.a, 1.0 / t.b->values[p.b]);
        sum_end(&sum, t.out, i);
    }
}

/* x^1 to x^4, by squares and products. */
void trace_pow(const struct call *call)
{
    struct two t = two_begin(call);
    uint32_t again = neurons_group(t.neurons, call->node);
    struct product_groups groups = product_groups(t.neurons, call->node);
    for (size_t i = 0; i < t.out->count; i++) {
        struct places p = two_places(&t, i);
        double power = t.b->values[p.b];
        if (p.y != NOT_A_NEURON || !(power == 1.0 || power == 2.0 || power == 3.0 || power == 4.0))
            CALL_REFUSE(call, "raises to another power than 1, 2, 3 or 4");
        if (p.x == NOT_A_NEURON) {
            t.out->values[i] = pow(t.a->values[p.a], power);
            continue;
        }
        int32_t square = neuron_activated(t.neurons, t.group, p.x, ACT_SQUARE, no_parameters);
        t.out->neurons[i] =
            power == 1.0   ? p.x
            : power == 2.0 ? square
            : power == 3.0 ? product_trace(t.neurons, &groups, square, p.x)
                           : neuron_activated(t.neurons, again, square, ACT_SQUARE, no_parameters);
    }
}

/* Of the elements at one place: the extreme of the numbers, and a list of the neurons. */
static void place_trace(const struct call *call, struct tensor *list, const struct shape *shape,
                        size_t i)
{
    bool most = strcmp(call->node->kind, "Max") == 0;
    double number = most ? -INFINITY : INFINITY;
    for (size_t k = 0; k < call->n_in; k++) {
        const struct tensor *t = call->in[k];
        size_t at = shape_place(shape, i, &t->shape);
        if (tensor_neuron(t, at) == NOT_A_NEURON)
            number = most ? fmax(number, t->values[at]) : fmin(number, t->values[at]);
        else
            tensor_copy(list, list->count++, t, at);
    }
    list->values[call->n_in] = number;
}

void trace_most(const struct call *call)
{
    struct arena *arena = call->work->arena;
    struct shape shape = call_input(call, 0)->shape;
    bool most = strcmp(call->node->kind, "Max") == 0;
    for (size_t k = 1; k < call->n_in; k++)
        if (!shape_broadcast(&shape, &call_input(call, k)->shape, &shape))
            CALL_REFUSE(call, "the shapes of its inputs do not fit");
    struct tensor *out = call_output(call, 0, &shape, TENSOR_FLOAT);
    struct tensor **lists = arena_alloc(arena, out->count + 1, sizeof(struct tensor *));
    call_spend(call, out->count * call->n_in);
    for (size_t i = 0; i < out->count; i++) {
        lists[i] = arena_alloc(arena, 1, sizeof(*lists[i]));
        lists[i]->values = arena_alloc(arena, call->n_in + 1, sizeof(double));
        lists[i]->neurons = arena_alloc(arena, call->n_in + 1, sizeof(int32_t));
        place_trace(call, lists[i], &shape, i);
        if (lists[i]->count == 0) { /* numbers alone */
            lists[i]->values[0] = lists[i]->values[call->n_in];
            lists[i]->neurons[lists[i]->count++] = NOT_A_NEURON;
        }
    }
    extremes_trace(call->work->neurons, call->node, lists, out, most ? 1.0 : -1.0);
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < out->count; i++) {
        double bound = lists[i]->values[call->n_in];
        if (out->neurons[i] != NOT_A_NEURON && isfinite(bound))
            out->neurons[i] = neuron_clipped(call->work->neurons, group, out->neurons[i],
                                             most ? bound : -INFINITY, most ? INFINITY : bound);
    }
}

void trace_sum(const struct call *call)
{
    struct shape shape = call_input(call, 0)->shape;
    for (size_t k = 1; k < call->n_in; k++)
        if (!shape_broadcast(&shape, &call_input(call, k)->shape, &shape))
            CALL_REFUSE(call, "the shapes of its inputs do not fit");
    struct tensor *out = call_output(call, 0, &shape, TENSOR_FLOAT);
    double weight = strcmp(call->node->kind, "Mean") == 0 ? 1.0 / (double)call->n_in : 1.0;
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < out->count; i++) {
        struct sum sum = sum_begin(call->work->neurons, group, call->n_in);
        for (size_t k = 0; k < call->n_in; k++)
            sum_add(&sum, call->in[k], shape_place(&shape, i, &call->in[k]->shape), weight);
        sum_end(&sum, out, i);
    }
}
