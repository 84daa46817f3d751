/* Neurons of matrices, windows and sums. See trace.h. */
#include "import/operators/trace.h"

#include "import/neurons/extreme.h"
#include "import/neurons/neurons.h"
#include "import/operators/affine.h"

#include <math.h>
#include <string.h>

/* One factor of a term: an element of a tensor. */
struct factor {
    const struct tensor *of;
    size_t place;
};

/* Adds the product of two elements, of which one is a number and the other may be a neuron. */
static void term_add(const struct call *call, struct sum *sum, struct factor a, struct factor b,
                     double weight)
{
    if (tensor_neuron(b.of, b.place) == NOT_A_NEURON)
        sum_add(sum, a.of, a.place, weight * b.of->values[b.place]);
    else if (tensor_neuron(a.of, a.place) == NOT_A_NEURON)
        sum_add(sum, b.of, b.place, weight * a.of->values[a.place]);
    else
        CALL_REFUSE(call, "multiplies matrices that both depend on the network's inputs, expected "
                          "a constant one");
}

void trace_matmul(const struct call *call)
{
    const struct tensor *a = call_input(call, 0), *b = call_input(call, 1);
    struct product p = product_of(call, a, b);
    struct tensor *out = call_output(call, 0, &p.shape, TENSOR_FLOAT);
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < out->count; i++) {
        struct product_places at = product_at(&p, i);
        struct sum sum = sum_begin(call->work->neurons, group, p.inner);
        for (size_t k = 0; k < p.inner; k++)
            term_add(call, &sum, (struct factor){a, at.a + k},
                     (struct factor){b, at.b + k * p.columns}, 1.0);
        sum_end(&sum, out, i);
    }
}

void trace_gemm(const struct call *call)
{
    struct gemm g = gemm_of(call);
    struct tensor *out = call_output(call, 0, &g.shape, TENSOR_FLOAT);
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < out->count; i++) {
        struct sum sum = sum_begin(call->work->neurons, group, g.inner + 1);
        for (size_t k = 0; k < g.inner; k++)
            term_add(call, &sum, (struct factor){g.a, gemm_a(&g, i, k)},
                     (struct factor){g.b, gemm_b(&g, i, k)}, g.alpha);
        if (g.c != NULL)
            sum_add(&sum, g.c, shape_place(&g.shape, i, &g.c->shape), g.beta);
        sum_end(&sum, out, i);
    }
}

void trace_conv(const struct call *call)
{
    struct conv c = conv_of(call);
    size_t each = c.channels * c.window.area, count = shape_count(&c.shape);
    if (count > CONV_MAX_TERMS || each > CONV_MAX_TERMS || count * each > CONV_MAX_TERMS)
        CALL_REFUSE(call,
                    "has more than %d products as a dense layer; make the convolution smaller, or "
                    "compute it outside and give its result to the network",
                    CONV_MAX_TERMS);
    struct tensor *out = call_output(call, 0, &c.shape, TENSOR_FLOAT);
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < count; i++) {
        struct sum sum = sum_begin(call->work->neurons, group, each + 1);
        for (size_t k = 0; k < each; k++) {
            size_t x = conv_x(&c, i, k);
            if (x != SIZE_MAX)
                term_add(call, &sum, (struct factor){c.x, x},
                         (struct factor){c.w, conv_w(&c, i, k)}, 1.0);
        }
        if (c.bias != NULL)
            sum_add(&sum, c.bias, conv_filter(&c, i), 1.0);
        sum_end(&sum, out, i);
    }
}

/* The elements under a window, from which the largest is taken. */
static struct tensor *window_elements(const struct call *call, const struct pool *p, size_t i)
{
    struct tensor *all = arena_alloc(call->work->arena, 1, sizeof(*all));
    size_t room = p->window.area + 1;
    all->values = arena_alloc(call->work->arena, room, sizeof(*all->values));
    all->neurons = arena_alloc(call->work->arena, room, sizeof(*all->neurons));
    for (size_t k = 0; k < p->window.area; k++) {
        size_t x = pool_x(p, i, k);
        if (x != SIZE_MAX)
            tensor_copy(all, all->count++, p->x, x);
    }
    return all;
}

