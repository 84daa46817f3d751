/* Writes the measures of a comparison as a table, as CSV and as Markdown. */
#ifndef EPICOMPARE_FINDINGS_H
#define EPICOMPARE_FINDINGS_H

#include "compare/measure/evaluate.h"
#include "page/page.h"

#include <stdio.h>

struct findings {
    const char *name;   /* of the recipe */
    const char *output; /* that the measures are about */
    const struct regressor *const *learners;
    size_t n_learners, seeds;
    size_t n_plain; /* learners behind these stand for the second time: with tried settings */
    const struct outcome *outcomes; /* (n_learners, seeds) */
    size_t test, repeated; /* test rows of the first seed; how many have a training row's inputs */
};

void findings_table(const struct findings *findings, FILE *f);
void findings_markdown(const struct findings *findings, FILE *f);
/* CSV has one header and one line for each learner and seed. */
void findings_csv_header(FILE *f);
void findings_csv(const struct findings *findings, FILE *f);

/* The table of a page, and the same figures for its script. */
void findings_page(const struct findings *findings, struct page *page);
void findings_json(const struct findings *findings, struct json *json);

#endif
