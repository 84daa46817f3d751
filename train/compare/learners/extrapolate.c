/* See extrapolate.h. */
#include "compare/learners/extrapolate.h"

#include "epiout.h"
#include "geometry/clusters.h"

#include <math.h>
#include <string.h>

enum { CLUSTERS = 2 };

/* How a network extrapolates depends on its seed, so several seeds are tried. Each seed and cluster
   has a group of misses; VALIDATION is the group of the validation rows. */
enum { STARTS = 3, VALIDATION = STARTS * CLUSTERS };
_Static_assert((int)VALIDATION < (int)MISSES_GROUPS, "a group for each");

/* A network is asked about at most so many of its samples. */
enum { SAMPLES = 2000 };

/* The rows of a cluster are standardised once more; this is the scale of one column. */
struct column_scale {
    double mean, sd;
};

static struct column_scale column_of(const float *values, size_t n, size_t columns, size_t j)
{
    struct column_scale c = {0};
    for (size_t i = 0; i < n; i++)
        c.mean += (double)values[i * columns + j] / (double)n;
    for (size_t i = 0; i < n; i++)
        c.sd += pow((double)values[i * columns + j] - c.mean, 2.0) / (double)n;
    c.sd = sqrt(c.sd);
    if (!(c.sd > 1e-6))
        c.sd = 1.0;
    return c;
}

static float *columns_scale(struct arena *arena, const float *values, size_t n, size_t columns,
                            const struct column_scale *scales)
{
    float *scaled = arena_alloc(arena, n * columns, sizeof(*scaled));
    for (size_t i = 0; i < n * columns; i++)
        scaled[i] =
            (float)(((double)values[i] - scales[i % columns].mean) / scales[i % columns].sd);
    return scaled;
}

/* The rows of cluster c or, without `in`, all other rows. */
static struct rows rows_pick(struct arena *arena, const struct rows *rows, const size_t *cluster,
                             size_t c, bool in)
{
    struct rows r = {.n_in = rows->n_in, .n_out = rows->n_out};
    float *x = arena_alloc(arena, rows->count * rows->n_in, sizeof(*x));
    float *y = arena_alloc(arena, rows->count * rows->n_out, sizeof(*y));
    for (size_t i = 0; i < rows->count; i++) {
        if ((cluster[i] == c) != in)
            continue;
        memcpy(x + r.count * r.n_in, rows->x + i * r.n_in, r.n_in * sizeof(*x));
        memcpy(y + r.count * r.n_out, rows->y + i * r.n_out, r.n_out * sizeof(*y));
        r.count++;
    }
    r.x = x;
    r.y = y;
    return r;
}

static struct column_scale *scales_of(struct arena *arena, const float *values, size_t n,
                                      size_t columns)
{
    struct column_scale *scales = arena_alloc(arena, columns, sizeof(*scales));
    for (size_t j = 0; j < columns; j++)
        scales[j] = column_of(values, n, columns, j);
    return scales;
}

/* Adds the errors of a network on rows to a group. The scales bring the errors from the units of
   the rows to those of all training rows. */
static void misses_add(const struct network *network, const struct rows *rows,
                       const struct column_scale *scales, size_t group, struct misses *misses)
{
    struct arena *arena = arena_new();
    size_t n_out = rows->n_out;
    float *mean = arena_alloc(arena, rows->count * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, rows->count * n_out, sizeof(*sigma));
    float *eta = arena_alloc(arena, rows->count, sizeof(*eta));
    network_predict(network, rows, mean, sigma, eta);
    for (size_t i = 0; i < rows->count * n_out; i++) {
        struct misses *m = &misses[i % n_out];
        double sd = scales[i % n_out].sd;
        m->error[m->count] = sd * ((double)rows->y[i] - (double)mean[i]);
        m->sigma[m->count] = sd * (double)sigma[i];
        m->eta[m->count] = (double)eta[i / n_out];
        m->group[m->count++] = group;
    }
    arena_free(arena);
}

static struct misses *misses_new(struct arena *arena, size_t count, size_t n_out)
{
    struct misses *misses = arena_alloc(arena, n_out, sizeof(*misses));
    for (size_t k = 0; k < n_out; k++) {
        misses[k].error = arena_alloc(arena, count, sizeof(double));
        misses[k].sigma = arena_alloc(arena, count, sizeof(double));
        misses[k].eta = arena_alloc(arena, count, sizeof(double));
        misses[k].group = arena_alloc(arena, count, sizeof(*misses[k].group));
        misses[k].held_out = VALIDATION;
    }
    return misses;
}

/* The recipe of a shorter training: as many epochs as for all rows, hence fewer steps, and a
   quarter of the steps for eta. */
static struct recipe recipe_brief(const struct recipe *recipe, size_t rows, uint64_t start)
{
    struct recipe brief = *recipe;
    brief.seed = recipe->seed + (start << 32U);
    brief.fit.epochs = fit_epochs(&recipe->fit, rows);
    brief.epistemic.steps = (brief.epistemic.steps + 3) / 4;
    if (brief.epistemic.teacher == TEACHER_AUTO) /* nobody judges these networks */
        brief.epistemic.teacher = TEACHER_BLEND;
    return brief;
}

