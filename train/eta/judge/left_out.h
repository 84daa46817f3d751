/* A region of the rows is left out (regions.h): who learns from the rest, and who is asked about
   it. The judge of eta and epicompare both ask so. */
#ifndef EPITRAIN_LEFT_OUT_H
#define EPITRAIN_LEFT_OUT_H

#include "eta/judge/regions.h"
#include "eta/options.h"

struct left_out {
    struct rows train;   /* that teach */
    struct rows inside;  /* held out elsewhere: they are of the same kind as those that teach */
    struct rows outside; /* of the region */
    /* (n_in) the domain of a model that learns from `train`: bounds that the recipe gives stay, the
       others follow from the rows */
    float *low, *high;
};

/* Sets low and high (n_in): the domain of a model that learns from these rows. */
void left_out_domain(const struct rows *train, const struct eta_options *options, float *low,
                     float *high);

/* Rows of one block stay together. At most 400 rows are inside, and at most 400 outside. */
struct left_out left_out_make(struct arena *arena, const struct rows *rows,
                              const struct region *region, const struct eta_options *options,
                              struct random *random);

/* Takes a fifth of the rows that teach away, for learners that need rows to validate, and returns
   them. The domain follows from the others. */
struct rows left_out_validation(struct arena *arena, struct left_out *left,
                                const struct eta_options *options);

/* Makes the score of rows outside of the domain larger than all others: there the emitted code says
   eta = 1. */
void left_out_bound(const struct left_out *left, const struct rows *rows, float *score);

/* The score that at most a share of rows like these exceed: its conformal quantile. */
float left_out_limit(const float *score, size_t n, double share);

/* The share of scores above a limit. */
double left_out_share(const float *score, size_t n, float limit);

#endif
