/* See affine.h. */
#include "import/operators/affine.h"

#include <string.h>

/* The axes in front of the last `count` ones. */
static struct shape shape_front(const struct shape *shape, size_t count)
{
    struct shape front = *shape;
    front.rank = shape->rank > count ? shape->rank - count : 0;
    return front;
}

struct product product_of(const struct call *call, const struct tensor *a, const struct tensor *b)
{
    const struct shape *s = &a->shape, *t = &b->shape;
    struct product p = {.rows = 1, .columns = 1};
    if (s->rank == 0 || t->rank == 0)
        CALL_REFUSE(call, "multiplies a number, expected vectors or matrices");
    p.inner = s->dims[s->rank - 1];
    if ((t->rank == 1 ? t->dims[0] : t->dims[t->rank - 2]) != p.inner)
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    p.a_batch = shape_front(s, 2);
    p.b_batch = shape_front(t, 2);
    if (!shape_broadcast(&p.a_batch, &p.b_batch, &p.batch))
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    p.shape = p.batch;
    if (p.shape.rank + 2 > TENSOR_RANK)
        CALL_REFUSE(call, "gives more than %d dimensions", TENSOR_RANK);
    if (s->rank > 1)
        p.shape.dims[p.shape.rank++] = p.rows = s->dims[s->rank - 2];
    if (t->rank > 1)
        p.shape.dims[p.shape.rank++] = p.columns = t->dims[t->rank - 1];
    return p;
}

struct product_places product_at(const struct product *p, size_t place)
{
    size_t column = place % p->columns, row = place / p->columns % p->rows;
    size_t batch = place / p->columns / p->rows;
    size_t a = shape_place(&p->batch, batch, &p->a_batch);
    size_t b = shape_place(&p->batch, batch, &p->b_batch);
    return (struct product_places){(a * p->rows + row) * p->inner,
                                   b * p->inner * p->columns + column};
}

struct gemm gemm_of(const struct call *call)
{
    struct gemm g = {.a = call_input(call, 0), .b = call_input(call, 1)};
    g.c = call->n_in > 2 ? call->in[2] : NULL;
    g.alpha = call_number(call, "alpha", 1.0);
    g.beta = call_number(call, "beta", 1.0);
    g.a_turned = call_integer(call, "transA", 0) != 0;
    g.b_turned = call_integer(call, "transB", 0) != 0;
    if (g.a->shape.rank != 2 || g.b->shape.rank != 2)
        CALL_REFUSE(call, "has inputs with %zu and %zu dimensions, expected 2", g.a->shape.rank,
                    g.b->shape.rank);
    g.inner = g.a->shape.dims[g.a_turned ? 0 : 1];
    g.shape = (struct shape){
        .rank = 2,
        .dims = {g.a->shape.dims[g.a_turned ? 1 : 0], g.b->shape.dims[g.b_turned ? 0 : 1]}};
    struct shape both;
    bool fits = g.inner == g.b->shape.dims[g.b_turned ? 1 : 0];
    if (fits && g.c != NULL)
        fits = shape_broadcast(&g.shape, &g.c->shape, &both) && both.rank == 2 &&
               both.dims[0] == g.shape.dims[0] && both.dims[1] == g.shape.dims[1];
    if (!fits)
        CALL_REFUSE(call, "the shapes of its inputs do not fit");
    return g;
}

size_t gemm_a(const struct gemm *g, size_t place, size_t k)
{
    size_t row = place / g->shape.dims[1];
    return g->a_turned ? k * g->shape.dims[0] + row : row * g->inner + k;
}

size_t gemm_b(const struct gemm *g, size_t place, size_t k)
{
    size_t column = place % g->shape.dims[1];
    return g->b_turned ? column * g->inner + k : k * g->shape.dims[1] + column;
}

/* The shape of a result with as many channels, and the window's places. */
static struct shape shape_windowed(const struct tensor *x, size_t channels, const struct window *w)
{
    struct shape shape = {.rank = w->axes + 2, .dims = {x->shape.dims[0], channels}};
    memcpy(shape.dims + 2, w->out.dims, w->axes * sizeof(*shape.dims));
    return shape;
}

struct conv conv_of(const struct call *call)
{
    struct conv c = {.x = call_input(call, 0), .w = call_input(call, 1)};
    c.bias = call->n_in > 2 ? call->in[2] : NULL;
    int64_t groups = call_integer(call, "group", 1);
    if (c.w->shape.rank < 3 || c.x->shape.rank != c.w->shape.rank || groups < 1)
        CALL_REFUSE(call, "reads tensors with %zu and %zu dimensions in %lld groups",
                    c.x->shape.rank, c.w->shape.rank, (long long)groups);
    c.channels = c.w->shape.dims[1];
    c.filters = c.w->shape.dims[0];
    c.filters_each = c.filters / (size_t)groups;
    if (c.filters_each * (size_t)groups != c.filters || c.filters == 0 ||
        c.channels > c.x->shape.dims[1] || c.channels * (size_t)groups != c.x->shape.dims[1] ||
        (c.bias != NULL && c.bias->count != c.filters))
        CALL_REFUSE(call, "the numbers of its channels do not fit");
    struct shape kernel = {.rank = c.w->shape.rank - 2};
    memcpy(kernel.dims, c.w->shape.dims + 2, kernel.rank * sizeof(*kernel.dims));
    c.window = window_of(call, c.x, &kernel);
    c.shape = shape_windowed(c.x, c.filters, &c.window);
    return c;
}

