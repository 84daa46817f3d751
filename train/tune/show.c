/* See show.h. */
#include "tune/show.h"

#include "base/fail.h"
#include "result/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One training as a line of the log. */
struct row {
    const struct contender *contender;
    const struct figures *figures;
    size_t seed;
    double share;
    bool front;
};

struct sheet {
    struct row *rows;
    size_t count;
};

static void row_add(struct arena *arena, struct sheet *s, struct row row)
{
    s->rows = arena_grow(arena, s->rows, s->count, s->count + 1, sizeof(*s->rows));
    s->rows[s->count++] = row;
}

/* All trainings, by trial, rung and seed. */
static struct sheet rows_list(struct arena *arena, const struct tune *t, const struct search *s)
{
    struct sheet sheet = {0};
    const struct recipe_tune *o = &t->recipe->tune;
    const struct schedule_options so = {.share = o->share, .rungs = o->rungs};
    for (size_t i = 0; i < s->count; i++) {
        const struct contender *c = &s->contenders[i];
        for (size_t r = 0; r < o->rungs; r++)
            if (c->rungs[r].known)
                row_add(arena, &sheet,
                        (struct row){c, &c->rungs[r], 0, schedule_share(&so, r), false});
        for (size_t k = i == 0 ? 0 : 1; k < s->n_seeds; k++)
            if (c->seeds[k].known)
                row_add(arena, &sheet, (struct row){c, &c->seeds[k], k, 1.0, false});
    }
    return sheet;
}

/* Whether another measured training is at least as good and as cheap, and better in one of both. */
static bool row_is_beaten(const struct row *row, const struct row *by)
{
    const struct figures *a = row->figures, *b = by->figures;
    if (!(b->cost.cycles > 0.0) || b->diverged)
        return false;
    return b->nll <= a->nll && b->cost.cycles <= a->cost.cycles &&
           (b->nll < a->nll || b->cost.cycles < a->cost.cycles);
}

static void front_mark(struct sheet *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct figures *f = s->rows[i].figures;
        s->rows[i].front = f->cost.cycles > 0.0 && !f->diverged;
        for (size_t k = 0; k < s->count; k++)
            if (row_is_beaten(&s->rows[i], &s->rows[k]))
                s->rows[i].front = false;
    }
}

static int rows_by_cycles(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    const double x = a->figures->cost.cycles, y = b->figures->cost.cycles;
    if (x != y)
        return x < y ? -1 : 1;
    return (a->contender->number > b->contender->number) -
           (a->contender->number < b->contender->number);
}

/* --- tables ----------------------------------------------------------------------------------- */

static const char columns[] =
    "trial,share,seed,activation,accuracy,form,type,trunk,eta,guarantee,sparsity,predicted_cycles,"
    "cycles,flash,stack,nll,rmse,eta_auroc,score,within\n";

static void number_print(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, ",%.9g", value);
    else
        fputc(',', out);
}

static void row_print(const struct tune *t, const struct row *row, FILE *out)
{
    struct arena *arena = arena_new();
    const struct contender *c = row->contender;
    const struct candidate *d = &c->drawn.candidate;
    const struct figures *f = row->figures;
    bool measured = f->cost.cycles > 0.0;
    fprintf(out, "%zu,%.6g,%llu,%s,%s,%s,%s,%s,%s,%s,%.6g", c->number, row->share,
            (unsigned long long)search_seed(t, row->seed), activation_name[d->activation],
            accuracy_name[d->accuracy], form_name[d->form], type_name[d->type],
            widths_text(arena, &d->trunk, " "), widths_text(arena, &d->eta, " "),
            d->guarantee ? "yes" : "no", d->sparsity);
    number_print(out, c->number == 0 ? (double)NAN : round(c->drawn.predicted.cycles));
    number_print(out, measured ? f->cost.cycles : (double)NAN);
    number_print(out, measured ? f->cost.flash : (double)NAN);
    number_print(out, measured ? f->cost.stack : (double)NAN);
    number_print(out, f->nll);
    number_print(out, f->rmse);
    number_print(out, c->auroc);
    number_print(out, search_score(t, c, f));
    fprintf(out, ",%s\n", !measured ? "" : search_fits(t, f) ? "yes" : "no");
    arena_free(arena);
}

static struct output table_make(struct arena *arena, const struct tune *t, struct sheet *sheet,
                                const char *name, bool front)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        fail("out of memory");
    fputs(columns, out);
    for (size_t i = 0; i < sheet->count; i++)
        if (!front || sheet->rows[i].front)
            row_print(t, &sheet->rows[i], out);
    fclose(out);
    struct output output = {name, arena_strndup(arena, text, size), size};
    free(text);
    return output;
}

