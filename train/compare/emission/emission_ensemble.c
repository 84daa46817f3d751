/* Writes a deep ensemble as a spec. Means and sigmas of the members are averaged. The mixture's
   sigma would be the root of the mean square, which is never less, but a spec has no root. */
#include "compare/emission/emission.h"
#include "compare/learners/ensemble_model.h"
#include "result/export.h"

#include <float.h>
#include <math.h>

static void member_add(struct arena *arena, struct spec *spec, const struct network *network,
                       size_t number)
{
    const char *letter = arena_printf(arena, "n%zu_h", number);
    const char *features = export_chain(arena, spec, &network->trunk, letter, NULL, "inputs");
    export_chain(arena, spec, &network->mean, arena_printf(arena, "n%zu_m", number),
                 arena_printf(arena, "f%zu", number), features);
    export_chain(arena, spec, &network->sigma, arena_printf(arena, "n%zu_s", number),
                 arena_printf(arena, "s%zu", number), features);
}

struct spec *ensemble_model_spec(struct arena *arena, struct fitted *model,
                                 const struct emission *e)
{
    const struct ensemble_model *m = (const struct ensemble_model *)model;
    const struct network *first = m->networks[0];
    size_t layers = first->trunk.count + first->mean.count + first->sigma.count;
    const char *shape =
        arena_printf(arena, "%d x %s", ENSEMBLE_MEMBERS, emission_widths(arena, &first->trunk));
    struct spec *spec = emission_frame(arena, model, e, shape, ENSEMBLE_MEMBERS * layers + 4);
    for (size_t i = 0; i < ENSEMBLE_MEMBERS; i++)
        member_add(arena, spec, m->networks[i], i + 1);
    emission_spread(
        arena, spec,
        &(struct emission_members){"f", ENSEMBLE_MEMBERS, model->n_out, ENSEMBLE_MEMBERS},
        emission_half_of(model, &e->problem->train));
    spec->layers[spec->n_layers++] =
        (struct spec_layer){.name = "sigma",
                            .kind = LAYER_AVERAGE,
                            .from = emission_from(arena, "s", ENSEMBLE_MEMBERS, NULL)};
    for (size_t k = 0; k < model->n_out; k++)
        spec->sigma.floor[k] =
            fmaxf((float)(first->sigma_floor * (double)spec->sigma.scale[k]), FLT_MIN);
    return spec;
}
