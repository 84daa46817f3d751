/* The reading with numbers of matrices, windows and sums. See compute.h. */
#include "import/operators/compute.h"

#include "import/operators/affine.h"
#include "import/operators/window.h"

#include <math.h>
#include <string.h>

void compute_matmul(const struct call *call)
{
    const struct tensor *a = call_input(call, 0), *b = call_input(call, 1);
    struct product p = product_of(call, a, b);
    struct tensor *out = call_output(call, 0, &p.shape, a->type);
    call_spend(call, out->count * p.inner);
    for (size_t i = 0; i < out->count; i++) {
        struct product_places at = product_at(&p, i);
        double sum = 0.0;
        for (size_t k = 0; k < p.inner; k++)
            sum += a->values[at.a + k] * b->values[at.b + k * p.columns];
        out->values[i] = sum;
    }
}

void compute_gemm(const struct call *call)
{
    struct gemm g = gemm_of(call);
    struct tensor *out = call_output(call, 0, &g.shape, TENSOR_FLOAT);
    call_spend(call, out->count * g.inner);
    for (size_t i = 0; i < out->count; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < g.inner; k++)
            sum += g.a->values[gemm_a(&g, i, k)] * g.b->values[gemm_b(&g, i, k)];
        double c = g.c == NULL ? 0.0 : g.c->values[shape_place(&g.shape, i, &g.c->shape)];
        out->values[i] = g.alpha * sum + g.beta * c;
    }
}

void compute_conv(const struct call *call)
{
    struct conv c = conv_of(call);
    struct tensor *out = call_output(call, 0, &c.shape, TENSOR_FLOAT);
    call_spend(call, out->count * c.channels * c.window.area);
    for (size_t i = 0; i < out->count; i++) {
        double sum = c.bias == NULL ? 0.0 : c.bias->values[conv_filter(&c, i)];
        for (size_t k = 0; k < c.channels * c.window.area; k++) {
            size_t x = conv_x(&c, i, k);
            if (x != SIZE_MAX)
                sum += c.x->values[x] * c.w->values[conv_w(&c, i, k)];
        }
        out->values[i] = sum;
    }
}

void compute_pool(const struct call *call)
{
    struct pool p = pool_of(call);
    struct tensor *out = call_output(call, 0, &p.shape, TENSOR_FLOAT);
    call_spend(call, out->count * p.window.area);
    for (size_t i = 0; i < out->count; i++) {
        double sum = 0.0, most = -INFINITY;
        size_t inside = 0;
        for (size_t k = 0; k < p.window.area; k++) {
            size_t x = pool_x(&p, i, k);
            if (x == SIZE_MAX)
                continue;
            inside++;
            sum += p.x->values[x];
            most = fmax(most, p.x->values[x]);
        }
        out->values[i] = p.most ? most : sum / (double)(p.count_padding ? p.window.area : inside);
    }
}

void compute_batch_normalization(const struct call *call)
{
    const struct tensor *x = call_input(call, 0);
    struct normalisation n = normalisation_of(call);
    struct tensor *out = call_output(call, 0, &x->shape, TENSOR_FLOAT);
    for (size_t i = 0; i < x->count; i++) {
        size_t c = i / n.stride % n.channels;
        out->values[i] =
            n.scale[c] * (x->values[i] - n.mean[c]) / sqrt(n.variance[c] + n.epsilon) + n.offset[c];
    }
}

void compute_reduce(const struct call *call)
{
    const struct tensor *in = call_input(call, 0);
    struct reduction r = reduction_of(call);
    struct tensor *out = call_output(call, 0, &r.shape, in->type);
    bool most = strcmp(call->node->kind, "ReduceMax") == 0;
    bool least = strcmp(call->node->kind, "ReduceMin") == 0;
    for (size_t i = 0; i < out->count; i++)
        out->values[i] = most ? -INFINITY : least ? INFINITY : 0.0;
    call_spend(call, in->count);
    for (size_t i = 0; i < in->count; i++) {
        double *to = &out->values[reduction_place(&r, i)], x = in->values[i];
        *to = most ? fmax(*to, x) : least ? fmin(*to, x) : *to + x;
    }
    for (size_t i = 0; strcmp(call->node->kind, "ReduceMean") == 0 && i < out->count; i++)
        out->values[i] /= (double)r.each;
}
