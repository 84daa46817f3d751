/* A network without the units that do nothing. A unit that no later one reads is left out; one that
   reads none is the same number for every input, which becomes part of the biases of its readers.
   So what pruning leaves is a smaller network, and epigen makes no code for the rest. */
#ifndef EPITRAIN_SHRINK_H
#define EPITRAIN_SHRINK_H

#include "net/network.h"

/* Says the same, but for the rounding of biases. Every layer keeps one unit at least. `network` is
   changed: constants have moved in it. */
struct network *network_shrink(struct arena *arena, struct network *network);

#endif
