/* See answers_write.h. A line is a list of cells, each with a name; CSV writes the names once, JSON
   every time. */
#include "run/answers_write.h"

#include "base/fail.h"
#include "run/number_write.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum cell_kind {
    CELL_TIME,
    CELL_GROUP,
    CELL_MEAN,
    CELL_SIGMA,
    CELL_ERROR,
    CELL_RATIO,
    CELL_ETA,
    CELL_STATUS
};

struct cell {
    enum cell_kind kind;
    size_t output;
    const char *before; /* what stands in front of the value: a comma or a key */
    size_t length;      /* of before */
};

struct answers_writer {
    FILE *out;
    bool json;
    const struct words *words;
    struct cell *cells;
    size_t n_cells;
    char *line;
    size_t room;
};

static void cell_add(struct arena *arena, struct answers_writer *w, enum cell_kind kind,
                     size_t output, const char *name)
{
    bool first = w->n_cells == 0;
    const char *before = first ? "" : ",";
    if (w->json)
        before = arena_printf(arena, "%s\"%s\": ", first ? "{" : ", ", name);
    else
        fprintf(w->out, "%s%s", before, name);
    w->cells = arena_grow(arena, w->cells, w->n_cells, w->n_cells + 1, sizeof(*w->cells));
    w->cells[w->n_cells++] = (struct cell){kind, output, before, strlen(before)};
}

/* One cell for each output: sigma_drag. */
static void cells_add(struct arena *arena, struct answers_writer *w, const struct spec *spec,
                      enum cell_kind kind, const char *what)
{
    for (size_t k = 0; k < spec->mean.count; k++)
        cell_add(arena, w, kind, k,
                 arena_printf(arena, "%s_%s", what, output_name(arena, spec, k)));
}

static void errors_add(struct arena *arena, struct answers_writer *w, const struct spec *spec,
                       const struct run_columns *columns)
{
    for (size_t k = 0; k < spec->mean.count; k++) {
        const char *name = output_name(arena, spec, k);
        if (columns->outputs[k] == SIZE_MAX)
            continue;
        cell_add(arena, w, CELL_ERROR, k, arena_printf(arena, "error_%s", name));
        if (spec_has(&spec->sigma))
            cell_add(arena, w, CELL_RATIO, k, arena_printf(arena, "error_in_sigma_%s", name));
    }
}

struct answers_writer *answers_writer_new(struct arena *arena, FILE *out, bool json,
                                          const struct spec *spec,
                                          const struct run_columns *columns,
                                          const struct words *words)
{
    enum { WORD_ROOM = 256 };
    struct answers_writer *w = arena_alloc(arena, 1, sizeof(*w));
    *w = (struct answers_writer){.out = out, .json = json, .words = words};
    if (columns->time != SIZE_MAX)
        cell_add(arena, w, CELL_TIME, 0, "time");
    if (columns->group != SIZE_MAX)
        cell_add(arena, w, CELL_GROUP, 0, "group");
    cells_add(arena, w, spec, CELL_MEAN, "mean");
    if (spec_has(&spec->sigma))
        cells_add(arena, w, spec, CELL_SIGMA, "sigma");
    if (spec_has(&spec->eta))
        cell_add(arena, w, CELL_ETA, 0, "eta");
    cell_add(arena, w, CELL_STATUS, 0, "status");
    errors_add(arena, w, spec, columns);
    if (!json)
        fputc('\n', out);
    for (size_t i = 0; i < w->n_cells; i++)
        w->room += w->cells[i].length + WORD_ROOM;
    w->line = arena_alloc(arena, w->room + 4, 1);
    return w;
}

/* A word of the log in quotes, as CSV or JSON has it. */
static size_t word_write(const struct answers_writer *w, char *to, const char *word)
{
    enum { LONGEST = 100 };
    char *at = to;
    *at++ = '"';
    for (size_t i = 0; i < LONGEST && word[i] != '\0'; i++) {
        if (word[i] == '"' || (w->json && word[i] == '\\'))
            *at++ = (char)(w->json ? '\\' : '"');
        *at++ = word[i];
    }
    *at++ = '"';
    return (size_t)(at - to);
}

static size_t nothing_write(const struct answers_writer *w, char *to)
{
    static const char null[4] = {'n', 'u', 'l', 'l'};
    if (!w->json)
        return 0;
    memcpy(to, null, sizeof(null));
    return sizeof(null);
}

/* A number of the log, with as many digits as tell it from all others. */
static size_t double_write(const struct answers_writer *w, char *to, double value)
{
    if (!isfinite(value))
        return nothing_write(w, to);
    if (value == (double)(float)value)
        return number_write(to, (float)value);
    return (size_t)snprintf(to, 32, "%.17g", value);
}

static size_t float_write(const struct answers_writer *w, char *to, double value)
{
    return isfinite((float)value) ? number_write(to, (float)value) : nothing_write(w, to);
}

static size_t group_write(const struct answers_writer *w, char *to, double value)
{
    if (isfinite(value) && value >= word_value(0))
        return word_write(w, to, words_text(w->words, value_word(value)));
    return double_write(w, to, value);
}

static size_t cell_write(const struct answers_writer *w, char *to, const struct cell *cell,
                         const struct run_block *b, size_t r)
{
    size_t at = cell->output * BLOCK_ROWS + r;
    double mean = (double)b->answers.mean[at];
    switch (cell->kind) {
    case CELL_TIME: return double_write(w, to, b->time[r]);
    case CELL_GROUP: return group_write(w, to, b->group[r]);
    case CELL_MEAN: return number_write(to, b->answers.mean[at]);
    case CELL_SIGMA: return number_write(to, b->answers.sigma[at]);
    case CELL_ETA: return number_write(to, b->answers.eta[r]);
    case CELL_STATUS: return whole_write(to, b->answers.status[r]);
    case CELL_ERROR: return float_write(w, to, b->measured[at] - mean);
    case CELL_RATIO: break;
    }
    return float_write(w, to, (b->measured[at] - mean) / (double)b->answers.sigma[at]);
}

void answers_write(struct answers_writer *w, const struct run_block *b)
{
    for (size_t r = 0; r < b->count; r++) {
        char *at = w->line;
        for (size_t i = 0; i < w->n_cells; i++) {
            memcpy(at, w->cells[i].before, w->cells[i].length);
            at += w->cells[i].length;
            at += cell_write(w, at, &w->cells[i], b, r);
        }
        if (w->json)
            *at++ = '}';
        *at++ = '\n';
        if (fwrite(w->line, 1, (size_t)(at - w->line), w->out) != (size_t)(at - w->line))
            fail("the answers cannot be written: %s", strerror(errno));
    }
}
