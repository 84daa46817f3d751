/* See recipe_data.h. */
#include "recipe_data.h"

#include "base/fail.h"
#include "spec/spec.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_COLUMNS = SPEC_MAX_INPUTS, MAX_FILES = 100000 };

static struct column *columns_read(struct recipe_reader *r, node_t *map, const char *key,
                                   size_t *count)
{
    node_t *list = yaml_need(&r->scope, map, key);
    yaml_expect_list(&r->scope, list, key, "a list of column names or numbers", MAX_COLUMNS);
    struct column *columns = arena_alloc(r->arena, list->count, sizeof(*columns));
    for (size_t i = 0; i < list->count; i++)
        columns[i] = (struct column){
            .name = yaml_text(&r->scope, &list->u.items[i], key, "a column's name or number"),
            .line = list->u.items[i].line};
    *count = list->count;
    return columns;
}

/* One file or pattern, or a list of them. */
static struct table_paths files_read(struct recipe_reader *r, node_t *node, const char *key)
{
    bool list = node->kind == YAML_KIND_LIST;
    if (list)
        yaml_expect_list(&r->scope, node, key, "a list of files", MAX_FILES);
    struct table_paths files = {.count = list ? node->count : 1};
    const char **paths = arena_alloc(r->arena, files.count, sizeof(*paths));
    for (size_t i = 0; i < files.count; i++)
        paths[i] = recipe_path(r, list ? &node->u.items[i] : node, key);
    files.paths = paths;
    return files;
}

/* `test: 10%` and `test: 0,1` are misspelt shares, unless files of these names exist. */
static void share_misspelt_refuse(struct recipe_reader *r, node_t *node, const char *key,
                                  const char *file)
{
    const char *text = node->u.text;
    bool digits = text[strspn(text, "0123456789.,% ")] == '\0';
    if (digits && access(file, F_OK) != 0)
        fail_at(r->scope.file, node->line,
                "%s%s is \"%s\", expected a share from 0 to 0.9 or a file", r->scope.prefix, key,
                yaml_excerpt(text).text);
}

/* `test: 0.1` is a share, `test: file.csv` a file. */
static void part_read(struct recipe_reader *r, node_t *map, const char *key, double *share,
                      struct table_paths *files)
{
    node_t *node = yaml_find(map, key);
    if (node == NULL)
        return;
    if (node->kind == YAML_KIND_SCALAR && !node->quoted && yaml_is_number(node->u.text))
        recipe_number(r, map, key, 0.0, 0.9, share);
    else {
        *share = 0.0;
        *files = files_read(r, node, key);
        if (node->kind == YAML_KIND_SCALAR)
            share_misspelt_refuse(r, node, key, files->paths[0]);
    }
}

static void rows_read(struct recipe_reader *r, node_t *data)
{
    static const char *const keys[] = {"train", "validation", "test", NULL};
    struct split_rule *rule = &r->recipe->split;
    const char **files[] = {&rule->train_file, &rule->validation_file, &rule->test_file};
    node_t *map = yaml_find(data, "rows");
    if (map == NULL)
        return;
    yaml_expect_map(&r->scope, map, "rows", keys);
    for (size_t i = 0; i < 3; i++) {
        node_t *node = yaml_find(map, keys[i]);
        if (node == NULL)
            continue;
        *files[i] = recipe_path(r, node, keys[i]);
        r->recipe->sources[r->recipe->n_sources - 1].what = "a list of rows";
        if (i > 0 && yaml_find(data, keys[i]) != NULL)
            fail_at(r->scope.file, node->line,
                    "%sboth \"%s\" and \"rows: %s\", expected one of them", r->scope.prefix,
                    keys[i], keys[i]);
    }
    if (rule->validation_file != NULL)
        rule->validation = 0.0;
}

