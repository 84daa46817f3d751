/* The picture of a run: what the model predicts with its band of two sigma, what was measured, and
   unknown rows, over rows or time. Of a long log evenly spaced rows are kept. */
#ifndef EPIRUN_PICTURE_H
#define EPIRUN_PICTURE_H

#include "base/files.h"
#include "run/rows.h"

struct picture;

struct picture *picture_new(struct arena *arena, const struct spec *spec,
                            const struct run_columns *columns);
void picture_add(struct picture *picture, const struct run_block *block);

/* Draws into a file whose name ends in .png, .svg or .pdf. */
struct output picture_draw(const struct picture *picture, const char *path);

#endif
