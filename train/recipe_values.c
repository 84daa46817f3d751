/* See recipe_values.h. */
#include "recipe_values.h"

#include "base/fail.h"
#include "data/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void recipe_number(struct recipe_reader *r, node_t *map, const char *key, double low, double high,
                   double *value)
{
    node_t *node = yaml_find(map, key);
    if (node == NULL)
        return;
    yaml_number(&r->scope, node, key); /* refuses text that is no number */
    decimal_read(node->u.text, value); /* as a double: the float 1e-8 is less than 1e-8 */
    if (!(*value >= low && *value <= high))
        fail_at(r->scope.file, node->line, "%s%s is %.9g, expected %.9g to %.9g", r->scope.prefix,
                key, *value, low, high);
}

void recipe_size(struct recipe_reader *r, node_t *map, const char *key, double low, double high,
                 size_t *value)
{
    node_t *node = yaml_find(map, key);
    double number = (double)*value;
    recipe_number(r, map, key, low, high, &number);
    if (number != floor(number))
        fail_at(r->scope.file, node->line, "%s%s is %g, expected a whole number", r->scope.prefix,
                key, number);
    *value = (size_t)number;
}

size_t recipe_choice(struct recipe_reader *r, node_t *map, const char *key,
                     const char *const words[], size_t count, size_t otherwise)
{
    node_t *node = yaml_find(map, key);
    return node == NULL ? otherwise : yaml_choice(&r->scope, node, key, words, count);
}

node_t *recipe_section(struct recipe_reader *r, node_t *root, const char *key,
                       const char *const keys[])
{
    node_t *map = yaml_find(root, key);
    bool is_map = map != NULL && map->kind == YAML_KIND_MAP;
    r->scope.prefix = is_map ? arena_printf(r->arena, "%s: ", key) : "";
    if (map != NULL)
        yaml_expect_map(&r->scope, map, key, keys);
    return map;
}

static const char *path_read(struct recipe_reader *r, node_t *node, const char *what)
{
    static const char variable[] = "$EPIGEN_DATA";
    const char *text = yaml_text(&r->scope, node, what, "a file name");
    if (strncmp(text, variable, strlen(variable)) == 0) {
        const char *root = getenv(variable + 1);
        if (root == NULL)
            fail_at(r->scope.file, node->line,
                    "%s%s: EPIGEN_DATA is not set, expected the directory of the data",
                    r->scope.prefix, what);
        return arena_printf(r->arena, "%s%s", root, text + strlen(variable));
    }
    const char *slash = strrchr(r->scope.file, '/');
    if (text[0] == '/' || strcmp(text, "-") == 0 || slash == NULL)
        return text;
    return arena_printf(r->arena, "%.*s/%s", (int)(slash - r->scope.file), r->scope.file, text);
}

const char *recipe_path(struct recipe_reader *r, node_t *node, const char *what)
{
    struct recipe *recipe = r->recipe;
    const char *path = path_read(r, node, what);
    recipe->sources = arena_grow(r->arena, recipe->sources, recipe->n_sources,
                                 recipe->n_sources + 1, sizeof(*recipe->sources));
    recipe->sources[recipe->n_sources++] =
        (struct recipe_source){path, node->line,
                               strcmp(what, "train") == 0        ? "the training data"
                               : strcmp(what, "validation") == 0 ? "the validation data"
                               : strcmp(what, "mean_from") == 0  ? "the network of the mean"
                                                                 : "the test data"};
    return path;
}