/* `units: {speed: m/s}`, for columns as inputs and outputs call them. */
static void units_read(struct recipe_reader *r, node_t *data)
{
    size_t n = r->recipe->n_inputs, n_all = n + r->recipe->n_outputs;
    const char **keys = arena_alloc(r->arena, n_all + 1, sizeof(*keys));
    node_t *map = yaml_find(data, "units");
    if (map == NULL)
        return;
    for (size_t i = 0; i < n_all; i++)
        keys[i] = i < n ? r->recipe->inputs[i].name : r->recipe->outputs[i - n].name;
    struct yaml_scope scope = r->scope;
    if (map->kind == YAML_KIND_MAP)
        scope.prefix = arena_printf(r->arena, "%sunits: ", r->scope.prefix);
    yaml_expect_map(&scope, map, "units", keys);
    for (size_t i = 0; i < n_all; i++) {
        struct column *column = i < n ? &r->recipe->inputs[i] : &r->recipe->outputs[i - n];
        node_t *unit = yaml_find(map, column->name);
        column->unit = unit == NULL ? NULL : yaml_text(&r->scope, unit, column->name, "a unit");
    }
}

/* A split_seed keeps the training rows, and so scaling and domain, the same for every seed. */
static void split_seed_read(struct recipe_reader *r, node_t *data)
{
    size_t seed = r->recipe->split.seed;
    recipe_size(r, data, "split_seed", 0, 16777216, &seed);
    r->recipe->split.seed = seed;
    r->recipe->split_is_fixed = yaml_find(data, "split_seed") != NULL;
}

/* One column, or none where the key is missing. */
static struct column column_read(struct recipe_reader *r, node_t *data, const char *key)
{
    node_t *node = yaml_find(data, key);
    if (node == NULL)
        return (struct column){0};
    return (struct column){.name = yaml_text(&r->scope, node, key, "a column's name or number"),
                           .line = node->line};
}

/* A column of times or groups says what the order is, so that `order: random` contradicts it. */
static void order_read(struct recipe_reader *r, node_t *data)
{
    static const char *const orders[] = {"auto", "random", "time"};
    struct recipe_order *order = &r->recipe->order;
    order->by = (enum row_order)recipe_choice(r, data, "order", orders, ORDER_COUNT, order->by);
    order->time = column_read(r, data, "time");
    order->group = column_read(r, data, "group");
    bool columns = order->time.name != NULL || order->group.name != NULL;
    if (columns && order->by == ORDER_RANDOM)
        fail_at(r->scope.file, yaml_find(data, "order")->line,
                "%sorder is \"random\" beside \"%s\", expected one of them", r->scope.prefix,
                order->group.name != NULL ? "group" : "time");
    if (order->time.name != NULL)
        order->by = ORDER_TIME;
}

/* What a log may hold beside plain numbers. Row numbers mean nothing where rows are left out. */
static void log_read(struct recipe_reader *r, node_t *data)
{
    static const char *const ways[] = {"refuse", "drop"}, *const marks[] = {".", ","};
    node_t *decimal = yaml_find(data, "decimal"), *missing = yaml_find(data, "missing");
    r->recipe->missing = (enum missing)recipe_choice(r, data, "missing", ways, 2, MISSING_REFUSE);
    if (decimal != NULL)
        r->recipe->decimal = ".,"[recipe_choice(r, data, "decimal", marks, 2, 0)];
    if (r->recipe->missing == MISSING_DROP && yaml_find(data, "rows") != NULL)
        fail_at(
            r->scope.file, missing->line,
            "%smissing is \"drop\" beside \"rows\", whose numbers would change, expected one of "
            "them",
            r->scope.prefix);
}

