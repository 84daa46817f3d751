/* Pictures of a comparison: the epistemic part over the inputs, one panel for each learner; the
   time of a prediction over the number of training rows. */
#ifndef EPICOMPARE_PLOTS_H
#define EPICOMPARE_PLOTS_H

#include "base/files.h"
#include "compare/measure/compare.h"
#include "compare/measure/times.h"

/* Before any work: refuses a name that does not end in .png, .svg or .pdf. */
void plots_check(const char *option, const char *path);

/* Whether a picture of the epistemic part can be drawn: over one or two inputs. Else says so. */
bool plots_possible(const struct compare_case *c, FILE *err);

/* Of the first output. */
struct output plots_epistemic(struct arena *arena, const char *path,
                              const struct compare_options *options, const struct comparison *c);

struct output plots_times(struct arena *arena, const char *path, const struct times *times);

#endif
