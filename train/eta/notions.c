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

enum { NETWORKS = 4, PARTS = 10, CHUNK = 4096 };

struct notions {
    size_t n_in;
    unsigned set;
    const struct views *neighbours, *pairs;
    size_t networks; /* that learned from samples */
    const struct network *network[NETWORKS];
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

/* Rows that teach, and rows that are strangers to them. */
struct parting {
    struct rows rest, held_out;
};

/* Holds out part number `part` of `parts` equal ones, of a log whole blocks: neighbours in time are
   no strangers. */
static struct parting rows_hold_out(struct arena *arena, const struct rows *rows, size_t part,
                                    size_t parts)
{
    size_t *index[2], n[2] = {0, 0};
    uint32_t *turn = arena_alloc(arena, rows->count, sizeof(*turn));
    bool whole = blocks_number(rows->block, rows->count, turn) >= parts;
    for (size_t k = 0; k < 2; k++)
        index[k] = arena_alloc(arena, rows->count, sizeof(**index));
    size_t size = rows->count / parts, first = part * size;
    for (size_t i = 0; i < rows->count; i++) {
        bool held = whole ? turn[i] % parts == part : i >= first && i < first + size;
        index[held][n[held]++] = i;
    }
    return (struct parting){rows_take(arena, &(struct row_batch){rows, index[0], n[0]}),
                            rows_take(arena, &(struct row_batch){rows, index[1], n[1]})};
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
    const struct view_rows rows = {mixed->x, most, mixed->block};
    if (s->set & 1U << NOTION_NEIGHBOURS) {
        s->neighbours = views_all(arena, &metric, &rows, data->threads);
        s->zero[NOTION_NEIGHBOURS] = views_zero(s->neighbours);
    }
    if (s->set & 1U << NOTION_PAIRS) {
        s->pairs = views_pairs(arena, &metric, &rows, data->threads, random);
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

/* A network that learns from samples around the rows, and says where its zero is on rows that it
   has not seen. Two layers draw finer borders than the one of teacher samples; all of it stays
   here. */
static void network_make(struct arena *arena, struct notions *s, const struct notions_data *data,
                         const struct parting *rows, struct random *random)
{
    struct arena *scratch = arena_new();
    struct eta_options o = *data->options;
    o.teacher = TEACHER_SAMPLES;
    struct shape shape = {.n_in = s->n_in,
                          .eta = eta_budget(&o, s->n_in),
                          .eta_from = ETA_FROM_SQUARES,
                          .activation = ACT_TANH};
    shape.eta = (struct widths){2, {32, 16}};
    o.rate *= 0.5;
    o.steps = data->effort > 0.0 ? (size_t)ceil(data->effort * (double)o.steps) : o.steps;
    struct network *network = network_new(arena, &shape);
    network_randomise(network, random);
    o.keep = epistemic_keep(scratch, network, &o);
    struct labelled set =
        epistemic_sample(scratch, network, &rows->rest, &o, data->threads, random);
    epistemic_fit(network, &set, &o, random, NULL, NULL);
    size_t n = rows->held_out.count;
    float *logit = arena_alloc(scratch, n, sizeof(*logit));
    network_logits(network, rows->held_out.x, s->n_in, n, logit);
    s->network_zero[s->networks] = floats_quantile(logit, n, known_share);
    s->network[s->networks++] = network;
    arena_free(scratch);
}

/* Each network learns without another tenth of the rows. With less effort there are fewer. */
static void networks_make(struct arena *arena, struct notions *s, const struct notions_data *data,
                          const struct rows *mixed, struct random *random)
{
    size_t networks = data->effort > 0.0 && data->effort < 0.5 ? NETWORKS / 2 : NETWORKS;
    for (size_t k = 0; k < networks; k++) {
        struct arena *scratch = arena_new();
        const struct parting rows = rows_hold_out(scratch, mixed, k, PARTS);
        network_make(arena, s, data, &rows, random);
        arena_free(scratch);
    }
}

/* --- process -------------------------------------------------------------------------------- */

/* Rows that the process is not conditioned on, at least a fifth of all, say where its zero is. */
static void process_make(struct arena *arena, struct notions *s, const struct rows *mixed)
{
    enum { FIFTHS = 5, MOST_ASKED = 1000 };
    struct arena *scratch = arena_new();
    struct parting rows = rows_hold_out(scratch, mixed, FIFTHS - 1, FIFTHS);
    size_t asked = rows.held_out.count < MOST_ASKED ? rows.held_out.count : MOST_ASKED;
    rows.rest.count = rows.rest.count < PROCESS_ROWS ? rows.rest.count : PROCESS_ROWS;
    float *score = arena_alloc(scratch, asked, sizeof(*score));
    s->process = process_new(arena, &rows.rest);
    process_score(s->process, rows.held_out.x, asked, score);
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
        for (size_t k = 0; k < s->networks; k++) {
            network_logits(s->network[k], x, s->n_in, n, score);
            for (size_t i = 0; i < n; i++)
                mean[i] += clipped(score[i] - s->network_zero[k]) / (float)s->networks;
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
        double most = softness * elementary_log(sum / members);
        double samples = (double)logits[i * NOTION_COUNT + NOTION_SAMPLES];
        logit[i] = (float)(set & 1U << NOTION_SAMPLES ? 0.5 * (most + samples) : most);
    }
}
