/* What fixed point loses, on rows that trained nothing. See fixed.h. */
#include "fixed/fixed.h"

#include <math.h>

/* How well eta tells held-out rows from samples labelled unknown. */
static double auroc_of(const struct fixed_answers *a)
{
    const struct answers *held_out = a->validation.count > 0 ? &a->validation : &a->test;
    return metrics_auroc(held_out->eta, held_out->count, a->unknown.eta, a->unknown.count);
}

static void part_print(const char *what, const struct answers *before, const struct answers *after,
                       const struct problem *p, FILE *out)
{
    for (size_t k = 0; k < after->n_out && after->count > 0; k++) {
        const struct predictions was = answers_output(before, k), is = answers_output(after, k);
        fprintf(out,
                "%-10s %s in fixed point (in float): error %.4g (%.4g)%s%s, negative log "
                "likelihood %.4f (%.4f), %.1f %% (%.1f %%) of the rows within two sigma, eta calls "
                "%.1f %% (%.1f %%) unknown\n",
                what, p->outputs[k].name, metrics_rmse(&is), metrics_rmse(&was),
                p->outputs[k].unit == NULL ? "" : " ",
                p->outputs[k].unit == NULL ? "" : p->outputs[k].unit, metrics_nll(&is),
                metrics_nll(&was), 100.0 * metrics_within(&is, 2.0),
                100.0 * metrics_within(&was, 2.0), 100.0 * (1.0 - answers_known_share(after)),
                100.0 * (1.0 - answers_known_share(before)));
    }
}

void fixed_print(const struct fixed *f, const struct problem *p, FILE *out)
{
    const double before = auroc_of(&f->before), after = auroc_of(&f->after);
    part_print("validation", &f->before.validation, &f->after.validation, p, out);
    part_print("test", &f->before.test, &f->after.test, p, out);
    if (!isnan(after))
        fprintf(out,
                "eta in fixed point (in float) tells held-out rows from samples labelled unknown "
                "with an AUROC of %.4f (%.4f)\n",
                after, before);
    if (!f->settled)
        fprintf(out, "not every weight is a number that fixed point has: epigen --type=q15 rounds "
                     "the others\n");
}

/* --- provenance ------------------------------------------------------------------------------ */

struct list {
    struct arena *arena;
    struct spec_pair *pairs;
    size_t count;
};

static struct spec_pair *list_add(struct list *list, const char *key)
{
    list->pairs =
        arena_grow(list->arena, list->pairs, list->count, list->count + 1, sizeof(*list->pairs));
    list->pairs[list->count] = (struct spec_pair){.key = key};
    return &list->pairs[list->count++];
}

static void number_add(struct list *list, const char *key, double value)
{
    if (!isnan(value))
        list_add(list, key)->text = arena_printf(list->arena, "%.6g", value);
}

void fixed_provenance(struct arena *arena, const struct fixed *f, const struct problem *p,
                      struct spec *spec)
{
    struct list all = {arena, spec->provenance, spec->n_provenance};
    const struct answers *a = f->after.validation.count > 0 ? &f->after.validation : &f->after.test;
    list_add(&all, "type")->text = "q15";
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        const struct predictions q = answers_output(a, k);
        struct list figures = {.arena = arena};
        number_add(&figures, "rows", (double)a->count);
        number_add(&figures, "rmse", metrics_rmse(&q));
        number_add(&figures, "nll", metrics_nll(&q));
        number_add(&figures, "within_2_sigma", metrics_within(&q, 2.0));
        struct spec_pair *map =
            list_add(&all, arena_printf(arena, "q15_held_out_%s", p->outputs[k].name));
        map->children = figures.pairs;
        map->n_children = figures.count;
    }
    number_add(&all, "q15_eta_auroc", auroc_of(&f->after));
    number_add(&all, "float_eta_auroc", auroc_of(&f->before));
    spec->provenance = all.pairs;
    spec->n_provenance = all.count;
}
