/* A candidate: one point of what is searched. Its text says all of it, so that a job with this text
   in its name can be done by any worker. */
#ifndef EPITUNE_CANDIDATE_H
#define EPITUNE_CANDIDATE_H

#include "base/arena.h"
#include "emit/model.h"
#include "recipe.h"

/* Number types of emitted code, in the order of recipe_tune; another one is a row here and in
   candidate.c. */
enum tune_type { TYPE_FLOAT, TYPE_Q15, TYPE_COUNT };
extern const char *const type_name[TYPE_COUNT];

struct candidate {
    bool as_is; /* the network of the recipe, unchanged */
    enum activation activation;
    enum accuracy accuracy;
    enum form form;
    enum tune_type type;
    struct widths trunk, eta;
    bool guarantee;
    double sparsity;
};

/* The candidate that is the recipe itself, in numbers of a type. */
struct candidate candidate_of_recipe(const struct recipe *recipe, enum tune_type type);

/* "tanh 1e-3 unrolled float trunk=24,12 eta=16 guarantee=no sparsity=0.5" */
const char *candidate_text(struct arena *arena, const struct candidate *candidate);
struct candidate candidate_read(const char *text);

/* For people: "trunk 24+12 tanh, eta 16 with its gate, 50 % pruned, kernels to 1e-3, q15". */
const char *candidate_words(struct arena *arena, const struct candidate *candidate);

bool candidates_same(const struct candidate *a, const struct candidate *b);

/* A copy of the recipe with the candidate's network, its type of numbers and a seed; rows, split
   and domain stay. */
struct recipe candidate_recipe(const struct recipe *recipe, const struct candidate *candidate,
                               uint64_t seed);

bool widths_same(const struct widths *a, const struct widths *b);
/* Widths with `separator` between them. */
const char *widths_text(struct arena *arena, const struct widths *widths, const char *separator);

#endif
