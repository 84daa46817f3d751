/* See property.h. */
#include "prove/properties/property.h"

#include "base/fail.h"
#include "prove/properties/exact.h"

#include <math.h>

static struct interval point(double value) { return (struct interval){value, value}; }

/* An inexact coefficient is within an ulp of the number that was written. */
static struct interval term(const struct row *row, double coefficient, float value)
{
    double doubt = row->inexact ? 0x1p-52 * fabs(coefficient) : 0.0;
    return exact_multiply((struct interval){coefficient - doubt, coefficient + doubt},
                          point((double)value));
}

static enum truth row_holds(const struct net *net, const struct row *row, bool strict,
                            const float *x, const float *y)
{
    struct interval sum = exact_negate(row->constant);
    for (size_t i = 0; i < net->n_inputs; i++)
        if (row->inputs[i] != 0.0)
            sum = exact_add(sum, term(row, row->inputs[i], x[i]));
    for (size_t i = 0; i < net->n_outputs; i++)
        if (row->outputs[i] != 0.0)
            sum = exact_add(sum, term(row, row->outputs[i], y[i]));
    if (strict ? sum.high < 0.0 : sum.high <= 0.0)
        return TRUTH_YES;
    return (strict ? sum.low >= 0.0 : sum.low > 0.0) ? TRUTH_NO : TRUTH_UNCLEAR;
}

enum truth conjunct_holds(const struct net *net, const struct conjunct *c, const float *x,
                          const float *y)
{
    enum truth all = TRUTH_YES;
    for (size_t i = 0; i < c->n_rows; i++) {
        enum truth truth = row_holds(net, &c->rows[i], c->strict[i], x, y);
        if (truth == TRUTH_NO)
            return TRUTH_NO;
        if (truth == TRUTH_UNCLEAR)
            all = TRUTH_UNCLEAR;
    }
    return all;
}

/* Whether eta, or an input itself, stands in a row. */
static bool region_has(const struct net *net, const struct region *region, bool eta)
{
    for (size_t c = 0; c < region->n_conjuncts; c++)
        for (size_t k = 0; k < region->conjuncts[c].n_rows; k++) {
            const struct row *row = &region->conjuncts[c].rows[k];
            for (size_t i = 0; i < net->n_inputs; i++)
                if (!eta && row->inputs[i] != 0.0)
                    return true;
            for (size_t i = 0; i < net->n_outputs; i++)
                if (eta && row->outputs[i] != 0.0 && net->outputs[i].kind == OUTPUT_ETA)
                    return true;
        }
    return false;
}

static float clamped(float x, double low, double high)
{
    return (double)x < low ? (float)low : (double)x > high ? (float)high : x;
}

void property_clamp(struct arena *arena, const struct net *net, struct property *property)
{
    for (size_t r = 0; r < property->n_regions; r++) {
        struct region *region = &property->regions[r];
        region->given_low = region->low;
        region->given_high = region->high;
        region->low = arena_alloc(arena, net->n_inputs, sizeof(float));
        region->high = arena_alloc(arena, net->n_inputs, sizeof(float));
        for (size_t i = 0; i < net->n_inputs; i++) {
            const struct net_input *in = &net->inputs[i];
            region->low[i] = clamped(region->given_low[i], in->low, in->high);
            region->high[i] = clamped(region->given_high[i], in->low, in->high);
            if (region->low[i] == region->given_low[i] && region->high[i] == region->given_high[i])
                continue;
            property->note =
                "inputs outside of the domain count as its nearest bound, as in the code";
            if (region_has(net, region, true) || region_has(net, region, false))
                fail_at(property->file, property->line,
                        "input \"%s\" from %.9g to %.9g leaves its domain from %.9g to %.9g, "
                        "expected it inside where eta or an input stands in a constraint",
                        in->name, (double)region->given_low[i], (double)region->given_high[i],
                        in->low, in->high);
        }
    }
}

void region_unclamp(const struct net *net, const struct region *region, float *x)
{
    for (size_t i = 0; i < net->n_inputs; i++)
        x[i] = clamped(x[i], (double)region->given_low[i], (double)region->given_high[i]);
}
