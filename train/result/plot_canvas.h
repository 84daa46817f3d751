/* What a picture is drawn on, shared by plot.c and the files that draw. Colours are told apart by
   people with any colour vision, and by their lightness alone. */
#ifndef EPITRAIN_PLOT_CANVAS_H
#define EPITRAIN_PLOT_CANVAS_H

#include "prepare.h"
#include "program/interpret.h"
#include "program/program.h"

#define PLOT_BLUE   "#08519c"
#define PLOT_ORANGE "#d94801"

struct plot {
    const char *file, *terminal, *name;
    size_t n_axes, axes[2]; /* inputs */
    size_t output;
};

struct canvas {
    const struct plot *plot;
    struct interpreter *interpreter;
    const struct problem *problem;
    float *x; /* (n_in) at their mean: what is asked next */
    FILE *script;
};

void plot_curve(const struct canvas *canvas);
void plot_map(const struct canvas *canvas);

/* $rows: the training rows, the inputs drawn and then one output; evenly thinned where they would
   only hide each other. */
void plot_rows(const struct canvas *canvas);

/* `set <which>label 'name [unit]'` */
void plot_label(const struct canvas *canvas, const char *which, const struct scaling *column);

/* The title: name of the model, what is drawn, what is held. */
void plot_title(const struct canvas *canvas, const char *what);

#endif
