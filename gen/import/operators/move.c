/* Operators that put the elements of tensors in another place. Each says for a place of its result
   where the element comes from. See move.h. */
#include "import/operators/move.h"

#include <string.h>

/* The place of an element along one axis. */
static size_t coordinate(const struct shape *shape, size_t place, size_t axis)
{
    return place / shape_stride(shape, axis) % shape->dims[axis];
}

void move_transpose(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    size_t rank = in->shape.rank, order[TENSOR_RANK] = {0}, stride[TENSOR_RANK] = {0};
    struct integers given = call_integers(call, "perm", 0);
    struct shape shape = {.rank = rank};
    bool seen[TENSOR_RANK] = {false};
    if (given.given && given.count != rank)
        CALL_REFUSE(call, "names %zu axes of a tensor with %zu", given.count, rank);
    for (size_t i = 0; i < rank; i++) {
        order[i] = given.given ? call_axis(call, given.at[i], rank) : rank - 1 - i;
        if (seen[order[i]])
            CALL_REFUSE(call, "names an axis twice");
        seen[order[i]] = true;
        shape.dims[i] = in->shape.dims[order[i]];
        stride[i] = shape_stride(&in->shape, order[i]);
    }
    struct tensor *out = call_output(call, 0, &shape, in->type);
    for (size_t i = 0; i < out->count; i++) {
        size_t from = 0, rest = i;
        for (size_t k = rank; k-- > 0; rest /= shape.dims[k])
            from += rest % shape.dims[k] * stride[k];
        tensor_copy(out, i, in, from);
    }
}

/* The shape of all inputs along the axis. */
static struct shape concat_shape(const struct call *call, size_t axis)
{
    struct shape shape = call_input(call, 0)->shape;
    for (size_t i = 1; i < call->n_in; i++) {
        const struct shape *next = &call_input(call, i)->shape;
        bool fits = next->rank == shape.rank;
        for (size_t k = 0; fits && k < shape.rank; k++)
            fits = k == axis || next->dims[k] == shape.dims[k];
        if (!fits)
            CALL_REFUSE(call, "input %zu has another shape than input 1", i + 1);
        shape.dims[axis] += next->dims[axis];
    }
    return shape;
}

void move_concat(const struct call *call)
{
    const struct tensor *first = call_input(call, 0);
    if (node_attribute(call->node, "axis") == NULL)
        CALL_REFUSE(call, "names no axis");
    size_t axis = call_axis(call, call_integer(call, "axis", 0), first->shape.rank);
    struct shape shape = concat_shape(call, axis);
    struct tensor *out = call_output(call, 0, &shape, first->type);
    size_t stride = shape_stride(&shape, axis), before = 0;
    for (size_t k = 0; k < call->n_in; k++) {
        const struct tensor *in = call->in[k];
        size_t run = in->shape.dims[axis] * stride;
        for (size_t i = 0; i < in->count; i++)
            tensor_copy(out, i / run * shape.dims[axis] * stride + before + i % run, in, i);
        before += run;
    }
}

/* One axis of Slice: count elements from start on, step apart. */
struct range {
    int64_t start, step;
    size_t count;
};

