/* See recipe_read.h. Each section of the file has one function, which overwrites the defaults with
   what the section gives; recipe_values.c reads the values. */
#include "recipe_read.h"

#include "base/fail.h"
#include "recipe_data.h"
#include "recipe_idle.h"
#include "recipe_tune.h"
#include "recipe_values.h"
#include "spec/spec.h"

#include <math.h>
#include <string.h>

enum { RECIPE_VERSION = 1 };

/* --- sections --------------------------------------------------------------------------------- */

void recipe_widths(struct recipe_reader *r, node_t *list, const char *key, struct widths *widths)
{
    if (list == NULL)
        return;
    yaml_expect_kind(&r->scope, list, key, YAML_KIND_LIST, "a list of widths, [] for none");
    widths->count = 0;
    if (list->count > MAX_HIDDEN)
        fail_at(r->scope.file, list->line, "%s%s has %u layers, the limit is %d", r->scope.prefix,
                key, (unsigned)list->count, MAX_HIDDEN);
    for (size_t i = 0; i < list->count; i++) {
        double width = (double)yaml_number(&r->scope, &list->u.items[i], key);
        if (!(width >= 1.0 && width <= SPEC_MAX_WIDTH && width == floor(width)))
            fail_at(r->scope.file, list->u.items[i].line,
                    "%s%s: a layer is %g wide, expected a whole number from 1 to %d",
                    r->scope.prefix, key, width, SPEC_MAX_WIDTH);
        widths->width[widths->count++] = (size_t)width;
    }
}

enum activation recipe_activation(struct recipe_reader *r, node_t *node, enum activation otherwise)
{
    const char *names[ACT_COUNT];
    enum activation trained[ACT_COUNT];
    size_t count = 0;
    for (size_t a = 0; a < ACT_COUNT; a++)
        if (activation_row((enum activation)a)->gradient != NULL) {
            names[count] = activation_name[a];
            trained[count++] = (enum activation)a;
        }
    return node == NULL ? otherwise
                        : trained[yaml_choice(&r->scope, node, "activation", names, count)];
}

static void network_read(struct recipe_reader *r, node_t *root)
{
    static const char *const keys[] = {"trunk",    "mean",       "sigma", "eta",
                                       "eta_from", "activation", NULL};
    static const char *const sources[] = {"inputs", "trunk", "squares"};
    struct shape *shape = &r->recipe->shape;
    shape->n_in = r->recipe->n_inputs;
    shape->n_out = r->recipe->n_outputs;
    node_t *map = recipe_section(r, root, "network", keys);
    if (map == NULL)
        return;
    recipe_widths(r, yaml_find(map, "trunk"), "trunk", &shape->trunk);
    recipe_widths(r, yaml_find(map, "mean"), "mean", &shape->mean);
    recipe_widths(r, yaml_find(map, "sigma"), "sigma", &shape->sigma);
    recipe_widths(r, yaml_find(map, "eta"), "eta", &shape->eta);
    shape->eta_from =
        (enum eta_from)recipe_choice(r, map, "eta_from", sources, ETA_FROM_COUNT, shape->eta_from);
    shape->activation = recipe_activation(r, yaml_find(map, "activation"), shape->activation);
}

/* Without `loss`, `beta` decides which loss it is. Beside `loss: nll`, beta must be 0. */
static void loss_read(struct recipe_reader *r, node_t *map, struct fit_options *fit)
{
    static const char *const losses[] = {"nll", "beta-nll"};
    const double usual = 0.5; /* as in the paper of Seitzer et al. 2022 */
    node_t *beta = yaml_find(map, "beta"), *loss = yaml_find(map, "loss");
    bool weighted = recipe_choice(r, map, "loss", losses, 2, 0) == 1;
    recipe_number(r, map, "beta", 0.0, 1.0, &fit->beta);
    if (weighted && beta == NULL)
        fit->beta = usual;
    if (loss != NULL && !weighted && fit->beta > 0.0)
        fail_at(r->scope.file, beta->line, "%sbeta is %g, expected 0 with \"loss: nll\"",
                r->scope.prefix, fit->beta);
}

