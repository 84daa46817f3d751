/* Writes dropout and the Bayesian network as specs, in which every sample is a network of its own.
   Under dropout all samples share the first layer. The masks are those that sampled_predict draws
   for its first row, and units that a mask leaves out are left out of the spec. For the Bayesian
   network every weight is drawn; sampled_predict draws the sums of weights, which have the same
   distribution. */
#include "compare/emission/emission.h"
#include "compare/learners/sampled_model.h"
#include "compare/methods/draws.h"
#include "net/lanes.h"
#include "result/export.h"

#include <math.h>

/* The factors on hidden units, (unit, sample): 0, or what a kept unit counts. */
struct masks {
    size_t batch;
    float *keep[SAMPLED_LAYERS - 1];
};

static struct masks masks_draw(struct arena *arena, const struct sampled_model *m, size_t samples)
{
    struct random random = {.state = m->seed};
    struct masks masks = {.batch = padded(samples)};
    for (size_t l = 0; l + 1 < SAMPLED_LAYERS; l++) {
        size_t n = SAMPLED_HIDDEN * masks.batch;
        masks.keep[l] = floats_new(arena, n);
        draws_keep(&random, m->sampled->dropout, masks.keep[l], n);
    }
    return masks;
}

static const char *name_of(struct arena *arena, const char *stem, size_t sample)
{
    return arena_printf(arena, "%s%zu", stem, sample + 1);
}

/* Adds the layers of one sample, except the first, which all samples share. */
static void masked_add(struct arena *arena, struct spec *spec, const struct sampled *s,
                       const struct masks *masks, size_t sample)
{
    const struct dense *second = &s->mean[1], *third = &s->mean[2];
    const float *first_keep = masks->keep[0] + sample, *second_keep = masks->keep[1] + sample;
    size_t kept = 0, units[SAMPLED_HIDDEN];
    for (size_t o = 0; o < SAMPLED_HIDDEN; o++)
        if (second_keep[o * masks->batch] > 0.0F)
            units[kept++] = o;
    if (kept == 0)
        units[kept++] = 0; /* a layer needs a unit; the factor of this one is 0 */
    const char *name = name_of(arena, "b", sample);
    struct spec_layer *hidden = emission_layer(arena, spec,
                                               (struct spec_layer){.name = name,
                                                                   .from = export_from(arena, "a"),
                                                                   .n_in = SAMPLED_HIDDEN,
                                                                   .n_out = kept,
                                                                   .activation = ACT_TANH});
    struct spec_layer *out = emission_layer(arena, spec,
                                            (struct spec_layer){.name = name_of(arena, "f", sample),
                                                                .from = export_from(arena, name),
                                                                .n_in = kept,
                                                                .n_out = s->n_out,
                                                                .activation = ACT_IDENTITY});
    for (size_t r = 0; r < kept; r++) {
        size_t o = units[r];
        hidden->bias[r] = export_number(second->bias[o]);
        for (size_t i = 0; i < SAMPLED_HIDDEN; i++)
            hidden->weights[r * SAMPLED_HIDDEN + i] = export_number(
                second->weights[o * second->stride + i] * first_keep[i * masks->batch]);
        for (size_t k = 0; k < s->n_out; k++)
            out->weights[k * kept + r] = export_number(third->weights[k * third->stride + o] *
                                                       second_keep[o * masks->batch]);
    }
    for (size_t k = 0; k < s->n_out; k++)
        out->bias[k] = export_number(third->bias[k]);
}

static void dropout_add(struct arena *arena, struct spec *spec, const struct sampled_model *m,
                        size_t samples)
{
    struct masks masks = masks_draw(arena, m, samples);
    export_layer(arena, spec, "a", export_from(arena, "inputs"), &m->sampled->mean[0]);
    for (size_t i = 0; i < samples; i++)
        masked_add(arena, spec, m->sampled, &masks, i);
}

static float drawn(float mean, float variance, float draw) { return mean + sqrtf(variance) * draw; }

void sampled_fix(struct arena *arena, const struct sampled *s, struct random *random,
                 struct dense layers[SAMPLED_LAYERS])
{
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        const struct dense *mean = &s->mean[l], *variance = &s->variance[l];
        size_t n_weights = mean->n_out * mean->stride;
        float *draws = floats_new(arena, n_weights + mean->n_out);
        draws_normal(random, draws, n_weights + mean->n_out);
        layers[l] = *mean;
        layers[l].activation = l + 1 < SAMPLED_LAYERS ? ACT_TANH : ACT_IDENTITY;
        layers[l].weights = floats_new(arena, n_weights);
        layers[l].bias = floats_new(arena, mean->n_out);
        for (size_t i = 0; i < n_weights; i++)
            if (i % mean->stride < mean->n_in) /* the rest is padding */
                layers[l].weights[i] = drawn(mean->weights[i], variance->weights[i], draws[i]);
        for (size_t o = 0; o < mean->n_out; o++)
            layers[l].bias[o] = drawn(mean->bias[o], variance->bias[o], draws[n_weights + o]);
    }
}

static void bayesian_add(struct arena *arena, struct spec *spec, const struct sampled_model *m,
                         size_t samples)
{
    static const char *const stems[SAMPLED_LAYERS] = {"a", "b", "f"};
    struct random random = {.state = m->seed};
    for (size_t i = 0; i < samples; i++) {
        struct dense layers[SAMPLED_LAYERS];
        const char *from = "inputs";
        sampled_fix(arena, m->sampled, &random, layers);
        for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
            const char *name = name_of(arena, stems[l], i);
            export_layer(arena, spec, name, export_from(arena, from), &layers[l]);
            from = name;
        }
    }
}

struct spec *sampled_model_spec(struct arena *arena, struct fitted *model, const struct emission *e)
{
    const struct sampled_model *m = (const struct sampled_model *)model;
    const char *shape = arena_printf(arena, "%zu x %zu-%d-%d", e->samples, model->n_in,
                                     SAMPLED_HIDDEN, SAMPLED_HIDDEN);
    size_t most = SAMPLED_LAYERS * e->samples + 5;
    struct spec *spec = emission_frame(arena, model, e, shape, most);
    double *noise = arena_alloc(arena, model->n_out, sizeof(*noise));
    for (size_t k = 0; k < model->n_out; k++)
        noise[k] = sampled_noise(m->sampled, k);
    if (m->sampled->bayesian)
        bayesian_add(arena, spec, m, e->samples);
    else
        dropout_add(arena, spec, m, e->samples);
    emission_spread(arena, spec,
                    &(struct emission_members){"f", e->samples, model->n_out, e->samples - 1},
                    emission_half_of(model, &e->problem->train));
    emission_noise(arena, spec, model->n_in, noise, model->n_out);
    return spec;
}
