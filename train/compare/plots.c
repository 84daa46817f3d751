/* See plots.h. */
#include "plots.h"

#include "fail.h"
#include "gnuplot.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 3, PANEL = 300 };

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

static void learner_write(FILE *f, const struct comparison *c, size_t learner)
{
    const struct rows *test = &c->problem->test;
    fprintf(f, "$learner%zu << END\n", learner);
    for (size_t i = 0; i < test->count; i++) {
        inputs_write(f, c->problem, test, i);
        fprintf(f, "%.6g\n", (double)c->shown[learner][i * c->n_out]);
    }
    fputs("END\n", f);
}

/* Test rows may come in any order; `smooth unique` puts those of one input into theirs. */
static void panel_write(FILE *f, const struct comparison *c, const struct regressor *learner,
                        size_t number)
{
    fputs("set title ", f);
    gnuplot_string(f, learner->title);
    if (c->problem->test.n_in == 1)
        fprintf(f,
                "\nplot $learner%zu using 1:2 smooth unique with lines lw 2 lc rgb '#08519c', "
                "$rows using 1:2 with points pt 2 ps 0.3 lc rgb '#d94801'\n",
                number);
    else
        fprintf(f,
                "\nplot $learner%zu using 1:2:3 with points pt 5 ps 0.8 palette, "
                "$rows using 1:2 with points pt 7 ps 0.15 lc rgb '#d94801'\n",
                number);
}

struct output plots_epistemic(struct arena *arena, const char *path,
                              const struct compare_options *o, const struct comparison *c)
{
    struct output picture = {.path = path};
    size_t rows = (o->n_learners + COLUMNS - 1) / COLUMNS;
    FILE *f = gnuplot_begin(gnuplot_terminal(path), COLUMNS * PANEL, (double)(rows * PANEL));
    rows_write(f, c->problem);
    for (size_t i = 0; i < o->n_learners; i++)
        learner_write(f, c, i);
    fprintf(f, "set multiplot layout %zu,%d\nunset key\n", rows, COLUMNS);
    fputs("set palette defined (0 '#ffffff', 1 '#08306b')\nset xlabel ", f);
    gnuplot_string(f, c->problem->inputs[0].name);
    if (c->problem->test.n_in == 2) {
        fputs("\nset ylabel ", f);
        gnuplot_string(f, c->problem->inputs[1].name);
    }
    fputc('\n', f);
    for (size_t i = 0; i < o->n_learners; i++)
        panel_write(f, c, o->learners[i], i);
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
