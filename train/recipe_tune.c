/* See recipe_tune.h. */
#include "recipe_tune.h"

#include "base/fail.h"
#include "spec/spec.h"

#include <string.h>

/* `depth: 2` or `depth: [1, 3]` */
static void range_read(struct recipe_reader *r, node_t *map, const char *key, double most,
                       size_t range[2])
{
    node_t *node = yaml_find(map, key);
    if (node == NULL)
        return;
    if (node->kind != YAML_KIND_LIST) {
        recipe_size(r, map, key, 1, most, &range[0]);
        range[1] = range[0];
        return;
    }
    float ends[2];
    if (node->count == 2)
        yaml_numbers(&r->scope, node, key, ends);
    for (size_t i = 0; i < 2; i++) {
        if (node->count != 2 || !(ends[i] >= 1.0F && (double)ends[i] <= most) ||
            ends[i] != (float)(size_t)ends[i] || ends[0] > ends[1])
            fail_at(r->scope.file, node->line,
                    "%s%s: expected [least, most], whole numbers from 1 to %g", r->scope.prefix,
                    key, most);
        range[i] = (size_t)ends[i];
    }
}

struct words {
    const char *const *words;
    size_t count;
};

/* A list of words, as their numbers in `words`. Returns how many there are, or `otherwise` where
   the recipe has no such list. */
static size_t words_read(struct recipe_reader *r, node_t *map, const char *key,
                         const struct words *words, unsigned *chosen, size_t otherwise)
{
    node_t *list = yaml_find(map, key);
    if (list == NULL)
        return otherwise;
    yaml_expect_list(&r->scope, list, key, "a list of words", words->count);
    for (size_t i = 0; i < list->count; i++)
        chosen[i] =
            (unsigned)yaml_choice(&r->scope, &list->u.items[i], key, words->words, words->count);
    return list->count;
}

static void activations_read(struct recipe_reader *r, node_t *map, struct recipe_tune *t)
{
    node_t *list = yaml_find(map, "activation");
    if (list == NULL)
        return;
    yaml_expect_list(&r->scope, list, "activation", "a list of activations", TUNE_MOST_WORDS);
    t->n_activations = list->count;
    for (size_t i = 0; i < list->count; i++)
        t->activations[i] = recipe_activation(r, &list->u.items[i], ACT_TANH);
}

static void sparsities_read(struct recipe_reader *r, node_t *map, struct recipe_tune *t)
{
    node_t *list = yaml_find(map, "sparsity");
    float numbers[TUNE_MOST_WORDS];
    if (list == NULL)
        return;
    yaml_expect_list(&r->scope, list, "sparsity", "a list of shares", TUNE_MOST_WORDS);
    yaml_numbers(&r->scope, list, "sparsity", numbers);
    t->n_sparsities = list->count;
    for (size_t i = 0; i < list->count; i++) {
        if (!(numbers[i] >= 0.0F && numbers[i] <= 0.99F))
            fail_at(r->scope.file, list->line, "%ssparsity is %g, expected 0 to 0.99",
                    r->scope.prefix, (double)numbers[i]);
        t->sparsities[i] = (double)numbers[i];
    }
}

/* `eta: [[32, 16], [16]]` */
static void etas_read(struct recipe_reader *r, node_t *map, struct recipe_tune *t)
{
    node_t *list = yaml_find(map, "eta");
    if (list == NULL)
        return;
    yaml_expect_list(&r->scope, list, "eta", "a list of lists of widths", TUNE_MOST_ETAS);
    t->n_etas = list->count;
    for (size_t i = 0; i < list->count; i++)
        recipe_widths(r, &list->u.items[i], "eta", &t->etas[i]);
}

static void search_read(struct recipe_reader *r, node_t *map, struct recipe_tune *t)
{
    recipe_size(r, map, "trials", 1, 1e6, &t->trials);
    recipe_size(r, map, "cohort", 1, 1e6, &t->cohort);
    recipe_size(r, map, "divisor", 2, 16, &t->divisor);
    recipe_size(r, map, "rungs", 1, 8, &t->rungs);
    recipe_size(r, map, "finalists", 1, 64, &t->finalists);
    recipe_size(r, map, "seeds", 1, 64, &t->seeds);
    recipe_number(r, map, "share", 1e-3, 1.0, &t->share);
    recipe_number(r, map, "weight", 0.0, 1e6, &t->weight);
}

void recipe_tune_read(struct recipe_reader *r, node_t *root)
{
    static const char *const keys[] = {"depth",  "width",   "activation", "accuracy",  "form",
                                       "type",   "eta",     "guarantee",  "sparsity",  "trials",
                                       "cohort", "divisor", "rungs",      "finalists", "seeds",
                                       "share",  "weight",  NULL};
    static const char *const accuracies[] = {"full", "1e-4", "1e-3"};
    static const char *const forms[] = {"unrolled", "tiled"};
    static const char *const types[] = {"float", "q15"};
    static const char *const answers[] = {"no", "yes"};
    struct recipe_tune *t = &r->recipe->tune;
    unsigned guarantees[2] = {t->guarantees[0], t->guarantees[1]};
    node_t *map = recipe_section(r, root, "tune", keys);
    if (map == NULL)
        return;
    range_read(r, map, "depth", MAX_HIDDEN, t->depths);
    range_read(r, map, "width", SPEC_MAX_WIDTH, t->widths);
    activations_read(r, map, t);
    t->n_accuracies = words_read(r, map, "accuracy", &(struct words){accuracies, 3}, t->accuracies,
                                 t->n_accuracies);
    t->n_forms = words_read(r, map, "form", &(struct words){forms, 2}, t->forms, t->n_forms);
    t->n_types = words_read(r, map, "type", &(struct words){types, 2}, t->types, t->n_types);
    t->n_guarantees =
        words_read(r, map, "guarantee", &(struct words){answers, 2}, guarantees, t->n_guarantees);
    for (size_t i = 0; i < t->n_guarantees; i++)
        t->guarantees[i] = guarantees[i] == 1;
    sparsities_read(r, map, t);
    etas_read(r, map, t);
    search_read(r, map, t);
}
