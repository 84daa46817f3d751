/* What an epistemic part without unit, such as eta, stands for: a standard deviation that joins
   sigma. METHOD 4 has a eta. Errors do not rise like that: beside the data they are small but begin
   while eta is near 0, and they are large only where it is near 1. So there are two terms, one of a
   power of at most 1 and one of a power of at least 1. Where the rows hardly tell powers apart, the
   more cautious ones are taken: too small a variance costs without bound, too large a one its
   logarithm. */
#ifndef EPICOMPARE_IGNORANCE_H
#define EPICOMPARE_IGNORANCE_H

#include <stddef.h>

/* scale e^power */
struct ignorance_term {
    double scale, power;
};

/* The root of the sum of the squares of two terms. One of them is enough where the epistemic part
   has the unit of the outputs already. */
struct ignorance {
    struct ignorance_term early, late;
};
double ignorance_at(const struct ignorance *ignorance, double epistemic);

/* Errors of one output with their sigma and eta, in parts: what one network made on one set of
 * rows. */
enum { MISSES_GROUPS = 8 }; /* at most */
struct misses {
    size_t count;
    double *error, *sigma, *eta;
    size_t *group;   /* 0 .. MISSES_GROUPS - 1 */
    size_t held_out; /* the part of rows like those learned, if there is one */
};

/* For each pair of powers (1/4 to 1, and 1 to 16) the most likely scales for all errors; of the
   pairs whose loss is within a standard error, over the parts, of the least loss the one that says
   most for small eta; and both scales raised as far as serves the part with the greatest loss, but
   no further than the rows held out bear: there the raise may cost 0.05 nats or a standard error.
 */
struct ignorance ignorance_fit(const struct misses *misses);

#endif
