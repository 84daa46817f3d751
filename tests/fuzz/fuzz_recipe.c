/* Any bytes as a recipe: reading must end in a recipe or in one message with file and line, without
   a fault of memory, and what is accepted must be within the limits that training relies on.
   Build with -fsanitize=fuzzer,address,undefined and run on tests/golden/recipes_refused and
   models/. */
#include "../../gen/fail.h"
#include "../../train/recipe.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static jmp_buf refused;

__attribute__((noreturn)) static void refusal_check(int status, const char *message)
{
    int readable = status == EXIT_INPUT && strncmp(message, "fuzz.yaml:", 10) == 0;
    for (const char *p = message; *p != '\0'; p++)
        readable = readable && *p >= 0x20 && *p <= 0x7E;
    if (!readable) {
        fprintf(stderr, "unreadable message: %s\n", message);
        abort();
    }
    longjmp(refused, 1);
}

static void must(int holds)
{
    if (!holds)
        abort();
}

static void limits_check(const struct recipe *r)
{
    const struct recipe_epistemic *e = &r->epistemic;
    must(r->n_inputs > 0 && r->n_outputs > 0 && r->shape.n_in == r->n_inputs);
    must(r->shape.trunk.count <= MAX_HIDDEN && r->shape.eta.count <= MAX_HIDDEN);
    must(r->fit.batch % BATCH_STEP == 0 && e->batch % BATCH_STEP == 0 && e->batch > 0);
    must(e->n >= 2 && e->samples >= e->n && e->least <= e->most && e->neighbours < NEAREST_MOST);
    must(e->leave_out < NEAREST_MOST && e->steps > 0 && r->fit.floor > 0.0);
    must(r->prune.sparsity < 1.0 && r->prune.eta < 1.0 && r->prune.effort > 0.0);
    for (size_t i = 0; i < r->n_inputs; i++) {
        must(isnan(r->domain.low[i]) || r->domain.low[i] < r->domain.high[i]);
        if (r->distance.weight != NULL)
            must(r->distance.weight[i] >= 0.0 && r->distance.period[i] >= 0.0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *volatile arena = arena_new();
    fail_hook = refusal_check;
    if (setjmp(refused) == 0)
        limits_check(recipe_read(arena, "fuzz.yaml", (const char *)data, size));
    arena_free(arena);
    return 0;
}
