/* See network.h. */
#include "net/network.h"

#include "net/lanes.h"

#include <math.h>
#include <string.h>

static struct chain chain_make(const struct widths *hidden, size_t n_in, size_t n_out,
                               enum activation inner, enum activation last)
{
    struct chain chain = {.n_in = n_in, .n_out = n_out};
    for (size_t i = 0; i <= hidden->count; i++) {
        bool end = i == hidden->count;
        if (end && n_out == 0) /* a trunk ends with its last hidden layer */
            break;
        size_t width = end ? n_out : hidden->width[i];
        struct dense *layer = &chain.layers[chain.count++];
        *layer = (struct dense){.n_in = n_in,
                                .n_out = width,
                                .stride = padded(n_in),
                                .activation = end ? last : inner,
                                .arithmetic = arithmetic_choose()};
        for (size_t k = 0; k < ACT_PARAMETERS; k++)
            layer->parameters[k] = activation_forms[layer->activation].parameters[k].otherwise;
        n_in = width;
    }
    chain.n_out = n_in;
    return chain;
}

static size_t chain_size(const struct chain *chain)
{
    size_t size = 0;
    for (size_t i = 0; i < chain->count; i++)
        size += dense_size(chain->layers[i].n_in, chain->layers[i].n_out);
    return size;
}

static size_t chain_place(struct chain *chain, struct network *n, size_t at)
{
    for (size_t i = 0; i < chain->count; i++) {
        struct dense *l = &chain->layers[i];
        size_t weights = l->n_out * l->stride;
        l->weights = n->parameters + at;
        l->dweights = n->gradients + at;
        l->bias = l->weights + weights;
        l->dbias = l->dweights + weights;
        at += dense_size(l->n_in, l->n_out);
    }
    return at;
}

struct network *network_new(struct arena *arena, const struct shape *shape)
{
    struct network *n = arena_alloc(arena, 1, sizeof(*n));
    n->shape = *shape;
    n->trunk = chain_make(&shape->trunk, shape->n_in, 0, shape->activation, ACT_IDENTITY);
    size_t features = n->trunk.n_out;
    n->mean = chain_make(&shape->mean, features, shape->n_out, shape->activation, ACT_IDENTITY);
    n->sigma = chain_make(&shape->sigma, features, shape->n_out, shape->activation, ACT_SOFTPLUS);
    const size_t eta_reads[ETA_FROM_COUNT] = {shape->n_in, features, 2 * shape->n_in};
    n->eta =
        chain_make(&shape->eta, eta_reads[shape->eta_from], 1,
                   shape->eta_from == ETA_FROM_SQUARES ? ACT_RELU : shape->activation, ACT_SIGMOID);
    n->n_fit = chain_size(&n->trunk) + chain_size(&n->mean) + chain_size(&n->sigma);
    n->n_eta = chain_size(&n->eta);
    n->parameters = floats_new(arena, n->n_fit + n->n_eta);
    n->gradients = floats_new(arena, n->n_fit + n->n_eta);
    n->sigma_scale = arena_alloc(arena, shape->n_out, sizeof(*n->sigma_scale));
    for (size_t i = 0; i < shape->n_out; i++)
        n->sigma_scale[i] = 1.0;
    size_t at = chain_place(&n->trunk, n, 0);
    at = chain_place(&n->mean, n, at);
    at = chain_place(&n->sigma, n, at);
    chain_place(&n->eta, n, at);
    return n;
}

static void chain_randomise(struct chain *chain, struct random *random)
{
    for (size_t i = 0; i < chain->count; i++) {
        struct dense *l = &chain->layers[i];
        double gain = activation_row(l->activation)->gain;
        double size = sqrt(3.0 * gain / (double)l->n_in);
        for (size_t o = 0; o < l->n_out; o++) {
            for (size_t k = 0; k < l->n_in; k++)
                l->weights[o * l->stride + k] =
                    (float)(size * (2.0 * random_uniform(random) - 1.0));
            bool last = i + 1 == chain->count && l->activation != ACT_TANH;
            l->bias[o] = last ? 0.0F : (float)(2.0 * random_uniform(random) - 1.0);
        }
    }
}

