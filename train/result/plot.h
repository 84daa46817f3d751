/* The picture of a trained model, as the emitted C will answer. One input: mean, sigma band and
   training rows, eta below. Two inputs: a map of eta with the training rows. Of more inputs one or
   two are chosen, the others held at their mean. */
#ifndef EPITRAIN_PLOT_H
#define EPITRAIN_PLOT_H

#include "base/files.h"
#include "program/interpret.h"
#include "result/plot_canvas.h"

struct plot_request {
    const char *file;   /* .png, .svg or .pdf */
    const char *inputs; /* "a" or "a,b"; NULL: all, if there are one or two */
    const char *output; /* NULL: the first */
};

/* Decides before training what will be drawn, and refuses what cannot be. The file's ending alone
   is looked at by plot_file_check, before any data are read. */
void plot_file_check(const struct plot_request *request);
struct plot plot_plan(struct arena *arena, const struct plot_request *request,
                      const struct recipe *recipe, const struct problem *problem);

/* The picture, not written yet. */
struct output plot_draw(struct arena *arena, const struct plot *plot,
                        struct interpreter *interpreter, const struct problem *problem);

#endif
