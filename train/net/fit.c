/* See fit.h. */
#include "net/fit.h"

#include "net/adam.h"
#include "net/elementary.h"

#include <math.h>
#include <string.h>

enum { PREDICT_BATCH = 64, AUTO_STEPS = 20000 };

static void identity_fill(size_t *index, size_t n)
{
    for (size_t i = 0; i < n; i++)
        index[i] = i;
}

/* For each output whether it is the same number in every row; NULL: none is. Where the mean is
   given, only the number 0 needs no sigma. */
static bool *outputs_constant(struct arena *arena, const struct rows *rows, bool mean_given)
{
    bool *constant = arena_alloc(arena, rows->n_out, sizeof(*constant)), any = false;
    for (size_t k = 0; k < rows->n_out; k++) {
        constant[k] = rows->count > 1 && (!mean_given || rows->y[k] == 0.0F);
        for (size_t i = 1; i < rows->count && constant[k]; i++)
            constant[k] = rows->y[i * rows->n_out + k] == rows->y[k];
        any = any || constant[k];
    }
    return any ? constant : NULL;
}

static void unit_set(const struct dense *l, size_t unit, float bias)
{
    for (size_t i = 0; i < l->n_in; i++)
        l->weights[unit * l->stride + i] = 0.0F;
    l->bias[unit] = bias;
}

/* A constant output needs no fit: its mean is the number, its sigma the floor. In a fit its sigma
   would fall without end, and its loss would outweigh those of all other outputs. */
static void constants_set(struct network *network, const struct rows *train, const bool *constant)
{
    const float next_to_nothing = -30.0F; /* softplus of it is 1e-13 */
    for (size_t k = 0; constant != NULL && k < train->n_out; k++)
        if (constant[k]) {
            unit_set(&network->mean.layers[network->mean.count - 1], k, train->y[k]);
            unit_set(&network->sigma.layers[network->sigma.count - 1], k, next_to_nothing);
        }
}

/* A mean of 0, which gradients of 0 do not change. */
static void mean_clear(struct network *network)
{
    const struct dense *last = &network->mean.layers[network->mean.count - 1];
    for (size_t k = 0; k < last->n_out; k++)
        unit_set(last, k, 0.0F);
}

/* What stage 1 works with, from the first step to the last. */
struct training {
    struct network *network;
    const struct rows *train;
    const struct fit_options *options;
    struct workspace *w;
    struct adam adam;
    float *x;             /* (n_in, batch) the rows of one batch */
    size_t *order;        /* (train->count) row numbers, in a new order every epoch */
    const bool *constant; /* (n_out) outputs that need no fit; NULL: none */
    float *beside;        /* (n_fit) what moves where the parameters lie on a grid; else NULL */
};

/* In the first steps of the training only the mean is fitted. */
static bool training_warms_up(const struct training *t)
{
    return (double)t->adam.step < t->options->warmup * (double)t->adam.steps;
}

/* Sets the gradients of the loss with respect to mean and sigma. */
static void likelihood_backward(const struct training *t, const struct row_batch *batch)
{
    const struct fit_options *o = t->options;
    const struct rows *rows = batch->rows;
    const size_t *index = batch->index, n = batch->count;
    struct workspace *w = t->w;
    const float *mean = chain_result(&t->network->mean, w->mean);
    const float *sigma = chain_result(&t->network->sigma, w->sigma);
    float scale = 1.0F / (float)n;
    bool mean_only = training_warms_up(t);
    for (size_t k = 0; k < rows->n_out; k++) {
        if (t->constant != NULL && t->constant[k]) {
            memset(w->dmean + k * w->batch, 0, w->batch * sizeof(*w->dmean));
            memset(w->dsigma + k * w->batch, 0, w->batch * sizeof(*w->dsigma));
            continue;
        }
        for (size_t b = 0; b < w->batch; b++) {
            size_t at = k * w->batch + b;
            float error = b < n ? mean[at] - rows->y[index[b] * rows->n_out + k] : 0.0F;
            float s = sigma[at] + (float)o->floor;
            float weight =
                o->beta == 0.0 ? scale : scale * (float)elementary_pow((double)s, 2.0 * o->beta);
            bool off = mean_only || b >= n;
            w->dmean[at] = mean_only ? scale * error : weight * error / (s * s);
            w->dmean[at] = o->mean_given ? 0.0F : w->dmean[at];
            w->dsigma[at] = off ? 0.0F : weight * (1.0F / s - error * error / (s * s * s));
        }
    }
}

/* The mean loss of all outputs that are not constant. */
static double loss_of(const struct network *network, const struct rows *rows, const bool *constant)
{
    size_t n = rows->count * rows->n_out, counted = 0;
    double sum = 0.0;
    struct arena *arena = arena_new();
    float *mean = arena_alloc(arena, n, sizeof(*mean)),
          *sigma = arena_alloc(arena, n, sizeof(*sigma));
    network_predict(network, rows, mean, sigma, NULL);
    for (size_t i = 0; i < n; i++) {
        if (constant != NULL && constant[i % rows->n_out])
            continue;
        double error = (double)rows->y[i] - (double)mean[i], s = (double)sigma[i];
        sum += elementary_log(s) + error * error / (2.0 * s * s);
        counted++;
    }
    arena_free(arena);
    return counted == 0 ? 0.0 : sum / (double)counted;
}

double fit_loss(const struct network *network, const struct rows *rows)
{
    return loss_of(network, rows, NULL);
}

