/* See summary.h. */
#include "run/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { SIGMAS = 3, STRETCHES = 20, SHOWN = 20 };

/* Rows that belong together: all of them, a group, a stretch of the log. */
struct part {
    double key; /* of a group; of a stretch: the time of its first row */
    size_t rows, unknown, outside;
    double eta; /* sum */
};

struct output_figures {
    size_t rows, known;
    double squares, known_squares; /* of errors; known: of rows that are not unknown */
    size_t within[SIGMAS];         /* rows whose error is at most 1, 2, 3 sigma */
};

struct summary {
    struct arena *arena;
    const struct spec *spec;
    const struct run_columns *columns;
    struct part all;
    struct output_figures *outputs; /* (n_outputs) */
    struct part *groups;
    size_t n_groups, last_group;
    struct part stretches[STRETCHES]; /* of `width` rows each, but the last */
    size_t n_stretches, width;
};

struct summary *summary_new(struct arena *arena, const struct spec *spec,
                            const struct run_columns *columns)
{
    struct summary *s = arena_alloc(arena, 1, sizeof(*s));
    *s = (struct summary){.arena = arena, .spec = spec, .columns = columns, .width = 1};
    s->outputs = arena_alloc(arena, spec->mean.count, sizeof(*s->outputs));
    return s;
}

/* --- adding rows ------------------------------------------------------------------------------ */

static struct part *group_find(struct summary *s, double key)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        size_t at = (s->last_group + i) % s->n_groups; /* logs have runs of one group */
        if (s->groups[at].key == key || (isnan(key) && isnan(s->groups[at].key))) {
            s->last_group = at;
            return &s->groups[at];
        }
    }
    if ((s->n_groups & (s->n_groups - 1)) == 0) /* room for a power of two */
        s->groups =
            arena_grow(s->arena, s->groups, s->n_groups, 2 * s->n_groups + 1, sizeof(*s->groups));
    s->last_group = s->n_groups;
    s->groups[s->n_groups] = (struct part){.key = key};
    return &s->groups[s->n_groups++];
}

static void part_join(struct part *to, const struct part *from)
{
    to->rows += from->rows;
    to->unknown += from->unknown;
    to->outside += from->outside;
    to->eta += from->eta;
}

/* The stretch of the next row. When all are full, two become one. */
static struct part *stretch_find(struct summary *s, double time)
{
    struct part *last = s->n_stretches == 0 ? NULL : &s->stretches[s->n_stretches - 1];
    if (last != NULL && last->rows < s->width)
        return last;
    if (s->n_stretches == STRETCHES) {
        for (size_t i = 0; i < STRETCHES / 2; i++) {
            s->stretches[i] = s->stretches[2 * i];
            part_join(&s->stretches[i], &s->stretches[2 * i + 1]);
        }
        s->n_stretches = STRETCHES / 2;
        s->width *= 2;
    }
    s->stretches[s->n_stretches] = (struct part){.key = time};
    return &s->stretches[s->n_stretches++];
}

static void output_add(struct summary *s, const struct run_block *b, size_t k, size_t r, bool known)
{
    struct output_figures *o = &s->outputs[k];
    double error = b->measured[k * BLOCK_ROWS + r] - (double)b->answers.mean[k * BLOCK_ROWS + r];
    if (!isfinite(error))
        return;
    o->rows++;
    o->known += known;
    o->squares += error * error;
    o->known_squares += known ? error * error : 0.0;
    for (int n = 0; n < SIGMAS && b->answers.sigma != NULL; n++)
        o->within[n] += fabs(error) <= (n + 1) * (double)b->answers.sigma[k * BLOCK_ROWS + r];
}

void summary_add(struct summary *s, const struct run_block *b)
{
    for (size_t r = 0; r < b->count; r++) {
        float eta = b->answers.eta == NULL ? 0.0F : b->answers.eta[r];
        struct part row = {.rows = 1,
                           .unknown = eta > UNKNOWN_ABOVE,
                           .outside = b->answers.status[r] != 0,
                           .eta = (double)eta};
        part_join(&s->all, &row);
        part_join(b->group != NULL ? group_find(s, b->group[r])
                                   : stretch_find(s, b->time == NULL ? 0.0 : b->time[r]),
                  &row);
        for (size_t k = 0; k < s->spec->mean.count; k++)
            if (s->columns->outputs[k] != SIZE_MAX)
                output_add(s, b, k, r, row.unknown == 0);
    }
}

