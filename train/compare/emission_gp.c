/* A Gaussian process on some of the training rows as a spec, one for each output. With L the
   Cholesky factor of the kernel matrix and k the kernel between the rows and the input, |L^-1 k|^2
   over the variance of the function is the share of that variance which the rows explain: a
   triangular layer with square activation. Eta looks at the share that remains. */
#include "emission.h"
#include "gp_model.h"

#include <lapacke.h>
#include <math.h>

static const double root_half = 0.70710678118654752440; /* exp(-r^2 / 2) is exp(-(root_half r)^2) */

static const char *name_of(struct arena *arena, const char *stem, size_t output)
{
    return arena_printf(arena, "%s%zu", stem, output + 1);
}

/* exp(-r^2 / 2) for each row, r being the distance in lengths. */
static const char *near_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                            size_t output)
{
    const char *scaled = name_of(arena, "scaled", output), *name = name_of(arena, "near", output);
    struct spec_layer *layer = emission_dense(arena, spec, scaled, export_from(arena, "inputs"),
                                              gp->d, gp->d, ACT_IDENTITY);
    for (size_t j = 0; j < gp->d; j++)
        layer->weights[j * gp->d + j] = export_number((float)(root_half / gp->length[j]));
    layer = emission_dense(arena, spec, name, export_from(arena, scaled), gp->d, gp->n, ACT_EXP);
    layer->kind = LAYER_RADIAL;
    for (size_t i = 0; i < gp->n * gp->d; i++)
        layer->weights[i] = export_number((float)(root_half * gp->x[i]));
    return name;
}

static void mean_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                     const char *near_by, size_t output)
{
    struct spec_layer *layer = emission_dense(arena, spec, name_of(arena, "mean", output),
                                              export_from(arena, near_by), gp->n, 1, ACT_IDENTITY);
    for (size_t i = 0; i < gp->n; i++)
        layer->weights[i] = export_number((float)(gp->alpha[i] * gp->signal * gp->signal));
}

static void explained_add(struct arena *arena, struct spec *spec, const struct gp *gp,
                          const char *near_by, size_t output)
{
    size_t n = gp->n;
    struct spec_layer *layer = emission_dense(arena, spec, name_of(arena, "explained", output),
                                              export_from(arena, near_by), n, n, ACT_SQUARE);
    double *inverse = arena_alloc(arena, n * n, sizeof(*inverse));
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            inverse[j * n + i] = gp->root[j * n + i];
    LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'L', 'N', (int)n, inverse, (int)n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            layer->weights[i * n + j] = export_number((float)(inverse[j * n + i] * gp->signal));
}

/* The share that remains at which eta is a half: at most a half, so that eta is 0.9 far away. */
static double half_of(const struct gp *gp, size_t n_out, const struct rows *train)
{
    enum { ROWS = 1000 };
    struct arena *arena = arena_new();
    size_t n = train->count < ROWS ? train->count : ROWS, d = train->n_in;
    double *remaining = arena_alloc(arena, n, sizeof(*remaining));
    double *x = arena_alloc(arena, d, sizeof(*x)), mean, sd;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < d; j++)
            x[j] = (double)train->x[i * train->count / n * d + j];
        for (size_t k = 0; k < n_out; k++) {
            gp_predict(&gp[k], x, 1, &mean, &sd);
            remaining[i] += sd * sd / (gp[k].signal * gp[k].signal * (double)n_out);
        }
    }
    double half = fmin(0.5, emission_half(remaining, n));
    arena_free(arena);
    return half;
}

static void eta_add(struct arena *arena, struct spec *spec, size_t n, size_t n_out, double half)
{
    struct spec_from from = emission_from(arena, "explained", n_out, NULL);
    struct spec_layer *layer = emission_dense(arena, spec, "eta", from, n * n_out, 1, ACT_SIGMOID);
    for (size_t i = 0; i < n * n_out; i++)
        layer->weights[i] = (float)(-emission_steep / (half * (double)n_out));
    layer->bias[0] = (float)(emission_steep * (1.0 / half - 1.0));
}

struct spec *gp_model_spec(struct arena *arena, struct model *model, const struct emission *e)
{
    const struct rows *train = &e->problem->train;
    size_t n_out = model->n_out;
    const struct gp *gp = gp_model_subset(arena, (const struct gp_model *)model, train, e->points);
    double *noise = arena_alloc(arena, n_out, sizeof(*noise));
    const char *shape = arena_printf(arena, "%zu points of %zu", gp->n, gp->d);
    struct spec *spec = emission_frame(arena, model, e, shape, 4 * n_out + 2);
    for (size_t k = 0; k < n_out; k++) {
        const char *near_by = near_add(arena, spec, &gp[k], k);
        mean_add(arena, spec, &gp[k], near_by, k);
        explained_add(arena, spec, &gp[k], near_by, k);
        noise[k] = gp[k].noise;
    }
    spec->mean.from = emission_from(arena, "mean", n_out, NULL);
    eta_add(arena, spec, gp->n, n_out, half_of(gp, n_out, train));
    emission_noise(arena, spec, model->n_in, noise, n_out);
    return spec;
}
