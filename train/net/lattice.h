/* Parameters that may be multiples of a step only, as the weights of fixed point are. Training
   moves a number beside each parameter and rounds it to the grid, so that the loss is that of the
   rounded network and small steps add up all the same (the straight-through estimator). */
#ifndef EPITRAIN_NET_LATTICE_H
#define EPITRAIN_NET_LATTICE_H

#include <stddef.h>

struct lattice {
    size_t n;
    float *step; /* (n) a parameter is a multiple of it; 0: any number */
    float *move; /* (n) 1; 0: training leaves the parameter as it is */
};

/* Writes the multiples nearest to `from`, ties to even; returns how many numbers differ from it. */
size_t lattice_round(const struct lattice *lattice, const float *from, float *to);

#endif
