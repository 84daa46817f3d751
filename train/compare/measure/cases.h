/* The recipes of a comparison and their rows, for every seed. All are opened before the first
   learner is fitted, so that a fault in the last recipe is found at once. */
#ifndef EPICOMPARE_CASES_H
#define EPICOMPARE_CASES_H

#include "compare/measure/row_labels.h"

struct cases_options {
    size_t seeds;
    uint64_t first_seed;
    double known_distance; /* test rows nearer to a training input are known; 0: not asked for */
    const char *const *unknown_files; /* (n_unknown_files) whose rows are unknown */
    size_t n_unknown_files;
    const char *const *outputs; /* files that will be written; refused if they are read too */
    size_t n_outputs;
    bool without_test; /* no test rows are needed */
};

/* A recipe, and its rows as all learners get them for one seed. */
struct compare_case {
    struct recipe *recipe;
    struct problem *problem;
    struct row_labels labels;
};

/* Opens `count` recipes for all seeds; the result is (count, seeds). `{}` in the name of a recipe
   stands for the seed. All seeds of a recipe must have the same name, inputs and outputs. Notes and
   warnings go to `err`. */
struct compare_case *cases_open(struct arena *arena, const struct cases_options *options,
                                char *const *recipes, size_t count, FILE *err);

#endif
