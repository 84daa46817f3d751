/* See epistemic.h. */
#include "eta/epistemic.h"

#include "base/fail.h"
#include "eta/epistemic_set.h"
#include "eta/sample.h"
#include "net/adam.h"
#include "net/elementary.h"

#include <math.h>
#include <string.h>

/* --- stage 2: labels ---------------------------------------------------------------------------
 */

/* For every point that is the nearest of some sample, the squared distance to its neighbour number
   leave_out; 0 for other points. */
static float *points_reach(struct arena *arena, const struct data_points *p,
                           const struct samples *s, size_t leave_out)
{
    struct arena *scratch = arena_new();
    size_t d = p->metric.dims, n = 0;
    float *reach = arena_alloc(arena, p->count, sizeof(*reach));
    uint32_t *asked = arena_alloc(scratch, p->count, sizeof(*asked));
    for (size_t i = 0; i < s->count; i++) /* a reach of 1 marks points that are listed already */
        if (reach[s->nearest[i]] == 0.0F) {
            reach[s->nearest[i]] = 1.0F;
            asked[n++] = s->nearest[i];
        }
    enum { CHUNK = 4096 };
    float *x = arena_alloc(scratch, CHUNK * d, sizeof(*x)), distance[CHUNK];
    for (size_t first = 0; first < n; first += CHUNK) {
        size_t now = n - first < CHUNK ? n - first : CHUNK;
        for (size_t i = 0; i < now; i++)
            memcpy(x + i * d, p->x + asked[first + i] * d, d * sizeof(*x));
        data_points_spacing(p, x, now, leave_out, distance);
        for (size_t i = 0; i < now; i++)
            reach[asked[first + i]] = distance[i];
    }
    arena_free(scratch);
    return reach;
}

/* Moves the samples that are examples of the unknown to the front; returns how many. Samples that
   training inputs replace are none. Neither are samples among the data: they are nearer to a
   training input than its neighbour number leave_out. */
static size_t unknown_keep(const struct data_points *p, struct samples *s, const uint32_t *stand_in,
                           const struct eta_options *o)
{
    struct arena *arena = arena_new();
    size_t d = p->metric.dims, kept = 0;
    bool leave = o->leave_out > 0 && p->count > o->leave_out;
    const float *reach = leave ? points_reach(arena, p, s, o->leave_out) : NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (stand_in[i] != NEAREST_NONE || (leave && s->distance[i] < reach[s->nearest[i]]))
            continue;
        memmove(s->x + kept++ * d, s->x + i * d, d * sizeof(*s->x));
    }
    arena_free(arena);
    if (kept == 0)
        fail("all samples for eta lie among the data, expected a larger \"epistemic: size\" or "
             "\"leave_out: 0\"");
    return kept;
}

/* With `labels: argmin`, the known examples: for every replaced sample its nearest training row. */
static uint32_t *known_rows(struct arena *arena, const struct data_points *p,
                            const uint32_t *stand_in, size_t n_samples, size_t n_known)
{
    uint32_t *rows = arena_alloc(arena, n_known, sizeof(*rows)), *next = rows;
    for (size_t i = 0; i < n_samples; i++)
        if (stand_in[i] != NEAREST_NONE)
            *next++ = p->rows == NULL ? stand_in[i] : p->rows[stand_in[i]];
    return rows;
}

/* Eqs. 5 and 6. In every round as many samples as there are centres, the closest ones, are replaced
   by training inputs. With `labels: once` each training input counts once for every round. */
struct labelled epistemic_sample(struct arena *arena, const struct network *network,
                                 const struct rows *train, const struct eta_options *o,
                                 unsigned threads, struct random *random)
{
    struct arena *scratch = arena_new();
    struct data_points points = data_points_make(scratch, train, o, threads);
    struct samples samples = samples_make(arena, network, &points, o, random);
    uint32_t *stand_in = arena_alloc(scratch, samples.count, sizeof(*stand_in));
    epistemic_choose(o->labels, samples.distance, samples.nearest, samples.count,
                     samples.centres * samples.rounds, stand_in);
    struct labelled set = {.n_in = train->n_in, .n_known = train->count, .train = train->x};
    set.rounds = samples.rounds;
    if (o->labels == EPISTEMIC_ARGMIN) {
        set.n_known = samples.centres * samples.rounds;
        set.rounds = 1;
        set.known = known_rows(arena, &points, stand_in, samples.count, set.n_known);
    }
    set.n_unknown = unknown_keep(&points, &samples, stand_in, o);
    set.unknown = samples.x;
    arena_free(scratch);
    return set;
}

