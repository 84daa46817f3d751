/* The first half of reading a spec: from the YAML tree to struct spec. This file knows the keys,
   the types and the limits on sizes. A message about a fault has its line and what was expected.
   spec_check finds out what names refer to and whether numbers make sense. A kind of layer is a row
   of layer_kinds. */
#include "spec/spec.h"

#include "base/fail.h"
#include "spec/unit.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <string.h>

enum { PROVENANCE_MAX_KEY = 64, PROVENANCE_MAX_TEXT = 256 };

const char *const layer_kind_name[LAYER_KIND_COUNT] = {
    [LAYER_DENSE] = "dense", [LAYER_AVERAGE] = "average", [LAYER_RADIAL] = "radial"};

bool spec_has(const struct spec_output *output) { return output->from.count > 0; }

size_t spec_result_count(const struct spec *spec)
{
    return spec->mean.count + spec->sigma.count + spec->eta.count;
}

const char *spec_outputs_text(const struct spec *spec)
{
    static const char *const texts[2][2] = {{"mean", "mean and eta"},
                                            {"mean and sigma", "mean, sigma and eta"}};
    return texts[spec_has(&spec->sigma)][spec_has(&spec->eta)];
}

struct reader {
    struct arena *arena;
    struct yaml_scope scope;
    size_t n_weights; /* read so far, of SPEC_MAX_WEIGHTS */
};

typedef const struct yaml_node node_t;

/* Reads a list of numbers; `what` is its name in messages. */
static float *numbers_read(struct reader *r, node_t *list, const char *what, const char *expected)
{
    yaml_expect_list(&r->scope, list, what, expected, SPEC_MAX_WIDTH);
    float *numbers = arena_alloc(r->arena, list->count, sizeof(*numbers));
    yaml_numbers(&r->scope, list, what, numbers);
    return numbers;
}

/* Reads `scale: 2` or `scale: [2, 3]`. Without the key the result is NULL, and spec_check sets the
   default. */
static float *number_or_list_read(struct reader *r, node_t *map, const char *key, size_t *count)
{
    node_t *value = yaml_find(map, key);
    *count = 0;
    if (value == NULL)
        return NULL;
    *count = value->kind == YAML_KIND_LIST ? value->count : 1;
    if (value->kind == YAML_KIND_LIST)
        return numbers_read(r, value, key, "a number or a list of numbers");
    float *number = arena_alloc(r->arena, 1, sizeof(*number));
    *number = yaml_number(&r->scope, value, key);
    return number;
}

static float number_read(struct reader *r, node_t *map, const char *key, float otherwise)
{
    node_t *value = yaml_find(map, key);
    return value == NULL ? otherwise : yaml_number(&r->scope, value, key);
}

static const char *text_read(struct reader *r, node_t *map, const char *key)
{
    node_t *value = yaml_find(map, key);
    return value == NULL ? NULL : yaml_text(&r->scope, value, key, "text, or no such key");
}

static const char **names_read(struct reader *r, node_t *list, const char *what)
{
    const char **names = arena_alloc(r->arena, list->count, sizeof(*names));
    for (size_t i = 0; i < list->count; i++)
        names[i] = yaml_text(&r->scope, &list->u.items[i], what, "a name");
    return names;
}

static struct spec_from from_read(struct reader *r, node_t *map)
{
    static const char expected[] = "inputs, a layer's name or a list of them";
    node_t *value = yaml_need(&r->scope, map, "from");
    struct spec_from from = {.count = 1, .line = value->line};
    if (value->kind == YAML_KIND_LIST) {
        yaml_expect_list(&r->scope, value, "from", expected, SPEC_MAX_LAYERS + 1);
        from.count = value->count;
        from.names = names_read(r, value, "an item of from");
    } else {
        from.names = arena_alloc(r->arena, 1, sizeof(*from.names));
        from.names[0] = yaml_text(&r->scope, value, "from", expected);
    }
    return from;
}