static void fit_read(struct recipe_reader *r, node_t *root)
{
    static const char *const keys[] = {"loss",     "beta",      "optimiser", "schedule", "batch",
                                       "epochs",   "rate",      "decay",     "floor",    "warmup",
                                       "patience", "calibrate", "coverage",  "start",    NULL};
    static const char *const optimisers[] = {"adam"};
    static const char *const schedules[] = {"cosine", "constant"};
    static const char *const answers[] = {"no", "yes"};
    static const char *const starts[] = {"wide", "small"};
    struct fit_options *fit = &r->recipe->fit;
    node_t *map = recipe_section(r, root, "fit", keys);
    if (map == NULL)
        return;
    loss_read(r, map, fit);
    recipe_choice(r, map, "optimiser", optimisers, 1, 0);
    fit->constant_rate = recipe_choice(r, map, "schedule", schedules, 2, fit->constant_rate) == 1;
    recipe_size(r, map, "batch", BATCH_STEP, 65536, &fit->batch);
    recipe_size(r, map, "epochs", 0, 1e7, &fit->epochs);
    recipe_number(r, map, "rate", 1e-8, 1.0, &fit->rate);
    recipe_number(r, map, "decay", 0.0, 10.0, &fit->decay);
    recipe_number(r, map, "floor", 1e-6, 1.0, &fit->floor);
    recipe_number(r, map, "warmup", 0.0, 0.9, &fit->warmup);
    recipe_size(r, map, "patience", 0, 1e7, &fit->patience);
    fit->calibrate = recipe_choice(r, map, "calibrate", answers, 2, fit->calibrate) == 1;
    recipe_number(r, map, "coverage", 0.5, 0.9999, &fit->coverage);
    fit->small_start = recipe_choice(r, map, "start", starts, 2, fit->small_start) == 1;
    if (fit->batch % BATCH_STEP != 0)
        fail_at(r->scope.file, yaml_find(map, "batch")->line,
                "%sbatch is %zu, expected a multiple of %d", r->scope.prefix, fit->batch,
                BATCH_STEP);
}

static const char *const epistemic_keys[] = {
    "spread",  "labels",     "weights",   "n",       "rounds",       "samples",  "c",
    "c_rows",  "neighbours", "leave_out", "size",    "least",        "most",     "steps",
    "batch",   "rate",       "decay",     "teacher", "false_alarms", "eta_cost", "guarantee",
    "notions", NULL};

/* `notions: [neighbours, pairs]`, of teacher blend. */
static void notions_read(struct recipe_reader *r, node_t *map, struct eta_options *e)
{
    static const char *const names[NOTION_COUNT] = {"neighbours", "pairs", "samples", "gp"};
    node_t *list = yaml_find(map, "notions");
    if (list == NULL)
        return;
    yaml_expect_list(&r->scope, list, "notions", "a list of notions", NOTION_COUNT);
    e->notions = 0;
    for (size_t i = 0; i < list->count; i++)
        e->notions |=
            1U << yaml_choice(&r->scope, &list->u.items[i], "notions", names, NOTION_COUNT);
}

/* Read before the rest of its section: the defaults of others depend on it. */
static void teacher_read(struct recipe_reader *r, node_t *root, bool paper)
{
    static const char *const teachers[] = {"samples", "auto", "blend", "neighbours", "gp"};
    static const char *const costs[] = {"normal", "small"};
    static const char *const answers[] = {"no", "yes"};
    struct eta_options *e = &r->recipe->epistemic;
    e->teacher = paper ? TEACHER_SAMPLES : TEACHER_AUTO;
    node_t *map = recipe_section(r, root, "epistemic", epistemic_keys);
    if (map == NULL)
        return;
    e->teacher =
        (enum eta_teacher)recipe_choice(r, map, "teacher", teachers, TEACHER_COUNT, e->teacher);
    notions_read(r, map, e);
    e->small = recipe_choice(r, map, "eta_cost", costs, 2, 0) == 1;
    e->guarantee = recipe_choice(r, map, "guarantee", answers, 2, !e->small) == 1;
}

static void epistemic_read(struct recipe_reader *r, node_t *root)
{
    static const char *const spreads[] = {"neighbour", "gradient", "fixed"};
    static const char *const rules[] = {"once", "argmin"};
    static const char *const weights[] = {"balanced", "none"};
    struct eta_options *e = &r->recipe->epistemic;
    node_t *map = recipe_section(r, root, "epistemic", epistemic_keys);
    if (map == NULL)
        return;
    recipe_number(r, map, "false_alarms", 1e-4, 0.5, &e->false_alarms);
    e->spread = (enum spread)recipe_choice(r, map, "spread", spreads, SPREAD_COUNT, e->spread);
    e->labels = (enum epistemic_rule)recipe_choice(r, map, "labels", rules, 2, e->labels);
    e->balanced = recipe_choice(r, map, "weights", weights, 2, !e->balanced) == 0;
    recipe_size(r, map, "n", 2, 1000, &e->n);
    recipe_size(r, map, "rounds", 0, 1e6, &e->rounds);
    recipe_size(r, map, "samples", 1000, 1e8, &e->samples);
    recipe_number(r, map, "c", 1e-9, 1e9, &e->c);
    recipe_size(r, map, "c_rows", 0, 1e9, &e->c_rows);
    recipe_size(r, map, "leave_out", 0, 32, &e->leave_out);
    recipe_number(r, map, "size", 1e-6, 1e6, &e->size);
    recipe_size(r, map, "neighbours", 1, 32, &e->neighbours);
    recipe_number(r, map, "least", 1e-6, 1e6, &e->least);
    recipe_number(r, map, "most", 1e-6, 1e6, &e->most);
    if (e->least > e->most)
        fail_at(r->scope.file, map->line, "%sleast is %g and most %g, expected least <= most",
                r->scope.prefix, e->least, e->most);
    recipe_size(r, map, "steps", 1, 1e7, &e->steps);
    recipe_size(r, map, "batch", BATCH_STEP, 65536, &e->batch);
    recipe_number(r, map, "rate", 1e-8, 1.0, &e->rate);
    recipe_number(r, map, "decay", 0.0, 10.0, &e->decay);
    e->batch = padded(e->batch);
}

