/* See notions.h. */
#include "eta/notions.h"

#include "data/sorted.h"
#include "eta/epistemic.h"
#include "eta/process.h"
#include "eta/sample.h"
#include "geometry/views.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

/* A doubled distance adds four to the logit. */
static const float clip = 6.0F, per_octave = 4.0F;

/* Of rows that a notion has not seen, the share that it calls known. */
static const double known_share = 0.95;

enum { NETWORKS = 2, CHUNK = 4096 };

struct notions {
    size_t n_in;
    unsigned set;
    const struct views *neighbours, *pairs;
    const struct network *network[NETWORKS]; /* that learned from samples */
    float network_zero[NETWORKS];
    const struct process *process;
    float zero[NOTION_COUNT]; /* the score that becomes logit 0 */
};

static float clipped(float logit) { return fminf(fmaxf(logit, -clip), clip); }

/* The rows in a random order, at most NOTIONS_ROWS of them. */
static struct rows rows_mixed(struct arena *arena, const struct rows *rows, struct random *random)
{
    size_t count = rows->count < NOTIONS_ROWS ? rows->count : NOTIONS_ROWS;
    size_t *index = arena_alloc(arena, rows->count, sizeof(*index));
    for (size_t i = 0; i < rows->count; i++)
        index[i] = i;
    rows_shuffle(index, rows->count, random);
    return rows_take(arena, &(struct row_batch){rows, index, count});
}

/* `count` rows from `first` on. */
static struct rows rows_part(const struct rows *rows, size_t first, size_t count)
{
    struct rows part = *rows;
    part.count = count;
    part.x += first * rows->n_in;
    part.y += first * rows->n_out;
    return part;
}

/* --- distances ------------------------------------------------------------------------------ */

static float views_zero(const struct views *views)
{
    struct arena *arena = arena_new();
    float *score = arena_alloc(arena, VIEWS_CALIBRATE, sizeof(*score));
    size_t n = views_score_rows(views, score);
    float zero = floats_quantile(score, n, known_share);
    arena_free(arena);
    return zero;
}

static void distances_make(struct arena *arena, struct notions *s, const struct notions_data *data,
                           const struct rows *mixed, struct random *random)
{
    const struct eta_options *o = data->options;
    const struct nearest_metric metric = {s->n_in, o->weights, o->periods};
    size_t most = mixed->count < VIEWS_ROWS ? mixed->count : VIEWS_ROWS;
    const struct nearest_points rows = {mixed->x, most};
    if (s->set & 1U << NOTION_NEIGHBOURS) {
        s->neighbours = views_all(arena, &metric, rows, data->threads);
        s->zero[NOTION_NEIGHBOURS] = views_zero(s->neighbours);
    }
    if (s->set & 1U << NOTION_PAIRS) {
        s->pairs = views_pairs(arena, &metric, rows, data->threads, random);
        s->zero[NOTION_PAIRS] = views_zero(s->pairs);
    }
}

/* --- samples -------------------------------------------------------------------------------- */

static void network_logits(const struct network *network, const float *x, size_t n_in, size_t count,
                           float *logit)
{
    const struct rows rows = {.count = count, .n_in = n_in, .x = x};
    network_predict(network, &rows, NULL, NULL, logit);
    for (size_t i = 0; i < count; i++) {
        double p = fmin(fmax((double)logit[i], 1e-6), 1.0 - 1e-6);
        logit[i] = (float)(elementary_log(p) - elementary_log(1.0 - p));
    }
}

