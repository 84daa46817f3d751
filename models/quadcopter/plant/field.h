/* The thermal: a vertical force over the plane, smooth, up to about 1.6 N over [-0.05, 0.15]^2 m.
   Either made here from a seed, a sum of round updraughts, or the authors' surface, a grid of
   heights read from a file and interpolated by cubics. What acts is the surface times (1 + U) / 2,
   U uniform in [0, 1): noise that grows with the force. */
#ifndef EPIFLY_FIELD_H
#define EPIFLY_FIELD_H

#include "base/arena.h"

#include <stdint.h>

#define FIELD_LOW  (-0.05)
#define FIELD_HIGH 0.15
#define FIELD_MOST 1.6 /* N */

enum { FIELD_BUMPS = 6 };

struct field {
    double height[FIELD_BUMPS], x[FIELD_BUMPS], y[FIELD_BUMPS], width[FIELD_BUMPS];
    const double *grid; /* (rows, columns) N; NULL: the bumps */
    size_t rows, columns;
    double shift;  /* m: the surface is moved by it along x */
    double weight; /* N, downwards, without noise: what hangs on the drone */
};

struct field field_seeded(uint64_t seed);
/* The heights of the file times 2, its rows along y. */
struct field field_read(struct arena *arena, const char *path);

/* The force in N, without noise. Outside the area it is that of the nearest edge. */
double field_force(const struct field *field, double x, double y);

#endif
