/* See emission.h. */
#include "compare/emission/emission.h"

#include "base/version.h"
#include "compare/learners/epiout_model.h"
#include "result/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

emission_maker *emission_of(const struct regressor *regressor)
{
    static const struct {
        const struct regressor *regressor;
        emission_maker *maker;
    } makers[] = {
        {&regressor_epiout, epiout_model_spec},   {&regressor_epiout_paper, epiout_model_spec},
        {&regressor_gp, gp_model_spec},           {&regressor_bnn, sampled_model_spec},
        {&regressor_dropout, sampled_model_spec}, {&regressor_ensemble, ensemble_model_spec},
    };
    for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++)
        if (makers[i].regressor == regressor)
            return makers[i].maker;
    return NULL;
}

const double emission_steep = 2.19722457733621938; /* log(9): eta is 0.1 where the variance is 0 */

/* --- layers ------------------------------------------------------------------------------------
 */

struct spec_layer *emission_layer(struct arena *arena, struct spec *spec, struct spec_layer layer)
{
    struct spec_layer *added = &spec->layers[spec->n_layers++];
    *added = layer;
    added->weights = arena_alloc(arena, layer.n_in * layer.n_out, sizeof(float));
    added->bias = arena_alloc(arena, layer.n_out, sizeof(float));
    return added;
}

struct spec_from emission_from(struct arena *arena, const char *stem, size_t count,
                               const char *last)
{
    struct spec_from from = {.count = count + (last != NULL)};
    from.names = arena_alloc(arena, from.count, sizeof(*from.names));
    for (size_t i = 0; i < count; i++)
        from.names[i] = arena_printf(arena, "%s%zu", stem, i + 1);
    if (last != NULL)
        from.names[count] = last;
    return from;
}

void emission_noise(struct arena *arena, struct spec *spec, size_t n_in, const double *noise,
                    size_t n_out)
{
    struct spec_layer *layer =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = "sigma",
                                           .from = export_from(arena, "inputs"),
                                           .n_in = n_in,
                                           .n_out = n_out,
                                           .activation = ACT_RELU});
    for (size_t k = 0; k < n_out; k++)
        layer->bias[k] = export_number((float)noise[k]);
}

/* The squared deviations of all members from their average. */
static void deviations_add(struct arena *arena, struct spec *spec,
                           const struct emission_members *members)
{
    size_t n_out = members->n_out, n = members->count * n_out;
    struct spec_layer *layer = emission_layer(
        arena, spec,
        (struct spec_layer){.name = "deviation",
                            .from = emission_from(arena, members->stem, members->count, "mean"),
                            .n_in = n + n_out,
                            .n_out = n,
                            .activation = ACT_SQUARE});
    for (size_t i = 0; i < n; i++) {
        layer->weights[i * (n + n_out) + i] = 1.0F;
        layer->weights[i * (n + n_out) + n + i % n_out] = -1.0F;
    }
}

void emission_spread(struct arena *arena, struct spec *spec, const struct emission_members *members,
                     double half)
{
    size_t n = members->count * members->n_out;
    double freedom = (double)members->freedom, n_out = (double)members->n_out;
    spec->layers[spec->n_layers++] =
        (struct spec_layer){.name = "mean",
                            .kind = LAYER_AVERAGE,
                            .from = emission_from(arena, members->stem, members->count, NULL)};
    deviations_add(arena, spec, members);
    struct spec_layer *eta =
        emission_layer(arena, spec,
                       (struct spec_layer){.name = "eta",
                                           .from = export_from(arena, "deviation"),
                                           .n_in = n,
                                           .n_out = 1,
                                           .activation = ACT_SIGMOID});
    for (size_t i = 0; i < n; i++)
        eta->weights[i] = export_number((float)(emission_steep / (half * freedom * n_out)));
    eta->bias[0] = (float)-emission_steep;
}

/* --- the variance at which eta is a half -------------------------------------------------------
 */

static int numbers_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double emission_half(double *variance, size_t count)
{
    const double least = 1e-12; /* of standardised outputs; less than that is rounding */
    qsort(variance, count, sizeof(*variance), numbers_order);
    return fmax(least, 2.0 * variance[(count - 1) * 95 / 100]);
}

double emission_half_of(struct fitted *model, const struct rows *train)
{
    enum { ROWS = 1000 };
    struct arena *arena = arena_new();
    size_t n = train->count < ROWS ? train->count : ROWS, n_out = train->n_out;
    float *numbers = arena_alloc(arena, 3 * n_out, sizeof(*numbers));
    double *variance = arena_alloc(arena, n, sizeof(*variance));
    struct estimates estimates = {numbers, numbers + n_out, numbers + 2 * n_out};
    for (size_t i = 0; i < n; i++) {
        struct rows row = *train;
        row.count = 1;
        row.x = train->x + i * train->count / n * train->n_in;
        model->regressor->predict(model, &row, &estimates);
        for (size_t k = 0; k < n_out; k++)
            variance[i] +=
                (double)estimates.epistemic[k] * (double)estimates.epistemic[k] / (double)n_out;
    }
    double half = emission_half(variance, n);
    arena_free(arena);
    return half;
}

/* --- the frame ---------------------------------------------------------------------------------
 */

const char *emission_widths(struct arena *arena, const struct chain *chain)
{
    const char *text = arena_printf(arena, "%zu", chain->n_in);
    for (size_t i = 0; i < chain->count; i++)
        text = arena_printf(arena, "%s-%zu", text, chain->layers[i].n_out);
    return text;
}

void emission_describe(struct arena *arena, struct spec *spec, const struct fitted *model,
                       const struct emission *e, const char *shape)
{
    const char *rows = arena_printf(arena, "%zu", e->problem->train.count);
    const struct spec_pair pairs[] = {
        {.key = "trainer", .text = arena_printf(arena, "epicompare %s", epigen_version)},
        {.key = "learner", .text = model->regressor->name},
        {.key = "shape", .text = shape},
        {.key = "rows", .text = rows},
    };
    spec->n_provenance = sizeof(pairs) / sizeof(pairs[0]);
    spec->provenance = arena_alloc(arena, spec->n_provenance, sizeof(pairs[0]));
    memcpy(spec->provenance, pairs, sizeof(pairs));
}

struct spec *emission_frame(struct arena *arena, const struct fitted *model,
                            const struct emission *e, const char *shape, size_t n_layers)
{
    const struct problem *p = e->problem;
    const struct scalings columns = {p->inputs, model->n_in, p->outputs, model->n_out};
    struct spec *spec = export_frame(arena, e->name, &columns, n_layers);
    emission_describe(arena, spec, model, e, shape);
    return spec;
}

struct spec *epiout_model_spec(struct arena *arena, struct fitted *model, const struct emission *e)
{
    const struct network *n = ((const struct epiout_model *)model)->network;
    struct spec *spec = export_spec(arena, n, e->name, e->problem->inputs, e->problem->outputs);
    static const char *const reads[ETA_FROM_COUNT] = {"the inputs", "that",
                                                      "the inputs and their squares"};
    const char *shape = arena_printf(arena, "%s; eta %s on %s", emission_widths(arena, &n->trunk),
                                     emission_widths(arena, &n->eta), reads[n->shape.eta_from]);
    emission_describe(arena, spec, model, e, shape);
    return spec;
}