static void parameters_step(struct training *t)
{
    const struct fit_options *o = t->options;
    float *parameters = t->network->parameters;
    if (o->lattice != NULL) {
        for (size_t i = 0; i < o->lattice->n; i++)
            t->network->gradients[i] *= o->lattice->move[i];
        adam_step(&t->adam, t->beside, t->network->gradients, NULL);
        lattice_round(o->lattice, t->beside, parameters);
        return;
    }
    adam_step(&t->adam, parameters, t->network->gradients,
              o->prune == NULL ? NULL : o->prune->keep);
    if (o->prune != NULL)
        prune_step(o->prune, t->adam.step, t->adam.steps);
}

static void epoch_run(struct training *t, struct random *random)
{
    const struct fit_options *o = t->options;
    rows_shuffle(t->order, t->train->count, random);
    for (size_t at = 0; at < t->train->count; at += o->batch) {
        size_t left = t->train->count - at;
        const struct row_batch batch = {t->train, t->order + at, left < o->batch ? left : o->batch};
        rows_gather(&batch, o->batch, t->x);
        network_forward(t->network, t->w, t->x);
        likelihood_backward(t, &batch);
        network_backward(t->network, t->w, t->x);
        parameters_step(t);
    }
}

size_t fit_epochs(const struct fit_options *o, size_t rows)
{
    size_t batches = (rows + o->batch - 1) / o->batch;
    return o->epochs > 0 ? o->epochs : (AUTO_STEPS + batches - 1) / batches;
}

/* Whether the parameters could be the final ones: sigma is fitted, and pruning has reached its
   sparsity. */
static bool training_may_end(const struct training *t)
{
    return !training_warms_up(t) &&
           (t->options->prune == NULL || prune_ready(t->adam.step, t->adam.steps));
}

void fit(struct network *network, const struct rows *train, const struct rows *validation,
         const struct fit_options *options, struct random *random)
{
    struct fit_options o = *options;
    network->sigma_floor = o.floor;
    o.warmup = o.mean_given ? 0.0 : o.warmup;
    size_t batches = (train->count + o.batch - 1) / o.batch;
    o.epochs = fit_epochs(options, train->count);
    struct arena *arena = arena_new();
    struct training t = {.network = network, .train = train, .options = &o};
    t.w = workspace_new(arena, network, o.batch);
    t.adam = adam_new(arena, network->n_fit, o.rate, o.decay, o.epochs * batches);
    t.adam.constant = o.constant_rate;
    t.x = arena_alloc(arena, network->shape.n_in * o.batch, sizeof(*t.x));
    t.order = arena_alloc(arena, train->count, sizeof(*t.order));
    identity_fill(t.order, train->count);
    t.constant = outputs_constant(arena, train, o.mean_given);
    if (o.mean_given)
        mean_clear(network);
    constants_set(network, train, t.constant);
    if (o.lattice != NULL) {
        t.beside = arena_alloc(arena, network->n_fit, sizeof(*t.beside));
        memcpy(t.beside, network->parameters, network->n_fit * sizeof(*t.beside));
        lattice_round(o.lattice, t.beside, network->parameters);
    }
    float *best = arena_alloc(arena, network->n_fit, sizeof(*best));
    double best_loss = INFINITY;
    size_t best_epoch = 0;
    bool held_out = validation != NULL && validation->count > 0;
    for (size_t epoch = 0; epoch < o.epochs; epoch++) {
        epoch_run(&t, random);
        bool eligible = held_out && training_may_end(&t);
        double loss = eligible ? loss_of(network, validation, t.constant) : NAN;
        if (eligible && loss < best_loss) {
            best_loss = loss;
            best_epoch = epoch;
            memcpy(best, network->parameters, network->n_fit * sizeof(*best));
        }
        if (o.progress != NULL)
            o.progress(o.context, (double)(epoch + 1) / (double)o.epochs, loss);
        if (eligible && o.patience > 0 && epoch - best_epoch >= o.patience)
            break;
    }
    if (best_loss < INFINITY)
        memcpy(network->parameters, best, network->n_fit * sizeof(*best));
    arena_free(arena);
}

static void rows_store(const float *values, size_t n_out, size_t batch, size_t first, size_t n,
                       float *to)
{
    for (size_t b = 0; b < n; b++)
        for (size_t k = 0; k < n_out; k++)
            to[(first + b) * n_out + k] = values[k * batch + b];
}

static void sigma_finish(const struct network *network, float *sigma, size_t count)
{
    size_t n_out = network->shape.n_out;
    for (size_t i = 0; i < count * n_out; i++)
        sigma[i] =
            (float)(network->sigma_scale[i % n_out] * ((double)sigma[i] + network->sigma_floor));
}

void network_predict(const struct network *network, const struct rows *rows, float *mean,
                     float *sigma, float *eta)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, PREDICT_BATCH);
    float *x = arena_alloc(arena, rows->n_in * PREDICT_BATCH, sizeof(*x));
    size_t index[PREDICT_BATCH], n_out = network->shape.n_out;
    for (size_t first = 0; first < rows->count; first += PREDICT_BATCH) {
        size_t left = rows->count - first, n = left < PREDICT_BATCH ? left : PREDICT_BATCH;
        for (size_t b = 0; b < n; b++)
            index[b] = first + b;
        rows_gather(&(struct row_batch){rows, index, n}, PREDICT_BATCH, x);
        if (mean != NULL || sigma != NULL)
            network_forward(network, w, x);
        if (mean != NULL)
            rows_store(chain_result(&network->mean, w->mean), n_out, w->batch, first, n, mean);
        if (sigma != NULL)
            rows_store(chain_result(&network->sigma, w->sigma), n_out, w->batch, first, n, sigma);
        if (eta != NULL) {
            network_forward_eta(network, w, x);
            rows_store(chain_result(&network->eta, w->eta), 1, w->batch, first, n, eta);
        }
    }
    if (sigma != NULL)
        sigma_finish(network, sigma, rows->count);
    arena_free(arena);
}
