/* Where to fly: three rounds of a square of 0.1 m, a hop to one of 0.05 m inside it, three rounds
   of that; every edge a minimum-jerk line of 0.75 s, at constant height (../README.md). */
#ifndef EPIFLY_PATH_H
#define EPIFLY_PATH_H

#include <stdbool.h>

#define PATH_EDGE   0.75 /* s */
#define PATH_HEIGHT 0.0

struct setpoint {
    double position[3], velocity[3], acceleration[3];
};

/* The duration of `rounds` rounds of each square. */
double path_duration(unsigned rounds);
struct setpoint path_at(double time, unsigned rounds);
/* Whether the time is in the first round of a square; the hop belongs to that of the second. */
bool path_is_new(double time, unsigned rounds);

#endif