const float *labelled_row(const struct labelled *set, size_t i)
{
    if (i >= set->n_known)
        return set->unknown + (i - set->n_known) * set->n_in;
    return set->train + (set->known == NULL ? i : set->known[i]) * set->n_in;
}

/* --- stage 3: the eta branch -------------------------------------------------------------------
 */

const float *epistemic_keep(struct arena *arena, struct network *network,
                            const struct eta_options *o)
{
    const struct dense *first = &network->eta.layers[0];
    bool on_trunk = network->shape.eta_from == ETA_FROM_TRUNK;
    float *keep = arena_alloc(arena, network->n_eta, sizeof(*keep));
    bool all = true;
    for (size_t i = 0; i < network->n_eta; i++)
        keep[i] = 1.0F;
    for (size_t i = 0; i < first->n_out * first->stride && !on_trunk; i++)
        if (i % first->stride < first->n_in &&
            !input_counts(o, i % first->stride % network->shape.n_in)) {
            keep[(size_t)(first->weights - network->parameters) - network->n_fit + i] = 0.0F;
            first->weights[i] = 0.0F;
            all = false;
        }
    return all ? NULL : keep;
}

/* A batch of examples drawn at random: x (n_in, batch). */
static void batch_draw(const struct labelled *set, size_t batch, struct random *random, float *x,
                       float *labels)
{
    size_t known = set->n_known * set->rounds;
    double all = (double)(known + set->n_unknown);
    for (size_t b = 0; b < batch; b++) {
        size_t i = (size_t)(random_uniform(random) * all);
        const float *row =
            labelled_row(set, i < known ? i % set->n_known : i - known + set->n_known);
        labels[b] = i < known ? 0.0F : 1.0F;
        for (size_t j = 0; j < set->n_in; j++)
            x[j * batch + b] = row[j];
    }
}

/* Sets the gradient of the cross entropy with respect to eta; returns the loss. Eta is held within
   1e-6 and 1 - 1e-6 here, so that the gradient stays finite. */
static double entropy_backward(struct workspace *w, const float *eta, const float *labels,
                               const float weight[2])
{
    double loss = 0.0;
    for (size_t b = 0; b < w->batch; b++) {
        float label = labels[b], p = fminf(fmaxf(eta[b], 1e-6F), 1.0F - 1e-6F);
        float scale = weight[label > 0.5F] / (float)w->batch;
        w->deta[b] = scale * (p - label) / (p * (1.0F - p));
        loss -= (double)scale * elementary_log(label > 0.5F ? (double)p : 1.0 - (double)p);
    }
    return loss;
}

void epistemic_fit(struct network *network, const struct labelled *set, const struct eta_options *o,
                   struct random *random, void (*progress)(void *context, double done, double loss),
                   void *context)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, o->batch);
    struct adam adam = adam_new(arena, network->n_eta, o->rate, o->decay, o->steps);
    float *x = arena_alloc(arena, set->n_in * o->batch, sizeof(*x));
    float *labels = arena_alloc(arena, o->batch, sizeof(*labels));
    double known = (double)(set->n_known * set->rounds), unknown = (double)set->n_unknown;
    float weight[2] = {1.0F, 1.0F};
    if (o->balanced) {
        weight[0] = (float)((known + unknown) / (2.0 * known));
        weight[1] = (float)((known + unknown) / (2.0 * unknown));
    }
    for (size_t step = 0; step < o->steps; step++) {
        batch_draw(set, o->batch, random, x, labels);
        network_forward_eta(network, w, x);
        double loss = entropy_backward(w, chain_result(&network->eta, w->eta), labels, weight);
        network_backward_eta(network, w, x);
        adam_step(&adam, network->parameters + network->n_fit, network->gradients + network->n_fit,
                  o->prune == NULL ? o->keep : o->prune->keep);
        if (o->prune != NULL)
            prune_step(o->prune, step + 1, o->steps);
        if (progress != NULL && (step + 1) % 100 == 0)
            progress(context, (double)(step + 1) / (double)o->steps, loss);
    }
    arena_free(arena);
}
