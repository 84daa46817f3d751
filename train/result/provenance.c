/* See provenance.h. The held-out rows are the validation rows or, where there are none, the test
   rows. Validation rows have chosen the epoch and, with `calibrate`, the scale of sigma. */
#include "result/provenance.h"

#include "base/version.h"
#include "result/calibrate.h"

struct pairs {
    struct arena *arena;
    struct spec_pair *pairs;
    size_t count;
};

static void pair_add(struct pairs *p, const char *key, const char *text)
{
    p->pairs = arena_grow(p->arena, p->pairs, p->count, p->count + 1, sizeof(*p->pairs));
    p->pairs[p->count++] = (struct spec_pair){.key = key, .text = text};
}

static void number_add(struct pairs *p, const char *key, double value)
{
    pair_add(p, key, arena_printf(p->arena, "%.6g", value));
}

static void checksum_add(struct pairs *p, const char *key, const char *digest)
{
    if (digest != NULL)
        pair_add(p, key, digest);
}

static struct pairs metrics_of(struct arena *arena, const struct answers *a, size_t k,
                               double sigma_scale)
{
    struct predictions q = answers_output(a, k);
    struct pairs metrics = {.arena = arena};
    number_add(&metrics, "rmse", metrics_rmse(&q));
    number_add(&metrics, "nll", metrics_nll(&q));
    number_add(&metrics, "sigma_scale", sigma_scale == 1.0 ? calibrate_sigma(&q) : sigma_scale);
    number_add(&metrics, "eta_scale", calibrate_eta(&q, a->eta));
    return metrics;
}

/* Adds one map of figures for each output. */
static void held_out_add(struct pairs *all, const struct problem *problem,
                         const struct network *network, const struct report *report)
{
    const struct answers *a = report_held_out(report);
    for (size_t k = 0; k < a->n_out && a->count > 0; k++) {
        struct pairs metrics = metrics_of(all->arena, a, k, network->sigma_scale[k]);
        pair_add(all, arena_printf(all->arena, "held_out_%s", problem->outputs[k].name), NULL);
        all->pairs[all->count - 1].children = metrics.pairs;
        all->pairs[all->count - 1].n_children = metrics.count;
    }
}

void provenance_add(struct arena *arena, struct spec *spec, const struct recipe *recipe,
                    const struct problem *problem, const struct epiout *epiout,
                    const struct report *report)
{
    struct pairs all = {.arena = arena};
    pair_add(&all, "trainer", arena_printf(arena, "epitrain %s", epigen_version));
    checksum_add(&all, "data_sha256", problem->data_sha256);
    checksum_add(&all, "points_sha256", problem->points_sha256);
    checksum_add(&all, "recipe_sha256", recipe->sha256);
    pair_add(&all, "rows", arena_printf(arena, "%zu", problem->train.count));
    pair_add(&all, "seed", arena_printf(arena, "%llu", (unsigned long long)recipe->seed));
    held_out_add(&all, problem, epiout->network, report);
    if (epiout->promise.rows > 0) {
        number_add(&all, "eta_false_alarms", epiout->promise.share);
        pair_add(&all, "eta_calibrated_on_rows", arena_printf(arena, "%zu", epiout->promise.rows));
    }
    spec->provenance = all.pairs;
    spec->n_provenance = all.count;
}
