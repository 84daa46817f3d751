/* How many floats one instruction takes. Arithmetic is compiled once for each width of vectors
   that a machine may have and the widest is chosen at run time. Vectors hold independent numbers
   only, each computed in one order, so that no width shows in a result. EPITRAIN_LANES=4, 8 or 16
   in the environment allows no wider ones: for tests, and for measuring. */
#ifndef EPITRAIN_LANES_H
#define EPITRAIN_LANES_H

#include "base/arena.h"

enum { LANES_MOST = 16 };

/* 4, 8 or 16: the widest that this machine has, and that lanes_limit and the environment allow. */
unsigned lanes_choose(void);
extern unsigned lanes_limit; /* LANES_MOST; unit tests lower it */

/* Room for floats, zero, at an address where no vector lies across two cache lines. */
float *floats_new(struct arena *arena, size_t count);

#endif
