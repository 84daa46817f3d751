/* See field.h. */
#include "quadcopter/plant/field.h"

#include "base/random.h"
#include "data/table.h"

#include <math.h>

static double between(struct random *random, double low, double high)
{
    return low + (high - low) * random_uniform(random);
}

static double bumps_force(const struct field *f, double x, double y)
{
    double sum = 0.0;
    for (size_t i = 0; i < FIELD_BUMPS; i++) {
        double dx = (x - f->x[i]) / f->width[i], dy = (y - f->y[i]) / f->width[i];
        sum += f->height[i] * exp(-0.5 * (dx * dx + dy * dy));
    }
    return sum;
}

/* Updraughts of 15 to 35 mm, so that an edge of the square crosses several; the highest place of
   a fine grid is FIELD_MOST. */
struct field field_seeded(uint64_t seed)
{
    enum { GRID = 81 };
    struct random random = {seed ^ 0x7468657261U};
    struct field f = {.grid = NULL};
    double most = 0.0;
    for (size_t i = 0; i < FIELD_BUMPS; i++) {
        f.height[i] = between(&random, 0.3, 1.0);
        f.x[i] = between(&random, -0.02, 0.12);
        f.y[i] = between(&random, -0.02, 0.12);
        f.width[i] = between(&random, 0.015, 0.035);
    }
    for (size_t i = 0; i < (size_t)GRID * GRID; i++) {
        double step = (FIELD_HIGH - FIELD_LOW) / (GRID - 1);
        size_t row = i / GRID;
        most = fmax(most, bumps_force(&f, FIELD_LOW + step * (double)(i % GRID),
                                      FIELD_LOW + step * (double)row));
    }
    for (size_t i = 0; i < FIELD_BUMPS; i++)
        f.height[i] *= FIELD_MOST / most;
    return f;
}

struct field field_read(struct arena *arena, const char *path)
{
    const struct table *table = table_read(arena, path);
    double *grid = arena_alloc(arena, table->rows * table->columns, sizeof(*grid));
    for (size_t i = 0; i < table->rows * table->columns; i++)
        grid[i] = 2.0 * table->values[i];
    return (struct field){.grid = grid, .rows = table->rows, .columns = table->columns};
}

/* The cubic through b and c, t of the way, with slopes from their neighbours (Catmull and Rom). */
static double cubic(double a, double b, double c, double d, double t)
{
    double slope = 0.5 * (c - a), next = 0.5 * (d - b), rise = c - b;
    return b +
           t * (slope + t * (3.0 * rise - 2.0 * slope - next + t * (slope + next - 2.0 * rise)));
}

static size_t held(double at, size_t n)
{
    return at < 0.0 ? 0 : at > (double)(n - 1) ? n - 1 : (size_t)at;
}

static double row_force(const struct field *f, size_t row, double at)
{
    double whole = floor(at), t = at - whole;
    const double *g = f->grid + row * f->columns;
    size_t n = f->columns;
    return cubic(g[held(whole - 1.0, n)], g[held(whole, n)], g[held(whole + 1.0, n)],
                 g[held(whole + 2.0, n)], t);
}

static double grid_force(const struct field *f, double x, double y)
{
    double u = (x - FIELD_LOW) / (FIELD_HIGH - FIELD_LOW) * (double)(f->columns - 1);
    double v = (y - FIELD_LOW) / (FIELD_HIGH - FIELD_LOW) * (double)(f->rows - 1);
    double whole = floor(v), t = v - whole;
    size_t n = f->rows;
    return cubic(row_force(f, held(whole - 1.0, n), u), row_force(f, held(whole, n), u),
                 row_force(f, held(whole + 1.0, n), u), row_force(f, held(whole + 2.0, n), u), t);
}

double field_force(const struct field *f, double x, double y)
{
    x = fmin(fmax(x - f->shift, FIELD_LOW), FIELD_HIGH);
    y = fmin(fmax(y, FIELD_LOW), FIELD_HIGH);
    return f->grid == NULL ? bumps_force(f, x, y) : grid_force(f, x, y);
}
