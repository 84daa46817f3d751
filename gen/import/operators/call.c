/* What the operators need of a node: its inputs, outputs and attributes. See operator.h. */
#include "import/operators/operator.h"

#include "spec/yaml_tree.h"

#include <math.h>

void call_spend(const struct call *call, size_t operations)
{
    struct work *work = call->work;
    if (operations > work->operations)
        CALL_REFUSE(call, "the network takes more computing than the limit of epiimport");
    work->operations -= operations;
}

struct tensor *call_output(const struct call *call, size_t which, const struct shape *shape,
                           enum tensor_type type)
{
    struct work *work = call->work;
    size_t count = shape_count(shape);
    if (count > work->elements)
        CALL_REFUSE(call, "its result is too large: all tensors may have %zu more numbers",
                    work->elements);
    work->elements -= count;
    call_spend(call, count);
    struct tensor *t = arena_alloc(work->arena, 1, sizeof(*t));
    *t = (struct tensor){.type = type, .shape = *shape, .count = count};
    t->values = arena_alloc(work->arena, count + 1, sizeof(*t->values));
    bool variable = false;
    for (size_t i = 0; i < call->n_in; i++)
        variable = variable || (call->in[i] != NULL && call->in[i]->neurons != NULL);
    if (variable && work->neurons != NULL) {
        t->neurons = arena_alloc(work->arena, count + 1, sizeof(*t->neurons));
        for (size_t i = 0; i < count; i++)
            t->neurons[i] = NOT_A_NEURON;
    }
    call->out[which] = t;
    return t;
}

const struct tensor *call_input(const struct call *call, size_t which)
{
    if (which >= call->n_in || call->in[which] == NULL)
        CALL_REFUSE(call, "input %zu is missing", which + 1);
    return call->in[which];
}

static const struct attribute *attribute_find(const struct call *call, const char *name,
                                              enum attribute_kind kind)
{
    const struct attribute *a = node_attribute(call->node, name);
    if (a != NULL && a->kind != kind)
        CALL_REFUSE(call, "attribute %s has another type than in ONNX", name);
    return a;
}

int64_t call_integer(const struct call *call, const char *name, int64_t otherwise)
{
    const struct attribute *a = attribute_find(call, name, ATTRIBUTE_INTEGER);
    return a == NULL ? otherwise : a->integer;
}

double call_number(const struct call *call, const char *name, double otherwise)
{
    const struct attribute *a = attribute_find(call, name, ATTRIBUTE_FLOAT);
    return a == NULL ? otherwise : a->number;
}

const char *call_text(const struct call *call, const char *name, const char *otherwise)
{
    const struct attribute *a = attribute_find(call, name, ATTRIBUTE_TEXT);
    return a == NULL ? otherwise : a->text;
}

/* The nearest integer that 64 bits hold. */
static int64_t integer_of(double value)
{
    if (isnan(value))
        return 0;
    return value >= 0x1p63 ? INT64_MAX : value <= -0x1p63 ? INT64_MIN : (int64_t)value;
}

struct integers call_integers(const struct call *call, const char *name, size_t which)
{
    const struct attribute *a = attribute_find(call, name, ATTRIBUTE_INTEGERS);
    if (a != NULL)
        return (struct integers){a->count, a->integers, true};
    if (which == 0 || which >= call->n_in || call->in[which] == NULL)
        return (struct integers){0};
    const struct tensor *t = call->in[which];
    if (!tensor_is_constant(t))
        CALL_REFUSE(call, "input %zu (%s) depends on the network's inputs, expected a constant",
                    which + 1, name);
    int64_t *copy = arena_alloc(call->work->arena, t->count + 1, sizeof(*copy));
    for (size_t i = 0; i < t->count; i++)
        copy[i] = integer_of(t->values[i]);
    return (struct integers){t->count, copy, true};
}

size_t call_axis(const struct call *call, int64_t axis, size_t rank)
{
    int64_t from_start = axis < 0 ? axis + (int64_t)rank : axis;
    if (from_start < 0 || from_start >= (int64_t)rank)
        CALL_REFUSE(call, "axis %lld of a tensor with %zu dimensions", (long long)axis, rank);
    return (size_t)from_start;
}
