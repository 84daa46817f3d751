/* The picture of a trained model, as the emitted C will answer. Over one input it shows the mean
   with a band of sigma and the training rows, and eta below. Over two inputs it is a map of eta
   with the training rows. Of more inputs the user chooses one or two, and the others are at their
   mean; or those two are drawn along which eta says most, and the others are those of a row. A
   second page shows how good the model is on held-out rows. */
#ifndef EPITRAIN_PLOT_H
#define EPITRAIN_PLOT_H

#include "base/files.h"
#include "program/interpret.h"
#include "result/plot_canvas.h"
#include "result/report.h"

struct plot_request {
    const char *file;   /* .png, .svg or .pdf */
    const char *inputs; /* "a" or "a,b"; NULL: all, or two of more than two */
    const char *output; /* NULL: the first */
};

/* Refuses options that do not go together and file names with an unknown ending; it needs no data.
 */
void plot_file_check(const struct plot_request *request);
/* Decides before training what will be drawn, and refuses what cannot be drawn. */
struct plot plot_plan(struct arena *arena, const struct plot_request *request,
                      const struct recipe *recipe, const struct problem *problem);

/* The pictures as output files, which the caller writes; returns their number: a PDF has two pages,
   of other kinds there are two files. Says on `err` which inputs were chosen. */
enum { PLOT_FILES = 2 };
struct plot_model {
    struct interpreter *interpreter;
    const struct problem *problem;
    const struct report *report;
};
size_t plot_draw(struct arena *arena, const struct plot *plot, const struct plot_model *model,
                 struct output files[PLOT_FILES], FILE *err);

/* The file of the second page: picture_held_out.png beside picture.png; NULL for a PDF, or without
   a picture. */
const char *plot_second_file(struct arena *arena, const char *file);

#endif
