/* The operational domain, outside of which the emitted code says eta = 1, where a recipe names
   none: the range of the training rows and a margin. A margin of 0 finds every input that leaves
   what was trained, but rows of the same kind leave the range of others too, the more often the
   fewer rows there are. So the margin is as narrow as their number allows. */
#ifndef EPITRAIN_DOMAIN_H
#define EPITRAIN_DOMAIN_H

#include "data/rows.h"

#include <stdbool.h>

/* Bounds of each input, (n_in). */
struct domain_bounds {
    const float *low, *high; /* NULL: there are none */
    const bool *given;       /* which do not follow from the rows; NULL: all follow from them */
};

/* The margin as a share of the range of each input: the least with which at most this share of the
   rows would lie outside, if the domain were made of all rows but one, or of all blocks but one. It
   is domain_margin_most at most, and where the share is less than five rows. */
extern const double domain_margin_most;
double domain_margin(const struct rows *rows, double share);

/* Marks the rows that would lie outside if all other rows, or all other blocks, had made the
   domain. So they compare with new rows, which had no part in it. */
void domain_mark_outside(const struct rows *rows, const struct domain_bounds *domain,
                         bool *outside);

/* Whether a row (n_in) lies within the bounds; NULL: there are none. */
bool domain_holds(const float *row, size_t n_in, const float *low, const float *high);

/* (rows) Which lie outside of the bounds. */
bool *domain_outside(struct arena *arena, const struct rows *rows, const float *low,
                     const float *high);

#endif