/* Evenly spaced samples of those that a network was taught as unknown. */
static struct rows samples_pick(struct arena *arena, const struct labelled *set, size_t n_out)
{
    struct rows r = {.n_in = set->n_in, .n_out = n_out};
    size_t step = (set->n_unknown + SAMPLES - 1) / SAMPLES;
    float *x = arena_alloc(arena, SAMPLES * r.n_in, sizeof(*x));
    for (size_t i = 0; i < set->n_unknown; i += step)
        memcpy(x + r.n_in * r.count++, set->unknown + i * r.n_in, r.n_in * sizeof(*x));
    r.x = x;
    return r;
}

/* Adds errors beside the data, where eta is low and no row can be left out. Another network that
   has learned the same rows answers differently there; the difference, together with sigma, is
   taken for the error. Far away all networks may be wrong in the same way, so only samples of low
   eta count. */
static void samples_add(const struct epiout *own, const struct network *other,
                        const struct column_scale *scales, size_t group, size_t n_out,
                        struct misses *misses)
{
    const double low = 0.3;
    struct arena *arena = arena_new();
    struct rows rows = samples_pick(arena, &own->set, n_out);
    float *mean = arena_alloc(arena, rows.count * n_out + 1, sizeof(*mean));
    float *second = arena_alloc(arena, rows.count * n_out + 1, sizeof(*second));
    float *sigma = arena_alloc(arena, rows.count * n_out + 1, sizeof(*sigma));
    float *eta = arena_alloc(arena, rows.count + 1, sizeof(*eta));
    network_predict(own->network, &rows, mean, sigma, eta);
    network_predict(other, &rows, second, NULL, NULL);
    for (size_t i = 0; i < rows.count * n_out; i++) {
        struct misses *m = &misses[i % n_out];
        double sd = scales[i % n_out].sd, difference = (double)second[i] - (double)mean[i];
        if (!((double)eta[i / n_out] < low))
            continue;
        m->error[m->count] = sd * hypot(difference, (double)sigma[i]);
        m->sigma[m->count] = sd * (double)sigma[i];
        m->eta[m->count] = (double)eta[i / n_out];
        m->group[m->count++] = group;
    }
    arena_free(arena);
}

/* Trains networks of all seeds on all rows but those of cluster c. Adds their errors on that
   cluster and beside the rows that they have learned. */
static void cluster_leave_out(const struct recipe *recipe, const struct rows *train,
                              const size_t *cluster, size_t c, struct misses *misses)
{
    struct arena *arena = arena_new();
    struct rows rest = rows_pick(arena, train, cluster, c, false);
    struct rows left = rows_pick(arena, train, cluster, c, true);
    struct rows none = {.n_in = train->n_in, .n_out = train->n_out};
    struct epiout e[STARTS];
    if (rest.count >= 2 && left.count > 0) {
        struct column_scale *in = scales_of(arena, rest.x, rest.count, rest.n_in);
        struct column_scale *out = scales_of(arena, rest.y, rest.count, rest.n_out);
        rest.x = columns_scale(arena, rest.x, rest.count, rest.n_in, in);
        rest.y = columns_scale(arena, rest.y, rest.count, rest.n_out, out);
        left.x = columns_scale(arena, left.x, left.count, left.n_in, in);
        left.y = columns_scale(arena, left.y, left.count, left.n_out, out);
        for (size_t start = 0; start < STARTS; start++) {
            struct recipe brief = recipe_brief(recipe, train->count, start);
            e[start] = epiout_fit(arena, &brief, &rest, &none, NULL);
        }
        for (size_t start = 0; start < STARTS; start++) {
            size_t group = start * CLUSTERS + c;
            misses_add(e[start].network, &left, out, group, misses);
            samples_add(&e[start], e[(start + 1) % STARTS].network, out, group, train->n_out,
                        misses);
        }
    }
    arena_free(arena);
}

/* Adds the errors of the network itself on the validation rows. */
static void validation_add(struct arena *arena, const struct network *network,
                           const struct rows *validation, struct misses *misses)
{
    struct column_scale *as_they_are = arena_alloc(arena, validation->n_out, sizeof(*as_they_are));
    for (size_t k = 0; k < validation->n_out; k++)
        as_they_are[k].sd = 1.0;
    if (validation->count > 0)
        misses_add(network, validation, as_they_are, VALIDATION, misses);
}

void extrapolate_ignorance(const struct recipe *recipe, const struct network *network,
                           const struct rows *train, const struct rows *validation,
                           struct ignorance *ignorance)
{
    struct arena *arena = arena_new();
    size_t *cluster = arena_alloc(arena, train->count, sizeof(*cluster));
    struct misses *misses =
        misses_new(arena, STARTS * train->count + VALIDATION * (size_t)SAMPLES + validation->count,
                   train->n_out);
    clusters_find(train, CLUSTERS, cluster);
    for (size_t c = 0; c < CLUSTERS; c++)
        cluster_leave_out(recipe, train, cluster, c, misses);
    validation_add(arena, network, validation, misses);
    for (size_t k = 0; k < train->n_out; k++)
        ignorance[k] = ignorance_fit(&misses[k]);
    arena_free(arena);
}
