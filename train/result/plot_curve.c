/* The picture over one input: above the mean with a band of two sigma and the training rows, below
   eta. It reaches a little beyond the domain. The functions of plot_canvas.h that plot_map.c uses
   too are here. */
#include "result/plot_canvas.h"

#include "program/interpret.h"
#include "result/gnuplot.h"

#include <math.h>
#include <string.h>

enum { SWEEP = 800, MOST_ROWS = 4000 };

void plot_rows(const struct canvas *c)
{
    const struct rows *rows = &c->problem->train;
    const struct scaling *output = &c->problem->outputs[c->plot->output];
    size_t n = rows->count < MOST_ROWS ? rows->count : MOST_ROWS;
    fprintf(c->script, "$rows << END_OF_DATA\n");
    for (size_t i = 0; i < n; i++) {
        size_t row = (size_t)((double)i * (double)rows->count / (double)n);
        for (size_t a = 0; a < c->plot->n_axes; a++)
            fprintf(c->script, "%.9g ", (double)rows->raw[row * rows->n_in + c->plot->axes[a]]);
        fprintf(c->script, "%.9g\n",
                (double)output->mean +
                    (double)output->scale * (double)rows->y[row * rows->n_out + c->plot->output]);
    }
    fprintf(c->script, "END_OF_DATA\n");
}

/* Whether a column's name says its unit already: "v [m/s]", "v (m/s)". */
static bool unit_is_said(const char *label, const char *unit)
{
    size_t length = strlen(label), size = strlen(unit);
    return length > size + 2 && strncmp(label + length - size - 1, unit, size) == 0 &&
           strchr("])", label[length - 1]) != NULL &&
           strchr("[(", label[length - size - 2]) != NULL;
}

void plot_label(const struct canvas *c, const char *which, const struct scaling *column)
{
    char text[120];
    bool plain = column->unit == NULL || unit_is_said(column->label, column->unit);
    snprintf(text, sizeof(text), plain ? "%.60s" : "%.60s [%s]", column->label,
             plain ? "" : column->unit);
    fprintf(c->script, "set %slabel ", which);
    gnuplot_string(c->script, text);
    fputc('\n', c->script);
}

void plot_title(const struct canvas *c, const char *what)
{
    char text[SPEC_MAX_NAME + 100];
    snprintf(text, sizeof(text), "%s: %s", c->plot->name, what);
    fprintf(c->script, "set label 1 ");
    gnuplot_string(c->script, text);
    fprintf(c->script, " at screen 0.09, screen 0.965 left font ',14'\n");
    if (c->plot->n_axes < c->problem->train.n_in)
        fprintf(c->script,
                "set label 2 'other inputs are %s; training rows are shown wherever theirs are' at "
                "screen 0.985, screen 0.018 right font ',10'\n",
                c->plot->choose ? "those of a training row" : "at their mean");
}

/* The range of the vertical axis. */
struct extent {
    double low, high;
};

static struct extent rows_extent(const struct canvas *c)
{
    const struct rows *rows = &c->problem->train;
    const struct scaling *output = &c->problem->outputs[c->plot->output];
    struct extent e = {INFINITY, -INFINITY};
    for (size_t i = 0; i < rows->count; i++) {
        double y = (double)output->mean +
                   (double)output->scale * (double)rows->y[i * rows->n_out + c->plot->output];
        e.low = fmin(e.low, y);
        e.high = fmax(e.high, y);
    }
    return e;
}

/* Writes the data block $sweep: input, mean, low and high end of the band, eta. The returned range
   shows all rows, and the band as far as the rows stay legible. */
static struct extent sweep_write(const struct canvas *c, double low, double high)
{
    size_t axis = c->plot->axes[0], k = c->plot->output;
    struct extent rows = rows_extent(c), e = rows;
    double room = fmax(rows.high - rows.low, 1e-6 * fmax(fabs(rows.high), 1e-30));
    fprintf(c->script, "$sweep << END_OF_DATA\n");
    for (int i = 0; i <= SWEEP; i++) {
        c->x[axis] = (float)(low + (high - low) * i / SWEEP);
        const struct result *r = interpreter_run(c->interpreter, c->x);
        double mean = (double)r->mean[k], band = r->sigma == NULL ? 0.0 : 2.0 * (double)r->sigma[k];
        fprintf(c->script, "%.9g %.9g %.9g %.9g %.9g\n", (double)c->x[axis], mean, mean - band,
                mean + band, (double)r->eta);
        e.low = fmin(e.low, mean - band);
        e.high = fmax(e.high, mean + band);
    }
    fprintf(c->script, "END_OF_DATA\n");
    e.low = fmax(e.low, rows.low - 0.6 * room) - 0.05 * room;
    e.high = fmin(e.high, rows.high + 0.6 * room) + 0.05 * room;
    return e;
}

static const char upper_panel[] =
    "set bmargin at screen 0.42\nset tmargin at screen 0.93\nset format x ''\n"
    "set key at screen 0.985, screen 0.965 right center horizontal samplen 2 width 1\n"
    "plot $sweep using 1:3:4 with filledcurves fc rgb '#9ecae1' fs solid %s, \\\n"
    "     $rows using 1:2 with points pt 7 ps 0.35 lc rgb '#444444' title 'training rows', \\\n"
    "     $sweep using 1:2 with lines lw 2.5 lc rgb '" PLOT_BLUE "' title 'mean', \\\n"
    "     keyentry with boxes fc rgb '#e4e4e4' fs solid title 'outside the domain'\n";

static const char lower_panel[] =
    "unset label\nunset key\n"
    "set bmargin at screen 0.13\nset tmargin at screen 0.395\nset format x '%g'\n"
    "set ylabel 'eta (1: unknown)'\nset yrange [-0.04:1.06]\nset ytics 0.25\n"
    "plot $sweep using 1:5 with filledcurves y1=0 fc rgb '#fdd0a2' fs solid, \\\n"
    "     $sweep using 1:5 with lines lw 2.5 lc rgb '" PLOT_ORANGE "', \\\n"
    "     0.5 with lines dt 2 lc rgb '#666666'\n";

void plot_curve(const struct canvas *c)
{
    const struct scaling *input = &c->problem->inputs[c->plot->axes[0]];
    double low = (double)input->low, high = (double)input->high, beyond = 0.06 * (high - low);
    struct extent e = sweep_write(c, low - beyond, high + beyond);
    plot_rows(c);
    plot_title(c, "what the C answers");
    fprintf(c->script,
            "set multiplot\nset lmargin at screen 0.09\nset rmargin at screen 0.985\n"
            "set grid back lc rgb '#d8d8d8'\nset border lw 1.2\nset xrange [%.9g:%.9g]\n"
            "set yrange [%.9g:%.9g]\n",
            low - beyond, high + beyond, e.low, e.high);
    for (int side = 0; side < 2; side++)
        fprintf(c->script,
                "set object %d rectangle from %.9g, graph 0 to %.9g, graph 1 behind "
                "fc rgb '#e4e4e4' fs solid noborder\n",
                side + 1, side == 0 ? low - beyond : high, side == 0 ? low : high + beyond);
    plot_label(c, "y", &c->problem->outputs[c->plot->output]);
    fprintf(c->script, upper_panel,
            c->problem->without_truth ? "notitle" : "title 'mean ± 2 sigma'");
    plot_label(c, "x", input);
    fputs(lower_panel, c->script);
    fputs("unset multiplot\n", c->script);
}
