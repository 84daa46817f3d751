/* How many floats one instruction computes. Arithmetic is compiled once for each width of vectors
   that a machine may have, and the widest is chosen at run time. The numbers of a vector are
   independent and each is computed in one order, so that the width does not change any result.
   EPITRAIN_LANES=4, 8 or 16 in the environment sets the widest, for tests and measurements. */
#ifndef EPITRAIN_LANES_H
#define EPITRAIN_LANES_H

#include "base/arena.h"

enum { LANES_MOST = 16 };

/* 4, 8 or 16: the widest that this machine has, and that lanes_limit and the environment allow. */
unsigned lanes_choose(void);
extern unsigned lanes_limit; /* LANES_MOST; unit tests lower it */

/* Floats, all zero, at the start of a cache line: then no aligned vector lies across two lines. */
float *floats_new(struct arena *arena, size_t count);

#endif