/* Names an item of a list in messages: by its name once it has one, else by its number. */
static void scope_enter(struct reader *r, const char *what, node_t *item, size_t index)
{
    node_t *name = item->kind == YAML_KIND_MAP ? yaml_find(item, "name") : NULL;
    if (name != NULL && name->kind == YAML_KIND_SCALAR && name->count > 0)
        r->scope.prefix =
            arena_printf(r->arena, "%s \"%s\": ", what, yaml_excerpt(name->u.text).text);
    else
        r->scope.prefix = arena_printf(r->arena, "%s %zu: ", what, index + 1);
}

static void scope_leave(struct reader *r) { r->scope.prefix = ""; }

static void input_read(struct reader *r, node_t *node, struct spec_input *input)
{
    static const char *const keys[] = {"name", "unit", "min", "max", "mean", "scale", NULL};
    yaml_expect_map(&r->scope, node, "it", keys);
    input->line = node->line;
    input->name = yaml_text(&r->scope, yaml_need(&r->scope, node, "name"), "name", "a name");
    input->unit = text_read(r, node, "unit");
    input->min = yaml_number(&r->scope, yaml_need(&r->scope, node, "min"), "min");
    input->max = yaml_number(&r->scope, yaml_need(&r->scope, node, "max"), "max");
    input->mean = number_read(r, node, "mean", 0.0F);
    input->scale = number_read(r, node, "scale", 1.0F);
}

static void inputs_read(struct reader *r, node_t *list, struct spec *spec)
{
    yaml_expect_list(&r->scope, list, "inputs", "a list of inputs", SPEC_MAX_INPUTS);
    spec->n_inputs = list->count;
    spec->inputs = arena_alloc(r->arena, list->count, sizeof(*spec->inputs));
    for (size_t i = 0; i < list->count; i++) {
        scope_enter(r, "input", &list->u.items[i], i);
        input_read(r, &list->u.items[i], &spec->inputs[i]);
    }
    scope_leave(r);
}

/* Checks the shape of rows before any number is read. `what` is "weights" of a dense layer or
   "points" of a radial one. */
static void rows_shape(struct reader *r, node_t *rows, const char *what, struct spec_layer *layer)
{
    static const char expected[] = "a list of rows of numbers, one row for each output";
    yaml_expect_kind(&r->scope, rows, what, YAML_KIND_LIST, expected);
    if (rows->count > SPEC_MAX_WIDTH)
        fail_at(r->scope.file, rows->line, "%s%u outputs (rows of %s), the limit is %d",
                r->scope.prefix, (unsigned)rows->count, what, SPEC_MAX_WIDTH);
    yaml_expect_list(&r->scope, rows, what, expected, SPEC_MAX_WIDTH);
    char first[40];
    snprintf(first, sizeof(first), "row 1 of %s", what);
    yaml_expect_list(&r->scope, &rows->u.items[0], first, "a list of numbers", SPEC_MAX_WIDTH);
    layer->n_out = rows->count;
    layer->n_in = rows->u.items[0].count;
    r->n_weights += layer->n_out * layer->n_in;
    if (r->n_weights > SPEC_MAX_WEIGHTS)
        fail_at(r->scope.file, rows->line,
                "%sup to here the layers have %zu weights, the limit is %d", r->scope.prefix,
                r->n_weights, SPEC_MAX_WEIGHTS);
}

static void rows_read(struct reader *r, node_t *node, const char *what, struct spec_layer *layer)
{
    node_t *rows = yaml_need(&r->scope, node, what);
    rows_shape(r, rows, what, layer);
    layer->weights = arena_alloc(r->arena, layer->n_out * layer->n_in, sizeof(*layer->weights));
    for (size_t i = 0; i < layer->n_out; i++) {
        node_t *row = &rows->u.items[i];
        char name[40];
        snprintf(name, sizeof(name), "row %zu of %s", i + 1, what);
        yaml_expect_kind(&r->scope, row, name, YAML_KIND_LIST, "a list of numbers");
        if (row->count != layer->n_in)
            fail_at(r->scope.file, row->line, "%s%s has %u number%s, expected %zu as in row 1",
                    r->scope.prefix, name, (unsigned)row->count, row->count == 1 ? "" : "s",
                    layer->n_in);
        yaml_numbers(&r->scope, row, name, layer->weights + i * layer->n_in);
    }
}

