/* What a search leaves for people: the log of all trials, the front of error against cost, its
   picture, and a summary that says why. */
#ifndef EPITUNE_SHOW_H
#define EPITUNE_SHOW_H

#include "base/files.h"
#include "tune/search.h"

#include <stdio.h>

/* Texts of files, their paths without a directory. */
struct output show_trials(struct arena *arena, const struct tune *tune, const struct search *s);
struct output show_front(struct arena *arena, const struct tune *tune, const struct search *s);
/* Draws by gnuplot. */
struct output show_picture(struct arena *arena, const struct tune *tune, const struct search *s);

/* The summary, with what the winner answers on the test rows. */
void show_summary(const struct tune *tune, const struct search *s, FILE *out);

#endif
