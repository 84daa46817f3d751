/* The reading with numbers of what makes constants and of what works element by element. See
   compute.h; matrices and windows are in compute_affine.c. */
#include "import/operators/compute.h"

#include <math.h>
#include <string.h>

static bool kind_is(const struct call *call, const char *kind)
{
    return strcmp(call->node->kind, kind) == 0;
}

/* What makes constants */

static void number_set(const struct call *call, double value, enum tensor_type type, size_t count,
                       bool scalar)
{
    struct shape shape = {.rank = scalar ? 0 : 1, .dims = {count}};
    struct tensor *out = call_output(call, 0, &shape, type);
    for (size_t i = 0; i < out->count; i++)
        out->values[i] = value;
}

void compute_constant(const struct call *call)
{
    const struct attribute *a = call->node->n_attributes == 1 ? call->node->attributes : NULL;
    if (a != NULL && a->kind == ATTRIBUTE_TENSOR) {
        struct tensor *out = call_output(call, 0, &a->tensor->shape, a->tensor->type);
        memcpy(out->values, a->tensor->values, out->count * sizeof(*out->values));
    } else if (a != NULL && a->kind == ATTRIBUTE_FLOAT) {
        number_set(call, a->number, TENSOR_FLOAT, 1, true);
    } else if (a != NULL && a->kind == ATTRIBUTE_INTEGER) {
        number_set(call, (double)a->integer, TENSOR_INTEGER, 1, true);
    } else if (a != NULL && a->kind == ATTRIBUTE_FLOATS) {
        number_set(call, 0.0, TENSOR_FLOAT, a->count, false);
        memcpy(call->out[0]->values, a->numbers, a->count * sizeof(*a->numbers));
    } else if (a != NULL && a->kind == ATTRIBUTE_INTEGERS) {
        number_set(call, 0.0, TENSOR_INTEGER, a->count, false);
        for (size_t i = 0; i < a->count; i++)
            call->out[0]->values[i] = (double)a->integers[i];
    } else {
        CALL_REFUSE(call, "is no constant of numbers");
    }
}

void compute_constant_of_shape(const struct call *call)
{
    const struct tensor *given = call_input(call, 0);
    const struct attribute *value = node_attribute(call->node, "value");
    struct shape shape = {.rank = given->count};
    if (given->count > TENSOR_RANK)
        CALL_REFUSE(call, "gives %zu dimensions, the limit is %d", given->count, TENSOR_RANK);
    for (size_t i = 0; i < shape.rank; i++) {
        if (!(given->values[i] >= 0.0 && given->values[i] < 1e9))
            CALL_REFUSE(call, "dimension %zu is %g", i + 1, given->values[i]);
        shape.dims[i] = (size_t)given->values[i];
    }
    bool has = value != NULL && value->kind == ATTRIBUTE_TENSOR && value->tensor->count == 1;
    struct tensor *out = call_output(call, 0, &shape, has ? value->tensor->type : TENSOR_FLOAT);
    for (size_t i = 0; i < out->count; i++)
        out->values[i] = has ? value->tensor->values[0] : 0.0;
}

void compute_shape(const struct call *call)
{
    const struct shape *shape = &call_input(call, 0)->shape;
    int64_t rank = (int64_t)shape->rank, start = call_integer(call, "start", 0);
    int64_t end = call_integer(call, "end", rank);
    start = start < -rank ? 0 : start < 0 ? start + rank : start > rank ? rank : start;
    end = end < -rank ? 0 : end < 0 ? end + rank : end > rank ? rank : end;
    number_set(call, 0.0, TENSOR_INTEGER, end > start ? (size_t)(end - start) : 0, false);
    for (int64_t i = start; i < end; i++)
        call->out[0]->values[i - start] = (double)shape->dims[i];
}

void compute_size(const struct call *call)
{
    number_set(call, (double)call_input(call, 0)->count, TENSOR_INTEGER, 1, true);
}

void compute_range(const struct call *call)
{
    double p[3];
    for (size_t i = 0; i < 3; i++) {
        const struct tensor *t = call_input(call, i);
        if (t->count != 1)
            CALL_REFUSE(call, "input %zu has %zu elements, expected 1", i + 1, t->count);
        p[i] = t->values[0];
    }
    double count = ceil((p[1] - p[0]) / p[2]);
    if (!(count < 1e9))
        CALL_REFUSE(call, "counts to too many");
    number_set(call, 0.0, call->in[0]->type, count > 0.0 ? (size_t)count : 0, false);
    for (size_t i = 0; i < call->out[0]->count; i++)
        call->out[0]->values[i] = p[0] + (double)i * p[2];
}

