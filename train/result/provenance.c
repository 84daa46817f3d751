/* See provenance.h. The held-out rows are the validation rows or, where there are none, the test
   rows. Validation rows have chosen the epoch and, with `calibrate` or `coverage`, the scale of
   sigma. */
#include "result/provenance.h"

#include "base/version.h"
#include "result/calibrate.h"
#include "result/judged.h"

#include <math.h>

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

static void count_add(struct pairs *p, const char *key, size_t count)
{
    pair_add(p, key, arena_printf(p->arena, "%zu", count));
}

static struct pairs metrics_of(struct arena *arena, const struct answers *a, size_t k,
                               double sigma_scale)
{
    struct predictions q = answers_output(a, k);
    struct pairs metrics = {.arena = arena};
    count_add(&metrics, "rows", a->count);
    number_add(&metrics, "rmse", metrics_rmse(&q));
    number_add(&metrics, "nll", metrics_nll(&q));
    number_add(&metrics, "sigma_scale", sigma_scale == 1.0 ? calibrate_sigma(&q) : sigma_scale);
    number_add(&metrics, "eta_scale", calibrate_eta(&q, a->eta));
    number_add(&metrics, "within_1_sigma", metrics_within(&q, 1.0));
    number_add(&metrics, "within_2_sigma", metrics_within(&q, 2.0));
    number_add(&metrics, "within_3_sigma", metrics_within(&q, 3.0));
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

/* What the threshold of eta promises, what the judge found, where eta is guaranteed to be high. */
static void eta_add(struct pairs *all, const struct problem *problem, const struct eta_learned *eta)
{
    const struct judgement *j = &eta->judgement;
    if (eta->promise.rows > 0) {
        number_add(all, "eta_false_alarms", eta->promise.share);
        count_add(all, "eta_calibrated_on_rows", eta->promise.rows);
        if (eta->promise.turns > 0)
            count_add(all, "eta_calibrated_in_turns", eta->promise.turns);
        if (eta->promise.blocks > 0)
            count_add(all, "eta_calibrated_on_blocks", eta->promise.blocks);
        if (eta->promise.inside)
            pair_add(all, "eta_calibrated_inside_domain_only", "yes");
    }
    if (j->n_regions > 0) {
        pair_add(all, "eta_learned_from", judge_names[j->chosen]);
        count_add(all, "eta_regions_left_out", j->n_counted);
        number_add(all, "eta_regions_caught", j->caught);
        number_add(all, "eta_regions_auroc", j->auroc);
        if (!isnan(j->holes))
            number_add(all, "eta_holes_caught", j->holes);
        if (!isnan(j->blocks))
            number_add(all, "eta_unseen_blocks_unknown", j->blocks);
        pair_add(all, "eta_worst_region",
                 region_words(all->arena, &j->regions[j->worst], problem->inputs));
        number_add(all, "eta_worst_region_auroc", j->findings[j->worst].auroc[j->chosen]);
        pair_add(all, "eta_trusted", j->trusted ? "yes" : "no");
    }
    if (eta->gate.hats > 0)
        number_add(all, "eta_guaranteed_beyond", eta->gate.radius);
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
    eta_add(&all, problem, &epiout->eta);
    if (epiout->sigma.rows > 0) {
        number_add(&all, "sigma_coverage", epiout->sigma.coverage);
        number_add(&all, "sigma_coverage_z", epiout->sigma.z);
        pair_add(&all, "sigma_coverage_rows", arena_printf(arena, "%zu", epiout->sigma.rows));
    }
    spec->provenance = all.pairs;
    spec->n_provenance = all.count;
}
