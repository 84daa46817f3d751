/* The recipes of a comparison and their rows, for every seed: all are opened before the first
   learner is fitted, so that a fault in the last of them costs nothing. */
#ifndef EPICOMPARE_CASES_H
#define EPICOMPARE_CASES_H

#include "compare/measure/row_labels.h"

struct cases_options {
    size_t seeds;
    uint64_t first_seed;
    double known_distance; /* test rows nearer to a training input are known; 0: not asked for */
    const char *const *unknown_files; /* (n_unknown_files) whose rows are unknown */
    size_t n_unknown_files;
    const char *const *outputs; /* files that will be written, which no input may be; or NULL */
    size_t n_outputs;
};

/* A recipe, and its rows as all learners get them for one seed. */
struct compare_case {
    struct recipe *recipe;
    struct problem *problem;
    struct row_labels labels;
};

/* (recipes, seeds): `{}` in a name stands for the seed. All seeds of a recipe have the same name,
   inputs and outputs. Notes and warnings go to `err`. */
struct compare_case *cases_open(struct arena *arena, const struct cases_options *options,
                                char *const *recipes, size_t count, FILE *err);

#endif
