/* See process.h. */
#include "quadcopter/flight/yardstick.h"

#include <math.h>
#include <string.h>

/* The width of what there is to learn, its size, and the noise of a measurement. */
static const double length = 0.02, amplitude = 0.5, noise = 0.15;

enum { PROCESS_MOST = 1024 };

struct yardstick {
    double x[PROCESS_MOST][2];
    double *row[PROCESS_MOST]; /* of the Cholesky factor of the kernel matrix with noise */
    double *solved;            /* (PROCESS_MOST) */
    size_t count;
    struct arena *arena;
};

struct yardstick *yardstick_new(struct arena *arena)
{
    struct yardstick *p = arena_alloc(arena, 1, sizeof(*p));
    p->arena = arena;
    p->solved = arena_alloc(arena, PROCESS_MOST, sizeof(*p->solved));
    return p;
}

static double kernel(const double a[2], const float b[2])
{
    double dx = (a[0] - (double)b[0]) / length, dy = (a[1] - (double)b[1]) / length;
    return amplitude * amplitude * exp(-0.5 * (dx * dx + dy * dy));
}

/* Solves L v = k(x) into p->solved, and returns |v|^2. */
static double projection(struct yardstick *p, const float x[2])
{
    double sum = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        double v = kernel(p->x[i], x);
        for (size_t j = 0; j < i; j++)
            v -= p->row[i][j] * p->solved[j];
        p->solved[i] = v / p->row[i][i];
        sum += p->solved[i] * p->solved[i];
    }
    return sum;
}

void yardstick_add(struct yardstick *p, const float x[2])
{
    if (p->count == PROCESS_MOST)
        return;
    double left = amplitude * amplitude + noise * noise - projection(p, x);
    double *row = arena_alloc(p->arena, p->count + 1, sizeof(*row));
    memcpy(row, p->solved, p->count * sizeof(*row));
    row[p->count] = sqrt(left);
    p->row[p->count] = row;
    p->x[p->count][0] = (double)x[0];
    p->x[p->count++][1] = (double)x[1];
}

double yardstick_deviation(struct yardstick *p, const float x[2])
{
    return sqrt(fmax(amplitude * amplitude - projection(p, x), 0.0));
}
