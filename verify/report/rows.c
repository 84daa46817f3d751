/* See rows.h. Rows to be drawn are kept at a spacing that doubles when the room for twice as many
   is full; of these the wanted number is taken at the end. */
#include "report/rows.h"

#include "run/rows.h"

#include <math.h>
#include <string.h>

/* A kept row: its number, its time, x, y, mean, sigma, eta. */
struct keeper {
    size_t most, spacing, count, width;
    float *rows; /* (2 * most, width) */
};

struct reader {
    struct arena *arena;
    const struct spec *spec;
    struct rows_set *set;
    struct log *log;
    struct run_columns columns;
    struct block *block;
    double *row, *measured,
        *time;      /* (n_columns of the log), (n_outputs, BLOCK_ROWS), (BLOCK_ROWS) */
    size_t *number; /* (BLOCK_ROWS) of the rows in the log, from 0 */
    struct keeper keeper;
};

static size_t numbers_wide(const struct spec *spec)
{
    return 2 + spec->n_inputs + 3 * spec->mean.count + 1;
}

/* --- reading ---------------------------------------------------------------------------------- */

static _Noreturn void log_refuse(struct log *log)
{
    struct refusal refusal;
    const char *file = log->file;
    log_close(log, &refusal);
    refusal_fail(&refusal, file);
}

static bool row_take(struct reader *r, size_t place)
{
    const struct run_columns *c = &r->columns;
    float *x = block_inputs(r->block);
    for (size_t i = 0; i < r->spec->n_inputs; i++) {
        if (isnan(r->row[c->inputs[i]]))
            return false;
        x[i * BLOCK_ROWS + place] = (float)r->row[c->inputs[i]];
    }
    for (size_t k = 0; k < r->spec->mean.count; k++)
        r->measured[k * BLOCK_ROWS + place] =
            c->outputs[k] == SIZE_MAX ? (double)NAN : r->row[c->outputs[k]];
    r->time[place] = c->time == SIZE_MAX ? (double)NAN : r->row[c->time];
    return true;
}

static size_t rows_take_some(struct reader *r)
{
    size_t count = 0;
    while (count < BLOCK_ROWS && log_row(r->log, r->row)) {
        bool complete = row_take(r, count);
        r->number[count] = r->set->all++;
        r->set->incomplete += !complete;
        count += complete;
    }
    return count;
}

/* --- figures ---------------------------------------------------------------------------------- */

static void output_add(struct rows_output *o, double measured, double error, double sigma,
                       bool known)
{
    o->count++;
    o->squares += error * error;
    o->sum += measured;
    o->sum_squares += measured * measured;
    o->known += known;
    o->known_squares += known ? error * error : 0.0;
    if (isnan(sigma))
        return;
    double z = fabs(error) / sigma;
    for (size_t s = 0; s < SIGMAS; s++)
        o->within[s] += z <= (double)(s + 1);
    o->by_sigma[z < SIGMA_MOST ? (size_t)(z / SIGMA_MOST * SIGMA_BINS) : SIGMA_BINS]++;
}

static void input_add(struct rows_input *counts, const struct spec_input *input, float x)
{
    double share = ((double)x - (double)input->min) / ((double)input->max - (double)input->min);
    if (share < 0.0)
        counts->below++;
    else if (share > 1.0)
        counts->above++;
    else
        counts->counts[share < 1.0 ? (size_t)(share * INPUT_BINS) : INPUT_BINS - 1]++;
}

static void figures_add(struct reader *r, const struct block_answers *a, size_t place)
{
    struct rows_set *set = r->set;
    const float *x = block_inputs(r->block);
    bool known = a->eta == NULL || a->eta[place] <= UNKNOWN_ABOVE;
    set->unknown += !known;
    set->outside += a->status[place] != 0;
    if (a->eta != NULL) {
        size_t bin = (size_t)(a->eta[place] * ETA_BINS);
        set->eta_counts[bin < ETA_BINS ? bin : ETA_BINS - 1]++;
    }
    for (size_t i = 0; i < r->spec->n_inputs; i++)
        input_add(&set->inputs[i], &r->spec->inputs[i], x[i * BLOCK_ROWS + place]);
    for (size_t k = 0; k < r->spec->mean.count; k++) {
        size_t at = k * BLOCK_ROWS + place;
        double measured = r->measured[at];
        double sigma = a->sigma == NULL ? (double)NAN : (double)a->sigma[at];
        if (isfinite(measured))
            output_add(&set->outputs[k], measured, (double)a->mean[at] - measured, sigma, known);
    }
}

/* --- rows to be drawn ------------------------------------------------------------------------- */

static void keeper_thin(struct keeper *k)
{
    for (size_t i = 0; 2 * i < k->count; i++)
        memcpy(k->rows + i * k->width, k->rows + 2 * i * k->width, k->width * sizeof(float));
    k->count = (k->count + 1) / 2;
    k->spacing *= 2;
}

static void row_keep(struct reader *r, const struct block_answers *a, size_t place, size_t order)
{
    struct keeper *k = &r->keeper;
    size_t n_in = r->spec->n_inputs, n_out = r->spec->mean.count;
    if (order % k->spacing != 0)
        return;
    if (k->count == 2 * k->most)
        keeper_thin(k);
    if (order % k->spacing != 0)
        return;
    float *to = k->rows + k->count++ * k->width;
    *to++ = (float)(r->number[place] + 1);
    *to++ = (float)r->time[place];
    for (size_t i = 0; i < n_in; i++)
        *to++ = block_inputs(r->block)[i * BLOCK_ROWS + place];
    for (size_t o = 0; o < n_out; o++)
        *to++ = (float)r->measured[o * BLOCK_ROWS + place];
    for (size_t o = 0; o < n_out; o++)
        *to++ = a->mean[o * BLOCK_ROWS + place];
    for (size_t o = 0; o < n_out; o++)
        *to++ = a->sigma == NULL ? 0.0F : a->sigma[o * BLOCK_ROWS + place];
    *to = a->eta == NULL ? 0.0F : a->eta[place];
}