/* Each network learns without another tenth of the rows, which says where its zero is. */
static void networks_make(struct arena *arena, struct notions *s, const struct notions_data *data,
                          const struct rows *mixed, struct random *random)
{
    struct eta_options options = *data->options;
    options.teacher = TEACHER_SAMPLES;
    const struct shape shape = {.n_in = s->n_in,
                                .eta = eta_budget(&options, s->n_in),
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    size_t tenth = mixed->count / 10;
    for (size_t k = 0; k < NETWORKS; k++) {
        struct arena *scratch = arena_new();
        struct network *network = network_new(arena, &shape);
        struct eta_options o = options;
        bool first = k == 0; /* it leaves out the first tenth, the other network the last */
        const struct rows rest = rows_part(mixed, first ? tenth : 0, mixed->count - tenth);
        const struct rows held_out = rows_part(mixed, first ? 0 : mixed->count - tenth, tenth);
        o.steps = data->effort > 0.0 ? (size_t)ceil(data->effort * (double)o.steps) : o.steps;
        network_randomise(network, random);
        o.keep = epistemic_keep(scratch, network, &o);
        struct labelled set = epistemic_sample(scratch, network, &rest, &o, data->threads, random);
        epistemic_fit(network, &set, &o, random, NULL, NULL);
        float *logit = arena_alloc(scratch, tenth, sizeof(*logit));
        network_logits(network, held_out.x, s->n_in, tenth, logit);
        s->network[k] = network;
        s->network_zero[k] = floats_quantile(logit, tenth, known_share);
        arena_free(scratch);
    }
}

/* --- process -------------------------------------------------------------------------------- */

/* Rows that the process is not conditioned on, at least a fifth of all, say where its zero is. */
static void process_make(struct arena *arena, struct notions *s, const struct rows *mixed)
{
    struct arena *scratch = arena_new();
    size_t seen = mixed->count - mixed->count / 5, most = 1000;
    seen = seen > PROCESS_ROWS ? PROCESS_ROWS : seen;
    size_t asked = mixed->count - seen < most ? mixed->count - seen : most;
    const struct rows known = rows_part(mixed, 0, seen);
    float *score = arena_alloc(scratch, asked, sizeof(*score));
    s->process = process_new(arena, &known);
    process_score(s->process, mixed->x + seen * s->n_in, asked, score);
    s->zero[NOTION_GP] = floats_quantile(score, asked, known_share);
    arena_free(scratch);
}

/* --- all ------------------------------------------------------------------------------------ */

struct notions *notions_new(struct arena *arena, const struct notions_data *data,
                            struct random *random)
{
    enum { ENOUGH = 100, ENOUGH_PER_INPUT = 10, ENOUGH_FOR_GP = 10 };
    struct notions *s = arena_alloc(arena, 1, sizeof(*s));
    const struct rows *train = data->train;
    struct rows mixed = rows_mixed(arena, train, random);
    s->n_in = train->n_in;
    s->set = data->set;
    if (train->count < ENOUGH || train->count < ENOUGH_PER_INPUT * train->n_in)
        s->set &= ~(1U << NOTION_SAMPLES);
    if (train->count < ENOUGH_FOR_GP)
        s->set &= ~(1U << NOTION_GP);
    s->set = s->set == 0 ? 1U << NOTION_NEIGHBOURS : s->set;
    distances_make(arena, s, data, &mixed, random);
    if (s->set & 1U << NOTION_SAMPLES)
        networks_make(arena, s, data, &mixed, random);
    if (s->set & 1U << NOTION_GP)
        process_make(arena, s, &mixed);
    return s;
}

unsigned notions_set(const struct notions *s) { return s->set; }

static void column_set(float *logits, const float *score, size_t n, enum notion notion, float zero)
{
    float slope = notion == NOTION_SAMPLES ? 1.0F : per_octave;
    for (size_t i = 0; i < n; i++)
        logits[i * NOTION_COUNT + notion] = clipped(slope * (score[i] - zero));
}

static void chunk_ask(const struct notions *s, const float *x, size_t n, float *score,
                      float *logits)
{
    const struct nearest_points points = {x, n};
    float *mean = score + CHUNK;
    memset(logits, 0, n * NOTION_COUNT * sizeof(*logits));
    if (s->set & 1U << NOTION_NEIGHBOURS) {
        views_score(s->neighbours, points, score);
        column_set(logits, score, n, NOTION_NEIGHBOURS, s->zero[NOTION_NEIGHBOURS]);
    }
    if (s->set & 1U << NOTION_PAIRS) {
        views_score(s->pairs, points, score);
        column_set(logits, score, n, NOTION_PAIRS, s->zero[NOTION_PAIRS]);
    }
    if (s->set & 1U << NOTION_SAMPLES) {
        memset(mean, 0, n * sizeof(*mean));
        for (size_t k = 0; k < NETWORKS; k++) {
            network_logits(s->network[k], x, s->n_in, n, score);
            for (size_t i = 0; i < n; i++)
                mean[i] += clipped(score[i] - s->network_zero[k]) / (float)NETWORKS;
        }
        column_set(logits, mean, n, NOTION_SAMPLES, 0.0F);
    }
    if (s->set & 1U << NOTION_GP) {
        process_score(s->process, x, n, score);
        column_set(logits, score, n, NOTION_GP, s->zero[NOTION_GP]);
    }
}

void notions_ask(const struct notions *s, const float *x, size_t count, float *logits)
{
    struct arena *arena = arena_new();
    float *score = arena_alloc(arena, (size_t)2 * CHUNK, sizeof(*score));
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t n = count - first < CHUNK ? count - first : CHUNK;
        chunk_ask(s, x + first * s->n_in, n, score, logits + first * NOTION_COUNT);
    }
    arena_free(arena);
}

void notions_join(const float *logits, size_t count, unsigned set, float *logit)
{
    const double softness = 2.0;
    for (size_t i = 0; i < count; i++) {
        double sum = 0.0, members = 0.0;
        for (unsigned k = 0; k < NOTION_COUNT; k++)
            if (set & 1U << k) {
                sum += elementary_exp((double)logits[i * NOTION_COUNT + k] / softness);
                members += 1.0;
            }
        logit[i] = (float)(softness * elementary_log(sum / members));
    }
}
