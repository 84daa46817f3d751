/* The learners of a recipe as specs. Each learner that can be emitted has one variant for each
   number of samples or points that was asked for. */
#ifndef EPICOMPARE_VARIANTS_H
#define EPICOMPARE_VARIANTS_H

#include "compare/measure/compare.h"
#include "spec/spec.h"

enum { VARIANTS_MOST_SIZES = 8, VARIANTS_MOST = 32 };

struct sizes {
    size_t count, size[VARIANTS_MOST_SIZES];
};

struct variant {
    const struct regressor *learner;
    size_t size;       /* samples or points; 0: the learner has none */
    bool warned;       /* warnings go to standard error */
    const char *name;  /* of the files: NAME_dropout100 */
    const char *title; /* for people: Dropout, 100 samples */
    const char *shape; /* for people */
    size_t terms;      /* multiplications with a weight, and squared differences */
    const char *text;  /* the spec */
    size_t text_size;
    double *given; /* (n_out) as in struct fitted */
};

struct variants {
    const char *name; /* of the recipe */
    size_t count;
    struct variant variants[VARIANTS_MOST];
};

/* Fills in the spec of a fitted model with all that follows from it. Learner and size are there.
   The recipe's name begins that of the spec. */
void variant_fill(struct arena *arena, const struct problem *problem, const char *recipe,
                  struct fitted *model, struct variant *variant);

/* Fits the learners and makes their specs. Learners that cannot be emitted are left out. */
struct variants *variants_make(struct arena *arena, const struct compare_options *options,
                               const struct compare_case *c, const struct sizes *samples,
                               const struct sizes *points);

#endif
