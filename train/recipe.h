/* The recipe: what to learn, from which data, how. Only name and data are required; every other
   key has a default that is meant to give a good model. */
#ifndef EPITRAIN_RECIPE_H
#define EPITRAIN_RECIPE_H

#include "data/split.h"
#include "data/table.h"
#include "eta/options.h"
#include "net/fit.h"
#include "net/network.h"

struct column {
    const char *name; /* in the file's header, or a number as text */
    int line;
    const char *unit; /* NULL: not given */
};

/* What the order of the rows means: nothing, the time or, for `auto`, what the rows look like. */
enum row_order { ORDER_AUTO, ORDER_RANDOM, ORDER_TIME, ORDER_COUNT };

struct recipe_order {
    enum row_order by;
    struct column time, group; /* name NULL: not given; a group goes first */
};

/* Pruning: a stage goes on while weights are set to 0. */
struct recipe_prune {
    enum prune_by by;
    double sparsity; /* share of the weights of trunk, mean and sigma that become 0; 0: none */
    double eta;      /* the same for the eta branch */
    double effort;   /* additional steps, as a share of those of the stage */
};

/* The distance between inputs, in the units of the data. */
struct recipe_distance {
    double *weight, *period; /* (n_inputs); NULL: all 1, none periodic */
};

struct recipe_domain {
    double margin;       /* share of the data's range added below and above; NAN: from the rows */
    double *low, *high;  /* (n_inputs) NAN where not given */
    const float *limits; /* (n_inputs, 2) what the domain may not leave; NULL: nothing */
};

/* What epitune may choose from, and how it searches. */
enum { TUNE_MOST_WORDS = 8, TUNE_MOST_ETAS = 16 };
struct recipe_tune {
    size_t depths[2], widths[2]; /* least and most: hidden layers of the trunk, their units */
    size_t n_activations, n_accuracies, n_forms, n_types, n_sparsities, n_etas, n_guarantees;
    enum activation activations[TUNE_MOST_WORDS];
    unsigned accuracies[TUNE_MOST_WORDS]; /* of gen/program/activation.h */
    unsigned forms[TUNE_MOST_WORDS];      /* 0 unrolled, 1 tiled; n_forms 0: by the budget */
    unsigned types[2];                    /* 0 float, 1 q15; n_types 0: by recipe and core */
    double sparsities[TUNE_MOST_WORDS];
    struct widths etas[TUNE_MOST_ETAS]; /* hidden layers of the eta branch */
    bool guarantees[2];                 /* n_guarantees 0: what the section epistemic says */
    size_t trials, cohort, divisor, rungs, finalists, seeds;
    double share;  /* of the steps, at the first rung */
    double weight; /* of eta's shortfall beside the negative log likelihood */
};

/* A key that has no effect beside the other keys. */
struct recipe_idle {
    int line;
    const char *what;
};

/* A file that the recipe names: a table or a list of rows. */
struct recipe_source {
    const char *path; /* "-": standard input */
    int line;         /* of its name in the recipe */
    const char *what; /* for messages: "the training data" */
};

struct recipe {
    const char *file, *name;
    const char *sha256; /* of the recipe's bytes; NULL: it was not read from a file */
    struct table_paths train, validation, test; /* files or patterns; count 0: none */
    enum missing missing;                       /* MISSING_REFUSE or MISSING_DROP */
    char decimal;                               /* the decimal mark of all files; '\0': found */
    const char *append_file; /* a point store (points.h), from the command line; NULL: none */
    /* a network whose mean is taken as it is; path NULL: none, the mean is trained */
    struct recipe_source mean_from;
    struct split_rule split;
    struct recipe_order order;
    struct column *inputs, *outputs;
    size_t n_inputs, n_outputs; /* no outputs: the rows have no truth, beside mean_from only */
    struct shape shape;
    struct fit_options fit;
    struct eta_options epistemic;
    struct recipe_prune prune;
    struct recipe_distance distance;
    struct recipe_domain domain;
    struct recipe_tune tune;
    bool fixed_point; /* `type: q15`: weights that fixed point holds */
    uint64_t seed;
    bool split_is_fixed; /* the recipe gives the split a seed of its own */
    unsigned threads;    /* 0: as many as there are cores */
    struct recipe_idle *idle;
    size_t n_idle;
    struct recipe_source *sources;
    size_t n_sources;
};

/* A recipe with every default but file, name, data and domain; programs without a recipe file start
   from it. */
struct recipe recipe_default(size_t n_inputs, size_t n_outputs);

/* Sets the width of the eta branch and its number of steps by the number of inputs. */
void recipe_size_eta(struct recipe *recipe);

/* Sets what `preset: paper` changes: the paper's choices where train/README.md lists others of
 * ours.
 */
void recipe_paper(struct recipe *recipe);

#endif
