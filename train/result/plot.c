/* See plot.h. This file decides what to draw; plot_curve.c and plot_map.c draw it. */
#include "result/plot.h"

#include "base/fail.h"
#include "program/interpret.h"
#include "result/gnuplot.h"
#include "result/plot_canvas.h"

#include <string.h>

void plot_file_check(const struct plot_request *q)
{
    if (q->file == NULL && (q->inputs != NULL || q->output != NULL))
        fail_usage("--plot-%s without --plot", q->inputs != NULL ? "inputs" : "output");
    if (q->file != NULL && gnuplot_terminal(q->file) == NULL)
        fail_usage("--plot=%s: expected a name that ends in .png, .svg or .pdf", q->file);
    if (q->file != NULL)
        gnuplot_expect();
}

static const char *names_list(struct arena *arena, const struct scaling *scalings, size_t n)
{
    const char *list = "";
    for (size_t i = 0; i < n && i < 30; i++)
        list = arena_printf(arena, "%s%s%s", list, i == 0 ? "" : ", ", scalings[i].name);
    return n > 30 ? arena_printf(arena, "%s, ...", list) : list;
}

/* Finds a column by its name in the spec or by its name in the recipe. */
static size_t column_find(struct arena *arena, const char *option, const char *name,
                          const struct scaling *scalings, const struct column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, scalings[i].name) == 0)
            return i;
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, columns[i].name) == 0)
            return i;
    fail_usage("--plot-%s: no \"%s\", expected one of %s", option, name,
               names_list(arena, scalings, n));
}

static void axes_choose(struct arena *arena, const char *text, const struct recipe *r,
                        const struct problem *p, struct plot *plot)
{
    char *names = arena_strdup(arena, text), *comma = strchr(names, ',');
    if (comma != NULL)
        *comma = '\0';
    if (comma != NULL && strchr(comma + 1, ',') != NULL)
        fail_usage("--plot-inputs=%s: expected one input or two with a comma between them", text);
    plot->n_axes = comma == NULL ? 1 : 2;
    for (size_t i = 0; i < plot->n_axes; i++)
        plot->axes[i] = column_find(arena, "inputs", i == 0 ? names : comma + 1, p->inputs,
                                    r->inputs, r->n_inputs);
    if (plot->n_axes == 2 && plot->axes[0] == plot->axes[1])
        fail_usage("--plot-inputs=%s: twice the same input, expected two", text);
}

struct plot plot_plan(struct arena *arena, const struct plot_request *q, const struct recipe *r,
                      const struct problem *p)
{
    struct plot plot = {.file = q->file, .name = r->name, .n_axes = r->n_inputs, .axes = {0, 1}};
    if (q->file == NULL)
        return plot;
    plot.terminal = gnuplot_terminal(q->file);
    if (q->inputs != NULL)
        axes_choose(arena, q->inputs, r, p, &plot);
    else if (r->n_inputs > 2) {
        plot.n_axes = 2;
        plot.choose = true;
    }
    plot.second = plot_second_file(arena, q->file);
    if (q->output != NULL && plot.n_axes == 2)
        fail_usage("--plot-output: the picture over two inputs shows eta, which all outputs share");
    if (q->output != NULL)
        plot.output = column_find(arena, "output", q->output, p->outputs, r->outputs, r->n_outputs);
    return plot;
}

const char *plot_second_file(struct arena *arena, const char *file)
{
    size_t length = file == NULL ? 0 : strlen(file);
    if (length < 4 || strcmp(file + length - 4, ".pdf") == 0)
        return NULL;
    return arena_printf(arena, "%.*s_held_out%s", (int)(length - 4), file, file + length - 4);
}

static void chosen_print(const struct plot *plot, const struct problem *p, FILE *err)
{
    fprintf(err,
            "%s: %s: drawn over %s and %s, along which eta says most; the other inputs are those "
            "of a training row (--plot-inputs chooses others)\n",
            fail_program, plot->file, p->inputs[plot->axes[0]].label,
            p->inputs[plot->axes[1]].label);
}

/* Starts the second page, in the same script or, for a file of its own, in a new one. */
static void page_turn(struct arena *arena, struct canvas *canvas, struct output *first)
{
    const double width = 1000.0, height = 680.0;
    if (canvas->plot->second == NULL) {
        fputs("reset\n", canvas->script);
        return;
    }
    first->text = gnuplot_end(arena, canvas->script, &first->size);
    canvas->script = gnuplot_begin(canvas->plot->terminal, width, height);
}

size_t plot_draw(struct arena *arena, const struct plot *given, const struct plot_model *model,
                 struct output files[PLOT_FILES], FILE *err)
{
    struct plot plot = *given;
    const struct problem *problem = model->problem;
    struct canvas canvas = {&plot, model->interpreter, problem, NULL, NULL};
    const struct answers *held_out = report_held_out(model->report);
    size_t count = plot.second == NULL ? 1 : 2;
    canvas.x = arena_alloc(arena, problem->train.n_in, sizeof(*canvas.x));
    for (size_t i = 0; i < problem->train.n_in; i++)
        canvas.x[i] = problem->inputs[i].mean;
    if (plot.choose) {
        plot_choose(&canvas, &plot);
        chosen_print(&plot, problem, err);
    }
    canvas.script = gnuplot_begin(plot.terminal, 1000.0, plot.n_axes == 1 ? 680.0 : 800.0);
    (plot.n_axes == 1 ? plot_curve : plot_map)(&canvas);
    files[0] = (struct output){.path = plot.file};
    files[1] = (struct output){.path = plot.second};
    page_turn(arena, &canvas, &files[0]);
    if (held_out->count > 0)
        plot_held_out(&canvas, held_out, "held-out rows");
    else
        plot_held_out(&canvas, &model->report->train, "training rows, none were held out");
    files[count - 1].text = gnuplot_end(arena, canvas.script, &files[count - 1].size);
    return count;
}
