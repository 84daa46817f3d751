/* The second page of a picture, and the choice of the inputs of the first. */
#include "net/coverage.h"
#include "result/gnuplot.h"
#include "result/plot_canvas.h"

#include <math.h>
#include <stdlib.h>

/* --- the inputs along which eta says most ------------------------------------------------------
 */

/* The training row nearest to the middle of all. */
static size_t middle_row(const struct rows *rows)
{
    double least = INFINITY;
    size_t nearest = 0;
    for (size_t i = 0; i < rows->count; i++) {
        double square = 0.0;
        for (size_t k = 0; k < rows->n_in; k++)
            square += (double)rows->x[i * rows->n_in + k] * (double)rows->x[i * rows->n_in + k];
        if (square < least) {
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

static void row_set(const struct canvas *c, size_t row)
{
    const struct rows *rows = &c->problem->train;
    for (size_t k = 0; k < rows->n_in; k++)
        c->x[k] = rows->raw[row * rows->n_in + k];
}

/* By how much eta differs along input k from the row at x, on average over the domain. */
static double eta_change(const struct canvas *c, size_t k)
{
    enum { STEPS = 24 };
    const struct scaling *input = &c->problem->inputs[k];
    const float here = c->x[k], eta = interpreter_run(c->interpreter, c->x)->eta;
    double sum = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        float s = (float)i / (float)STEPS;
        c->x[k] = input->low * (1.0F - s) + input->high * s;
        sum += fabs((double)interpreter_run(c->interpreter, c->x)->eta - (double)eta);
    }
    c->x[k] = here;
    return sum / (STEPS + 1);
}

/* The mean of that over rows that are spread over the file. */
static double eta_says(const struct canvas *c, size_t k)
{
    enum { ROWS = 32 };
    size_t count = c->problem->train.count, n = count < ROWS ? count : ROWS;
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        row_set(c, i * count / n);
        sum += eta_change(c, k);
    }
    return sum / (double)n;
}

void plot_choose(const struct canvas *c, struct plot *plot)
{
    double best[2] = {-1.0, -1.0};
    for (size_t k = 0; k < c->problem->train.n_in; k++) {
        double says = eta_says(c, k);
        int place = says > best[0] ? 0 : says > best[1] ? 1 : 2;
        if (place == 0) {
            best[1] = best[0];
            plot->axes[1] = plot->axes[0];
        }
        if (place < 2) {
            best[place] = says;
            plot->axes[place] = k;
        }
    }
    row_set(c, middle_row(&c->problem->train));
}

/* --- held-out rows -----------------------------------------------------------------------------
 */

enum { MOST_ROWS = 4000, MOST_LINES = 8 };

static void pairs_write(const struct canvas *c, const struct answers *a)
{
    size_t n = a->count < MOST_ROWS ? a->count : MOST_ROWS, first = c->plot->output * a->count;
    fputs("$pairs << END_OF_DATA\n", c->script);
    for (size_t i = 0; i < n; i++) {
        size_t row = first + (size_t)((double)i * (double)a->count / (double)n);
        fprintf(c->script, "%.9g %.9g %.9g\n", a->y[row], a->mean[row], 2.0 * a->sigma[row]);
    }
    fputs("END_OF_DATA\n", c->script);
}

/* The expected share of rows within z sigma, and the found one of each output. */
static void coverage_write(const struct canvas *c, const struct answers *a)
{
    enum { STEPS = 50 };
    size_t lines = a->n_out < MOST_LINES ? a->n_out : MOST_LINES;
    fputs("$coverage << END_OF_DATA\n0", c->script);
    for (size_t k = 0; k < lines; k++)
        fputs(" 0", c->script);
    for (int i = 1; i < STEPS; i++) {
        double expected = (double)i / STEPS, z = normal_quantile(expected);
        fprintf(c->script, "\n%.9g", expected);
        for (size_t k = 0; k < lines; k++) {
            struct predictions q = answers_output(a, k);
            fprintf(c->script, " %.9g", metrics_within(&q, z));
        }
    }
    fputs("\nEND_OF_DATA\n", c->script);
}

static int floats_compare(const void *left, const void *right)
{
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

/* Eta of the rows in rising order, over the share of the rows. */
static void eta_write(const struct canvas *c, const struct answers *a)
{
    struct arena *arena = arena_new();
    float *eta = arena_grow(arena, a->eta, a->count, a->count, sizeof(*eta));
    size_t n = a->count < MOST_ROWS ? a->count : MOST_ROWS;
    qsort(eta, a->count, sizeof(*eta), floats_compare);
    fputs("$sorted << END_OF_DATA\n", c->script);
    for (size_t i = 0; i < n; i++)
        fprintf(c->script, "%.6g %.9g\n", 100.0 * ((double)i + 0.5) / (double)n,
                (double)eta[(size_t)((double)i * (double)a->count / (double)n)]);
    fputs("END_OF_DATA\n", c->script);
    arena_free(arena);
}

static void coverage_plot(const struct canvas *c, size_t n_out)
{
    static const char *const colours[] = {PLOT_BLUE, PLOT_ORANGE, "#444444", "#41ab5d"};
    fputs("plot x with lines dt 2 lc rgb '#666666' title 'as expected'", c->script);
    for (size_t k = 0; k < n_out && k < MOST_LINES; k++) {
        fprintf(c->script, ", $coverage using 1:%zu with lines lw 2 dt %zu lc rgb '%s' title ",
                k + 2, k / 4 + 1, colours[k % 4]);
        gnuplot_string(c->script, c->problem->outputs[k].label);
    }
    fputc('\n', c->script);
}

/* The panels of the outputs. */
static void outputs_plot(const struct canvas *c, const struct answers *a)
{
    pairs_write(c, a);
    coverage_write(c, a);
    fputs("set xlabel 'measured'\n", c->script);
    plot_label(c, "y", &c->problem->outputs[c->plot->output]);
    fputs("plot $pairs using 1:2:3 with yerrorbars pt 7 ps 0.3 lc rgb '#9ecae1' title 'mean ± 2 "
          "sigma', $pairs using 1:2 with points pt 7 ps 0.35 lc rgb '" PLOT_BLUE
          "' notitle, x with lines dt 2 lc rgb '#666666' title 'mean = measured'\n"
          "unset label\nset lmargin at screen 0.6\nset rmargin at screen 0.97\n"
          "set bmargin at screen 0.6\nset xrange [0:1]\nset yrange [0:1]\n"
          "set xlabel 'expected share of rows within z sigma'\nset ylabel 'found share'\n",
          c->script);
    coverage_plot(c, a->n_out);
}

void plot_held_out(const struct canvas *c, const struct answers *a, const char *which)
{
    eta_write(c, a);
    fputs("set label 1 ", c->script);
    gnuplot_string(c->script, c->plot->name);
    fprintf(c->script,
            " at screen 0.08, screen 0.965 left font ',14'\nset label 2 '%s: %zu' at screen 0.985, "
            "screen 0.965 right\nset border lw 1.2\nset grid back lc rgb '#d8d8d8'\n"
            "set multiplot\nset lmargin at screen 0.09\nset rmargin at screen 0.5\n"
            "set bmargin at screen 0.12\nset tmargin at screen 0.92\nset key left top\n",
            which, a->count);
    if (a->n_out > 0) /* else only eta was trained */
        outputs_plot(c, a);
    fputs("unset label\nset lmargin at screen 0.6\nset rmargin at screen 0.97\n"
          "set bmargin at screen 0.12\nset tmargin at screen 0.46\nset xrange [0:100]\n"
          "set yrange [-0.04:1.06]\nset xlabel 'rows in the order of eta, %'\n"
          "set ylabel 'eta (1: unknown)'\n"
          "plot $sorted using 1:2 with lines lw 2.5 lc rgb '" PLOT_ORANGE
          "' notitle, 0.5 with lines dt 2 lc rgb '#666666' notitle\nunset multiplot\n",
          c->script);
}
