/* See sampled.h. Layers are those of train/net/dense.c. A Bayesian layer is a pair of them, one for
   the mean and one for the variance of its sums: sum = mean + sqrt(variance) * normal draw. */
#include "compare/methods/sampled.h"

#include "compare/methods/clones.h"
#include "compare/methods/draws.h"
#include "net/adam.h"
#include "net/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct sampled_workspace {
    size_t batch;
    float *in[SAMPLED_LAYERS + 1];     /* what a layer reads; the last holds the outputs */
    float *square[SAMPLED_LAYERS];     /* the squares of what a layer reads */
    float *value[SAMPLED_LAYERS];      /* dropout: activations; bayesian: means of the sums */
    float *variance[SAMPLED_LAYERS];   /* variances of the sums, then their roots */
    float *draw[SAMPLED_LAYERS];       /* normal draws, or 0 and 1 / (1 - p) */
    float *first, *first_square;       /* (n_in, BATCH_STEP) one row, repeated */
    float *first_value, *first_spread; /* (hidden, BATCH_STEP) */
    float *gradient[2], *dvariance, *dsquare, *transposed;
};

static const float least_variance = 1e-12F;
static const float no_parameters[ACT_PARAMETERS] = {0.0F}; /* exp and tanh have none */

/* --- construction ------------------------------------------------------------------------------
 */

static size_t width_of(const struct sampled *s, size_t l)
{
    return l == 0 ? s->n_in : l < SAMPLED_LAYERS ? SAMPLED_HIDDEN : s->n_out;
}

static size_t weights_count(const struct sampled *s)
{
    size_t count = 0;
    for (size_t l = 0; l < SAMPLED_LAYERS; l++)
        count += dense_size(width_of(s, l), width_of(s, l + 1));
    return count;
}

static void layers_place(struct dense *layers, const struct sampled *s, float *weights,
                         float *gradients)
{
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        bool inner = l + 1 < SAMPLED_LAYERS && !s->bayesian;
        size_t n_in = width_of(s, l), n_out = width_of(s, l + 1), stride = padded(n_in);
        layers[l] = (struct dense){.n_in = n_in,
                                   .n_out = n_out,
                                   .stride = stride,
                                   .activation = inner ? ACT_TANH : ACT_IDENTITY,
                                   .weights = weights,
                                   .bias = weights + n_out * stride,
                                   .dweights = gradients,
                                   .dbias = gradients + n_out * stride,
                                   .arithmetic = s->arithmetic};
        weights += dense_size(n_in, n_out);
        gradients += dense_size(n_in, n_out);
    }
}

static void layers_randomise(struct sampled *s, struct random *random)
{
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        struct dense *layer = &s->mean[l];
        double size = sqrt(3.0 / (double)layer->n_in);
        s->prior[l] = 1.0 / sqrt((double)layer->n_in);
        for (size_t o = 0; o < layer->n_out; o++) {
            for (size_t i = 0; i < layer->n_in; i++)
                layer->weights[o * layer->stride + i] =
                    (float)(size * (2.0 * random_uniform(random) - 1.0));
            bool last = l + 1 == SAMPLED_LAYERS;
            layer->bias[o] = last ? 0.0F : (float)(2.0 * random_uniform(random) - 1.0);
        }
    }
}

struct sampled *sampled_new(struct arena *arena, bool bayesian, size_t n_in, size_t n_out,
                            struct random *random)
{
    struct sampled *s = arena_alloc(arena, 1, sizeof(*s));
    *s = (struct sampled){.bayesian = bayesian,
                          .n_in = n_in,
                          .n_out = n_out,
                          .dropout = 0.05,
                          .divergence = 1.0,
                          .floor = 1e-3,
                          .arithmetic = arithmetic_choose()};
    s->n_weights = weights_count(s);
    s->n_parameters = (bayesian ? 2 : 1) * s->n_weights + n_out;
    s->parameters = floats_new(arena, s->n_parameters);
    s->gradients = floats_new(arena, s->n_parameters);
    layers_place(s->mean, s, s->parameters, s->gradients);
    layers_randomise(s, random);
    for (size_t i = s->n_weights; i < s->n_parameters; i++)
        s->parameters[i] = i < s->n_parameters - n_out ? -4.0F : -1.0F;
    if (bayesian) {
        s->variances = floats_new(arena, s->n_weights);
        s->dvariances = floats_new(arena, s->n_weights);
        layers_place(s->variance, s, s->variances, s->dvariances);
    }
    return s;
}

