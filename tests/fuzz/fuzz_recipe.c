/* Gives any bytes to the reader of recipes. Reading must end in a recipe or in one message with
   file and line, without a fault of memory. An accepted recipe must keep the limits on which
   training relies. Build with -fsanitize=fuzzer,address,undefined and run on
   tests/golden/recipes_refused and models/. */
#include "fuzzing.h"
#include "recipe.h"
#include "recipe_read.h"

#include <math.h>

static void limits_check(const struct recipe *r)
{
    const struct eta_options *e = &r->epistemic;
    bool given = r->mean_from.path != NULL;
    expect(r->n_inputs > 0 && (r->n_outputs > 0 || given) && r->shape.n_in == r->n_inputs,
           "beyond the limits");
    expect(!given || (r->shape.eta_from != ETA_FROM_TRUNK && e->spread != SPREAD_GRADIENT),
           "what a given mean does not have");
    expect(r->shape.trunk.count <= MAX_HIDDEN && r->shape.eta.count <= MAX_HIDDEN,
           "beyond the limits");
    expect(r->fit.batch % BATCH_STEP == 0 && e->batch % BATCH_STEP == 0 && e->batch > 0,
           "beyond the limits");
    expect(e->n >= 2 && e->samples >= e->n && e->least <= e->most && e->neighbours < NEAREST_MOST,
           "beyond the limits");
    expect(e->leave_out < NEAREST_MOST && e->steps > 0 && r->fit.floor > 0.0, "beyond the limits");
    expect(r->fit.coverage >= 0.0 && r->fit.coverage < 1.0, "beyond the limits");
    expect(r->order.by < ORDER_COUNT && (r->order.time.name == NULL || r->order.by == ORDER_TIME),
           "beyond the limits");
    expect(r->prune.sparsity < 1.0 && r->prune.eta < 1.0 && r->prune.effort > 0.0,
           "beyond the limits");
    for (size_t i = 0; i < r->n_inputs; i++) {
        expect(isnan(r->domain.low[i]) || r->domain.low[i] < r->domain.high[i],
               "beyond the limits");
        if (r->distance.weight != NULL)
            expect(r->distance.weight[i] >= 0.0 && r->distance.period[i] >= 0.0,
                   "beyond the limits");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *volatile arena = arena_new();
    fuzz_begin("fuzz.yaml:");
    if (setjmp(fuzz_refused) == 0)
        limits_check(recipe_read(arena, "fuzz.yaml", (const char *)data, size));
    arena_free(arena);
    return 0;
}
