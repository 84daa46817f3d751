/* See notions.h. */
#include "eta/notions.h"

#include "data/sorted.h"
#include "eta/sample_nets.h"
#include "geometry/process.h"
#include "geometry/views.h"
#include "net/elementary.h"

#include <math.h>
#include <string.h>

/* A doubled distance adds four to the logit. */
static const float per_octave = 4.0F;

enum { CHUNK = 4096 };

struct notions {
    size_t n_in;
    unsigned set;
    const struct views *neighbours, *pairs;
    const struct sample_nets *networks;
    const struct process *process;
    float zero[NOTION_COUNT]; /* the score that becomes logit 0 */
};

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

/* --- distances ------------------------------------------------------------------------------ */

static float views_zero(const struct views *views)
{
    struct arena *arena = arena_new();
    float *score = arena_alloc(arena, VIEWS_CALIBRATE, sizeof(*score));
    size_t n = views_score_rows(views, score);
    float zero = floats_quantile(score, n, NOTIONS_KNOWN);
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

/* --- process -------------------------------------------------------------------------------- */

/* Rows that the process is not conditioned on, at least a fifth of all, say where its zero is. */
static void process_make(struct arena *arena, struct notions *s, const struct rows *mixed)
{
    enum { FIFTHS = 5, MOST_ASKED = 1000 };
    struct arena *scratch = arena_new();
    struct row_halves rows = rows_hold_out(scratch, mixed, FIFTHS - 1, FIFTHS);
    size_t asked = rows.second.count < MOST_ASKED ? rows.second.count : MOST_ASKED;
    rows.first.count = rows.first.count < PROCESS_ROWS ? rows.first.count : PROCESS_ROWS;
    float *score = arena_alloc(scratch, asked, sizeof(*score));
    s->process = process_new(arena, &rows.first);
    process_score(s->process, rows.second.x, asked, score);
    s->zero[NOTION_GP] = floats_quantile(score, asked, NOTIONS_KNOWN);
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
    const size_t rows = data->rows > 0 ? data->rows : train->count;
    s->set = data->set;
    if (rows < ENOUGH || rows < ENOUGH_PER_INPUT * train->n_in)
        s->set &= ~(1U << NOTION_SAMPLES);
    if (rows < ENOUGH_FOR_GP)
        s->set &= ~(1U << NOTION_GP);
    s->set = s->set == 0 ? 1U << NOTION_NEIGHBOURS : s->set;
    distances_make(arena, s, data, &mixed, random);
    if (s->set & 1U << NOTION_SAMPLES)
        s->networks = sample_nets_new(arena, data, &mixed, random);
    if (s->set & 1U << NOTION_GP)
        process_make(arena, s, &mixed);
    return s;
}

unsigned notions_set(const struct notions *s) { return s->set; }

static void column_set(float *logits, const float *score, size_t n, enum notion notion, float zero)
{
    float slope = notion == NOTION_SAMPLES ? 1.0F : per_octave;
    for (size_t i = 0; i < n; i++)
        logits[i * NOTION_COUNT + notion] = slope * (score[i] - zero);
}

static void chunk_ask(const struct notions *s, const float *x, size_t n, float *score,
                      float *logits)
{
    const struct nearest_points points = {x, n};
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
        sample_nets_ask(s->networks, x, n, score);
        column_set(logits, score, n, NOTION_SAMPLES, 0.0F);
    }
    if (s->set & 1U << NOTION_GP) {
        process_score(s->process, x, n, score);
        column_set(logits, score, n, NOTION_GP, s->zero[NOTION_GP]);
    }
}

void notions_ask(const struct notions *s, const float *x, size_t count, float *logits)
{
    struct arena *arena = arena_new();
    float *score = arena_alloc(arena, CHUNK, sizeof(*score));
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t n = count - first < CHUNK ? count - first : CHUNK;
        chunk_ask(s, x + first * s->n_in, n, score, logits + first * NOTION_COUNT);
    }
    arena_free(arena);
}

/* The smooth ones. */
static bool notion_smooth(unsigned k) { return k == NOTION_SAMPLES || k == NOTION_GP; }

void notions_join(const float *logits, size_t count, unsigned set, float *logit)
{
    const double softness = 2.0;
    for (size_t i = 0; i < count; i++) {
        double sum = 0.0, members = 0.0, mean = 0.0, smooth = 0.0;
        for (unsigned k = 0; k < NOTION_COUNT; k++)
            if (set & 1U << k) {
                double one = (double)notions_clip(logits[i * NOTION_COUNT + k]);
                sum += elementary_exp(one / softness);
                members += 1.0;
                mean += notion_smooth(k) ? one : 0.0;
                smooth += notion_smooth(k);
            }
        double most = softness * elementary_log(sum / members);
        logit[i] = (float)(smooth > 0.0 ? 0.5 * (most + mean / smooth) : most);
    }
}
