/* What epicompare found, for people (a table), for programs (CSV) and for pages (Markdown). */
#ifndef EPICOMPARE_FINDINGS_H
#define EPICOMPARE_FINDINGS_H

#include "compare/measure/evaluate.h"

#include <stdio.h>

struct findings {
    const char *name;   /* of the recipe */
    const char *output; /* which is judged */
    const struct regressor *const *learners;
    size_t n_learners, seeds;
    const struct outcome *outcomes; /* (n_learners, seeds) */
};

void findings_table(const struct findings *report, FILE *f);
void findings_markdown(const struct findings *report, FILE *f);
/* The header once, then a line for each learner and seed. */
void findings_csv_header(FILE *f);
void findings_csv(const struct findings *report, FILE *f);

#endif
