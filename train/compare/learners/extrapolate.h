/* Estimates how wrong EpiOut's mean is where eta says "unknown". Rows held out at random cannot
   show it, because training rows surround them. So the errors come from three places:
   - The training inputs are cut into two clusters, and each in turn is left out. Networks of three
     seeds learn the other cluster, and their errors on the one left out are collected.
   - Beside the data, where there are no rows, the difference between two of these networks is taken
     for the error.
   - The errors of the network itself on the validation rows show what holds among the data.
   No test row is used. */
#ifndef EPICOMPARE_EXTRAPOLATE_H
#define EPICOMPARE_EXTRAPOLATE_H

#include "compare/learners/regressor.h"

/* Fills `ignorance` (n_out), standardised. The recipe, with its seed, has trained the network on
   the training rows. There may be no validation rows. */
void extrapolate_ignorance(const struct recipe *recipe, const struct network *network,
                           const struct rows *train, const struct rows *validation,
                           struct ignorance *ignorance);

#endif
