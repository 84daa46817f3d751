/* See recipe_idle.h. One table lists the keys, whether each has an effect, and if not why. */
#include "recipe_idle.h"

struct key {
    const char *section, *name;
    bool used;
    const char *why;
};

static void key_check(struct arena *arena, const struct yaml_node *root, const struct key *key,
                      struct recipe *r)
{
    const struct yaml_node *map = yaml_find(root, key->section);
    const struct yaml_node *node = map == NULL ? NULL : yaml_find(map, key->name);
    if (node == NULL || key->used)
        return;
    r->idle = arena_grow(arena, r->idle, r->n_idle, r->n_idle + 1, sizeof(*r->idle));
    r->idle[r->n_idle++] =
        (struct recipe_idle){node->line, arena_printf(arena, "%s: %s does nothing %s", key->section,
                                                      key->name, key->why)};
}

void recipe_idle_find(struct arena *arena, const struct yaml_node *root, struct recipe *r)
{
    enum spread spread = r->epistemic.spread;
    bool gradient = spread == SPREAD_GRADIENT, neighbour = spread == SPREAD_NEIGHBOUR;
    bool fixed = spread == SPREAD_FIXED;
    bool validated =
        r->split.validation > 0.0 || r->validation.count > 0 || r->split.validation_file != NULL;
    bool taught = r->epistemic.teacher != TEACHER_SAMPLES;
    bool pruned = r->prune.sparsity > 0.0 || r->prune.eta > 0.0;
    const char *without = "without validation rows";
    bool grouped = r->order.group.name != NULL;
    const struct key keys[] = {
        {"data", "time", !grouped, "with \"group\""},
        {"data", "order", !grouped, "with \"group\""},
        {"epistemic", "c", gradient, "without \"spread: gradient\""},
        {"epistemic", "c_rows", gradient, "without \"spread: gradient\""},
        {"epistemic", "least", gradient, "without \"spread: gradient\""},
        {"epistemic", "most", !fixed, "with \"spread: fixed\""},
        {"epistemic", "size", !gradient, "with \"spread: gradient\""},
        {"epistemic", "neighbours", neighbour, "without \"spread: neighbour\""},
        {"epistemic", "false_alarms", taught, "with \"teacher: samples\""},
        {"epistemic", "notions", r->epistemic.teacher == TEACHER_BLEND,
         "without \"teacher: blend\""},
        {"epistemic", "eta_cost", taught, "with \"teacher: samples\""},
        {"epistemic", "guarantee", taught, "with \"teacher: samples\""},
        {"fit", "patience", validated || r->fit.patience == 0, without},
        {"fit", "calibrate", validated || !r->fit.calibrate, without},
        {"fit", "coverage", validated, without},
        {"prune", "by", pruned, "without \"sparsity\" or \"eta\""},
        {"prune", "effort", pruned, "without \"sparsity\" or \"eta\""},
    };
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        key_check(arena, root, &keys[i], r);
}
