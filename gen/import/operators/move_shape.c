/* Operators that give the elements of a tensor another shape and keep their order. See move.h. */
#include "import/operators/move.h"

#include <string.h>

/* The elements of the first input under another shape. */
static void elements_keep(const struct call *call, const struct shape *shape)
{
    const struct tensor *in = call_input(call, 0);
    size_t count = shape_count(shape);
    if (count != in->count)
        CALL_REFUSE(call, "makes %zu elements of %zu", count, in->count);
    struct tensor *out = call_output(call, 0, shape, in->type);
    memcpy(out->values, in->values, count * sizeof(*out->values));
    if (in->neurons != NULL && out->neurons != NULL)
        memcpy(out->neurons, in->neurons, count * sizeof(*out->neurons));
}

void move_identity(const struct call *call) { elements_keep(call, &call_input(call, 0)->shape); }

/* Inference drops nothing; the second output, which elements were kept, is not made. */
void move_dropout(const struct call *call)
{
    if (call->n_in > 2 && call->in[2] != NULL && call->in[2]->count == 1 &&
        call->in[2]->values[0] != 0.0)
        CALL_REFUSE(call, "is in training mode; export the network for inference (model.eval())");
    move_identity(call);
}

/* 0 keeps a dim, -1 is what remains. */
static struct shape shape_given(const struct call *call, const struct integers *dims)
{
    const struct tensor *in = call_input(call, 0);
    bool zero_is_zero = call_integer(call, "allowzero", 0) != 0;
    struct shape shape = {.rank = dims->count};
    size_t known = 1, open = SIZE_MAX;
    if (dims->count > TENSOR_RANK)
        CALL_REFUSE(call, "gives %zu dimensions, the limit is %d", dims->count, TENSOR_RANK);
    for (size_t i = 0; i < dims->count; i++) {
        int64_t dim = dims->at[i];
        if (dim < -1 || (dim == -1 && open != SIZE_MAX) ||
            (dim == 0 && !zero_is_zero && i >= in->shape.rank))
            CALL_REFUSE(call, "dimension %zu is %lld, which has no meaning here", i + 1,
                        (long long)dim);
        if (dim == -1) {
            open = i;
            continue;
        }
        shape.dims[i] = dim == 0 && !zero_is_zero ? in->shape.dims[i] : (size_t)dim;
        if (__builtin_mul_overflow(known, shape.dims[i], &known))
            CALL_REFUSE(call, "gives a shape that is too large");
    }
    if (open != SIZE_MAX)
        shape.dims[open] = known == 0 ? 0 : in->count / known;
    return shape;
}

void move_reshape(const struct call *call)
{
    struct integers dims = call_integers(call, "shape", 1);
    if (!dims.given)
        CALL_REFUSE(call, "has no shape");
    struct shape shape = shape_given(call, &dims);
    elements_keep(call, &shape);
}

void move_flatten(const struct call *call)
{
    const struct shape *from = &call_input(call, 0)->shape;
    int64_t axis = call_integer(call, "axis", 1);
    size_t cut = axis == (int64_t)from->rank ? from->rank : call_axis(call, axis, from->rank);
    struct shape shape = {.rank = 2, .dims = {1, 1}};
    for (size_t i = 0; i < from->rank; i++)
        shape.dims[i < cut ? 0 : 1] *= from->dims[i];
    elements_keep(call, &shape);
}

/* Marks the axes that a list names. */
static void axes_mark(const struct call *call, const struct integers *axes, size_t rank,
                      bool marked[TENSOR_RANK])
{
    for (size_t i = 0; i < axes->count; i++)
        marked[call_axis(call, axes->at[i], rank)] = true;
}

void move_squeeze(const struct call *call)
{
    const struct shape *from = &call_input(call, 0)->shape;
    struct integers axes = call_integers(call, "axes", 1);
    bool marked[TENSOR_RANK] = {false};
    struct shape shape = {0};
    axes_mark(call, &axes, from->rank, marked);
    for (size_t i = 0; i < from->rank; i++) {
        bool gone = axes.given ? marked[i] : from->dims[i] == 1;
        if (gone && from->dims[i] != 1)
            CALL_REFUSE(call, "takes away dimension %zu, which is %zu, expected 1", i + 1,
                        from->dims[i]);
        if (!gone)
            shape.dims[shape.rank++] = from->dims[i];
    }
    elements_keep(call, &shape);
}

void move_unsqueeze(const struct call *call)
{
    const struct shape *from = &call_input(call, 0)->shape;
    struct integers axes = call_integers(call, "axes", 1);
    struct shape shape = {.rank = from->rank + axes.count};
    bool marked[TENSOR_RANK] = {false};
    if (shape.rank > TENSOR_RANK)
        CALL_REFUSE(call, "gives %zu dimensions, the limit is %d", shape.rank, TENSOR_RANK);
    axes_mark(call, &axes, shape.rank, marked);
    size_t next = 0;
    for (size_t i = 0; i < shape.rank; i++) {
        if (!marked[i] && next == from->rank)
            CALL_REFUSE(call, "names an axis twice");
        shape.dims[i] = marked[i] ? 1 : from->dims[next++];
    }
    elements_keep(call, &shape);
}
