/* See window.h. */
#include "import/operators/window.h"

#include <string.h>

static int64_t listed(const struct integers *list, size_t i, int64_t otherwise)
{
    return list->given && i < list->count ? list->at[i] : otherwise;
}

/* A positive number of an attribute that moderate sizes keep to, so that no product overflows. */
static int64_t positive(const struct call *call, const char *name, size_t i)
{
    struct integers list = call_integers(call, name, 0);
    int64_t value = listed(&list, i, 1);
    if (value < 1 || value > 65536)
        CALL_REFUSE(call, "has %s of %lld", name, (long long)value);
    return value;
}

/* Padding in front and behind, along one axis. */
struct padding {
    int64_t before, after;
};

static struct padding padding_of(const struct call *call, const struct window *w, size_t i)
{
    const char *how = call_text(call, "auto_pad", "NOTSET");
    int64_t in = (int64_t)w->in.dims[i];
    int64_t reach = ((int64_t)w->kernel.dims[i] - 1) * w->dilations[i] + 1;
    if (strncmp(how, "SAME_", 5) == 0) {
        int64_t out = (in + w->strides[i] - 1) / w->strides[i];
        int64_t all = (out - 1) * w->strides[i] + reach - in;
        all = all < 0 ? 0 : all;
        int64_t less = all / 2;
        return strcmp(how, "SAME_UPPER") == 0 ? (struct padding){less, all - less}
                                              : (struct padding){all - less, less};
    }
    if (strcmp(how, "NOTSET") != 0 && strcmp(how, "VALID") != 0)
        CALL_REFUSE(call, "pads by another rule than ONNX has");
    struct integers pads = call_integers(call, "pads", 0);
    struct padding p = {listed(&pads, i, 0), listed(&pads, w->axes + i, 0)};
    if (p.before < 0 || p.after < 0 || p.before > 65536 || p.after > 65536)
        CALL_REFUSE(call, "pads by %lld and %lld", (long long)p.before, (long long)p.after);
    return p;
}

struct window window_of(const struct call *call, const struct tensor *x, const struct shape *kernel)
{
    struct window w = {.kernel = *kernel};
    if (x->shape.rank < 3 || kernel->rank != x->shape.rank - 2)
        CALL_REFUSE(call, "reads a tensor with %zu dimensions, expected %zu", x->shape.rank,
                    kernel->rank + 2);
    w.axes = w.in.rank = w.out.rank = kernel->rank;
    w.area = shape_count(kernel);
    bool ceiling = call_integer(call, "ceil_mode", 0) != 0;
    for (size_t i = 0; i < w.axes; i++) {
        w.in.dims[i] = x->shape.dims[i + 2];
        w.strides[i] = positive(call, "strides", i);
        w.dilations[i] = positive(call, "dilations", i);
        if (kernel->dims[i] < 1 || kernel->dims[i] > 65536)
            CALL_REFUSE(call, "has a window of %zu", kernel->dims[i]);
        struct padding p = padding_of(call, &w, i);
        w.before[i] = p.before;
        int64_t reach = ((int64_t)kernel->dims[i] - 1) * w.dilations[i] + 1;
        int64_t room = (int64_t)w.in.dims[i] + p.before + p.after - reach;
        if (room < 0)
            CALL_REFUSE(call, "its window is larger than what it reads");
        if (ceiling && room % w.strides[i] != 0)
            CALL_REFUSE(call, "has ceil_mode with a rest; export without it");
        w.out.dims[i] = (size_t)(room / w.strides[i] + 1);
    }
    return w;
}

size_t window_place(const struct window *w, size_t o, size_t k)
{
    size_t place = 0, stride = 1;
    for (size_t i = w->axes; i-- > 0;) {
        int64_t at = (int64_t)(o % w->out.dims[i]) * w->strides[i] - w->before[i] +
                     (int64_t)(k % w->kernel.dims[i]) * w->dilations[i];
        if (at < 0 || at >= (int64_t)w->in.dims[i])
            return SIZE_MAX;
        place += (size_t)at * stride;
        stride *= w->in.dims[i];
        o /= w->out.dims[i];
        k /= w->kernel.dims[i];
    }
    return place;
}
