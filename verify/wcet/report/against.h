/* What has changed since an earlier run, whose JSON is read. */
#ifndef EPIWCET_AGAINST_H
#define EPIWCET_AGAINST_H

#include "wcet/walk/analysis.h"

#include <stdio.h>

enum { N_FIGURES = 5 };

struct earlier {
    const char *file;
    const char *entry, *stream;
    uint64_t figures[N_FIGURES]; /* in the order of figure_names */
};

extern const char *const figure_names[N_FIGURES];
void figures_of(const struct analysis *analysis, uint64_t figures[N_FIGURES]);

/* Ends through fail when the file is not a report of epiwcet, or one for another core or other
   wait states: such figures cannot be compared. */
struct earlier *earlier_read(struct arena *arena, const char *file,
                             const struct analysis *analysis);
void against_text(const struct analysis *analysis, const struct earlier *earlier, FILE *out);
/* The value of the key "against". */
void against_json(const struct analysis *analysis, const struct earlier *earlier, FILE *out);

/* Whether the instructions are the same apart from constants. */
bool same_stream(const struct analysis *analysis, const struct earlier *earlier);

#endif
