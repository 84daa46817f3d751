/* How wrong the mean of EpiOut is where eta says "unknown". Rows drawn at random cannot tell, since
   training rows surround them. So the training inputs are cut into two clusters; each in turn is
   left out, the same recipe learns the other from three seeds, and the errors made on the cluster
   left out are what extrapolation costs. Between the data and far away, where there are no rows,
   how much these networks differ from each other is taken instead. The errors of the network itself
   on the validation rows, which lie where the data lie, join them. No test row is looked at. */
#ifndef EPICOMPARE_EXTRAPOLATE_H
#define EPICOMPARE_EXTRAPOLATE_H

#include "compare/learners/regressor.h"

/* For each output (n_out), standardised. The network is what the recipe made of the training rows;
   the recipe's seed counts. There may be no validation rows. */
void extrapolate_ignorance(const struct recipe *recipe, const struct network *network,
                           const struct rows *train, const struct rows *validation,
                           struct ignorance *ignorance);

#endif