size_t conv_filter(const struct conv *c, size_t place)
{
    return place / shape_count(&c->window.out) % c->filters;
}

size_t conv_x(const struct conv *c, size_t place, size_t k)
{
    size_t out = shape_count(&c->window.out), in = shape_count(&c->window.in);
    size_t at = window_place(&c->window, place % out, k % c->window.area);
    size_t group = conv_filter(c, place) / c->filters_each, row = place / out / c->filters;
    size_t channel = group * c->channels + k / c->window.area;
    return at == SIZE_MAX ? SIZE_MAX : (row * c->x->shape.dims[1] + channel) * in + at;
}

size_t conv_w(const struct conv *c, size_t place, size_t k)
{
    return conv_filter(c, place) * c->channels * c->window.area + k;
}

struct pool pool_of(const struct call *call)
{
    struct pool p = {.x = call_input(call, 0)};
    const char *kind = call->node->kind;
    bool global = strncmp(kind, "Global", 6) == 0;
    struct integers size = call_integers(call, "kernel_shape", 0);
    if (p.x->shape.rank < 3 || (!global && size.count != p.x->shape.rank - 2))
        CALL_REFUSE(call, "has a window of %zu dimensions for a tensor with %zu", size.count,
                    p.x->shape.rank);
    struct shape kernel = {.rank = p.x->shape.rank - 2};
    for (size_t i = 0; i < kernel.rank; i++)
        kernel.dims[i] = global ? p.x->shape.dims[i + 2] : (size_t)size.at[i];
    p.most = strstr(kind, "MaxPool") != NULL;
    p.count_padding = call_integer(call, "count_include_pad", 0) != 0;
    p.window = window_of(call, p.x, &kernel);
    p.shape = shape_windowed(p.x, p.x->shape.dims[1], &p.window);
    return p;
}

size_t pool_x(const struct pool *p, size_t place, size_t k)
{
    size_t out = shape_count(&p->window.out);
    size_t at = window_place(&p->window, place % out, k);
    return at == SIZE_MAX ? SIZE_MAX : place / out * shape_count(&p->window.in) + at;
}

static const double *channel_numbers(const struct call *call, size_t which, size_t channels)
{
    const struct tensor *t = call_input(call, which);
    if (!tensor_is_constant(t) || t->count != channels)
        CALL_REFUSE(call, "input %zu is no constant with %zu numbers", which + 1, channels);
    return t->values;
}

struct normalisation normalisation_of(const struct call *call)
{
    const struct tensor *x = call_input(call, 0);
    if (call_integer(call, "training_mode", 0) != 0)
        CALL_REFUSE(call, "is in training mode; export the network for inference (model.eval())");
    if (x->shape.rank < 2)
        CALL_REFUSE(call, "reads a tensor with %zu dimensions, expected rows and channels",
                    x->shape.rank);
    struct normalisation n = {.channels = x->shape.dims[1], .stride = shape_stride(&x->shape, 1)};
    n.scale = channel_numbers(call, 1, n.channels);
    n.offset = channel_numbers(call, 2, n.channels);
    n.mean = channel_numbers(call, 3, n.channels);
    n.variance = channel_numbers(call, 4, n.channels);
    n.epsilon = call_number(call, "epsilon", (double)1e-5F);
    return n;
}

struct reduction reduction_of(const struct call *call)
{
    const struct shape *in = &call_input(call, 0)->shape;
    struct integers axes = call_integers(call, "axes", 1);
    bool keep = call_integer(call, "keepdims", 1) != 0, gone[TENSOR_RANK] = {false};
    bool none = axes.count == 0 && call_integer(call, "noop_with_empty_axes", 0) != 0;
    struct reduction r = {.in = *in, .kept = *in, .each = 1};
    for (size_t i = 0; i < axes.count; i++)
        gone[call_axis(call, axes.at[i], in->rank)] = true;
    for (size_t i = 0; i < in->rank; i++) {
        bool vanishes = axes.count == 0 ? !none : gone[i];
        r.kept.dims[i] = vanishes ? 1 : in->dims[i];
        r.each *= vanishes ? in->dims[i] : 1;
        if (!vanishes || keep)
            r.shape.dims[r.shape.rank++] = r.kept.dims[i];
    }
    return r;
}

size_t reduction_place(const struct reduction *r, size_t place)
{
    return shape_place(&r->in, place, &r->kept);
}