static void prune_read(struct recipe_reader *r, node_t *root)
{
    static const char *const keys[] = {"sparsity", "eta", "by", "effort", NULL};
    static const char *const ways[] = {"units", "weights"};
    struct recipe_prune *prune = &r->recipe->prune;
    node_t *map = recipe_section(r, root, "prune", keys);
    if (map == NULL)
        return;
    recipe_number(r, map, "sparsity", 0.0, 0.99, &prune->sparsity);
    prune->eta = prune->sparsity;
    recipe_number(r, map, "eta", 0.0, 0.99, &prune->eta);
    prune->by = (enum prune_by)recipe_choice(r, map, "by", ways, PRUNE_BY_COUNT, prune->by);
    recipe_number(r, map, "effort", 0.01, 100.0, &prune->effort);
}

/* `distance: {angle: {period: 360}, speed: {weight: 0.5}}` */
static void distance_read(struct recipe_reader *r, node_t *root)
{
    static const char *const what[] = {"weight", "period", NULL};
    const struct recipe *recipe = r->recipe;
    struct recipe_distance *distance = &r->recipe->distance;
    const char **keys = arena_alloc(r->arena, recipe->n_inputs + 1, sizeof(*keys));
    for (size_t i = 0; i < recipe->n_inputs; i++)
        keys[i] = recipe->inputs[i].name;
    node_t *map = recipe_section(r, root, "distance", keys);
    if (map == NULL)
        return;
    distance->weight = arena_alloc(r->arena, recipe->n_inputs, sizeof(double));
    distance->period = arena_alloc(r->arena, recipe->n_inputs, sizeof(double));
    for (size_t i = 0; i < recipe->n_inputs; i++) {
        node_t *input = yaml_find(map, recipe->inputs[i].name);
        distance->weight[i] = 1.0;
        if (input == NULL)
            continue;
        yaml_expect_map(&r->scope, input, recipe->inputs[i].name, what);
        recipe_number(r, input, "weight", 0.0, 1e6, &distance->weight[i]);
        recipe_number(r, input, "period", 1e-30, 1e30, &distance->period[i]);
    }
}

/* `margin: auto`, or a number. */
static void margin_read(struct recipe_reader *r, node_t *map, double *margin)
{
    node_t *node = yaml_find(map, "margin");
    if (node == NULL || node->kind != YAML_KIND_SCALAR || strcmp(node->u.text, "auto") != 0)
        recipe_number(r, map, "margin", 0.0, 100.0, margin);
}

/* `domain: {margin: 0.1, x: [-4, 4]}`: the margin is for inputs without bounds of their own. */
static void domain_read(struct recipe_reader *r, node_t *root)
{
    struct recipe *recipe = r->recipe;
    struct recipe_domain *domain = &recipe->domain;
    const char **keys = arena_alloc(r->arena, recipe->n_inputs + 2, sizeof(*keys));
    domain->margin = NAN;
    domain->low = arena_alloc(r->arena, recipe->n_inputs, sizeof(double));
    domain->high = arena_alloc(r->arena, recipe->n_inputs, sizeof(double));
    keys[recipe->n_inputs] = "margin";
    for (size_t i = 0; i < recipe->n_inputs; i++) {
        keys[i] = recipe->inputs[i].name;
        domain->low[i] = domain->high[i] = NAN;
    }
    node_t *map = recipe_section(r, root, "domain", keys);
    if (map == NULL)
        return;
    margin_read(r, map, &domain->margin);
    for (size_t i = 0; i < recipe->n_inputs; i++) {
        node_t *pair = yaml_find(map, recipe->inputs[i].name);
        float bounds[2];
        if (pair == NULL)
            continue;
        yaml_expect_list(&r->scope, pair, recipe->inputs[i].name, "[min, max]", 2);
        if (pair->count == 2)
            yaml_numbers(&r->scope, pair, recipe->inputs[i].name, bounds);
        if (pair->count != 2 || !(bounds[0] < bounds[1]))
            fail_at(r->scope.file, pair->line, "%s%s: expected [min, max] with min < max",
                    r->scope.prefix, recipe->inputs[i].name);
        domain->low[i] = (double)bounds[0];
        domain->high[i] = (double)bounds[1];
    }
}

