/* Seeded random numbers, the same on every machine: splitmix64 (Steele, Lea, Flood 2014). */
#ifndef EPIGEN_RANDOM_H
#define EPIGEN_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* starts as the seed */
};

static inline uint64_t random_bits(struct random *random)
{
    uint64_t z = (random->state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/* A number in [0, 1), a multiple of 2^-53. */
static inline double random_uniform(struct random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

#endif
