/* See shifts.h. */
#include "shifts.h"

#include "base/random.h"
#include "data/rows.h"
#include "data/sorted.h"
#include "data/table.h"
#include "eta/sample.h"
#include "geometry/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRAIN = 3000, MOST_ASKED = 800, LEAST_INSIDE = 100, SYNTHETIC_ROWS = 4000 };

/* Defaults of the trainer were chosen on the sets with `false`, which somebody has looked at for
   it, and judged on the others. */
const struct shift_source shift_sources[] = {
    {"kin8nm", "direction", false},
    {"kin8nm", "input 2", false},
    {"kin8nm", "quadrant 3 4", false},
    {"wine-quality-red", "direction", false},
    {"wine-quality-red", "input 1", false},
    {"wine-quality-red", "quadrant 1 6", false},
    {"sarcos", "direction", false},
    {"sarcos", "input 3", false},
    {"sarcos", "quadrant 1 3", false},
    {"gaussian2d", "far", false},
    {"cube3", "ball", false},
    {"energy", "direction", true},
    {"energy", "input 1", true},
    {"energy", "quadrant 0 4", true},
    {"bostonHousing", "direction", false},
    {"bostonHousing", "input 5", false},
    {"bostonHousing", "quadrant 5 7", false},
    {"pmsm", "direction", false},
    {"pmsm", "input 4", false},
    {"pmsm", "quadrant 0 3", false},
    {"crazyflie", "0.6", false},
    {"crazyflie", "0.5", false},
    {"cube6", "ball", false},
    {"few32", "input 7", false},
    {"arm", "direction", true},
    {"arm", "quadrant 0 1", true},
    {"torus", "quadrant 0 2", true},
    {"torus", "input 1", true},
};
const size_t shift_count = sizeof(shift_sources) / sizeof(shift_sources[0]);

/* --- sets ----------------------------------------------------------------------------------- */

struct set {
    size_t rows, n_in;
    double *x, *y;
};

static struct set set_new(struct arena *arena, size_t rows, size_t n_in)
{
    return (struct set){rows, n_in, arena_alloc(arena, rows * n_in, sizeof(double)),
                        arena_alloc(arena, rows, sizeof(double))};
}

/* The first n_in columns, and column `output`, of a file; no rows: there is no such file. */
static struct set set_read(struct arena *arena, const char *path, size_t n_in, size_t output)
{
    if (access(path, R_OK) != 0)
        return (struct set){0};
    const struct table *t = table_read(arena, path);
    n_in = n_in == 0 ? t->columns - 1 : n_in;
    output = output == 0 ? t->columns - 1 : output;
    struct set s = set_new(arena, t->rows, n_in);
    for (size_t i = 0; i < t->rows; i++) {
        memcpy(s.x + i * n_in, t->values + i * t->columns, n_in * sizeof(double));
        s.y[i] = t->values[i * t->columns + output];
    }
    return s;
}

/* Points of the cube [-1, 1]^n_in; the output depends on its first inputs. */
static struct set cube_make(struct arena *arena, size_t n_in, struct random *random)
{
    struct set s = set_new(arena, SYNTHETIC_ROWS, n_in);
    for (size_t i = 0; i < s.rows * n_in; i++)
        s.x[i] = 2.0 * random_uniform(random) - 1.0;
    for (size_t i = 0; i < s.rows; i++) {
        const double *x = s.x + i * n_in;
        s.y[i] = sin(3.0 * x[0]) + x[1] * x[2 % n_in] + 0.05 * normal_draw(random);
    }
    return s;
}

/* 32 inputs in correlated groups, of which two matter. */
static struct set few_make(struct arena *arena, struct random *random)
{
    enum { INPUTS = 32, GROUP = 4 };
    struct set s = set_new(arena, SYNTHETIC_ROWS, INPUTS);
    for (size_t i = 0; i < s.rows; i++) {
        double *x = s.x + i * INPUTS, common = 0.0;
        for (size_t j = 0; j < INPUTS; j++) {
            common = j % GROUP == 0 ? normal_draw(random) : common;
            x[j] = 0.7 * common + 0.7 * normal_draw(random);
        }
        s.y[i] = sin(2.0 * x[7]) + 0.5 * x[13] + 0.1 * normal_draw(random);
    }
    return s;
}

