/* From the files that a recipe names to standardised rows: columns chosen, rows split, every
   learner served with the same numbers. */
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
};

/* Warnings go to `err`. The recipe's distance is standardised into its epistemic options. */
struct problem *problem_prepare(struct arena *arena, struct recipe *recipe, FILE *err);

#endif
