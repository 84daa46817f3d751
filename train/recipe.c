/* See recipe.h: the defaults and the presets. */
#include "recipe.h"

#include "program/activation.h"

void recipe_size_eta(struct recipe *r) { r->shape.eta = eta_budget(&r->epistemic, r->n_inputs); }

/* What epitune searches without the section `tune`. */
static struct recipe_tune tune_default(void)
{
    return (struct recipe_tune){
        .depths = {1, 2},
        .widths = {4, 128},
        .n_activations = 2,
        .activations = {ACT_TANH, ACT_RELU},
        .n_accuracies = 3,
        .accuracies = {ACCURACY_FULL, ACCURACY_E4, ACCURACY_E3},
        .n_sparsities = 2,
        .sparsities = {0.0, 0.5},
        .n_etas = 5,
        .etas = {{2, {32, 16}}, {2, {16, 8}}, {1, {16}}, {1, {8}}, {1, {6}}},
        .trials = 64,
        .cohort = 64,
        .divisor = 8,
        .rungs = 2,
        .share = 0.0625,
        .finalists = 4,
        .seeds = 3,
        .weight = 1.0,
    };
}

struct recipe recipe_default(size_t n_inputs, size_t n_outputs)
{
    struct recipe r = {
        .n_inputs = n_inputs,
        .n_outputs = n_outputs,
        .split = {.validation = 0.1, .seed = 1},
        .seed = 1,
        .shape = {.n_in = n_inputs,
                  .n_out = n_outputs,
                  .trunk = {2, {50, 50}},
                  .eta_from = ETA_FROM_SQUARES,
                  .activation = ACT_TANH},
        .fit = {.batch = 32,
                .rate = 2e-3,
                .decay = 1e-3,
                .warmup = 0.2,
                .floor = 1e-3,
                .calibrate = true},
        .epistemic = {.notions = NOTIONS_USUAL,
                      .balanced = true,
                      .false_alarms = 0.05,
                      .guarantee = true,
                      .n = 7,
                      .samples = 100000,
                      .leave_out = 4,
                      .c = 1e-5,
                      .size = 1.0,
                      .neighbours = 32,
                      .least = 0.05,
                      .most = 2.0},
        .prune = {.effort = 1.0},
        .tune = tune_default(),
    };
    recipe_size_eta(&r);
    return r;
}

/* What the paper leaves open keeps its default. */
void recipe_paper(struct recipe *r)
{
    r->shape.eta = (struct widths){2, {50, 50}};
    r->shape.eta_from = ETA_FROM_TRUNK;
    r->fit.decay = r->fit.warmup = 0.0;
    r->fit.calibrate = false;
    r->epistemic.spread = SPREAD_GRADIENT;
    r->epistemic.labels = EPISTEMIC_ARGMIN;
    r->epistemic.n = 3;
    r->epistemic.rounds = 1;
    r->epistemic.least = 1e-6;
    r->epistemic.most = 1e6;
    r->epistemic.leave_out = 0;
    r->epistemic.steps = 4000;
    r->epistemic.rate = 3e-3;
}