static void bias_read(struct reader *r, node_t *list, struct spec_layer *layer)
{
    yaml_expect_kind(&r->scope, list, "bias", YAML_KIND_LIST, "a list of numbers");
    if (list->count != layer->n_out)
        fail_at(r->scope.file, list->line,
                "%sbias has %u number%s, expected %zu, one for each row of weights",
                r->scope.prefix, (unsigned)list->count, list->count == 1 ? "" : "s", layer->n_out);
    layer->bias = numbers_read(r, list, "bias", "a list of numbers");
}

static const char *const dense_keys[] = {"name",    "kind", "from", "activation",
                                         "weights", "bias", NULL};

/* Refuses the parameters of other activations. */
static void parameters_expect(struct reader *r, node_t *node, enum activation activation)
{
    for (size_t a = 0; a < ACT_COUNT; a++)
        for (size_t i = 0; a != activation && i < ACT_PARAMETERS; i++) {
            const char *key = activation_forms[a].parameters[i].key;
            node_t *given = key == NULL ? NULL : yaml_find(node, key);
            if (given != NULL)
                fail_at(r->scope.file, given->line,
                        "%s%s is given, expected it only with the activation %s, not %s",
                        r->scope.prefix, key, activation_name[a], activation_name[activation]);
        }
}

static void activation_read(struct reader *r, node_t *node, struct spec_layer *layer)
{
    node_t *activation = yaml_need(&r->scope, node, "activation");
    layer->activation = (enum activation)yaml_choice(&r->scope, activation, "activation",
                                                     activation_name, ACT_COUNT);
    parameters_expect(r, node, layer->activation);
    for (size_t i = 0; i < ACT_PARAMETERS; i++) {
        const struct activation_parameter *p = &activation_forms[layer->activation].parameters[i];
        if (p->key != NULL && isnan(p->otherwise))
            yaml_need(&r->scope, node, p->key);
        if (p->key != NULL)
            layer->parameters[i] = number_read(r, node, p->key, p->otherwise);
    }
}

static void dense_read(struct reader *r, node_t *node, struct spec_layer *layer)
{
    activation_read(r, node, layer);
    rows_read(r, node, "weights", layer);
    bias_read(r, yaml_need(&r->scope, node, "bias"), layer);
}

static const char *const average_keys[] = {"name", "kind", "from", NULL};

/* An average has no keys of its own; spec_check finds its width. */
static void average_read(struct reader *r, node_t *node, struct spec_layer *layer)
{
    (void)r;
    (void)node;
    layer->activation = ACT_IDENTITY;
}

static const char *const radial_keys[] = {"name", "kind", "from", "points", NULL};

static void radial_read(struct reader *r, node_t *node, struct spec_layer *layer)
{
    layer->activation = ACT_EXP;
    rows_read(r, node, "points", layer);
}

/* One row for each kind of layer: its keys, and the function that reads them. */
static const struct {
    const char *const *keys;
    void (*read)(struct reader *r, node_t *node, struct spec_layer *layer);
} layer_kinds[LAYER_KIND_COUNT] = {
    [LAYER_DENSE] = {dense_keys, dense_read},
    [LAYER_AVERAGE] = {average_keys, average_read},
    [LAYER_RADIAL] = {radial_keys, radial_read},
};

static enum layer_kind layer_kind_read(struct reader *r, node_t *node)
{
    node_t *kind = node->kind == YAML_KIND_MAP ? yaml_find(node, "kind") : NULL;
    if (kind == NULL)
        return LAYER_DENSE;
    return (enum layer_kind)yaml_choice(&r->scope, kind, "kind", layer_kind_name, LAYER_KIND_COUNT);
}

