/* The canvas that plot.c hands to plot_curve.c and plot_map.c. Its colours differ in lightness, so
   that people with any colour vision can distinguish them. */
#ifndef EPITRAIN_PLOT_CANVAS_H
#define EPITRAIN_PLOT_CANVAS_H

#include "prepare.h"
#include "program/interpret.h"
#include "program/program.h"
#include "result/answers.h"

#define PLOT_BLUE   "#08519c"
#define PLOT_ORANGE "#d94801"

struct plot {
    const char *file, *terminal, *name;
    size_t n_axes, axes[2]; /* numbers of the inputs that are drawn over */
    size_t output;          /* number of the output that is drawn */
    bool choose;            /* the two axes are still to be chosen by eta */
    const char *second;     /* the file of the second page; NULL: the same */
};

struct canvas {
    const struct plot *plot;
    struct interpreter *interpreter;
    const struct problem *problem;
    float *x; /* (n_in) the next point to ask about; inputs that are no axis stay as they are */
    FILE *script;
};

void plot_curve(const struct canvas *canvas);
void plot_map(const struct canvas *canvas);

/* Writes the data block $rows: for each training row the inputs of the axes, then one output. Of
   very many rows evenly spaced ones are taken. */
void plot_rows(const struct canvas *canvas);

/* Writes `set <which>label 'name [unit]'`. */
void plot_label(const struct canvas *canvas, const char *which, const struct scaling *column);

/* Chooses the two inputs along which eta says most, and sets x to a row of the training rows near
   their middle. */
void plot_choose(const struct canvas *canvas, struct plot *plot);

/* Writes the second page: predicted against measured values, the shares within sigma against the
   expected ones, eta of the rows. */
void plot_held_out(const struct canvas *canvas, const struct answers *answers, const char *which);

/* Writes the title: the name of the model and what is drawn. A note says where other inputs are. */
void plot_title(const struct canvas *canvas, const char *what);

#endif
