/* See rows.h. */
#include "prove/eta/rows.h"

#include "base/fail.h"
#include "data/table.h"

#include <math.h>
#include <string.h>

static size_t column_find(const struct table *t, const char *name)
{
    for (size_t i = 0; t->names != NULL && i < t->columns; i++)
        if (strcmp(t->names[i], name) == 0)
            return i;
    fail("%s: no column \"%s\", expected one for each input of the spec", t->file, name);
}

struct data_rows rows_read(struct arena *arena, const struct net *net, const char *path)
{
    const struct table *t = table_read(arena, path);
    struct data_rows r = {.count = t->rows, .n = net->n_inputs};
    double *z = arena_alloc(arena, r.count * r.n, sizeof(*z));
    double *scale = arena_alloc(arena, r.n, sizeof(*scale));
    double *centre = arena_alloc(arena, r.n, sizeof(*centre));
    for (size_t j = 0; j < r.n; j++) {
        size_t column = column_find(t, net->inputs[j].name);
        scale[j] = net->inputs[j].scale;
        centre[j] = net->inputs[j].centre;
        for (size_t i = 0; i < r.count; i++)
            z[i * r.n + j] = (t->values[i * t->columns + column] - centre[j]) / scale[j];
    }
    r.z = z;
    r.scale = scale;
    r.centre = centre;
    return r;
}

double rows_farthest(const struct data_rows *r, const float *low, const float *high)
{
    double least = INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < r->n && sum < least; j++) {
            double a = ((double)low[j] - r->centre[j]) / r->scale[j] - r->z[i * r->n + j];
            double b = ((double)high[j] - r->centre[j]) / r->scale[j] - r->z[i * r->n + j];
            double most = fmax(fabs(a), fabs(b));
            sum += most * most;
        }
        least = fmin(least, sum);
    }
    return sqrt(least) * (1.0 + 0x1p-40) + 0x1p-40;
}

double rows_distance(const struct data_rows *r, const double *z)
{
    double least = INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < r->n; j++)
            sum += (z[j] - r->z[i * r->n + j]) * (z[j] - r->z[i * r->n + j]);
        least = fmin(least, sum);
    }
    return sqrt(least) * (1.0 + 0x1p-40) + 0x1p-40;
}