/* `mean_from: policy.onnx`: a network whose mean is not trained. */
static void mean_from_read(struct recipe_reader *r, node_t *root)
{
    node_t *node = yaml_find(root, "mean_from");
    if (node == NULL)
        return;
    r->recipe->mean_from =
        (struct recipe_source){.path = recipe_path(r, node, "mean_from"), .line = node->line};
    r->recipe->shape.trunk = (struct widths){1, {16}}; /* of sigma alone */
}

/* Refuses what speaks of the training of a mean, or of what such a training would leave behind. */
static void mean_from_check(struct recipe_reader *r)
{
    const struct recipe *recipe = r->recipe;
    const struct {
        bool is;
        const char *what, *expected;
    } rows[] = {
        {recipe->shape.eta_from == ETA_FROM_TRUNK, "eta_from: trunk", "squares or inputs"},
        {recipe->epistemic.spread == SPREAD_GRADIENT, "spread: gradient", "neighbour or fixed"},
        {recipe->prune.sparsity > 0.0, "prune: sparsity", "none, or prune: eta alone"},
        {recipe->fixed_point, "type: q15",
         "it without a type; epigen --type=q15 rounds the weights of any spec"},
        {recipe->fit.coverage > 0.0 && recipe->n_outputs == 0, "fit: coverage",
         "it only with data: outputs"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (recipe->mean_from.path != NULL && rows[i].is)
            fail_at(r->scope.file, recipe->mean_from.line, "mean_from beside \"%s\", expected %s",
                    rows[i].what, rows[i].expected);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void version_check(struct recipe_reader *r, node_t *root)
{
    node_t *node = yaml_find(root, "epitrain");
    if (node == NULL)
        fail_at(r->scope.file, root->line, "key \"epitrain\" is missing, expected \"epitrain: %d\"",
                RECIPE_VERSION);
    if (yaml_number(&r->scope, node, "epitrain") != (float)RECIPE_VERSION)
        fail_at(r->scope.file, node->line, "recipe version %s, expected %d",
                yaml_excerpt(node->u.text).text, RECIPE_VERSION);
}

struct recipe *recipe_read(struct arena *arena, const char *file, const char *bytes, size_t size)
{
    static const char *const keys[] = {
        "epitrain",  "name",     "preset", "mean_from", "data", "network", "fit",     "prune",
        "epistemic", "distance", "domain", "tune",      "type", "seed",    "threads", NULL};
    static const char *const presets[] = {"default", "paper"};
    static const char *const types[] = {"float32", "q15"};
    struct recipe *recipe = arena_alloc(arena, 1, sizeof(*recipe));
    struct recipe_reader r = {arena, {file, ""}, recipe};
    *recipe = recipe_default(0, 0);
    size_t seed = recipe->seed, threads = recipe->threads;
    node_t *root = yaml_tree_read(arena, file, bytes, size);
    if (root->kind == YAML_KIND_MAP)
        version_check(&r, root);
    yaml_expect_map(&r.scope, root, "the recipe", keys);
    recipe->file = file;
    node_t *name = yaml_need(&r.scope, root, "name");
    recipe->name = yaml_text(&r.scope, name, "name", "a name");
    const char *fault = model_name_fault(recipe->name);
    if (fault != NULL)
        fail_at(file, name->line, "name \"%s\", expected %s", yaml_excerpt(recipe->name).text,
                fault);
    recipe_size(&r, root, "seed", 0, 16777216, &seed);
    recipe_size(&r, root, "threads", 0, 1024, &threads);
    recipe->seed = seed;
    recipe->split.seed = seed;
    recipe->threads = (unsigned)threads;
    bool paper = recipe_choice(&r, root, "preset", presets, 2, 0) == 1;
    recipe->fixed_point = recipe_choice(&r, root, "type", types, 2, 0) == 1;
    mean_from_read(&r, root);
    recipe_data_read(&r, root);
    teacher_read(&r, root, paper);
    recipe_size_eta(recipe);
    if (paper)
        recipe_paper(recipe);
    network_read(&r, root);
    fit_read(&r, root);
    prune_read(&r, root);
    epistemic_read(&r, root);
    distance_read(&r, root);
    domain_read(&r, root);
    recipe_tune_read(&r, root);
    mean_from_check(&r);
    recipe_idle_find(arena, root, recipe);
    return recipe;
}
