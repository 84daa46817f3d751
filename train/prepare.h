/* From the files that a recipe names to standardised rows. Columns are chosen and rows are split
   here, so that every learner gets the same numbers. */
#ifndef EPITRAIN_PREPARE_H
#define EPITRAIN_PREPARE_H

#include "data/scaling.h"
#include "recipe.h"

#include <stdio.h>

struct problem {
    struct rows train, validation, test;
    struct scaling *inputs, *outputs; /* from the training rows alone */
    const char *data_sha256;          /* of the training file's bytes */
    const char *points_sha256;        /* of the appended points; NULL: none */
    double margin;                    /* of the domain, as a share of the range of the rows */
    const char *blocks; /* what blocks of rows are: "groups", ...; NULL: there are none */
    bool without_truth; /* the outputs of the rows are what the given mean says of them */
};

/* Warnings go to `err`. Sets recipe->epistemic.weights and periods: the recipe's distance in
   standardised units. */
struct problem *problem_prepare(struct arena *arena, struct recipe *recipe, FILE *err);

#endif
