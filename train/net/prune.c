/* See prune.h. */
#include "net/prune.h"

#include <math.h>
#include <stdlib.h>

/* The share of the steps in which weights are pruned, and how many times in these steps. */
static const double ramp = 0.5;
enum { TIMES = 50 };

/* For mean and sigma, the share of the pruning time in which whole units are removed, and the share
   of the sparsity that they make; the rest is single weights, which keep mean and sigma more exact.
   Eta is as good with whole units alone, and full blocks of weights make faster code. */
static const double units_time = 0.7, units_sparsity = 0.875;

struct prune prune_new(struct arena *arena, const struct network *n, bool eta, enum prune_by by,
                       double sparsity)
{
    size_t count = eta ? n->n_eta : n->n_fit;
    struct prune p = {.sparsity = sparsity};
    p.parameters = eta ? n->parameters + n->n_fit : n->parameters;
    p.keep = arena_alloc(arena, count, sizeof(*p.keep));
    for (size_t i = 0; i < count; i++)
        p.keep[i] = 1.0F;
    if (eta) {
        p.chains[p.n_chains++] = &n->eta;
    } else {
        p.chains[p.n_chains++] = &n->trunk;
        p.chains[p.n_chains++] = &n->mean;
        p.chains[p.n_chains++] = &n->sigma;
    }
    if (by == PRUNE_UNITS) {
        p.units = prune_units_new(arena, n, p.chains, p.n_chains);
        p.unit_time = eta ? 1.0 : units_time;
        p.unit_sparsity = eta ? 1.0 : units_sparsity;
    }
    return p;
}

struct scored {
    double score;
    size_t parameter;
};

static int scored_compare(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return x->parameter < y->parameter ? -1 : x->parameter > y->parameter;
}

/* Lists the weights of a layer by their squares, ascending. The score of each is its square over
   the sum of the squares from it on. */
static size_t layer_score(const struct prune *p, const struct dense *l, struct scored *scored)
{
    size_t n = 0;
    double sum = 0.0;
    for (size_t o = 0; o < l->n_out; o++)
        for (size_t i = 0; i < l->n_in; i++) {
            double weight = (double)l->weights[o * l->stride + i];
            scored[n++] = (struct scored){weight * weight,
                                          (size_t)(l->weights - p->parameters) + o * l->stride + i};
        }
    qsort(scored, n, sizeof(*scored), scored_compare);
    for (size_t i = n; i-- > 0;) {
        sum += scored[i].score;
        scored[i].score = sum > 0.0 ? scored[i].score / sum : 0.0;
    }
    return n;
}

static size_t weights_count(const struct prune *p)
{
    size_t n = 0;
    for (size_t c = 0; c < p->n_chains; c++)
        for (size_t k = 0; k < p->chains[c]->count; k++)
            n += p->chains[c]->layers[k].n_in * p->chains[c]->layers[k].n_out;
    return n;
}

/* Sets the weights with the least scores to 0. Weights pruned before have the score 0 and so stay
   pruned. */
static void weights_prune(struct prune *p, double sparsity)
{
    struct arena *arena = arena_new();
    size_t all = weights_count(p), n = 0;
    struct scored *scored = arena_alloc(arena, all, sizeof(*scored));
    for (size_t c = 0; c < p->n_chains; c++)
        for (size_t k = 0; k < p->chains[c]->count; k++)
            n += layer_score(p, &p->chains[c]->layers[k], scored + n);
    qsort(scored, n, sizeof(*scored), scored_compare);
    size_t zeros = (size_t)(sparsity * (double)all + 0.5);
    for (size_t i = 0; i < zeros; i++) {
        p->keep[scored[i].parameter] = 0.0F;
        p->parameters[scored[i].parameter] = 0.0F;
    }
    arena_free(arena);
}

static size_t zeros_count(const struct prune *p)
{
    size_t zeros = 0;
    for (size_t c = 0; c < p->n_chains; c++)
        for (size_t k = 0; k < p->chains[c]->count; k++) {
            const struct dense *l = &p->chains[c]->layers[k];
            for (size_t i = 0; i < l->n_out * l->stride; i++)
                zeros += i % l->stride < l->n_in && l->weights[i] == 0.0F;
        }
    return zeros;
}

/* Removes units up to a sparsity; with `reach` one more where they would fall short of it. */
static void units_prune(struct prune *p, double sparsity, bool reach)
{
    size_t zeros = zeros_count(p), wanted = (size_t)(sparsity * (double)weights_count(p) + 0.5);
    if (wanted > zeros)
        prune_units_remove(p->units, wanted - zeros, reach, p->parameters, p->keep);
}

static size_t ramp_steps(size_t steps) { return (size_t)ceil(ramp * (double)steps); }

static double cubic(double t) { return 1.0 - (1.0 - t) * (1.0 - t) * (1.0 - t); }

void prune_step(struct prune *p, size_t step, size_t steps)
{
    size_t end = ramp_steps(steps), interval = end / TIMES + 1;
    double t = (double)step / (double)end, by_units = p->unit_sparsity * p->sparsity;
    if (p->units != NULL && t <= p->unit_time)
        prune_units_observe(p->units);
    if (step > end || (step % interval != 0 && step != end))
        return;
    if (p->units != NULL && t <= p->unit_time)
        units_prune(p, by_units * cubic(t / p->unit_time), step == end);
    if (p->units == NULL || t > p->unit_time)
        weights_prune(p, by_units + (p->sparsity - by_units) *
                                        cubic((t - p->unit_time) / (1.0 - p->unit_time)));
    if (step == end) /* every layer keeps a unit, so units alone may fall short */
        weights_prune(p, p->sparsity);
}

bool prune_ready(size_t step, size_t steps) { return step >= ramp_steps(steps); }

double prune_sparsity(const struct prune *p)
{
    return (double)zeros_count(p) / (double)weights_count(p);
}