struct network *network_join(struct arena *arena, const struct network *fitted,
                             const struct network *eta)
{
    struct network *n = network_new(arena, &eta->shape);
    memcpy(n->parameters, fitted->parameters, n->n_fit * sizeof(*n->parameters));
    memcpy(n->parameters + n->n_fit, eta->parameters + n->n_fit, n->n_eta * sizeof(*n->parameters));
    memcpy(n->sigma_scale, fitted->sigma_scale, n->shape.n_out * sizeof(*n->sigma_scale));
    n->sigma_floor = fitted->sigma_floor;
    return n;
}

void network_randomise(struct network *network, struct random *random)
{
    chain_randomise(&network->trunk, random);
    chain_randomise(&network->mean, random);
    chain_randomise(&network->sigma, random);
    chain_randomise(&network->eta, random);
}

static void chain_narrow(struct chain *chain)
{
    for (size_t i = 0; i < chain->count; i++) {
        struct dense *l = &chain->layers[i];
        float weight = (float)(1.0 / sqrt(3.0)), bias = (float)(1.0 / sqrt((double)l->n_in));
        for (size_t k = 0; k < l->n_out * l->stride; k++)
            l->weights[k] *= weight;
        for (size_t o = 0; o < l->n_out; o++)
            l->bias[o] *= bias;
    }
}

void network_narrow(struct network *network)
{
    chain_narrow(&network->trunk);
    chain_narrow(&network->mean);
    chain_narrow(&network->sigma);
}

struct readers network_readers(const struct network *n, const struct chain *chain, size_t k)
{
    struct readers r = {0};
    if (k + 1 < chain->count) {
        r.layers[r.count++] = &chain->layers[k + 1];
    } else if (chain == &n->trunk) {
        r.layers[r.count++] = &n->mean.layers[0];
        r.layers[r.count++] = &n->sigma.layers[0];
        if (n->shape.eta_from == ETA_FROM_TRUNK)
            r.layers[r.count++] = &n->eta.layers[0];
    }
    return r;
}

static size_t chain_widest(const struct chain *chain)
{
    size_t widest = chain->n_in;
    for (size_t i = 0; i < chain->count; i++)
        widest = chain->layers[i].n_out > widest ? chain->layers[i].n_out : widest;
    return widest;
}

static void values_make(struct arena *arena, const struct chain *chain, size_t batch,
                        float **values)
{
    for (size_t i = 0; i < chain->count; i++)
        values[i] = floats_new(arena, dense_kept(&chain->layers[i]) * batch);
}

struct workspace *workspace_new(struct arena *arena, const struct network *n, size_t batch)
{
    struct workspace *w = arena_alloc(arena, 1, sizeof(*w));
    const struct chain *chains[] = {&n->trunk, &n->mean, &n->sigma, &n->eta};
    float **values[] = {w->trunk, w->mean, w->sigma, w->eta};
    size_t widest = 0;
    w->batch = batch;
    for (size_t i = 0; i < 4; i++) {
        values_make(arena, chains[i], batch, values[i]);
        size_t width = chain_widest(chains[i]);
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < 2; i++)
        w->gradient[i] = floats_new(arena, widest * batch);
    w->transposed = floats_new(arena, padded(widest) * batch);
    w->dtrunk = floats_new(arena, widest * batch);
    if (n->shape.eta_from == ETA_FROM_SQUARES)
        w->squares = floats_new(arena, 2 * n->shape.n_in * batch);
    w->dmean = floats_new(arena, n->shape.n_out * batch);
    w->dsigma = floats_new(arena, n->shape.n_out * batch);
    w->deta = floats_new(arena, batch);
    return w;
}

static const float *chain_forward(const struct chain *chain, size_t batch, const float *x,
                                  float *const *values)
{
    for (size_t i = 0; i < chain->count; i++) {
        dense_forward(&chain->layers[i], batch, x, values[i]);
        x = values[i];
    }
    return x;
}

const float *chain_result(const struct chain *chain, float *const *values)
{
    return values[chain->count - 1];
}