/* --- printing --------------------------------------------------------------------------------- */

static double percent(size_t part, size_t all)
{
    return all == 0 ? 0.0 : 100.0 * (double)part / (double)all;
}

static void output_print(const struct summary *s, size_t k, FILE *out)
{
    const struct output_figures *o = &s->outputs[k];
    const char *unit = s->spec->mean.unit == NULL ? "" : s->spec->mean.unit;
    fprintf(out, "%s: RMSE %.4g%s%s over %zu rows", output_name(s->arena, s->spec, k),
            sqrt(o->squares / (double)o->rows), unit[0] == '\0' ? "" : " ", unit, o->rows);
    if (o->known < o->rows && o->known > 0)
        fprintf(out, ", %.4g over the %zu that are known",
                sqrt(o->known_squares / (double)o->known), o->known);
    if (spec_has(&s->spec->sigma))
        fprintf(out,
                "; error within 1, 2 and 3 sigma: %.1f, %.1f and %.1f %% of the rows (68.3, 95.4 "
                "and 99.7 %% expected)",
                percent(o->within[0], o->rows), percent(o->within[1], o->rows),
                percent(o->within[2], o->rows));
    fputc('\n', out);
}

static int unknown_compare(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    double one = a->eta / (double)a->rows, other = b->eta / (double)b->rows;
    return one > other ? -1 : one < other ? 1 : (a->key > b->key) - (a->key < b->key);
}

static void part_print(const struct part *p, const char *name, FILE *out)
{
    fprintf(out, "  %-24s %10zu rows  eta %.3f  unknown %5.1f %%\n", name, p->rows,
            p->eta / (double)p->rows, percent(p->unknown, p->rows));
}

static void groups_print(const struct summary *s, const struct words *words, FILE *out)
{
    struct part *sorted =
        arena_grow(s->arena, s->groups, s->n_groups, s->n_groups, sizeof(*sorted));
    qsort(sorted, s->n_groups, sizeof(*sorted), unknown_compare);
    fprintf(out, "eta by group, the highest first:\n");
    for (size_t i = 0; i < s->n_groups && i < SHOWN; i++) {
        double key = sorted[i].key;
        const char *name = key >= word_value(0) ? words_text(words, value_word(key))
                           : isnan(key)         ? "(none)"
                                                : arena_printf(s->arena, "%.9g", key);
        part_print(&sorted[i], name, out);
    }
    if (s->n_groups > SHOWN)
        fprintf(out, "  and %zu more groups\n", s->n_groups - SHOWN);
}

static void stretches_print(const struct summary *s, FILE *out)
{
    bool time = s->columns->time != SIZE_MAX;
    size_t row = 1;
    fprintf(out, "eta over %s:\n", time ? "time" : "the rows");
    for (size_t i = 0; i < s->n_stretches; i++) {
        const struct part *p = &s->stretches[i];
        part_print(p,
                   time ? arena_printf(s->arena, "from %.9g", p->key)
                        : arena_printf(s->arena, "from row %zu", row),
                   out);
        row += p->rows;
    }
}

void summary_print(const struct summary *s, const struct words *words, FILE *out)
{
    fprintf(out, "%zu rows", s->all.rows);
    if (spec_has(&s->spec->eta))
        fprintf(out, ", %.1f %% of them unknown (eta above 0.5)",
                percent(s->all.unknown, s->all.rows));
    fprintf(out, ", %.1f %% with an input outside of its domain or missing\n",
            percent(s->all.outside, s->all.rows));
    for (size_t k = 0; k < s->spec->mean.count; k++)
        if (s->outputs[k].rows > 0)
            output_print(s, k, out);
    if (!spec_has(&s->spec->eta) || s->all.rows == 0)
        return;
    if (s->n_groups > 0)
        groups_print(s, words, out);
    else
        stretches_print(s, out);
}