/* The keys of a kind; where there is an activation, those of all parameters stand behind it. */
static const char *const *layer_keys(struct reader *r, enum layer_kind kind)
{
    enum { MOST = 8 + ACT_COUNT * ACT_PARAMETERS };
    const char **all = arena_alloc(r->arena, MOST, sizeof(*all));
    size_t n = 0;
    for (const char *const *key = layer_kinds[kind].keys; *key != NULL; key++) {
        all[n++] = *key;
        for (size_t a = 0; strcmp(*key, "activation") == 0 && a < ACT_COUNT; a++)
            for (size_t i = 0; i < ACT_PARAMETERS; i++)
                if (activation_forms[a].parameters[i].key != NULL)
                    all[n++] = activation_forms[a].parameters[i].key;
    }
    all[n] = NULL;
    return all;
}

static void layer_read(struct reader *r, node_t *node, struct spec_layer *layer)
{
    layer->kind = layer_kind_read(r, node);
    layer->line = node->line;
    yaml_expect_map(&r->scope, node, "it", layer_keys(r, layer->kind));
    layer->name = yaml_text(&r->scope, yaml_need(&r->scope, node, "name"), "name", "a name");
    layer->from = from_read(r, node);
    layer_kinds[layer->kind].read(r, node, layer);
}

static void layers_read(struct reader *r, node_t *list, struct spec *spec)
{
    yaml_expect_list(&r->scope, list, "layers", "a list of layers", SPEC_MAX_LAYERS);
    spec->n_layers = list->count;
    spec->layers = arena_alloc(r->arena, list->count, sizeof(*spec->layers));
    for (size_t i = 0; i < list->count; i++) {
        scope_enter(r, "layer", &list->u.items[i], i);
        layer_read(r, &list->u.items[i], &spec->layers[i]);
    }
    scope_leave(r);
}

static void output_names_read(struct reader *r, node_t *map, struct spec_output *output)
{
    node_t *list = yaml_find(map, "names");
    if (list == NULL)
        return;
    yaml_expect_list(&r->scope, list, "names", "a list of names", SPEC_MAX_WIDTH);
    output->n_names = list->count;
    output->names = names_read(r, list, "an item of names");
}

/* Reads any of the three outputs. Keys that an output may not have are refused before, so that
   looking for them finds nothing. */
static void output_read(struct reader *r, node_t *node, const char *which, const char *const keys[],
                        struct spec_output *output)
{
    r->scope.prefix = arena_printf(r->arena, "output %s: ", which);
    yaml_expect_map(&r->scope, node, "it", keys);
    output->line = node->line;
    output->from = from_read(r, node);
    output_names_read(r, node, output);
    output->unit = text_read(r, node, "unit");
    output->offset = number_or_list_read(r, node, "offset", &output->n_offset);
    output->scale = number_or_list_read(r, node, "scale", &output->n_scale);
    output->floor = number_or_list_read(r, node, "floor", &output->n_floor);
    scope_leave(r);
}

static void outputs_read(struct reader *r, node_t *map, struct spec *spec)
{
    static const char *const keys[] = {"mean", "sigma", "eta", NULL};
    static const char *const mean_keys[] = {"from", "names", "unit", "offset", "scale", NULL};
    static const char *const sigma_keys[] = {"from", "scale", "floor", NULL};
    static const char *const eta_keys[] = {"from", NULL};
    r->scope.prefix = "outputs: ";
    yaml_expect_map(&r->scope, map, "it", keys);
    node_t *sigma = yaml_find(map, "sigma"), *eta = yaml_find(map, "eta");
    output_read(r, yaml_need(&r->scope, map, "mean"), "mean", mean_keys, &spec->mean);
    if (sigma != NULL)
        output_read(r, sigma, "sigma", sigma_keys, &spec->sigma);
    if (eta != NULL)
        output_read(r, eta, "eta", eta_keys, &spec->eta);
    if (sigma != NULL && spec->sigma.n_floor == 0)
        fail_at(r->scope.file, spec->sigma.line,
                "output sigma: key \"floor\" is missing, expected a positive number");
}

/* Text of the provenance. A comment shows it only where it is plain ASCII. */
static const char *plain_text(struct reader *r, node_t *node, const char *what, size_t limit)
{
    const char *text = node->u.text;
    if (!text_is_printable(text))
        fail_at(r->scope.file, node->line, "%s%s \"%s\" has a control character, expected none",
                r->scope.prefix, what, yaml_excerpt(text).text);
    if (node->count > limit)
        fail_at(r->scope.file, node->line, "%s%s \"%s\" has %u characters, the limit is %zu",
                r->scope.prefix, what, yaml_excerpt(text).text, (unsigned)node->count, limit);
    return text;
}