static const float *features_of(const struct network *n, const struct workspace *w, const float *x)
{
    return n->trunk.count == 0 ? x : w->trunk[n->trunk.count - 1];
}

static void squares_make(const float *x, size_t n, float *squares)
{
    for (size_t i = 0; i < n; i++) {
        squares[i] = x[i];
        squares[n + i] = x[i] * x[i];
    }
}

static const float *eta_reads(const struct network *n, const struct workspace *w, const float *x)
{
    switch (n->shape.eta_from) {
    case ETA_FROM_TRUNK: return features_of(n, w, x);
    case ETA_FROM_SQUARES: return w->squares;
    case ETA_FROM_INPUTS:
    case ETA_FROM_COUNT: break;
    }
    return x;
}

void network_forward(const struct network *n, struct workspace *w, const float *x)
{
    const float *features = chain_forward(&n->trunk, w->batch, x, w->trunk);
    chain_forward(&n->mean, w->batch, features, w->mean);
    chain_forward(&n->sigma, w->batch, features, w->sigma);
}

void network_forward_eta(const struct network *n, struct workspace *w, const float *x)
{
    if (n->shape.eta_from == ETA_FROM_TRUNK)
        chain_forward(&n->trunk, w->batch, x, w->trunk);
    if (n->shape.eta_from == ETA_FROM_SQUARES)
        squares_make(x, n->shape.n_in * w->batch, w->squares);
    chain_forward(&n->eta, w->batch, eta_reads(n, w, x), w->eta);
}

/* dy (n_out, batch) is overwritten; the gradient with respect to x goes to dx unless it is NULL. */
static void chain_backward(const struct chain *chain, struct workspace *w, const float *x,
                           float *const *values, float *dy, float *dx)
{
    for (size_t i = chain->count; i-- > 0;) {
        struct dense_batch b = {.batch = w->batch,
                                .x = i == 0 ? x : values[i - 1],
                                .y = values[i],
                                .dy = dy,
                                .dx = i == 0 ? dx : w->gradient[i % 2]};
        dense_backward(&chain->layers[i], &b, w->transposed);
        dy = b.dx;
    }
}

void network_backward(const struct network *n, struct workspace *w, const float *x)
{
    const float *features = features_of(n, w, x);
    float *dfeatures = n->trunk.count == 0 ? NULL : w->dtrunk;
    size_t size = n->trunk.n_out * w->batch;
    chain_backward(&n->mean, w, features, w->mean, w->dmean, dfeatures);
    if (dfeatures == NULL) {
        chain_backward(&n->sigma, w, features, w->sigma, w->dsigma, NULL);
        return;
    }
    /* chain_backward of two layers and more reads layer 0's dy from gradient[1], so gradient[0] is
       free for its dx. */
    float *other = w->gradient[0];
    chain_backward(&n->sigma, w, features, w->sigma, w->dsigma, other);
    for (size_t i = 0; i < size; i++)
        dfeatures[i] += other[i];
    chain_backward(&n->trunk, w, x, w->trunk, dfeatures, NULL);
}

void network_backward_eta(const struct network *n, struct workspace *w, const float *x)
{
    chain_backward(&n->eta, w, eta_reads(n, w, x), w->eta, w->deta, NULL);
}

void network_slopes(const struct network *n, struct workspace *w, const float *x, float *slopes)
{
    size_t n_out = n->shape.n_out, batch = w->batch, size = n->shape.n_in * batch;
    memset(slopes, 0, size * sizeof(*slopes));
    network_forward(n, w, x);
    for (size_t o = 0; o < n_out; o++) {
        for (size_t i = 0; i < n_out * batch; i++)
            w->dmean[i] = i / batch == o ? 1.0F : 0.0F;
        float *dx = w->gradient[0];
        bool bare = n->trunk.count == 0;
        chain_backward(&n->mean, w, features_of(n, w, x), w->mean, w->dmean, bare ? dx : w->dtrunk);
        if (!bare)
            chain_backward(&n->trunk, w, x, w->trunk, w->dtrunk, dx);
        for (size_t i = 0; i < size; i++)
            slopes[i] = fmaxf(slopes[i], fabsf(dx[i]));
    }
}
