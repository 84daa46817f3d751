/* Pictures of a comparison: the epistemic part over the inputs, with one panel for each learner,
   and the time of a prediction over the number of training rows. */
#ifndef EPICOMPARE_PLOTS_H
#define EPICOMPARE_PLOTS_H

#include "base/files.h"
#include "compare/measure/compare.h"
#include "compare/measure/times.h"

/* Refuses a file name that does not end in .png, .svg or .pdf; to be called before any work. */
void plots_check(const char *option, const char *path);

/* Whether the epistemic part can be drawn: the recipe has one or two inputs. Otherwise warns. */
bool plots_possible(const struct compare_case *c, FILE *err);

/* Draws the epistemic part of the first output. */
struct output plots_epistemic(struct arena *arena, const char *path,
                              const struct compare_options *options, const struct comparison *c);

struct output plots_times(struct arena *arena, const char *path, const struct times *times);

#endif
