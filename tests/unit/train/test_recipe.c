/* Recipes: the defaults of the shortest one, every key taken over, defaults written out change
   nothing. What is refused stands in golden/recipes_refused. */
#include "recipe.h"
#include "recipe_read.h"
#include "unit/testing.h"

#include <math.h>

#define SHORTEST "epitrain: 1\nname: m\ndata: {train: d.csv, inputs: [a, 2], outputs: [y]}\n"

static const struct recipe *read_text(struct arena *arena, const char *file, const char *text)
{
    return recipe_read(arena, file, text, strlen(text));
}

static void widths_are(const struct widths *w, size_t count, size_t width)
{
    assert_int_equal(w->count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(w->width[i], width);
}

static void defaults_are(const struct recipe *r)
{
    assert_int_equal(r->seed, 1);
    assert_int_equal(r->split.seed, 1);
    assert_false(r->split_is_fixed);
    assert_int_equal(r->threads, 0);
    assert_true(r->split.validation == 0.1 && r->split.test == 0.0);
    assert_int_equal(r->order.by, ORDER_AUTO);
    assert_true(r->order.time.name == NULL && r->order.group.name == NULL);
    widths_are(&r->shape.trunk, 2, 50);
    widths_are(&r->shape.mean, 0, 0);
    widths_are(&r->shape.sigma, 0, 0);
    assert_true(r->shape.eta.count == 2 && r->shape.eta.width[0] == 32 &&
                r->shape.eta.width[1] == 16);
    assert_int_equal(r->shape.activation, ACT_TANH);
    assert_int_equal(r->shape.eta_from, ETA_FROM_SQUARES);
    const struct fit_options *f = &r->fit;
    assert_true(f->batch == 32 && f->epochs == 0 && f->patience == 0);
    assert_true(f->rate == 2e-3 && f->decay == 1e-3 && f->beta == 0.0);
    assert_false(f->constant_rate);
    assert_true(f->warmup == 0.2 && f->floor == 1e-3 && f->calibrate && !f->small_start);
    assert_true(f->coverage == 0.0);
    const struct eta_options *e = &r->epistemic;
    assert_true(e->spread == SPREAD_NEIGHBOUR && e->labels == EPISTEMIC_ONCE && e->balanced);
    assert_true(e->n == 7 && e->c == 1e-5 && e->size == 1.0 && e->neighbours == 32);
    assert_true(e->least == 0.05 && e->most == 2.0);
    assert_true(e->rounds == 0 && e->samples == 100000 && e->c_rows == 0 && e->leave_out == 4);
    assert_true(r->prune.sparsity == 0.0 && r->prune.eta == 0.0 && r->prune.effort == 1.0);
    assert_int_equal(r->prune.by, PRUNE_UNITS);
    assert_null(r->distance.weight);
    assert_true(e->teacher == TEACHER_AUTO && e->notions == NOTIONS_USUAL);
    assert_true(e->false_alarms == 0.05 && e->guarantee && !e->small);
    assert_true(e->steps == 5000 && e->batch == 512 && e->rate == 5e-3 && e->decay == 0.0);
    assert_true(isnan(r->domain.margin)); /* the rows say it */
}

static void shortest(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct recipe *r = read_text(arena, "recipe.yaml", SHORTEST);
    assert_string_equal(r->name, "m");
    assert_string_equal(r->train.paths[0], "d.csv");
    assert_int_equal(r->validation.count, 0);
    assert_int_equal(r->test.count, 0);
    assert_int_equal(r->n_inputs, 2);
    assert_int_equal(r->shape.n_in, 2);
    assert_int_equal(r->shape.n_out, 1);
    assert_string_equal(r->inputs[1].name, "2");
    assert_string_equal(r->outputs[0].name, "y");
    assert_true(isnan(r->domain.low[0]) && isnan(r->domain.high[1]));
    defaults_are(r);
    arena_free(arena);
}

/* Units of eta that read many inputs cost more than they tell. */
static void eta_by_inputs(void **state)
{
    (void)state;
    const struct {
        size_t inputs, units, steps;
    } cases[] = {{1, 32, 3000}, {4, 32, 3000}, {5, 16, 8000}, {16, 16, 8000}, {17, 12, 8000}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct recipe r = recipe_default(cases[i].inputs, 1);
        widths_are(&r.shape.eta, 1, cases[i].units);
        assert_int_equal(r.epistemic.steps, cases[i].steps);
        struct eta_options taught = {.teacher = TEACHER_AUTO};
        const struct widths wide = eta_budget(&taught, cases[i].inputs);
        assert_int_equal(wide.count, 2);
        assert_int_equal(taught.steps, cases[i].inputs <= 4 ? 5000 : 10000);
    }
    struct arena *arena = arena_new();
    const struct recipe *r =
        read_text(arena, "recipe.yaml",
                  "epitrain: 1\nname: a\n"
                  "data: {train: a.csv, inputs: [1, 2, 3, 4, 5], outputs: [6]}\n"
                  "epistemic: {teacher: samples}\n");
    widths_are(&r->shape.eta, 1, 16);
    r = read_text(arena, "recipe.yaml",
                  "epitrain: 1\nname: a\n"
                  "data: {train: a.csv, inputs: [1, 2, 3, 4, 5], outputs: [6]}\n"
                  "epistemic: {teacher: blend, notions: [pairs, gp], eta_cost: small,\n"
                  "            guarantee: no}\n");
    widths_are(&r->shape.eta, 1, 16);
    assert_true(r->epistemic.teacher == TEACHER_BLEND && !r->epistemic.guarantee);
    assert_int_equal(r->epistemic.notions, 1U << NOTION_PAIRS | 1U << NOTION_GP);
    arena_free(arena);
}

/* A recipe with its defaults written out means the same; numbers are read as doubles. */
static void defaults_written_out(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    defaults_are(read_text(
        arena, "recipe.yaml",
        SHORTEST
        "seed: 1\nthreads: 0\n"
        "network: {trunk: [50, 50], mean: [], sigma: [], eta: [32, 16], eta_from: squares,\n"
        "          activation: tanh}\n"
        "fit: {loss: nll, optimiser: adam, schedule: cosine, beta: 0, batch: 32, epochs: 0, rate: "
        "2e-3, decay: 1e-3, floor: 1e-3, warmup: 0.2,\n"
        "      patience: 0, calibrate: yes}\n"
        "prune: {sparsity: 0, effort: 1}\npreset: default\n"
        "epistemic: {spread: neighbour, labels: once, weights: balanced, n: 7, c: 1e-5,\n"
        "            size: 1, neighbours: 32, least: 0.05, most: 2, steps: 5000, batch: 512,\n"
        "            teacher: auto, false_alarms: 0.05, eta_cost: normal, guarantee: yes,\n"
        "            notions: [neighbours, pairs, samples], rate: 5e-3, decay: 0, rounds: 0, "
        "samples: 100000, c_rows: 0, leave_out: 4}\n"
        "domain: {margin: auto}\n"));
    arena_free(arena);
}

static void every_key(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct recipe *r = read_text(
        arena, "dir/recipe.yaml",
        "epitrain: 1\nname: other\n"
        "data: {train: d.csv, validation: /v.csv, test: 0.25, inputs: [a, b], outputs: [y, z],\n"
        "       rows: {train: t.txt}, time: t, group: -1}\n"
        "seed: 16777216\nthreads: 3\n"
        "network: {trunk: [7], mean: [2, 3], sigma: [4], eta: [], eta_from: trunk,\n"
        "          activation: leaky_relu}\n"
        "fit: {loss: beta-nll, schedule: constant, beta: 1, batch: 48, epochs: 9, rate: 1e-8, "
        "decay: 10, floor: 1e-6, warmup: 0.9,\n"
        "      patience: 8, calibrate: no, coverage: 0.95, start: small}\n"
        "prune: {sparsity: 0.8, eta: 0.7, by: weights, effort: 0.5}\n"
        "distance: {b: {weight: 0.5, period: 360}}\n"
        "epistemic: {spread: gradient, labels: argmin, weights: none, n: 2, c: 1e-9, size: 1e-6,\n"
        "            neighbours: 1, least: 3, most: 3, steps: 1, batch: 17, rate: 1, decay: 0.5,\n"
        "            rounds: 3, samples: 1000, c_rows: 7, leave_out: 0}\n"
        "domain: {margin: 0, b: [-4, 4.5]}\n");
    assert_string_equal(r->train.paths[0], "dir/d.csv");
    assert_string_equal(r->validation.paths[0], "/v.csv");
    assert_string_equal(r->split.train_file, "dir/t.txt");
    assert_true(r->split.validation == 0.0 && r->split.test == 0.25);
    assert_int_equal(r->order.by, ORDER_TIME);
    assert_string_equal(r->order.time.name, "t");
    assert_string_equal(r->order.group.name, "-1");
    assert_true(r->seed == 16777216 && r->split.seed == r->seed && r->threads == 3);
    widths_are(&r->shape.trunk, 1, 7);
    widths_are(&r->shape.sigma, 1, 4);
    widths_are(&r->shape.eta, 0, 0);
    assert_true(r->shape.mean.count == 2 && r->shape.mean.width[1] == 3);
    assert_true(r->shape.eta_from == ETA_FROM_TRUNK && r->shape.activation == ACT_LEAKY_RELU);
    assert_true(r->fit.beta == 1.0 && r->fit.batch == 48 && r->fit.epochs == 9);
    assert_true(r->fit.rate == 1e-8 && r->fit.decay == 10.0 && r->fit.floor == 1e-6);
    assert_true(r->fit.constant_rate);
    assert_true(r->fit.warmup == 0.9 && r->fit.patience == 8 && !r->fit.calibrate);
    assert_true(r->fit.coverage == 0.95 && r->fit.small_start);
    assert_true(r->prune.sparsity == 0.8 && r->prune.eta == 0.7 && r->prune.effort == 0.5);
    assert_int_equal(r->prune.by, PRUNE_WEIGHTS);
    assert_true(r->distance.weight[0] == 1.0 && r->distance.period[0] == 0.0);
    assert_true(r->distance.weight[1] == 0.5 && r->distance.period[1] == 360.0);
    const struct eta_options *e = &r->epistemic;
    assert_true(e->spread == SPREAD_GRADIENT && e->labels == EPISTEMIC_ARGMIN && !e->balanced);
    assert_true(e->n == 2 && e->c == 1e-9 && e->size == 1e-6 && e->neighbours == 1);
    assert_true(e->least == 3.0 && e->most == 3.0 && e->steps == 1);
    assert_true(e->rounds == 3 && e->samples == 1000 && e->c_rows == 7 && e->leave_out == 0);
    assert_true(e->batch == 32 && e->rate == 1.0 && e->decay == 0.5);
    assert_true(r->domain.margin == 0.0 && isnan(r->domain.low[0]));
    assert_true(r->domain.low[1] == -4.0 && r->domain.high[1] == 4.5);
    arena_free(arena);
}

/* The preset has the paper's settings; keys written beside it win. */
static void paper_preset(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct recipe *r = read_text(arena, "recipe.yaml", SHORTEST "preset: paper\n");
    const struct eta_options *e = &r->epistemic;
    widths_are(&r->shape.trunk, 2, 50);
    assert_true(r->shape.eta_from == ETA_FROM_TRUNK && r->fit.decay == 0.0 && r->fit.warmup == 0.0);
    assert_false(r->fit.calibrate);
    assert_true(e->spread == SPREAD_GRADIENT && e->labels == EPISTEMIC_ARGMIN && e->balanced);
    assert_true(e->n == 3 && e->rounds == 1 && e->c == 1e-5 && e->c_rows == 0 && e->leave_out == 0);
    assert_true(e->least == 1e-6 && e->most == 1e6);
    assert_true(e->steps == 4000 && e->rate == 3e-3);
    r = read_text(arena, "recipe.yaml",
                  SHORTEST "preset: paper\nepistemic: {n: 5, labels: once}\n"
                           "network: {eta_from: inputs}\nfit: {calibrate: yes}\n");
    assert_true(r->epistemic.n == 5 && r->epistemic.labels == EPISTEMIC_ONCE);
    assert_true(r->shape.eta_from == ETA_FROM_INPUTS && r->fit.calibrate);
    assert_true(r->epistemic.spread == SPREAD_GRADIENT);
    arena_free(arena);
}

/* The split's seed is the recipe's unless it has its own, wherever the keys stand. */
static void split_seed(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char head[] =
        "epitrain: 1\nname: m\ndata: {train: d.csv, inputs: [1], outputs: [2]";
    const struct recipe *r =
        read_text(arena, "recipe.yaml", arena_printf(arena, "%s, split_seed: 9}\nseed: 4\n", head));
    assert_true(r->seed == 4 && r->split.seed == 9 && r->split_is_fixed);
    r = read_text(arena, "recipe.yaml", arena_printf(arena, "seed: 4\n%s, split_seed: 0}\n", head));
    assert_true(r->seed == 4 && r->split.seed == 0 && r->split_is_fixed);
    r = read_text(arena, "recipe.yaml", arena_printf(arena, "seed: 4\n%s}\n", head));
    assert_true(r->seed == 4 && r->split.seed == 4 && !r->split_is_fixed);
    arena_free(arena);
}

/* The loss by its name, by beta, or by both. */
static void losses(void **state)
{
    static const struct {
        const char *text;
        double beta;
    } cases[] = {
        {"fit: {loss: nll}\n", 0.0},
        {"fit: {loss: beta-nll}\n", 0.5},
        {"fit: {loss: beta-nll, beta: 1}\n", 1.0},
        {"fit: {beta: 0.25}\n", 0.25},
    };
    (void)state;
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *text = arena_printf(arena, "%s%s", SHORTEST, cases[i].text);
        assert_true(read_text(arena, "recipe.yaml", text)->fit.beta == cases[i].beta);
    }
    arena_free(arena);
}

static void data_variable(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    setenv("EPIGEN_DATA", "/somewhere", 1);
    const struct recipe *r = read_text(
        arena, "dir/recipe.yaml",
        "epitrain: 1\nname: m\ndata: {train: $EPIGEN_DATA/d.csv, inputs: [1], outputs: [2]}\n");
    assert_string_equal(r->train.paths[0], "/somewhere/d.csv");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortest),
        cmocka_unit_test(eta_by_inputs),
        cmocka_unit_test(defaults_written_out),
        cmocka_unit_test(every_key),
        cmocka_unit_test(paper_preset),
        cmocka_unit_test(data_variable),
        cmocka_unit_test(split_seed),
        cmocka_unit_test(losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
