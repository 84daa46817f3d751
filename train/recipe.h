/* The recipe: what to learn, from which data, how. Only name and data are required; every other
   key has a default that is meant to give a good model. Read by recipe_read, which refuses what
   it does not know with file and line. */
#ifndef EPITRAIN_RECIPE_H
#define EPITRAIN_RECIPE_H

#include "data/split.h"
#include "eta/epistemic_set.h"
#include "net/fit.h"
#include "net/network.h"

struct column {
    const char *name; /* in the file's header, or a number as text */
    int line;
    const char *unit; /* NULL: not given */
};

enum spread { SPREAD_NEIGHBOUR, SPREAD_GRADIENT, SPREAD_FIXED, SPREAD_COUNT };

struct recipe_epistemic {
    enum spread spread;
    enum epistemic_rule labels;
    bool balanced;      /* class weights N / (2 N_class) */
    size_t n;           /* samples around each training input */
    size_t rounds;      /* times that n samples are drawn; 0: as often as `samples` allows */
    size_t samples;     /* at most so many in all: then around some training inputs only */
    double c;           /* gradient: bounds nu = 1 / (slope + c), eq. 4 */
    size_t c_rows;      /* c falls from 1 to that until there are so many rows; 0: at once */
    double size;        /* fixed: the standard deviation; neighbour: times the local distance */
    size_t neighbours;  /* neighbour: which one's distance is the local one */
    double least, most; /* standard deviations are kept within these */
    size_t leave_out;   /* nearer to an input than its neighbour of this number: teaches nothing */
    /* The metric, see nearest.h; (n_inputs) or NULL. Periods are standardised. An input of weight 0
       does not count: no sample moves along it, and an eta branch on the inputs does not read it.
     */
    const float *weights, *periods;
    size_t steps, batch;
    double rate, decay;
    struct prune *prune; /* NULL: none */
    const float *keep;   /* (parameters of eta) 0 where one is 0 and stays so; NULL: none */
};

/* Pruning, after a stage: shares of the weights that become 0. */
struct recipe_prune {
    enum prune_by by;
    double sparsity; /* of trunk, mean and sigma; 0: none */
    double eta;      /* of the eta branch */
    double effort;   /* steps, as a share of those of the stage */
};

/* In the units of the data. */
struct recipe_distance {
    double *weight, *period; /* (n_inputs); NULL: all 1, none periodic */
};

struct recipe_domain {
    double margin;      /* share of the data's range added on both sides */
    double *low, *high; /* (n_inputs) NAN where not given */
};

/* A key that is there and does nothing. */
struct recipe_idle {
    int line;
    const char *what;
};

struct recipe {
    const char *file, *name;
    const char *sha256; /* of the recipe's bytes; NULL where there was none to read */
    const char *train_file, *validation_file, *test_file;
    const char *append_file; /* a point store (points.h), from the command line; NULL: none */
    struct split_rule split;
    struct column *inputs, *outputs;
    size_t n_inputs, n_outputs;
    struct shape shape;
    struct fit_options fit;
    struct recipe_epistemic epistemic;
    struct recipe_prune prune;
    struct recipe_distance distance;
    struct recipe_domain domain;
    uint64_t seed;
    bool split_is_fixed; /* the split has a seed of its own */
    unsigned threads;    /* 0: as many as there are cores */
    struct recipe_idle *idle;
    size_t n_idle;
};

/* Every default but file, name, data and domain: what a program that reads no recipe starts from.
 */
struct recipe recipe_default(size_t n_inputs, size_t n_outputs);

/* What `preset: paper` changes: the method in the paper's letter. */
void recipe_paper(struct recipe *recipe);

struct recipe *recipe_read(struct arena *arena, const char *file, const char *bytes, size_t size);

#endif
