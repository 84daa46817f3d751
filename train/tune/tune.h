/* What every part of epitune knows: the recipe, its rows, the budget, where files are. */
#ifndef EPITUNE_TUNE_H
#define EPITUNE_TUNE_H

#include "prepare.h"
#include "tune/measure.h"

struct budget {
    double cycles, flash, stack; /* 0: any */
};

struct tune {
    struct recipe *recipe;
    const struct problem *problem;
    const char *recipe_path; /* of the user's recipe */
    const char *recipe_bytes;
    size_t recipe_size;
    const struct core_target *core;
    const enum tune_type *type; /* that the call wants; NULL: those of recipe and core */
    const char *compiler;       /* what it says it is */
    struct budget budget;
    const char *directory; /* of all output */
    const char *piece;     /* of the journal */
    const char *key;       /* of all that results follow from, beside the names of jobs */
};

/* The largest share of a limit that a cost takes; above 1 it is beyond the budget. */
double budget_load(const struct budget *budget, const struct cost *cost);

/* How the paths of its scratch directories begin. */
const char *tune_scratch(struct arena *arena, const struct tune *tune);

#endif