struct output show_trials(struct arena *arena, const struct tune *t, const struct search *s)
{
    struct sheet sheet = rows_list(arena, t, s);
    return table_make(arena, t, &sheet, "trials.csv", false);
}

struct output show_front(struct arena *arena, const struct tune *t, const struct search *s)
{
    struct sheet sheet = rows_list(arena, t, s);
    front_mark(&sheet);
    if (sheet.count > 0)
        qsort(sheet.rows, sheet.count, sizeof(*sheet.rows), rows_by_cycles);
    return table_make(arena, t, &sheet, "front.csv", true);
}

/* --- the picture ------------------------------------------------------------------------------ */

/* Writes those rows that have a kind as a block of data of gnuplot. */
enum row_kind { ROW_SHORT, ROW_FULL, ROW_FRONT, ROW_DEFAULT, ROW_WINNER, ROW_KINDS };
static const char *const kind_titles[ROW_KINDS] = {"trained with part of the steps",
                                                   "trained with all steps", "the front",
                                                   "the recipe as it is", "the winner"};
static const char *const kind_styles[ROW_KINDS] = {
    "points pt 7 ps 0.4 lc rgb '#bdbdbd'", "points pt 7 ps 0.7 lc rgb '#6baed6'",
    "linespoints lw 2 pt 7 ps 0.8 lc rgb '#08519c'", "points pt 8 ps 2 lw 2 lc rgb '#31a354'",
    "points pt 6 ps 2.5 lw 2 lc rgb '#d94801'"};

static bool row_is(const struct search *s, const struct row *row, enum row_kind kind)
{
    switch (kind) {
    case ROW_SHORT: return row->share < 1.0;
    case ROW_FULL: return row->share >= 1.0;
    case ROW_FRONT: return row->front;
    case ROW_DEFAULT: return row->contender->number == 0 && row->seed == 0;
    case ROW_WINNER:
        return row->contender == s->winner && row->seed == s->winner_seed && row->share >= 1.0;
    case ROW_KINDS: break;
    }
    return false;
}

static size_t kind_write(FILE *f, const struct search *s, const struct sheet *sheet,
                         enum row_kind kind)
{
    size_t n = 0;
    fprintf(f, "$kind%d << END\n", (int)kind);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct figures *g = sheet->rows[i].figures;
        if (!(g->cost.cycles > 0.0) || g->diverged || !row_is(s, &sheet->rows[i], kind))
            continue;
        fprintf(f, "%.6g %.6g\n", g->cost.cycles, g->nll);
        n++;
    }
    fputs("END\n", f);
    return n;
}

struct output show_picture(struct arena *arena, const struct tune *t, const struct search *s)
{
    struct output picture = {.path = "front.png"};
    size_t counts[ROW_KINDS];
    struct sheet sheet = rows_list(arena, t, s);
    front_mark(&sheet);
    if (sheet.count > 0)
        qsort(sheet.rows, sheet.count, sizeof(*sheet.rows), rows_by_cycles);
    FILE *f = gnuplot_begin(gnuplot_terminal(picture.path), 900.0, 600.0);
    for (size_t k = 0; k < ROW_KINDS; k++)
        counts[k] = kind_write(f, s, &sheet, (enum row_kind)k);
    fputs("set title ", f);
    gnuplot_string(f, t->recipe->name);
    fprintf(f,
            "\nset grid\nset key outside bottom center horizontal\nset xlabel 'cycles on %s'\n"
            "set ylabel 'negative log likelihood of the validation rows'\nset offsets graph "
            "0.05, graph 0.05, graph 0.05, graph 0.05\n",
            t->core->name);
    if (t->budget.cycles > 0.0)
        fprintf(f,
                "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead lw 2 dt 2 lc rgb "
                "'#d94801'\nset label 'budget' at %.9g, graph 0.97 right offset -0.5,0\n",
                t->budget.cycles, t->budget.cycles, t->budget.cycles);
    fputs("plot ", f);
    for (size_t k = 0, n = 0; k < ROW_KINDS; k++)
        if (counts[k] > 0)
            fprintf(f, "%s$kind%zu with %s title '%s'", n++ == 0 ? "" : ", ", k, kind_styles[k],
                    kind_titles[k]);
    fputc('\n', f);
    picture.text = gnuplot_end(arena, f, &picture.size);
    return picture;
}

/* --- the summary ------------------------------------------------------------------------------ */

