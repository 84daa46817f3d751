/* Prints what learners find of regions that they never saw (measure/unseen.h). */
#ifndef EPICOMPARE_UNSEEN_TABLE_H
#define EPICOMPARE_UNSEEN_TABLE_H

#include "compare/measure/unseen.h"

#include <stdio.h>

/* The findings of all seeds of a recipe, (seeds). */
struct unseen_page {
    const struct compare_options *options;
    const struct compare_case *cases; /* (seeds) */
    const struct unseen *unseen;      /* (seeds) */
};

void unseen_table(const struct unseen_page *page, FILE *f);
void unseen_markdown(const struct unseen_page *page, FILE *f);
void unseen_csv_header(FILE *f);
void unseen_csv(const struct unseen_page *page, FILE *f);

#endif
