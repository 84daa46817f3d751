/* How wrong the mean is where eta says "unknown": the standard deviation a eta^p that joins sigma.
   METHOD 4 has p = 1; with noise-free data eta is small but not 0 where errors begin, and p below 1
   says so. Rows drawn at random cannot tell, since training rows surround them. So the training
   inputs are cut into two clusters; each in turn is left out, the same recipe learns the other from
   three seeds, and the errors made on the cluster left out are what extrapolation costs: a and p
   are the most likely ones for them. No test row is looked at. */
#ifndef EPICOMPARE_EXTRAPOLATE_H
#define EPICOMPARE_EXTRAPOLATE_H

#include "regressor.h"

/* Which cluster each row belongs to, 0 .. k-1, by its inputs: k-means from starts far apart. */
void extrapolate_clusters(const struct rows *rows, size_t k, size_t *cluster);

/* One output: errors with their sigma and eta. */
struct misses {
    size_t count;
    double *error, *sigma, *eta;
};

/* The most likely one, of a grid: scale >= 0, power 1/4 to 2. */
struct ignorance extrapolate_fit(const struct misses *outside);

/* For each output (n_out), standardised. The recipe's seed counts. */
void extrapolate_ignorance(const struct recipe *recipe, const struct rows *train,
                           struct ignorance *ignorance);

#endif
