/* The standard deviation that an epistemic part stands for; it joins sigma. For an eta without unit
   one factor times eta is not enough: errors begin beside the data, where eta is still near
   0, and they are large only where eta is near 1. So there are two terms: the power of `early` is
   at most 1, that of `late` at least 1. Where the rows hardly decide between powers, the larger
   standard deviation is taken, because the loss of too small a variance has no bound. */
#ifndef EPICOMPARE_IGNORANCE_H
#define EPICOMPARE_IGNORANCE_H

#include <stdbool.h>
#include <stddef.h>

/* scale * epistemic^power */
struct ignorance_term {
    double scale, power;
};

/* The root of the sum of the squares of the terms. `late` alone, with power 1, serves an epistemic
   part that has the unit of the outputs already. */
struct ignorance {
    struct ignorance_term early, late;
};
double ignorance_at(const struct ignorance *ignorance, double epistemic);

/* Errors of one output with their sigma and eta. A group holds the errors that one network made on
   one set of rows. */
enum { MISSES_GROUPS = 8 }; /* at most */
struct misses {
    size_t count;
    double *error, *sigma, *eta;
    size_t *group;   /* 0 .. MISSES_GROUPS - 1 */
    size_t held_out; /* the group of the validation rows; MISSES_GROUPS: there is none */
    bool deviation;  /* eta is a standard deviation: no power above 1 is tried, it has no bound */
};

/* Finds powers and scales in three steps:
   1. For each pair of powers (1/4 to 1, and 1 to 16) the scales with the greatest likelihood of all
      errors.
   2. The pair that says most for small eta, among those whose loss is within a standard error, over
      the groups, of the least loss.
   3. One factor on both scales, the one that serves the group with the greatest loss best. On the
      validation rows it may cost 0.05 nats or a standard error, no more. */
struct ignorance ignorance_fit(const struct misses *misses);

#endif
