/* See picture.h. */
#include "run/picture.h"

#include "result/gnuplot.h"
#include "result/plot_canvas.h"

#include <math.h>
#include <string.h>

enum { MOST_ROWS = 4000, MOST_PANELS = 8 };

struct picture {
    struct arena *arena;
    const struct spec *spec;
    const struct run_columns *columns;
    size_t width; /* numbers of a kept row: place, eta, and mean, sigma, measured of each output */
    double start; /* the time of the first row */
    size_t count, step, next; /* every step-th row is kept; the number of the next */
    double *rows;             /* (MOST_ROWS, width) */
};

struct picture *picture_new(struct arena *arena, const struct spec *spec,
                            const struct run_columns *columns)
{
    struct picture *p = arena_alloc(arena, 1, sizeof(*p));
    *p = (struct picture){.arena = arena, .spec = spec, .columns = columns, .step = 1};
    p->width = 2 + 3 * spec->mean.count;
    p->rows = arena_alloc(arena, MOST_ROWS * p->width, sizeof(*p->rows));
    return p;
}

/* Drops every second row. */
static void rows_thin(struct picture *p)
{
    for (size_t i = 0; 2 * i < p->count; i++)
        memcpy(p->rows + i * p->width, p->rows + 2 * i * p->width, p->width * sizeof(*p->rows));
    p->count = (p->count + 1) / 2;
    p->step *= 2;
}

static void row_keep(struct picture *p, const struct run_block *b, size_t r)
{
    double *row = p->rows + p->count++ * p->width;
    if (p->count == 1 && b->time != NULL)
        p->start = b->time[r];
    row[0] = b->time == NULL ? (double)(b->first + r + 1) : b->time[r] - p->start;
    row[1] = b->answers.eta == NULL ? 0.0 : (double)b->answers.eta[r];
    for (size_t k = 0; k < p->spec->mean.count; k++) {
        size_t at = k * BLOCK_ROWS + r;
        row[2 + 3 * k] = (double)b->answers.mean[at];
        row[3 + 3 * k] = b->answers.sigma == NULL ? 0.0 : (double)b->answers.sigma[at];
        row[4 + 3 * k] = b->measured[at];
    }
}

void picture_add(struct picture *p, const struct run_block *b)
{
    for (size_t r = 0; r < b->count; r++) {
        if (b->first + r != p->next)
            continue;
        if (p->count == MOST_ROWS) {
            rows_thin(p);
            p->next = p->count * p->step; /* this row or one behind it */
        }
        if (b->first + r != p->next)
            continue;
        row_keep(p, b, r);
        p->next += p->step;
    }
}

static void number_print(FILE *script, double value)
{
    if (isfinite(value))
        fprintf(script, " %.9g", value);
    else
        fputs(" NaN", script);
}

static void rows_print(const struct picture *p, FILE *script)
{
    fputs("$rows << END_OF_DATA\n", script);
    for (size_t i = 0; i < p->count; i++) {
        for (size_t k = 0; k < p->width; k++)
            number_print(script, p->rows[i * p->width + k]);
        fputc('\n', script);
    }
    fputs("END_OF_DATA\n", script);
}

/* One panel: band and mean, measured values, and unknown rows at the mean. */
static void panel_print(const struct picture *p, size_t k, size_t panels, FILE *script)
{
    size_t mean = 3 + 3 * k, sigma = mean + 1, measured = mean + 2;
    double top = 0.93 - 0.82 * (double)k / (double)panels, height = 0.82 / (double)panels;
    const char *unit = p->spec->mean.unit;
    fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\nset ylabel ", top,
            top - height + 0.02);
    gnuplot_string(script,
                   arena_printf(p->arena, unit == NULL ? "%s" : "%s [%s]",
                                output_name(p->arena, p->spec, k), unit == NULL ? "" : unit));
    fprintf(script, "\nset format x '%s'\n%s\nplot ", k + 1 == panels ? "%g" : "",
            k == 0 ? "" : "unset key");
    if (spec_has(&p->spec->sigma))
        fprintf(script,
                "$rows using 1:($%zu-2*$%zu):($%zu+2*$%zu) with filledcurves fc rgb '#9ecae1' fs "
                "solid title 'predicted ± 2 sigma', ",
                mean, sigma, mean, sigma);
    fprintf(script, "$rows using 1:%zu with lines lw 1.5 lc rgb '" PLOT_BLUE "' title 'predicted'",
            mean);
    if (p->columns->outputs[k] != SIZE_MAX)
        fprintf(script,
                ", $rows using 1:%zu with points pt 7 ps 0.3 lc rgb '#444444' title 'measured'",
                measured);
    if (spec_has(&p->spec->eta))
        fprintf(
            script,
            ", $rows using 1:($2 > 0.5 ? $%zu : NaN) with points pt 7 ps 0.45 lc rgb '" PLOT_ORANGE
            "' title 'unknown: eta above 0.5'",
            mean);
    fputc('\n', script);
}

struct output picture_draw(const struct picture *p, const char *path)
{
    size_t panels = p->spec->mean.count < MOST_PANELS ? p->spec->mean.count : MOST_PANELS;
    struct output output = {.path = path};
    FILE *script = gnuplot_begin(gnuplot_terminal(path), 1200.0, 200.0 + 300.0 * (double)panels);
    rows_print(p, script);
    fputs("set label 1 ", script);
    gnuplot_string(script, arena_printf(p->arena, "%s: what the C answers%s", p->spec->name,
                                        panels < p->spec->mean.count ? ", the first outputs" : ""));
    fputs(" at screen 0.09, screen 0.97 left font ',14'\n"
          "set key at screen 0.985, screen 0.97 right center horizontal samplen 2 width 1\n"
          "set lmargin at screen 0.09\nset rmargin at screen 0.97\nset border lw 1.2\n"
          "set grid back lc rgb '#d8d8d8'\nset multiplot\n",
          script);
    for (size_t k = 0; k < panels; k++) {
        if (k + 1 == panels)
            fprintf(script, "set xlabel '%s'\n",
                    p->columns->time == SIZE_MAX ? "row" : "time since the first row");
        panel_print(p, k, panels, script);
        fputs("unset label 1\n", script);
    }
    fputs("unset multiplot\n", script);
    output.text = gnuplot_end(p->arena, script, &output.size);
    return output;
}