/* The columns from..from+width of the rows that are drawn, one row behind the other. */
static const float *columns_take(const struct reader *r, size_t from, size_t width)
{
    const struct keeper *k = &r->keeper;
    float *to = arena_alloc(r->arena, r->set->shown * width + 1, sizeof(*to));
    for (size_t i = 0; i < r->set->shown; i++) {
        size_t row = i * k->count / r->set->shown;
        memcpy(to + i * width, k->rows + row * k->width + from, width * sizeof(*to));
    }
    return to;
}

static void rows_show(struct reader *r)
{
    struct rows_set *set = r->set;
    size_t n_in = r->spec->n_inputs, n_out = r->spec->mean.count, at = 2;
    set->shown = r->keeper.count < r->keeper.most ? r->keeper.count : r->keeper.most;
    set->number = columns_take(r, 0, 1);
    set->time = r->columns.time == SIZE_MAX ? NULL : columns_take(r, 1, 1);
    set->x = columns_take(r, at, n_in);
    at += n_in;
    set->y = set->measured ? columns_take(r, at, n_out) : NULL;
    set->mean = columns_take(r, at + n_out, n_out);
    set->sigma = spec_has(&r->spec->sigma) ? columns_take(r, at + 2 * n_out, n_out) : NULL;
    set->eta = spec_has(&r->spec->eta) ? columns_take(r, at + 3 * n_out, 1) : NULL;
}

/* --- the whole -------------------------------------------------------------------------------- */

static struct log_request request_make(struct arena *arena, const struct spec *spec,
                                       const struct rows_request *request, SHA2_CTX *sum)
{
    size_t n_out = spec->mean.names == NULL ? 0 : spec->mean.count;
    const char **names = arena_alloc(arena, spec->n_inputs + n_out, sizeof(*names));
    for (size_t i = 0; i < spec->n_inputs; i++)
        names[i] = spec->inputs[i].name;
    for (size_t k = 0; k < n_out; k++)
        names[spec->n_inputs + k] = spec->mean.names[k];
    return (struct log_request){.columns = names,
                                .count = spec->n_inputs + n_out,
                                .time = request->time,
                                .missing = MISSING_KEEP,
                                .fit = true,
                                .sum = sum};
}

static void log_begin(struct reader *r, const struct rows_request *wanted,
                      const struct log_request *request)
{
    r->log = log_open(r->arena, wanted->path, request, NULL);
    if (lines_refused(r->log->lines))
        log_refuse(r->log);
    r->columns = run_columns_find(r->arena, r->spec, r->log);
    if (wanted->time != NULL && r->columns.time == SIZE_MAX)
        lines_refuse(r->log->lines, r->log->header,
                     "no column \"%s\", which --time names, beside the inputs and outputs",
                     wanted->time);
    if (lines_refused(r->log->lines))
        log_refuse(r->log);
    r->row = arena_alloc(r->arena, r->log->n_columns, sizeof(double));
}

static void rows_read(struct reader *r)
{
    size_t count, order = 0;
    while ((count = rows_take_some(r)) > 0) {
        struct block_answers a = block_run(r->block);
        for (size_t i = 0; i < count; i++) {
            figures_add(r, &a, i);
            row_keep(r, &a, i, order++);
        }
    }
    if (lines_refused(r->log->lines))
        log_refuse(r->log);
}

const struct rows_set *rows_set_read(struct arena *arena, const struct program *program,
                                     const struct rows_request *wanted)
{
    const struct spec *spec = program->spec;
    size_t n_out = spec->mean.count;
    SHA2_CTX sum;
    char digest[SHA256_DIGEST_STRING_LENGTH];
    struct rows_set *set = arena_alloc(arena, 1, sizeof(*set));
    struct reader r = {.arena = arena, .spec = spec, .set = set};
    const struct log_request request = request_make(arena, spec, wanted, &sum);
    set->outputs = arena_alloc(arena, n_out, sizeof(*set->outputs));
    set->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*set->inputs));
    r.keeper = (struct keeper){.most = wanted->most, .spacing = 1, .width = numbers_wide(spec)};
    r.keeper.rows = arena_alloc(arena, 2 * wanted->most * r.keeper.width, sizeof(float));
    r.block = block_new(arena, program);
    r.measured = arena_alloc(arena, n_out * BLOCK_ROWS, sizeof(double));
    r.time = arena_alloc(arena, BLOCK_ROWS, sizeof(double));
    r.number = arena_alloc(arena, BLOCK_ROWS, sizeof(*r.number));
    SHA256Init(&sum);
    log_begin(&r, wanted, &request);
    rows_read(&r);
    set->measured = r.columns.n_measured > 0;
    const char *slash = strrchr(r.log->file, '/'); /* where it lies is no part of the page */
    set->file = slash == NULL ? r.log->file : slash + 1;
    log_close(r.log, &(struct refusal){0});
    SHA256End(&sum, digest);
    set->sha256 = arena_strdup(arena, digest);
    rows_show(&r);
    return set;
}

double rows_rmse(const struct rows_output *o)
{
    return o->count == 0 ? (double)NAN : sqrt(o->squares / (double)o->count);
}