static void spread_of(const struct contender *c, double *mean, double *deviation, size_t *n)
{
    double sum = 0.0, square = 0.0;
    *n = 0;
    for (size_t k = 0; k < MOST_SEEDS; k++)
        if (c->seeds[k].known && !c->seeds[k].diverged) {
            sum += c->seeds[k].nll;
            (*n)++;
        }
    *mean = sum / (double)*n;
    for (size_t k = 0; k < MOST_SEEDS; k++)
        if (c->seeds[k].known && !c->seeds[k].diverged)
            square += (c->seeds[k].nll - *mean) * (c->seeds[k].nll - *mean);
    *deviation = *n > 1 ? sqrt(square / (double)(*n - 1)) : 0.0;
}

static void contender_print(const struct tune *t, const char *what, const struct contender *c,
                            const struct cost *cost, FILE *out)
{
    double mean, deviation;
    size_t n;
    struct arena *arena = arena_new();
    spread_of(c, &mean, &deviation, &n);
    fprintf(
        out,
        "%-14s %s: negative log likelihood %.4f (mean of %zu seeds, standard deviation %.4f), %.0f "
        "cycles, %.0f bytes of flash, %.0f of stack%s\n",
        what, candidate_words(arena, &c->drawn.candidate), mean, n, deviation, cost->cycles,
        cost->flash, cost->stack, budget_load(&t->budget, cost) > 1.0 ? ", beyond the budget" : "");
    arena_free(arena);
}

/* The spec that the winner is, and its answers on the test rows: the only look at these. */
static void test_print(const struct tune *t, const struct search *s, FILE *out)
{
    struct arena *arena = arena_new();
    const struct rows *test = &t->problem->test;
    struct spec *spec = spec_read(arena, "the spec", s->whole.spec, s->whole.spec_size);
    if (test->count == 0) {
        fprintf(out, "test rows      none (\"data: test\" would name some)\n");
    } else {
        const struct figures f =
            trial_figures(arena, t->problem, spec, &s->winner->drawn.candidate, test);
        fprintf(out,
                "test rows      %zu, looked at once, for the winner: negative log likelihood "
                "%.4f, RMSE %.4f of the outputs' standard deviations\n",
                test->count, f.nll, f.rmse);
    }
    arena_free(arena);
}

static void search_print(const struct search *s, FILE *out)
{
    size_t fitting = 0;
    for (size_t i = 1; i < s->count; i++)
        fitting += s->contenders[i].drawn.fits;
    fprintf(out,
            "searched       %zu candidates; %zu more were predicted to be beyond the budget and "
            "never trained; %zu trainings, together as long as %.1f with all steps\n",
            fitting, s->refused, s->trainings, s->trained_share);
}

static void eta_print(const struct tune *t, const struct search *s, FILE *out)
{
    const struct whole *w = &s->whole;
    if (w->regions > 0)
        fprintf(out,
                "eta            of %zu regions that were left out it finds %.0f %% of the rows, "
                "AUROC %.2f; a branch of its shape AUROC %.3f\n",
                w->regions, 100.0 * w->caught, w->auroc, s->winner->auroc);
    else if (s->regions > 0)
        fprintf(out,
                "eta            a branch of its shape finds left-out regions with AUROC %.3f\n",
                s->winner->auroc);
    else
        fprintf(out, "eta            %s\n",
                t->recipe->tune.weight > 0.0 ? "could not be judged: too few rows"
                                             : "counts for nothing: its weight is 0");
}

/* How much of each limit the winner takes. */
static void budget_print(const struct tune *t, const struct cost *c, FILE *out)
{
    const struct {
        const char *what;
        double is, limit;
    } rows[] = {{"cycles", c->cycles, t->budget.cycles},
                {"bytes of flash", c->flash, t->budget.flash},
                {"bytes of stack", c->stack, t->budget.stack}};
    const char *before = "budget         ";
    for (size_t i = 0; i < 3; i++)
        if (rows[i].limit > 0.0) {
            fprintf(out, "%s%.0f of %.0f %s (%.0f %%)", before, rows[i].is, rows[i].limit,
                    rows[i].what, 100.0 * rows[i].is / rows[i].limit);
            before = ", ";
        }
    fprintf(out, " on %s\n", t->core->name);
}

void show_summary(const struct tune *t, const struct search *s, FILE *out)
{
    const struct contender *w = s->winner, *next = NULL;
    search_print(s, out);
    contender_print(t, "the recipe", &s->contenders[0], &s->contenders[0].seeds[0].cost, out);
    contender_print(t, "the winner", w, &s->whole.figures.cost, out);
    for (size_t i = 0; i < s->count; i++) {
        const struct contender *c = &s->contenders[i];
        if (c != w && c->finalist && (next == NULL || search_mean(t, c) < search_mean(t, next)))
            next = c;
    }
    if (next != NULL)
        contender_print(t, "the next", next, &next->seeds[0].cost, out);
    budget_print(t, &s->whole.figures.cost, out);
    eta_print(t, s, out);
    test_print(t, s, out);
}
