/* How steep an output can be along each input, on a box. */
#ifndef EPIPROVE_SLOPE_H
#define EPIPROVE_SLOPE_H

#include "prove/bounds/bound.h"

struct slopes_work;
struct slopes_work *slopes_new(struct arena *arena, const struct net *net);

/* Behind box_bound(work): the slope of an output along input i, in real arithmetic with the code's
   constants, lies in slopes[i]. */
void slopes_bound(struct slopes_work *slopes, const struct work *work, size_t output,
                  struct interval *along);

#endif