/* Angles, speeds and accelerations of an arm's two joints, each a sum of two swings, at random
   times; the output is a torque. */
static struct set arm_make(struct arena *arena, struct random *random)
{
    enum { INPUTS = 6, SWINGS = 2 };
    static const double rate[2][SWINGS] = {{0.9, 2.3}, {1.3, 3.1}};
    struct set s = set_new(arena, SYNTHETIC_ROWS, INPUTS);
    for (size_t i = 0; i < s.rows; i++) {
        double *x = s.x + i * INPUTS, time = 300.0 * random_uniform(random);
        for (size_t k = 0; k < 4; k++) {
            double w = rate[k / SWINGS][k % SWINGS], size = k % SWINGS == 0 ? 1.0 : 0.4;
            x[k / SWINGS] += size * sin(w * time);
            x[2 + k / SWINGS] += size * w * cos(w * time);
            x[4 + k / SWINGS] -= size * w * w * sin(w * time);
        }
        s.y[i] = (2.0 + cos(x[1])) * x[4] - sin(x[1]) * x[3] * x[3] + 3.0 * cos(x[0]) +
                 0.1 * normal_draw(random);
    }
    return s;
}

/* Two angles as sines and cosines, with some noise: a surface of two dimensions among four. */
static struct set torus_make(struct arena *arena, struct random *random)
{
    struct set s = set_new(arena, SYNTHETIC_ROWS, 4);
    for (size_t i = 0; i < s.rows; i++) {
        double *x = s.x + 4 * i, a = 6.2832 * random_uniform(random),
               b = 6.2832 * random_uniform(random);
        const double at[4] = {cos(a), sin(a), cos(b), sin(b)};
        for (size_t j = 0; j < 4; j++)
            x[j] = at[j] + 0.05 * normal_draw(random);
        s.y[i] = sin(a + b) + 0.1 * normal_draw(random);
    }
    return s;
}

/* Two clouds around (-1, 0) and (1, 0), as in the paper. */
static struct set gaussian_make(struct arena *arena, struct random *random)
{
    struct set s = set_new(arena, 1500, 2);
    for (size_t i = 0; i < s.rows; i++) {
        double *x = s.x + 2 * i;
        x[0] = (i % 2 == 0 ? -1.0 : 1.0) + sqrt(0.02) * normal_draw(random);
        x[1] = sqrt(0.1) * normal_draw(random);
        s.y[i] = sin(5.0 * x[0]) / (5.0 * x[0]) + x[1] * x[1];
    }
    return s;
}

static struct set set_find(struct arena *arena, const char *name, const char *data,
                           struct random *random)
{
    if (strcmp(name, "cube3") == 0)
        return cube_make(arena, 3, random);
    if (strcmp(name, "cube6") == 0)
        return cube_make(arena, 6, random);
    if (strcmp(name, "few32") == 0)
        return few_make(arena, random);
    if (strcmp(name, "arm") == 0)
        return arm_make(arena, random);
    if (strcmp(name, "torus") == 0)
        return torus_make(arena, random);
    if (strcmp(name, "gaussian2d") == 0)
        return gaussian_make(arena, random);
    if (strcmp(name, "sarcos") == 0)
        return set_read(arena, arena_printf(arena, "%s/sarcos/sarcos_4449.csv", data), 21, 21);
    if (strcmp(name, "pmsm") == 0)
        return set_read(arena, arena_printf(arena, "%s/paper/pmsm_temperature_train.csv", data), 0,
                        0);
    size_t n_in = strcmp(name, "energy") == 0 ? 8 : 0;
    return set_read(arena, arena_printf(arena, "%s/uci/%s/data.txt", data, name), n_in, n_in);
}

