/* The picture over two inputs: a map of eta over the domain, from white (known) to dark (unknown),
   with the line where eta is 0.5 and the training rows. */
#include "program/interpret.h"
#include "result/plot_canvas.h"

enum { GRID = 120 };

/* Writes the data block $eta: the inputs of the axes and eta, with a blank line after every row of
   the grid. */
static void grid_write(const struct canvas *c)
{
    const size_t *axes = c->plot->axes;
    const struct scaling *across = &c->problem->inputs[axes[0]], *up = &c->problem->inputs[axes[1]];
    fprintf(c->script, "$eta << END_OF_DATA\n");
    for (int i = 0; i <= GRID; i++) {
        for (int k = 0; k <= GRID; k++) {
            float s = (float)k / (float)GRID, t = (float)i / (float)GRID;
            c->x[axes[0]] = across->low * (1.0F - s) + across->high * s;
            c->x[axes[1]] = up->low * (1.0F - t) + up->high * t;
            const struct result *r = interpreter_run(c->interpreter, c->x);
            fprintf(c->script, "%.9g %.9g %.9g\n", (double)c->x[axes[0]], (double)c->x[axes[1]],
                    (double)r->eta);
        }
        fputc('\n', c->script);
    }
    fprintf(c->script, "END_OF_DATA\n");
}

static const char map[] =
    "set contour base\nset cntrparam levels discrete 0.5\nunset surface\n"
    "set table $half\nsplot $eta using 1:2:3\nunset table\n"
    "set palette defined (0 '#ffffff', 0.25 '#fee6ce', 0.5 '#fdae6b', 0.75 '#e6550d', 1 "
    "'#7f2704')\n"
    "set cbrange [0:1]\nset cbtics 0.25\nset cblabel 'eta (0: known, 1: unknown)' offset 1\n"
    "set lmargin at screen 0.09\nset rmargin at screen 0.86\nset bmargin at screen 0.115\n"
    "set tmargin at screen 0.925\nset border lw 1.2\nset tics out nomirror\n"
    "set key at screen 0.985, screen 0.965 right center horizontal samplen 2 width 1\n"
    "plot $eta using 1:2:3 with image notitle, \\\n"
    "     $half using 1:2 with lines lw 2 lc rgb 'black' title 'eta = 0.5', \\\n"
    "     $rows using 1:2 with points pt 7 ps 0.5 lc rgb 'white' notitle, \\\n"
    "     $rows using 1:2 with points pt 7 ps 0.33 lc rgb '" PLOT_BLUE "' title 'training rows'\n";

void plot_map(const struct canvas *c)
{
    const struct scaling *across = &c->problem->inputs[c->plot->axes[0]];
    const struct scaling *up = &c->problem->inputs[c->plot->axes[1]];
    grid_write(c);
    plot_rows(c);
    plot_title(c, "eta, as the C answers");
    plot_label(c, "x", across);
    plot_label(c, "y", up);
    fprintf(c->script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", (double)across->low,
            (double)across->high, (double)up->low, (double)up->high);
    fputs(map, c->script);
}