static float *room(struct arena *arena, size_t rows, size_t batch)
{
    return floats_new(arena, rows * batch);
}

struct sampled_workspace *sampled_workspace_new(struct arena *arena, const struct sampled *s,
                                                size_t batch)
{
    struct sampled_workspace *w = arena_alloc(arena, 1, sizeof(*w));
    size_t widest = SAMPLED_HIDDEN;
    w->batch = batch;
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        const struct dense *layer = &s->mean[l];
        w->in[l] = room(arena, layer->n_in, batch);
        w->square[l] = room(arena, layer->n_in, batch);
        w->value[l] = room(arena, layer->n_out, batch);
        w->variance[l] = room(arena, layer->n_out, batch);
        w->draw[l] = room(arena, layer->n_out, batch);
        widest = layer->n_in > widest ? layer->n_in : widest;
        widest = layer->n_out > widest ? layer->n_out : widest;
    }
    w->in[SAMPLED_LAYERS] = room(arena, s->n_out, batch);
    w->first = room(arena, s->n_in, BATCH_STEP);
    w->first_square = room(arena, s->n_in, BATCH_STEP);
    w->first_value = room(arena, SAMPLED_HIDDEN, BATCH_STEP);
    w->first_spread = room(arena, SAMPLED_HIDDEN, BATCH_STEP);
    w->gradient[0] = room(arena, widest, batch);
    w->gradient[1] = room(arena, widest, batch);
    w->dvariance = room(arena, widest, batch);
    w->dsquare = room(arena, widest, batch);
    w->transposed = room(arena, padded(widest), batch);
    return w;
}

double sampled_noise(const struct sampled *s, size_t output)
{
    double logarithm = (double)s->parameters[s->n_parameters - s->n_out + output];
    return hypot(exp(logarithm), s->floor);
}

/* --- loops along the batch ---------------------------------------------------------------------
 */

