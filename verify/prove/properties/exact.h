/* Intervals of double around numbers that were written in decimal. An operation whose result is
   exact adds nothing, so that whole numbers and Y_0 - Y_1 stay what they are. */
#ifndef EPIPROVE_EXACT_H
#define EPIPROVE_EXACT_H

#include "program/interval.h"

#include <stdbool.h>

struct interval exact_number(const char *text); /* contains the decimal number */
struct interval exact_add(struct interval a, struct interval b);
struct interval exact_multiply(struct interval a, struct interval b);
/* b does not contain 0 */
struct interval exact_divide(struct interval a, struct interval b);
static inline struct interval exact_negate(struct interval a)
{
    return (struct interval){-a.high, -a.low};
}

/* The largest float32 not above, and the smallest not below, a number. */
float float_below(double value);
float float_above(double value);

#endif
