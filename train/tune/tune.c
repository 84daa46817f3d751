/* See tune.h. */
#include "tune/tune.h"

#include <math.h>

static double load_of(double value, double limit) { return limit > 0.0 ? value / limit : 0.0; }

double budget_load(const struct budget *b, const struct cost *c)
{
    return fmax(load_of(c->cycles, b->cycles),
                fmax(load_of(c->flash, b->flash), load_of(c->stack, b->stack)));
}

const char *tune_scratch(struct arena *arena, const struct tune *t)
{
    return arena_printf(arena, "%s/scratch-%s-", t->directory, t->piece);
}