CLONES static void squares(const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

CLONES static void products(const float *a, const float *b, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = a[i] * b[i];
}

CLONES static void roots(size_t n, float *variance)
{
    for (size_t i = 0; i < n; i++)
        variance[i] = sqrtf(variance[i] + least_variance);
}

CLONES static void sums_draw(const float *mean, const float *sd, const float *draw, size_t n,
                             float *sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = mean[i] + sd[i] * draw[i];
}

/* Turns d from the gradient with respect to tanh into that with respect to its argument. */
CLONES static void tanhs_backward(const float *y, size_t n, float *d)
{
    for (size_t i = 0; i < n; i++)
        d[i] *= 1.0F - y[i] * y[i];
}

CLONES static void variance_backward(const float *d, const float *draw, const float *sd, size_t n,
                                     float *dvariance)
{
    for (size_t i = 0; i < n; i++)
        dvariance[i] = 0.5F * d[i] * draw[i] / sd[i];
}

CLONES static void square_backward(const float *x, const float *dsquare, size_t n, float *dx)
{
    for (size_t i = 0; i < n; i++)
        dx[i] += 2.0F * x[i] * dsquare[i];
}

static void variances_fill(struct sampled *s)
{
    const float *logarithm = s->parameters + s->n_weights;
    for (size_t i = 0; i < s->n_weights; i++)
        s->variances[i] = 2.0F * logarithm[i];
    s->arithmetic->activate(ACT_EXP, no_parameters, s->n_weights, s->variances);
}

/* --- forward and backward ----------------------------------------------------------------------
 */

static bool layer_hidden(size_t l) { return l + 1 < SAMPLED_LAYERS; }

/* Draws what the next layer reads, from the values of a layer or, if bayesian, from mean and
   standard deviation of its sums. */
static void layer_finish(const struct sampled *s, struct sampled_workspace *w, size_t l,
                         struct random *random)
{
    size_t n = s->mean[l].n_out * w->batch;
    float *out = w->in[l + 1];
    if (s->bayesian) {
        draws_normal(random, w->draw[l], n);
        sums_draw(w->value[l], w->variance[l], w->draw[l], n, out);
        if (layer_hidden(l))
            s->arithmetic->activate(ACT_TANH, no_parameters, n, out);
    } else if (layer_hidden(l)) {
        draws_keep(random, s->dropout, w->draw[l], n);
        products(w->value[l], w->draw[l], n, out);
    } else
        memcpy(out, w->value[l], n * sizeof(*out));
}

static void layer_forward(const struct sampled *s, struct sampled_workspace *w, size_t l,
                          struct random *random)
{
    dense_forward(&s->mean[l], w->batch, w->in[l], w->value[l]);
    if (s->bayesian) {
        squares(w->in[l], s->mean[l].n_in * w->batch, w->square[l]);
        dense_forward(&s->variance[l], w->batch, w->square[l], w->variance[l]);
        roots(s->mean[l].n_out * w->batch, w->variance[l]);
    }
    layer_finish(s, w, l, random);
}

/* d (n_out, batch) is overwritten; dx may be NULL for the first layer. */
static void layer_backward(const struct sampled *s, struct sampled_workspace *w, size_t l, float *d,
                           float *dx)
{
    size_t n = s->mean[l].n_out * w->batch;
    struct dense_batch mean = {
        .batch = w->batch, .x = w->in[l], .y = w->value[l], .dy = d, .dx = dx};
    if (!s->bayesian) {
        if (layer_hidden(l))
            products(d, w->draw[l], n, d);
        dense_backward(&s->mean[l], &mean, w->transposed);
        return;
    }
    struct dense_batch variance = {.batch = w->batch,
                                   .x = w->square[l],
                                   .y = w->variance[l],
                                   .dy = w->dvariance,
                                   .dx = dx == NULL ? NULL : w->dsquare};
    if (layer_hidden(l))
        tanhs_backward(w->in[l + 1], n, d);
    variance_backward(d, w->draw[l], w->variance[l], n, w->dvariance);
    dense_backward(&s->mean[l], &mean, w->transposed);
    dense_backward(&s->variance[l], &variance, w->transposed);
    if (dx != NULL)
        square_backward(w->in[l], w->dsquare, s->mean[l].n_in * w->batch, dx);
}

/* --- the loss ----------------------------------------------------------------------------------
 */

/* Sets d to the gradient with respect to the outputs, and the gradient of the noise. */
static double likelihood_backward(struct sampled *s, const struct sampled_workspace *w,
                                  const struct row_batch *batch, float *d)
{
    size_t n = batch->count;
    double loss = 0.0;
    for (size_t k = 0; k < s->n_out; k++) {
        size_t at = s->n_parameters - s->n_out + k;
        double learned = exp(2.0 * (double)s->parameters[at]);
        double variance = learned + s->floor * s->floor, slope = 0.0;
        for (size_t b = 0; b < w->batch; b++) {
            float *gradient = &d[k * w->batch + b];
            *gradient = 0.0F;
            if (b >= n)
                continue;
            double error = (double)w->in[SAMPLED_LAYERS][k * w->batch + b] -
                           (double)batch->rows->y[batch->index[b] * s->n_out + k];
            *gradient = (float)(error / variance / (double)n);
            loss += 0.5 * (log(variance) + error * error / variance) / (double)n;
            slope += (1.0 / variance - error * error / (variance * variance)) / (double)n;
        }
        s->gradients[at] = (float)(slope * learned);
    }
    return loss;
}

/* The divergence of one weight's distribution, N(mean, exp(2 logarithm)), from N(0, prior^2). Adds
   to the gradients. */
static double divergence_backward(struct sampled *s, size_t at, double prior, double weight)
{
    size_t other = s->n_weights + at;
    double mean = (double)s->parameters[at], logarithm = (double)s->parameters[other];
    double precision = 1.0 / (prior * prior), variance = (double)s->variances[at];
    s->gradients[at] += (float)(weight * mean * precision);
    s->gradients[other] =
        (float)(2.0 * variance * (double)s->dvariances[at] + weight * (variance * precision - 1.0));
    return 0.5 * ((variance + mean * mean) * precision - 1.0) - logarithm + log(prior);
}

static double divergences_backward(struct sampled *s, double weight)
{
    double sum = 0.0;
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        const struct dense *layer = &s->mean[l];
        size_t weights = (size_t)(layer->weights - s->parameters);
        size_t bias = (size_t)(layer->bias - s->parameters);
        for (size_t o = 0; o < layer->n_out; o++) {
            for (size_t i = 0; i < layer->n_in; i++)
                sum += divergence_backward(s, weights + o * layer->stride + i, s->prior[l], weight);
            sum += divergence_backward(s, bias + o, 1.0, weight);
        }
    }
    return weight * sum;
}