void recipe_data_read(struct recipe_reader *r, node_t *root)
{
    static const char *const keys[] = {"train",   "validation", "test",       "rows",  "inputs",
                                       "outputs", "units",      "split_seed", "order", "time",
                                       "group",   "missing",    "decimal",    NULL};
    struct recipe *recipe = r->recipe;
    node_t *map = yaml_need(&r->scope, root, "data");
    recipe_section(r, root, "data", keys);
    recipe->train = files_read(r, yaml_need(&r->scope, map, "train"), "train");
    recipe->split.recipe_file = r->scope.file;
    recipe->split.recipe_line = map->line;
    part_read(r, map, "validation", &recipe->split.validation, &recipe->validation);
    part_read(r, map, "test", &recipe->split.test, &recipe->test);
    rows_read(r, map);
    split_seed_read(r, map);
    order_read(r, map);
    recipe->inputs = columns_read(r, map, "inputs", &recipe->n_inputs);
    if (recipe->mean_from.path == NULL || yaml_find(map, "outputs") != NULL)
        recipe->outputs = columns_read(r, map, "outputs", &recipe->n_outputs);
    units_read(r, map);
    log_read(r, map);
}

/* --- patterns --------------------------------------------------------------------------------- */

static int paths_compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static int source_line(const struct recipe *recipe, const char *path)
{
    for (size_t i = 0; i < recipe->n_sources; i++)
        if (recipe->sources[i].path == path)
            return recipe->sources[i].line;
    return 1;
}

static bool path_is_pattern(const char *path)
{
    return path[strcspn(path, "*?[")] != '\0' && access(path, F_OK) != 0;
}

/* The files that a pattern means, in the order of their names' bytes. */
static struct table_paths pattern_expand(struct arena *arena, const struct recipe *recipe,
                                         const char *pattern)
{
    glob_t found;
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        fail_at(recipe->file, source_line(recipe, pattern),
                "%s: no file has a name of this pattern", pattern);
    const char **paths = arena_alloc(arena, found.gl_pathc, sizeof(*paths));
    for (size_t i = 0; i < found.gl_pathc; i++)
        paths[i] = arena_strdup(arena, found.gl_pathv[i]);
    struct table_paths files = {paths, found.gl_pathc};
    globfree(&found);
    qsort(paths, files.count, sizeof(*paths), paths_compare);
    return files;
}

/* The files with every pattern replaced by what it means. */
static struct table_paths paths_expand(struct arena *arena, struct recipe *recipe,
                                       const struct table_paths *files)
{
    const char **paths = NULL;
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->paths[i];
        struct table_paths found = {&path, 1};
        if (path_is_pattern(path))
            found = pattern_expand(arena, recipe, path);
        paths = arena_grow(arena, paths, count, count + found.count, sizeof(*paths));
        memcpy(paths + count, found.paths, found.count * sizeof(*paths));
        count += found.count;
    }
    return (struct table_paths){paths, count};
}

/* The same for the list of all files that the recipe names. */
static void sources_expand(struct arena *arena, struct recipe *recipe)
{
    struct recipe_source *sources = NULL;
    size_t count = 0;
    for (size_t i = 0; i < recipe->n_sources; i++) {
        const struct recipe_source *source = &recipe->sources[i];
        struct table_paths one = {&source->path, 1};
        struct table_paths found = paths_expand(arena, recipe, &one);
        sources = arena_grow(arena, sources, count, count + found.count, sizeof(*sources));
        for (size_t k = 0; k < found.count; k++)
            sources[count++] = (struct recipe_source){found.paths[k], source->line, source->what};
    }
    recipe->sources = sources;
    recipe->n_sources = count;
}

void recipe_expand(struct arena *arena, struct recipe *recipe)
{
    bool patterns = false;
    for (size_t i = 0; i < recipe->n_sources; i++)
        patterns = patterns || path_is_pattern(recipe->sources[i].path);
    if (!patterns)
        return;
    recipe->train = paths_expand(arena, recipe, &recipe->train);
    recipe->validation = paths_expand(arena, recipe, &recipe->validation);
    recipe->test = paths_expand(arena, recipe, &recipe->test);
    sources_expand(arena, recipe);
}
