/* See tensor.h. Shapes are small, so places are computed anew for each element. */
#include "import/graph/tensor.h"

size_t shape_count(const struct shape *shape)
{
    size_t count = 1;
    for (size_t i = 0; i < shape->rank; i++)
        if (__builtin_mul_overflow(count, shape->dims[i], &count))
            return SIZE_MAX;
    return count;
}

size_t shape_stride(const struct shape *shape, size_t axis)
{
    size_t stride = 1;
    for (size_t i = axis + 1; i < shape->rank; i++)
        stride *= shape->dims[i];
    return stride;
}

/* The dim of an axis that is counted from the last; 1 in front of the first. */
static size_t dim_from_last(const struct shape *shape, size_t axis)
{
    return axis < shape->rank ? shape->dims[shape->rank - 1 - axis] : 1;
}

bool shape_broadcast(const struct shape *a, const struct shape *b, struct shape *both)
{
    struct shape result = {.rank = a->rank > b->rank ? a->rank : b->rank};
    for (size_t i = 0; i < result.rank; i++) {
        size_t m = dim_from_last(a, i), n = dim_from_last(b, i);
        if (m != n && m != 1 && n != 1)
            return false;
        result.dims[result.rank - 1 - i] = m == 1 ? n : m;
    }
    *both = result;
    return true;
}

size_t shape_place(const struct shape *to, size_t place, const struct shape *from)
{
    size_t result = 0, stride = 1;
    for (size_t i = 0; i < to->rank; i++) {
        size_t dim = to->dims[to->rank - 1 - i], own = dim_from_last(from, i);
        if (own != 1)
            result += place % dim * stride;
        place /= dim;
        stride *= own;
    }
    return result;
}
