/* Where the model knows: hats over the kept points. A hat is an ellipse, 1 in its centre, falling
   with the square of the distance to 0 on its rim, and 0 beyond. eta is high where all hats are 0
   and low where one stands, so the known region is the union of the ellipses and lies within
   reach of the points by construction. There are at most KNOWN_HATS hats, however many points
   there are: when a point needs one more, the two whose union claims the least new area become
   one. A path is a curve, so hats grow long and stay narrow. Nothing is trained: a point costs
   O(KNOWN_HATS^2), removing one O(points). Lengths are in standardised inputs. */
#ifndef EPIFLY_KNOWN_H
#define EPIFLY_KNOWN_H

#include "base/arena.h"
#include "spec/spec.h"

#include <stdbool.h>

/* As many as the control step has cycles for. */
enum { KNOWN_HATS = 35 };

struct hat {
    double centre[2], axis[2]; /* axis: unit vector of the long direction */
    double least[2], most[2];  /* extent of its points along and across the axis */
    double half[2];            /* semi-axes along and across */
    size_t points;             /* 0: the hat is free */
};

struct known {
    struct arena *arena;
    double reach; /* how far beyond its points a hat stands */
    struct hat hats[KNOWN_HATS + 1];
    float (*x)[2]; /* (count) the points */
    size_t *owner; /* (count) the hat of each */
    double *sigma; /* (count) the noise of a measurement there */
    size_t *stand; /* (count) the measurements for which each stands */
    size_t count, room;
};

struct known *known_new(struct arena *arena, double reach);
void known_add(struct known *known, const float x[2]);
/* Takes a point out; those behind it move up. */
void known_remove(struct known *known, size_t point);
/* Takes all points out. */
void known_clear(struct known *known);
/* Sets the reach of all hats. */
void known_set_reach(struct known *known, double reach);
/* The nearest point; there is one. */
size_t known_nearest(const struct known *known, const float x[2]);
/* The distance from it; INFINITY without points. */
double known_distance(const struct known *known, const float x[2]);
/* The older one of the two points that are closest to each other. */
size_t known_redundant(const struct known *known);

/* Adds the layers of eta to a spec with room for three more. */
void known_export(const struct known *known, struct arena *arena, struct spec *spec);

#endif