void compute_cast(const struct call *call)
{
    enum { FLOAT = 1, DOUBLE = 11, BOOLEAN = 9, INT32 = 6, INT64 = 7 };
    int64_t to = call_integer(call, "to", 0);
    const struct tensor *in = call_input(call, 0);
    bool floating = to == FLOAT || to == DOUBLE;
    if (!floating && to != BOOLEAN && to != INT32 && to != INT64)
        CALL_REFUSE(call,
                    "casts to type %lld of ONNX, expected float, double, int32, int64 or bool",
                    (long long)to);
    struct tensor *out = call_output(call, 0, &in->shape,
                                     floating        ? TENSOR_FLOAT
                                     : to == BOOLEAN ? TENSOR_BOOLEAN
                                                     : TENSOR_INTEGER);
    for (size_t i = 0; i < in->count; i++)
        out->values[i] = floating        ? in->values[i]
                         : to == BOOLEAN ? (in->values[i] != 0.0)
                                         : trunc(in->values[i]);
}

/* Element by element */

void compute_each(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct tensor *out = call_output(call, 0, &in->shape, in->type);
    const struct onnx_operator *op = operator_find(call->work->graph, call->node);
    double p[2];
    scalar_parameters(call, p);
    for (size_t i = 0; i < in->count; i++)
        out->values[i] = op->scalar(in->values[i], p);
}

static double quotient(double a, double b, enum tensor_type type)
{
    return type == TENSOR_FLOAT ? a / b : trunc(a / b);
}

static double two_compute(const char *kind, double a, double b, enum tensor_type type)
{
    switch (kind[0]) {
    case 'A': return kind[1] == 'd' ? a + b : (a != 0.0 && b != 0.0);
    case 'S': return a - b;
    case 'M': return kind[1] == 'u' ? a * b : fmod(a, b);
    case 'D': return quotient(a, b, type);
    case 'P': return pow(a, b);
    case 'E': return a == b;
    case 'L': return a < b;
    case 'G': return a > b;
    default: return a != 0.0 || b != 0.0;
    }
}

/* Add, And, Sub, Mul, Div, Pow, Equal, Less, Greater, Or: the table of operators has no other. */
void compute_two(const struct call *call)
{
    const struct tensor *a = call_input(call, 0), *b = call_input(call, 1);
    struct shape shape;
    if (!shape_broadcast(&a->shape, &b->shape, &shape))
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    bool truth = strchr("ELGO", call->node->kind[0]) != NULL || kind_is(call, "And");
    struct tensor *out = call_output(call, 0, &shape, truth ? TENSOR_BOOLEAN : a->type);
    for (size_t i = 0; i < out->count; i++)
        out->values[i] = two_compute(call->node->kind, a->values[shape_place(&shape, i, &a->shape)],
                                     b->values[shape_place(&shape, i, &b->shape)], a->type);
}

static double join(const char *kind, double a, double b)
{
    if (strcmp(kind, "Max") == 0)
        return a > b ? a : b;
    if (strcmp(kind, "Min") == 0)
        return a < b ? a : b;
    return a + b;
}

void compute_several(const struct call *call)
{
    struct shape shape = call_input(call, 0)->shape;
    for (size_t k = 1; k < call->n_in; k++)
        if (!shape_broadcast(&shape, &call_input(call, k)->shape, &shape))
            CALL_REFUSE(call, "the shapes of its inputs do not fit");
    struct tensor *out = call_output(call, 0, &shape, call->in[0]->type);
    for (size_t i = 0; i < out->count; i++) {
        double value = call->in[0]->values[shape_place(&shape, i, &call->in[0]->shape)];
        for (size_t k = 1; k < call->n_in; k++)
            value = join(call->node->kind, value,
                         call->in[k]->values[shape_place(&shape, i, &call->in[k]->shape)]);
        out->values[i] = kind_is(call, "Mean") ? value / (double)call->n_in : value;
    }
}

static double clip_bound(const struct call *call, const char *name, size_t which, double otherwise)
{
    if (which < call->n_in && call->in[which] != NULL)
        return call->in[which]->values[0];
    return call_number(call, name, otherwise);
}

void compute_clip(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct tensor *out = call_output(call, 0, &in->shape, in->type);
    double low = clip_bound(call, "min", 1, -INFINITY);
    double high = clip_bound(call, "max", 2, INFINITY);
    for (size_t i = 0; i < in->count; i++) {
        double x = in->values[i] < low ? low : in->values[i];
        out->values[i] = x > high ? high : x;
    }
}

void compute_prelu(const struct call *call)
{
    const struct tensor *in = call_input(call, 0), *slope = call_input(call, 1);
    struct shape shape;
    if (!shape_broadcast(&in->shape, &slope->shape, &shape) || shape_count(&shape) != in->count)
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    struct tensor *out = call_output(call, 0, &in->shape, in->type);
    for (size_t i = 0; i < in->count; i++) {
        double x = in->values[i];
        out->values[i] = x < 0.0 ? x * slope->values[shape_place(&shape, i, &slope->shape)] : x;
    }
}