static struct spec_pair *pairs_read(struct reader *r, node_t *map, bool nested);

static void pair_read(struct reader *r, node_t *key, node_t *value, struct spec_pair *pair,
                      bool nested)
{
    pair->key = plain_text(r, key, "key", PROVENANCE_MAX_KEY);
    if (value->kind == YAML_KIND_MAP && !nested) {
        pair->n_children = value->count;
        pair->children = pairs_read(r, value, true);
        return;
    }
    yaml_expect_kind(&r->scope, value, yaml_excerpt(pair->key).text, YAML_KIND_SCALAR,
                     nested ? "text or a number" : "text, a number or a map of such");
    pair->text = plain_text(r, value, "value", PROVENANCE_MAX_TEXT);
}

/* Reads pairs of at most two levels; a nested pair with children is refused. */
static struct spec_pair *pairs_read(struct reader *r, node_t *map, bool nested)
{
    struct spec_pair *pairs = arena_alloc(r->arena, map->count, sizeof(*pairs));
    for (size_t i = 0; i < map->count; i++)
        pair_read(r, &map->u.items[2 * i], &map->u.items[2 * i + 1], &pairs[i], nested);
    return pairs;
}

static void provenance_read(struct reader *r, node_t *map, struct spec *spec)
{
    if (map == NULL)
        return;
    yaml_expect_kind(&r->scope, map, "provenance", YAML_KIND_MAP, "a map");
    r->scope.prefix = "provenance: ";
    spec->n_provenance = map->count;
    spec->provenance = pairs_read(r, map, false);
    scope_leave(r);
}

/* Checks the version first, because another version may have other keys. */
static void version_check(struct reader *r, node_t *root)
{
    node_t *version = yaml_find(root, "epigen");
    if (version == NULL)
        fail_at(r->scope.file, root->line, "key \"epigen\" is missing, expected \"epigen: %d\"",
                SPEC_VERSION);
    const char *text = yaml_text(&r->scope, version, "spec version", "1");
    if (version->quoted)
        fail_at(r->scope.file, version->line,
                "spec version is in quotes, expected %d without quotes", SPEC_VERSION);
    if (strcmp(text, "1") != 0)
        fail_at(r->scope.file, version->line, "spec version %s, expected %d",
                yaml_excerpt(text).text, SPEC_VERSION);
}

_Static_assert(SPEC_VERSION == 1, "version_check spells the version out");

static node_t *root_read(struct reader *r, const char *bytes, size_t size)
{
    static const char *const keys[] = {"epigen",  "name",       "inputs", "layers",
                                       "outputs", "provenance", NULL};
    if (size > SPEC_MAX_BYTES)
        fail_at(r->scope.file, 1, "the file has %zu bytes, the limit is %d", size, SPEC_MAX_BYTES);
    node_t *root = yaml_tree_read(r->arena, r->scope.file, bytes, size);
    if (root->kind == YAML_KIND_MAP)
        version_check(r, root);
    yaml_expect_map(&r->scope, root, "the spec", keys);
    return root;
}

struct spec *spec_read(struct arena *arena, const char *file, const char *bytes, size_t size)
{
    struct reader r = {.arena = arena, .scope = {arena_strdup(arena, file), ""}};
    struct spec *spec = arena_alloc(arena, 1, sizeof(*spec));
    node_t *root = root_read(&r, bytes, size);
    node_t *name = yaml_need(&r.scope, root, "name");
    spec->file = r.scope.file;
    spec->name = yaml_text(&r.scope, name, "name", "a name");
    spec->name_line = name->line;
    inputs_read(&r, yaml_need(&r.scope, root, "inputs"), spec);
    layers_read(&r, yaml_need(&r.scope, root, "layers"), spec);
    outputs_read(&r, yaml_need(&r.scope, root, "outputs"), spec);
    provenance_read(&r, yaml_find(root, "provenance"), spec);
    return spec;
}