/* --- regions -------------------------------------------------------------------------------- */

static void column_take(const struct set *s, size_t j, double *column)
{
    for (size_t i = 0; i < s->rows; i++)
        column[i] = s->x[i * s->n_in + j];
}

/* Along the direction of the largest variance of the standardised rows. */
static void direction_take(const struct set *s, double *along)
{
    struct arena *arena = arena_new();
    size_t d = s->n_in;
    float *x = arena_alloc(arena, s->rows * d, sizeof(*x));
    float *axes = arena_alloc(arena, d * d, sizeof(*axes));
    double *column = arena_alloc(arena, s->rows, sizeof(*column));
    for (size_t j = 0; j < d; j++) {
        double mean = 0.0, square = 0.0;
        column_take(s, j, column);
        for (size_t i = 0; i < s->rows; i++)
            mean += column[i] / (double)s->rows;
        for (size_t i = 0; i < s->rows; i++)
            square += (column[i] - mean) * (column[i] - mean) / (double)s->rows;
        for (size_t i = 0; i < s->rows; i++)
            x[i * d + j] = (float)((column[i] - mean) / (sqrt(square) + 1e-9));
    }
    axes_principal(x, s->rows, d, axes);
    size_t largest = 0; /* an axis is divided by its deviation, so the longest has the shortest */
    double least = INFINITY;
    for (size_t p = 0; p < d; p++) {
        double norm = 0.0;
        for (size_t j = 0; j < d; j++)
            norm += (double)axes[p * d + j] * (double)axes[p * d + j];
        if (norm < least) {
            least = norm;
            largest = p;
        }
    }
    for (size_t i = 0; i < s->rows; i++) {
        along[i] = 0.0;
        for (size_t j = 0; j < d; j++)
            along[i] += (double)axes[largest * d + j] * (double)x[i * d + j];
    }
    arena_free(arena);
}

/* Marks the rows of the region that is left out. */
static void region_mark(const struct set *s, const char *kind, bool *out)
{
    struct arena *arena = arena_new();
    double *a = arena_alloc(arena, s->rows, sizeof(*a)),
           *b = arena_alloc(arena, s->rows, sizeof(*b));
    char *rest;
    if (strncmp(kind, "quadrant ", 9) == 0) {
        column_take(s, strtoul(kind + 9, &rest, 10), a);
        column_take(s, strtoul(rest, NULL, 10), b);
        double ma = doubles_quantile(a, s->rows, 0.5), mb = doubles_quantile(b, s->rows, 0.5);
        for (size_t i = 0; i < s->rows; i++)
            out[i] = a[i] > ma && b[i] > mb;
    } else if (strcmp(kind, "ball") == 0) {
        double radius = s->n_in == 3 ? 0.5 : 1.0;
        for (size_t i = 0; i < s->rows; i++) {
            double square = 0.0;
            for (size_t j = 0; j < s->n_in; j++)
                square += s->x[i * s->n_in + j] * s->x[i * s->n_in + j];
            out[i] = square < radius * radius;
        }
    } else {
        if (strncmp(kind, "input ", 6) == 0)
            column_take(s, strtoul(kind + 6, NULL, 10), a);
        else
            direction_take(s, a);
        double limit = doubles_quantile(a, s->rows, 0.8);
        for (size_t i = 0; i < s->rows; i++)
            out[i] = a[i] > limit;
    }
    arena_free(arena);
}

/* --- shifts --------------------------------------------------------------------------------- */

