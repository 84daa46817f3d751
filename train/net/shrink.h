/* Leaves out the units that do nothing, so that a pruned network becomes a smaller one. A unit that
   no other unit reads is left out. A unit that reads nothing says the same number for every input;
   the biases of its readers take the number over. */
#ifndef EPITRAIN_SHRINK_H
#define EPITRAIN_SHRINK_H

#include "net/network.h"

/* The result answers like `network`, except for rounding errors of the biases. Every layer keeps at
   least one unit. `network` itself is changed too: constants move into biases. */
struct network *network_shrink(struct arena *arena, struct network *network);

#endif
