/* How wrong the mean is where eta says "unknown", and where it says "known" beside the data: a and
   c of the variance sigma^2 + (a eta)^2 + c^2 (METHOD 4 has a; c is mostly 0). Rows drawn at random
   cannot tell, since training rows surround them. So the training inputs are cut into two clusters;
   each in turn is left out, the same recipe learns the other, and the errors it makes on the one
   left out are what extrapolation costs. No test row is looked at. */
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

struct extrapolation {
    double a, c;
};

/* a is the most likely one for the rows outside. c is for what eta cannot tell: rows that it takes
   for known, each with the weight 1 - eta, though some are outside. It is the most likely one when
   half of such rows are outside and half inside (validation rows). */
struct extrapolation extrapolate_fit(const struct misses *outside, const struct misses *inside);

/* `network` was trained by the recipe on the training rows; (n_out), standardised. */
void extrapolate_scale(const struct recipe *recipe, const struct rows *train,
                       const struct rows *validation, const struct network *network,
                       struct extrapolation *scales);

#endif