static void pool_most(const struct call *call, const struct pool *p, struct tensor *out)
{
    struct tensor **windows =
        arena_alloc(call->work->arena, out->count + 1, sizeof(struct tensor *));
    call_spend(call, out->count * p->window.area);
    for (size_t i = 0; i < out->count; i++)
        windows[i] = window_elements(call, p, i);
    extremes_trace(call->work->neurons, call->node, windows, out, 1.0);
}

void trace_pool(const struct call *call)
{
    struct pool p = pool_of(call);
    size_t count = shape_count(&p.shape);
    if (count > CONV_MAX_TERMS || p.window.area > CONV_MAX_TERMS ||
        count * p.window.area > CONV_MAX_TERMS)
        CALL_REFUSE(call, "has more than %d terms", CONV_MAX_TERMS);
    struct tensor *out = call_output(call, 0, &p.shape, TENSOR_FLOAT);
    if (p.most) {
        pool_most(call, &p, out);
        return;
    }
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < count; i++) {
        struct sum sum = sum_begin(call->work->neurons, group, p.window.area);
        size_t inside = 0;
        for (size_t k = 0; k < p.window.area; k++)
            inside += pool_x(&p, i, k) != SIZE_MAX;
        double weight = 1.0 / (double)(p.count_padding ? p.window.area : inside);
        for (size_t k = 0; k < p.window.area; k++)
            if (pool_x(&p, i, k) != SIZE_MAX)
                sum_add(&sum, p.x, pool_x(&p, i, k), weight);
        sum_end(&sum, out, i);
    }
}

void trace_batch_normalization(const struct call *call)
{
    const struct tensor *x = call_input(call, 0);
    struct normalisation n = normalisation_of(call);
    struct tensor *out = call_output(call, 0, &x->shape, TENSOR_FLOAT);
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < x->count; i++) {
        size_t c = i / n.stride % n.channels;
        double weight = n.scale[c] / sqrt(n.variance[c] + n.epsilon);
        struct sum sum = sum_begin(call->work->neurons, group, 1);
        sum_add(&sum, x, i, weight);
        sum.bias += n.offset[c] - weight * n.mean[c];
        sum_end(&sum, out, i);
    }
}

/* The elements that become one, for each element of the result. */
static struct tensor **reduced_elements(const struct call *call, const struct reduction *r,
                                        const struct tensor *in, const struct tensor *out)
{
    struct tensor **all = arena_alloc(call->work->arena, out->count + 1, sizeof(struct tensor *));
    for (size_t i = 0; i < out->count; i++) {
        all[i] = arena_alloc(call->work->arena, 1, sizeof(*all[i]));
        all[i]->values = arena_alloc(call->work->arena, r->each + 1, sizeof(double));
        all[i]->neurons = arena_alloc(call->work->arena, r->each + 1, sizeof(int32_t));
    }
    for (size_t i = 0; i < in->count; i++) {
        struct tensor *to = all[reduction_place(r, i)];
        tensor_copy(to, to->count++, in, i);
    }
    return all;
}

void trace_reduce(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct reduction r = reduction_of(call);
    struct tensor *out = call_output(call, 0, &r.shape, TENSOR_FLOAT);
    struct tensor **elements = reduced_elements(call, &r, in, out);
    const char *kind = call->node->kind;
    if (strcmp(kind, "ReduceMax") == 0 || strcmp(kind, "ReduceMin") == 0) {
        extremes_trace(call->work->neurons, call->node, elements, out,
                       strcmp(kind, "ReduceMax") == 0 ? 1.0 : -1.0);
        return;
    }
    double weight = strcmp(kind, "ReduceMean") == 0 ? 1.0 / (double)r.each : 1.0;
    uint32_t group = neurons_group(call->work->neurons, call->node);
    for (size_t i = 0; i < out->count; i++) {
        struct sum sum = sum_begin(call->work->neurons, group, elements[i]->count);
        for (size_t k = 0; k < elements[i]->count; k++)
            sum_add(&sum, elements[i], k, weight);
        sum_end(&sum, out, i);
    }
}