double sampled_loss(struct sampled *s, struct sampled_workspace *w, const struct row_batch *batch,
                    double divergence_weight, struct random *random)
{
    rows_gather(batch, w->batch, w->in[0]);
    if (s->bayesian)
        variances_fill(s);
    for (size_t l = 0; l < SAMPLED_LAYERS; l++)
        layer_forward(s, w, l, random);
    float *d = w->gradient[0];
    double loss = likelihood_backward(s, w, batch, d);
    for (size_t l = SAMPLED_LAYERS; l-- > 0;) {
        float *dx = l == 0 ? NULL : w->gradient[d == w->gradient[0]];
        layer_backward(s, w, l, d, dx);
        d = dx;
    }
    return s->bayesian ? loss + divergences_backward(s, divergence_weight) : loss;
}

/* --- training and prediction --------------------------------------------------------------------
 */

/* The divergence counts fully only after the first third of the steps. Before that it would switch
   units off for which the data have not yet found a use. */
static double divergence_weight(const struct adam *adam, size_t rows)
{
    double progress = 3.0 * (double)adam->step / (double)adam->steps;
    return fmin(1.0, progress) / (double)rows;
}

void sampled_fit(struct sampled *s, const struct rows *train, const struct fit_options *options,
                 struct random *random)
{
    struct arena *arena = arena_new();
    size_t batch = options->batch, batches = (train->count + batch - 1) / batch;
    size_t epochs = fit_epochs(options, train->count), rest = s->n_parameters - s->n_weights;
    struct adam weights = adam_new(arena, s->n_weights, options->rate,
                                   s->bayesian ? 0.0 : options->decay, epochs * batches);
    struct adam others = adam_new(arena, rest, options->rate, 0.0, epochs * batches);
    struct sampled_workspace *w = sampled_workspace_new(arena, s, batch);
    size_t *index = arena_alloc(arena, train->count, sizeof(*index));
    for (size_t i = 0; i < train->count; i++)
        index[i] = i;
    for (size_t epoch = 0; epoch < epochs; epoch++) {
        rows_shuffle(index, train->count, random);
        for (size_t at = 0; at < train->count; at += batch) {
            size_t left = train->count - at;
            const struct row_batch some = {train, index + at, left < batch ? left : batch};
            double weight = s->divergence * divergence_weight(&weights, train->count);
            sampled_loss(s, w, &some, weight, random);
            adam_step(&weights, s->parameters, s->gradients, NULL);
            adam_step(&others, s->parameters + s->n_weights, s->gradients + s->n_weights, NULL);
        }
        if (options->progress != NULL)
            options->progress(options->context, (double)(epoch + 1) / (double)epochs, (double)NAN);
    }
    if (s->bayesian)
        variances_fill(s);
    arena_free(arena);
}

static void broadcast(const float *one, size_t n, size_t batch, float *all)
{
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b < batch; b++)
            all[i * batch + b] = one[i * BATCH_STEP];
}

/* The sums of the first layer are the same for all draws. */
static void first_forward(const struct sampled *s, struct sampled_workspace *w, const float *x)
{
    for (size_t i = 0; i < s->n_in; i++)
        for (size_t b = 0; b < BATCH_STEP; b++)
            w->first[i * BATCH_STEP + b] = x[i];
    dense_forward(&s->mean[0], BATCH_STEP, w->first, w->first_value);
    broadcast(w->first_value, SAMPLED_HIDDEN, w->batch, w->value[0]);
    if (!s->bayesian)
        return;
    squares(w->first, s->n_in * BATCH_STEP, w->first_square);
    dense_forward(&s->variance[0], BATCH_STEP, w->first_square, w->first_spread);
    roots((size_t)SAMPLED_HIDDEN * BATCH_STEP, w->first_spread);
    broadcast(w->first_spread, SAMPLED_HIDDEN, w->batch, w->variance[0]);
}

static void moments_of(const float *values, size_t n, float *mean, float *sd)
{
    double sum = 0.0, square = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (double)values[i];
    sum /= (double)n;
    for (size_t i = 0; i < n; i++)
        square += ((double)values[i] - sum) * ((double)values[i] - sum);
    *mean = (float)sum;
    *sd = n < 2 ? 0.0F : (float)sqrt(square / (double)(n - 1));
}

void sampled_predict(const struct sampled *s, struct sampled_workspace *w, const float *x,
                     size_t samples, struct random *random, const struct sampled_moments *moments)
{
    first_forward(s, w, x);
    layer_finish(s, w, 0, random);
    for (size_t l = 1; l < SAMPLED_LAYERS; l++)
        layer_forward(s, w, l, random);
    for (size_t k = 0; k < s->n_out; k++)
        moments_of(w->in[SAMPLED_LAYERS] + k * w->batch, samples, &moments->mean[k],
                   &moments->sd[k]);
}
