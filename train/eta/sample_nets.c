/* See sample_nets.h. */
#include "eta/sample_nets.h"

#include "base/jobs.h"
#include "data/sorted.h"
#include "eta/epistemic.h"
#include "eta/sample.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

enum { MOST_STRANGERS = 2, MOST_NETWORKS = MOST_STRANGERS + 8, PARTS = 10 };

struct sample_nets {
    size_t n_in, count, strangers; /* the first networks are those that miss rows */
    struct network *network[MOST_NETWORKS];
    float quantile[MOST_STRANGERS]; /* the logit that 95 % of unseen rows stay below */
    float zero;                     /* the mean of these */
};

/* What the threads share. */
struct work {
    struct sample_nets *nets;
    const struct notions_data *data;
    const struct rows *rows;
    uint64_t seed;
};

static void logits_ask(const struct network *network, const float *x, size_t n_in, size_t count,
                       float *logit)
{
    const struct rows rows = {.count = count, .n_in = n_in, .x = x};
    network_predict(network, &rows, NULL, NULL, logit);
    for (size_t i = 0; i < count; i++)
        logit[i] = (float)elementary_logit((double)logit[i]);
}

static struct eta_options options_of(const struct notions_data *data, size_t n_in)
{
    struct eta_options o = *data->options;
    o.teacher = TEACHER_SAMPLES;
    eta_budget(&o, n_in);
    o.rate *= 0.5; /* two layers want smaller steps than one */
    o.steps = data->effort > 0.0 ? (size_t)ceil(data->effort * (double)o.steps) : o.steps;
    return o;
}

/* A job has random numbers of its own. */
static void network_learn(void *context, size_t number)
{
    const struct work *w = context;
    struct arena *arena = arena_new();
    struct random random = {.state = w->seed + 7919U * number};
    struct network *network = w->nets->network[number];
    struct eta_options o = options_of(w->data, w->nets->n_in);
    bool stranger = number < w->nets->strangers;
    struct row_halves rows = {.first = *w->rows};
    if (stranger)
        rows = rows_hold_out(arena, w->rows, number, PARTS);
    network_randomise(network, &random);
    o.keep = epistemic_keep(arena, network, &o);
    struct labelled set = epistemic_sample(arena, network, &rows.first, &o, 1, &random);
    epistemic_fit(network, &set, &o, &random, NULL, NULL);
    if (stranger) {
        float *logit = arena_alloc(arena, rows.second.count, sizeof(*logit));
        logits_ask(network, rows.second.x, w->nets->n_in, rows.second.count, logit);
        w->nets->quantile[number] = floats_quantile(logit, rows.second.count, NOTIONS_KNOWN);
    }
    arena_free(arena);
}

struct sample_nets *sample_nets_new(struct arena *arena, const struct notions_data *data,
                                    const struct rows *rows, struct random *random)
{
    const struct shape shape = {.n_in = rows->n_in,
                                .eta = {2, {32, 16}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    bool hurry = data->effort > 0.0 && data->effort < 0.5;
    struct sample_nets *s = arena_alloc(arena, 1, sizeof(*s));
    s->n_in = rows->n_in;
    s->strangers = hurry ? 1 : MOST_STRANGERS;
    s->count = hurry ? 2 : MOST_NETWORKS;
    for (size_t k = 0; k < s->count; k++)
        s->network[k] = network_new(arena, &shape);
    struct work w = {s, data, rows, random_bits(random)};
    jobs_run(&(struct jobs){s->count, network_learn, NULL, &w}, data->threads);
    for (size_t k = 0; k < s->strangers; k++)
        s->zero += s->quantile[k] / (float)s->strangers;
    return s;
}

void sample_nets_ask(const struct sample_nets *s, const float *x, size_t count, float *logit)
{
    struct arena *arena = arena_new();
    float *one = arena_alloc(arena, count, sizeof(*one)), n = (float)(s->count - s->strangers);
    memset(logit, 0, count * sizeof(*logit));
    for (size_t k = s->strangers; k < s->count; k++) {
        logits_ask(s->network[k], x, s->n_in, count, one);
        for (size_t i = 0; i < count; i++)
            logit[i] += notions_clip(one[i] - s->zero) / n;
    }
    arena_free(arena);
}