static int64_t clamped(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static struct range range_of(const struct call *call, int64_t start, int64_t end, int64_t step,
                             size_t dim)
{
    int64_t n = (int64_t)dim;
    if (step == 0 || step == INT64_MIN)
        CALL_REFUSE(call, "has a step of %lld", (long long)step);
    start = clamped(start < 0 ? start + n : start, 0, step > 0 ? n : n - 1);
    end = clamped(end < 0 && end >= -n ? end + n : end < 0 ? -1 : end, step > 0 ? 0 : -1, n);
    int64_t distance = step > 0 ? end - start : start - end, stride = step > 0 ? step : -step;
    bool empty = dim == 0 || distance <= 0;
    return (struct range){start, step, empty ? 0 : (size_t)((distance - 1) / stride + 1)};
}

/* What an integer list says at `i`, or else this. */
static int64_t integer_or(const struct integers *list, size_t i, int64_t otherwise)
{
    return list->given && i < list->count ? list->at[i] : otherwise;
}

void move_slice(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct integers starts = call_integers(call, "starts", 1),
                    ends = call_integers(call, "ends", 2);
    struct integers axes = call_integers(call, "axes", 3), steps = call_integers(call, "steps", 4);
    struct range ranges[TENSOR_RANK];
    struct shape shape = in->shape;
    if (starts.count != ends.count || (axes.given && axes.count != starts.count))
        CALL_REFUSE(call, "has %zu starts, %zu ends and %zu axes", starts.count, ends.count,
                    axes.count);
    for (size_t i = 0; i < shape.rank; i++)
        ranges[i] = (struct range){0, 1, shape.dims[i]};
    for (size_t i = 0; i < starts.count; i++) {
        size_t axis = call_axis(call, integer_or(&axes, i, (int64_t)i), shape.rank);
        ranges[axis] = range_of(call, starts.at[i], ends.at[i], integer_or(&steps, i, 1),
                                in->shape.dims[axis]);
        shape.dims[axis] = ranges[axis].count;
    }
    struct tensor *out = call_output(call, 0, &shape, in->type);
    for (size_t i = 0; i < out->count; i++) {
        int64_t from = 0;
        for (size_t k = 0; k < shape.rank; k++)
            from += (ranges[k].start + ranges[k].step * (int64_t)coordinate(&shape, i, k)) *
                    (int64_t)shape_stride(&in->shape, k);
        tensor_copy(out, i, in, (size_t)from);
    }
}

/* How many elements along the axis go to output `i`: as listed, or equal shares, the last of which
   is what remains. */
static size_t split_share(const struct call *call, const struct integers *given, size_t dim,
                          size_t i)
{
    if (given->given) {
        int64_t share = integer_or(given, i, -1);
        if (share < 0 || (size_t)share > dim)
            CALL_REFUSE(call, "part %zu does not fit", i + 1);
        return (size_t)share;
    }
    size_t each = (dim + call->n_out - 1) / call->n_out;
    return i + 1 < call->n_out ? each : dim - each * (call->n_out - 1);
}

void move_split(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    size_t axis = call_axis(call, call_integer(call, "axis", 0), in->shape.rank);
    struct integers given = call_integers(call, "split", 1);
    size_t dim = in->shape.dims[axis], stride = shape_stride(&in->shape, axis), before = 0;
    if (!given.given && (dim + call->n_out - 1) / call->n_out * (call->n_out - 1) > dim)
        CALL_REFUSE(call, "cuts %zu elements into %zu parts", dim, call->n_out);
    for (size_t k = 0; k < call->n_out; k++) {
        struct shape shape = in->shape;
        shape.dims[axis] = split_share(call, &given, dim, k);
        if (before + shape.dims[axis] > dim)
            CALL_REFUSE(call, "part %zu does not fit", k + 1);
        struct tensor *out = call_output(call, k, &shape, in->type);
        size_t run = shape.dims[axis] * stride;
        for (size_t i = 0; i < out->count; i++)
            tensor_copy(out, i, in, i / run * dim * stride + before * stride + i % run);
        before += shape.dims[axis];
    }
    if (before != dim)
        CALL_REFUSE(call, "its parts have %zu of %zu elements", before, dim);
}

void move_gather(const struct call *call)
{
    const struct tensor *in = call_input(call, 0), *which = call_input(call, 1);
    size_t axis = call_axis(call, call_integer(call, "axis", 0), in->shape.rank);
    struct integers places = call_integers(call, "indices", 1);
    struct shape shape = {.rank = in->shape.rank - 1 + which->shape.rank};
    if (shape.rank > TENSOR_RANK)
        CALL_REFUSE(call, "gives %zu dimensions, the limit is %d", shape.rank, TENSOR_RANK);
    memcpy(shape.dims, in->shape.dims, axis * sizeof(*shape.dims));
    memcpy(shape.dims + axis, which->shape.dims, which->shape.rank * sizeof(*shape.dims));
    memcpy(shape.dims + axis + which->shape.rank, in->shape.dims + axis + 1,
           (in->shape.rank - axis - 1) * sizeof(*shape.dims));
    struct tensor *out = call_output(call, 0, &shape, in->type);
    size_t inner = shape_stride(&in->shape, axis), run = places.count * inner;
    for (size_t i = 0; i < out->count; i++) {
        size_t place = call_axis(call, places.at[i % run / inner], in->shape.dims[axis]);
        tensor_copy(out, i, in, (i / run * in->shape.dims[axis] + place) * inner + i % inner);
    }
}

void move_expand(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct integers dims = call_integers(call, "shape", 1);
    struct shape wanted = {.rank = dims.count}, shape;
    if (dims.count > TENSOR_RANK)
        CALL_REFUSE(call, "gives %zu dimensions, the limit is %d", dims.count, TENSOR_RANK);
    for (size_t i = 0; i < dims.count; i++) {
        if (dims.at[i] < 0)
            CALL_REFUSE(call, "dimension %zu is %lld", i + 1, (long long)dims.at[i]);
        wanted.dims[i] = (size_t)dims.at[i];
    }
    if (!shape_broadcast(&in->shape, &wanted, &shape))
        CALL_REFUSE(call, "the shapes do not fit");
    struct tensor *out = call_output(call, 0, &shape, in->type);
    for (size_t i = 0; i < out->count; i++)
        tensor_copy(out, i, in, shape_place(&shape, i, &in->shape));
}

void move_tile(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct integers repeats = call_integers(call, "repeats", 1);
    struct shape shape = in->shape;
    if (repeats.count != shape.rank)
        CALL_REFUSE(call, "has %zu repeats for %zu dimensions", repeats.count, shape.rank);
    for (size_t i = 0; i < shape.rank; i++)
        if (repeats.at[i] < 0 ||
            __builtin_mul_overflow(shape.dims[i], (size_t)repeats.at[i], &shape.dims[i]))
            CALL_REFUSE(call, "repeats dimension %zu %lld times", i + 1, (long long)repeats.at[i]);
    struct tensor *out = call_output(call, 0, &shape, in->type);
    for (size_t i = 0; i < out->count; i++) {
        size_t from = 0;
        for (size_t k = 0; k < shape.rank; k++)
            from += coordinate(&shape, i, k) % in->shape.dims[k] * shape_stride(&in->shape, k);
        tensor_copy(out, i, in, from);
    }
}

/* The number that Pad puts around a tensor. */
static double pad_number(const struct call *call)
{
    if (strcmp(call_text(call, "mode", "constant"), "constant") != 0)
        CALL_REFUSE(call, "pads in another way than by a constant");
    if (call->n_in > 3 && call->in[3] != NULL)
        CALL_REFUSE(call, "names its axes; export with an opset below 18");
    if (call->n_in < 3 || call->in[2] == NULL)
        return call_number(call, "value", 0.0);
    if (!tensor_is_constant(call->in[2]) || call->in[2]->count != 1)
        CALL_REFUSE(call, "pads by something else than one constant");
    return call->in[2]->values[0];
}

void move_pad(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct integers pads = call_integers(call, "pads", 1);
    struct shape shape = in->shape;
    double number = pad_number(call);
    if (pads.count != 2 * shape.rank)
        CALL_REFUSE(call, "has %zu pads for %zu dimensions", pads.count, shape.rank);
    for (size_t i = 0; i < shape.rank; i++) {
        int64_t before = pads.at[i], after = pads.at[shape.rank + i];
        int64_t most = INT32_MAX, dim = (int64_t)shape.dims[i];
        if (before < -most || after < -most || before > most || after > most ||
            dim + before + after < 0)
            CALL_REFUSE(call, "pads dimension %zu by %lld and %lld", i + 1, (long long)before,
                        (long long)after);
        shape.dims[i] = (size_t)(dim + before + after);
    }
    struct tensor *out = call_output(call, 0, &shape, in->type);
    for (size_t i = 0; i < out->count; i++) {
        size_t from = 0;
        bool inside = true;
        for (size_t k = 0; inside && k < shape.rank; k++) {
            int64_t at = (int64_t)coordinate(&shape, i, k) - pads.at[k];
            inside = at >= 0 && at < (int64_t)in->shape.dims[k];
            from += inside ? (size_t)at * shape_stride(&in->shape, k) : 0;
        }
        out->values[i] = number;
        if (inside)
            tensor_copy(out, i, in, from);
    }
}

/* A choice between two tensors by a constant. */
void move_where(const struct call *call)
{
    const struct tensor *which = call_input(call, 0), *yes = call_input(call, 1);
    const struct tensor *no = call_input(call, 2);
    struct shape both, shape;
    if (!tensor_is_constant(which))
        CALL_REFUSE(call, "chooses by what depends on the network's inputs; such a branch is no "
                          "part of a spec");
    if (!shape_broadcast(&yes->shape, &no->shape, &both) ||
        !shape_broadcast(&which->shape, &both, &shape))
        CALL_REFUSE(call, "the shapes do not fit");
    struct tensor *out = call_output(call, 0, &shape, yes->type);
    for (size_t i = 0; i < out->count; i++) {
        bool first = which->values[shape_place(&shape, i, &which->shape)] != 0.0;
        const struct tensor *from = first ? yes : no;
        tensor_copy(out, i, from, shape_place(&shape, i, &from->shape));
    }
}
