/* How wrong the mean is where eta says "unknown": the scale a of METHOD 4, by which the variance is
   sigma^2 + (a eta)^2. Rows drawn at random cannot tell, since training rows surround them. So the
   training inputs are cut into two clusters; each in turn is left out, the same recipe learns the
   other, and the errors it makes on the one left out are what extrapolation costs: a is the most
   likely one for them. No test row is looked at. */
#ifndef EPICOMPARE_EXTRAPOLATE_H
#define EPICOMPARE_EXTRAPOLATE_H

#include "recipe.h"

/* Which cluster each row belongs to, 0 .. k-1, by its inputs: k-means from starts far apart. */
void extrapolate_clusters(const struct rows *rows, size_t k, size_t *cluster);

/* One output: errors with their sigma and eta. */
struct misses {
    size_t count;
    double *error, *sigma, *eta;
};

/* The most likely a >= 0. */
double extrapolate_fit(const struct misses *outside);

/* For each output (n_out), standardised. The recipe's seed counts. */
void extrapolate_scale(const struct recipe *recipe, const struct rows *train, double *scale);

#endif
