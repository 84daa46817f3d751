/* See path.h. */
#include "quadcopter/plant/path.h"

#include <math.h>
#include <stddef.h>

/* Corner k of the walk: the large square, then the small one. */
static void corner_at(unsigned k, unsigned rounds, double corner[2])
{
    static const double large[4][2] = {{0, 0}, {0.1, 0}, {0.1, 0.1}, {0, 0.1}};
    static const double small[4][2] = {
        {0.025, 0.025}, {0.075, 0.025}, {0.075, 0.075}, {0.025, 0.075}};
    bool first = k <= 4 * rounds;
    const double *c = first ? large[k % 4] : small[(k - 4 * rounds - 1) % 4];
    corner[0] = c[0];
    corner[1] = c[1];
}

double path_duration(unsigned rounds) { return PATH_EDGE * (double)(8 * rounds + 1); }

struct setpoint path_at(double time, unsigned rounds)
{
    double edge = fmin(floor(time / PATH_EDGE), (double)(8 * rounds));
    double t = fmin(time / PATH_EDGE - edge, 1.0), from[2], to[2];
    double s = t * t * t * (10.0 + t * (-15.0 + 6.0 * t));
    double ds = 30.0 * t * t * (1.0 + t * (-2.0 + t)) / PATH_EDGE;
    double dds = 60.0 * t * (1.0 + t * (-3.0 + 2.0 * t)) / (PATH_EDGE * PATH_EDGE);
    struct setpoint p = {.position = {0, 0, PATH_HEIGHT}};
    corner_at((unsigned)edge, rounds, from);
    corner_at((unsigned)edge + 1, rounds, to);
    for (size_t i = 0; i < 2; i++) {
        p.position[i] = from[i] + s * (to[i] - from[i]);
        p.velocity[i] = ds * (to[i] - from[i]);
        p.acceleration[i] = dds * (to[i] - from[i]);
    }
    return p;
}

bool path_is_new(double time, unsigned rounds)
{
    double edge = time / PATH_EDGE;
    return edge < 4.0 || (edge >= 4.0 * rounds && edge < 4.0 * rounds + 5.0);
}
