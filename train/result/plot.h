/* The picture of a trained model, as the emitted C will answer. Over one input it shows the mean
   with a band of sigma and the training rows, and eta below. Over two inputs it is a map of eta
   with the training rows. The user chooses one or two of more inputs; the others are at their mean.
 */
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

/* Refuses options that do not go together and file names with an unknown ending; it needs no data.
 */
void plot_file_check(const struct plot_request *request);
/* Decides before training what will be drawn, and refuses what cannot be drawn. */
struct plot plot_plan(struct arena *arena, const struct plot_request *request,
                      const struct recipe *recipe, const struct problem *problem);

/* The picture as an output file, which the caller writes. */
struct output plot_draw(struct arena *arena, const struct plot *plot,
                        struct interpreter *interpreter, const struct problem *problem);

#endif
