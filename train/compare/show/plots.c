/* See plots.h. */
#include "compare/show/plots.h"

#include "base/fail.h"
#include "compare/show/grid.h"
#include "result/gnuplot.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 3, PANEL = 300, TITLE = 40 };

void plots_check(const char *option, const char *path)
{
    if (path != NULL && gnuplot_terminal(path) == NULL)
        fail_usage("--%s=%s: expected a name that ends in .png, .svg or .pdf", option, path);
}

bool plots_possible(const struct compare_case *c, FILE *err)
{
    size_t n_in = c->problem->test.n_in;
    if (n_in > 2)
        fprintf(err, "%s: %s: warning: %zu inputs, expected one or two with --plot: no picture\n",
                fail_program, c->recipe->file, n_in);
    return n_in <= 2;
}

static double input_of(const struct problem *p, const struct rows *rows, size_t i, size_t j)
{
    return (double)p->inputs[j].mean +
           (double)p->inputs[j].scale * (double)rows->x[i * rows->n_in + j];
}

static void inputs_write(FILE *f, const struct problem *p, const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < rows->n_in; j++)
        fprintf(f, "%.6g ", input_of(p, rows, i, j));
}

static void rows_write(FILE *f, const struct problem *p)
{
    fputs("$rows << END\n", f);
    for (size_t i = 0; i < p->train.count; i++) {
        inputs_write(f, p, &p->train, i);
        fputs("0\n", f);
    }
    fputs("END\n", f);
}

/* Writes the epistemic part of a learner; test rows that form a grid are in its order. */
static void learner_write(FILE *f, const struct comparison *c, const struct grid *grid,
                          size_t learner)
{
    const struct rows *test = &c->problem->test;
    fprintf(f, "$learner%zu << END\n", learner);
    for (size_t at = 0; at < test->count; at++) {
        size_t i = grid->rows == 0 ? at : grid->order[at];
        inputs_write(f, c->problem, test, i);
        fprintf(f, "%.6g\n", (double)c->shown[learner][i * c->n_out]);
    }
    fputs("END\n", f);
}

/* Draws the panel of one learner. Over one input, `smooth unique` sorts the test rows. Over two
   inputs, rows that are no grid are squares, so large that evenly spread rows leave few holes. */
static void panel_write(FILE *f, const struct comparison *c, const struct grid *grid,
                        const struct regressor *learner, size_t number)
{
    double side = sqrt(0.4 * PANEL * PANEL / (double)c->problem->test.count);
    fputs("set title ", f);
    gnuplot_string(f, learner->title);
    fprintf(f, "\nplot $learner%zu ", number);
    if (c->problem->test.n_in == 1)
        fputs("using 1:2 smooth unique with lines lw 2 lc rgb '#08519c', "
              "$rows using 1:2 with points pt 2 ps 0.3 lc rgb '#d94801'\n",
              f);
    else {
        if (grid->rows > 0)
            fputs("using 1:2:3 with image", f);
        else
            fprintf(f, "using 1:2:3 with points pt 5 ps %.2f palette", fmin(2.0, side / 8.0));
        fputs(", $rows using 1:2 with points pt 7 ps 0.15 lc rgb '#d94801'\n", f);
    }
}

/* The step of the tics: 1, 2 or 5 times a power of ten, three to six of them in the range of the
   first input. */
static double tics_step(const struct problem *p)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < p->test.count; i++) {
        low = fmin(low, input_of(p, &p->test, i, 0));
        high = fmax(high, input_of(p, &p->test, i, 0));
    }
    double third = (high - low) / 3.0;
    if (!(third > 0.0))
        return 1.0;
    double power = pow(10.0, floor(log10(third)));
    return power * (third >= 5.0 * power ? 5.0 : third >= 2.0 * power ? 2.0 : 1.0);
}

/* Writes title, axes and colours. The colours resolve small values best; rows at the edge get some
   room. */
static void frame_write(FILE *f, const struct comparison *c, size_t panel_rows)
{
    const struct problem *p = c->problem;
    fprintf(f, "set multiplot layout %zu,%d title ", panel_rows, COLUMNS);
    gnuplot_string(f, c->name);
    fputs(".', epistemic part of '.", f);
    gnuplot_string(f, p->outputs[0].label);
    fputs(".'; each panel has its own scale; orange: training rows'\nunset key\n"
          "set palette defined (0 '#ffffd9', 0.1 '#c7e9b4', 0.3 '#41b6c4', 0.6 '#225ea8', 1 "
          "'#081d58')\nset xlabel ",
          f);
    gnuplot_string(f, p->inputs[0].label);
    if (p->test.n_in == 2) {
        fputs("\nset ylabel ", f);
        gnuplot_string(f, p->inputs[1].label);
        fprintf(f, "\nset xtics %.6g\nset format cb '%%g'", tics_step(p));
        fputs("\nset autoscale fix\nset offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03", f);
    } else
        fprintf(f, "\nset xtics %.6g", tics_step(p));
    fputc('\n', f);
}

struct output plots_epistemic(struct arena *arena, const char *path,
                              const struct compare_options *o, const struct comparison *c)
{
    struct output picture = {.path = path};
    struct grid grid = grid_find(arena, &c->problem->test);
    size_t rows = (o->n_plain + COLUMNS - 1) / COLUMNS;
    FILE *f =
        gnuplot_begin(gnuplot_terminal(path), COLUMNS * PANEL, (double)(rows * PANEL + TITLE));
    rows_write(f, c->problem);
    for (size_t i = 0; i < o->n_plain; i++)
        learner_write(f, c, &grid, i);
    frame_write(f, c, rows);
    for (size_t i = 0; i < o->n_plain; i++)
        panel_write(f, c, &grid, o->learners[i], i);
    fputs("unset multiplot\n", f);
    picture.text = gnuplot_end(arena, f, &picture.size);
    return picture;
}

struct output plots_times(struct arena *arena, const char *path, const struct times *t)
{
    struct output picture = {.path = path};
    FILE *f = gnuplot_begin(gnuplot_terminal(path), 2.5 * PANEL, 1.6 * PANEL);
    for (size_t i = 0; i < t->n_learners; i++) {
        fprintf(f, "$learner%zu << END\n", i);
        for (size_t s = 0; s < t->n_sizes; s++)
            fprintf(f, "%zu %.4g\n", t->size[s], 1e6 * t->seconds[i * t->n_sizes + s]);
        fputs("END\n", f);
    }
    fputs("set logscale xy\nset key outside right\nset grid\nset xlabel 'training rows'\n"
          "set ylabel 'prediction of one row, microseconds'\nplot ",
          f);
    for (size_t i = 0; i < t->n_learners; i++) {
        fprintf(f, "%s$learner%zu using 1:2 with linespoints lw 2 title ", i == 0 ? "" : ", ", i);
        gnuplot_string(f, t->learners[i]->title);
    }
    fputc('\n', f);
    picture.text = gnuplot_end(arena, f, &picture.size);
    return picture;
}