static struct shift_rows shift_rows_take(struct arena *arena, const struct set *s,
                                         const size_t *index, size_t count)
{
    struct shift_rows rows = {count, arena_alloc(arena, count * s->n_in, sizeof(double)),
                              arena_alloc(arena, count, sizeof(double))};
    for (size_t i = 0; i < count; i++) {
        memcpy(rows.x + i * s->n_in, s->x + index[i] * s->n_in, s->n_in * sizeof(double));
        rows.y[i] = s->y[index[i]];
    }
    return rows;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static struct shift_rows rows_all(struct arena *arena, const struct set *s)
{
    size_t *index = arena_alloc(arena, s->rows, sizeof(*index));
    for (size_t i = 0; i < s->rows; i++)
        index[i] = i;
    return shift_rows_take(arena, s, index, s->rows);
}

/* Slow flights, and faster ones. */
static bool flights_make(struct arena *arena, const char *kind, const char *data,
                         struct shift *shift)
{
    const char *folder = arena_printf(arena, "%s/crazyflie", data);
    struct set train = set_read(arena, arena_printf(arena, "%s/train.csv", folder), 0, 0);
    if (train.rows == 0)
        return false;
    struct set in = set_read(arena, arena_printf(arena, "%s/test_in.csv", folder), 0, 0);
    struct set out = set_read(arena, arena_printf(arena, "%s/test_out_%s.csv", folder, kind), 0, 0);
    shift->n_in = train.n_in;
    shift->ordered = true;
    shift->train = rows_all(arena, &train);
    shift->inside = rows_all(arena, &in);
    shift->outside = rows_all(arena, &out);
    return true;
}

/* Points of [-2, 2]^2 that are farther than 0.3 from all rows. */
static struct shift_rows far_draw(struct arena *arena, const struct set *s, struct random *random)
{
    struct shift_rows rows = {0, arena_alloc(arena, (size_t)2 * MOST_ASKED, sizeof(double)),
                              arena_alloc(arena, MOST_ASKED, sizeof(double))};
    while (rows.count < MOST_ASKED) {
        double x[2], nearest = INFINITY;
        for (size_t j = 0; j < 2; j++)
            x[j] = 4.0 * random_uniform(random) - 2.0;
        for (size_t i = 0; i < s->rows; i++)
            nearest = fmin(nearest, hypot(s->x[2 * i] - x[0], s->x[2 * i + 1] - x[1]));
        if (nearest > 0.3)
            memcpy(rows.x + 2 * rows.count++, x, sizeof(x));
    }
    return rows;
}

bool shift_make(struct arena *arena, const struct shift_source *source, const char *data,
                uint64_t seed, struct shift *shift)
{
    struct random random = {.state = seed};
    *shift = (struct shift){.set = source->set,
                            .kind = source->kind,
                            .judged = source->judged,
                            .validates = (size_t)(seed % 10)};
    if (strcmp(source->set, "crazyflie") == 0)
        return flights_make(arena, source->kind, data, shift);
    struct set s = set_find(arena, source->set, data, &random);
    if (s.rows == 0)
        return false;
    bool far = strcmp(source->kind, "far") == 0;
    bool *out = arena_alloc(arena, s.rows, sizeof(*out));
    if (!far)
        region_mark(&s, source->kind, out);
    size_t *in_rows = arena_alloc(arena, s.rows, sizeof(*in_rows)), n_in_rows = 0;
    size_t *out_rows = arena_alloc(arena, s.rows, sizeof(*out_rows)), n_out_rows = 0;
    for (size_t i = 0; i < s.rows; i++)
        if (out[i])
            out_rows[n_out_rows++] = i;
        else
            in_rows[n_in_rows++] = i;
    rows_shuffle(in_rows, n_in_rows, &random);
    rows_shuffle(out_rows, n_out_rows, &random);
    size_t held = n_in_rows / 5 < LEAST_INSIDE ? LEAST_INSIDE : least(n_in_rows / 5, MOST_ASKED);
    shift->n_in = s.n_in;
    shift->inside = shift_rows_take(arena, &s, in_rows, held);
    shift->train = shift_rows_take(arena, &s, in_rows + held, least(n_in_rows - held, MOST_TRAIN));
    shift->outside = far ? far_draw(arena, &s, &random)
                         : shift_rows_take(arena, &s, out_rows, least(n_out_rows, MOST_ASKED));
    return true;
}
