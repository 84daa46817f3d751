/* See recipe.h: the defaults and the presets. */
#include "recipe.h"

/* Every unit of the eta branch reads each input twice. Up to 4 inputs that is cheap, and more units
   make the border between known and unknown sharper. With more inputs the units are a tenth of the
   cost of a call, and more of them help little (models/crazyflie/README.md). */
void recipe_size_eta(struct recipe *r)
{
    bool cheap = r->n_inputs <= 4;
    r->shape.eta = (struct widths){1, {cheap ? 32 : r->n_inputs <= 16 ? 16 : 12}};
    r->epistemic.steps = cheap ? 3000 : 8000;
    if (r->epistemic.teacher == TEACHER_BLEND) { /* its labels have finer borders */
        r->shape.eta = (struct widths){2, {32, 16}};
        r->epistemic.steps = 8000;
        r->epistemic.batch = 512;
        r->epistemic.rate = 5e-3;
    }
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
        .epistemic = {.balanced = true,
                      .false_alarms = 0.05,
                      .n = 7,
                      .samples = 100000,
                      .leave_out = 4,
                      .c = 1e-5,
                      .size = 1.0,
                      .neighbours = 32,
                      .least = 0.05,
                      .most = 2.0,
                      .batch = 256,
                      .rate = 1e-2},
        .prune = {.effort = 1.0},
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
