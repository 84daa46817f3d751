/* See domain.h. */
#include "import/domain.h"

#include "base/fail.h"
#include "base/files.h"
#include "data/table.h"
#include "import/graph/labels.h"
#include "spec/spec.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct import_domain *domain_new(struct arena *arena, const char *label, size_t count)
{
    struct import_domain *d = arena_alloc(arena, 1, sizeof(*d));
    d->label = label;
    d->count = count;
    d->inputs = arena_alloc(arena, count + 1, sizeof(*d->inputs));
    for (size_t i = 0; i < count; i++)
        d->inputs[i].scale = 1.0;
    return d;
}

/* A log */

/* The power of two nearest to the standard deviation: it scales without rounding. */
static double scale_of(double variance)
{
    if (!(variance > 0x1p-200))
        return 1.0;
    double scale = exp2(round(log2(sqrt(variance))));
    return fmin(fmax(scale, 0x1p-100), 0x1p100);
}

static void column_measure(const struct table *t, size_t column, double margin,
                           struct import_input *input)
{
    double sum = 0.0, squares = 0.0;
    input->min = INFINITY;
    input->max = -INFINITY;
    for (size_t i = 0; i < t->rows; i++) {
        double x = t->values[i * t->columns + column];
        input->min = fmin(input->min, x);
        input->max = fmax(input->max, x);
        sum += x / (double)t->rows;
    }
    for (size_t i = 0; i < t->rows; i++) {
        double apart = t->values[i * t->columns + column] - sum;
        squares += apart * apart / (double)t->rows;
    }
    double more = margin * (input->max - input->min);
    if (input->min == input->max)
        more = margin * fmax(fabs(input->min), 1.0);
    input->min -= more;
    input->max += more;
    input->mean = sum;
    input->scale = scale_of(squares);
}

static struct import_domain *log_read(struct arena *arena, const char *path, double margin)
{
    const struct table *t = table_read(arena, path);
    struct import_domain *d = domain_new(arena, t->file, t->columns);
    for (size_t i = 0; i < t->columns; i++) {
        column_measure(t, i, margin, &d->inputs[i]);
        if (t->names == NULL)
            continue;
        struct label label = label_parse(arena, t->names[i]);
        d->inputs[i].name = *label.name == '\0' ? NULL : label.name;
        d->inputs[i].unit = t->units != NULL && t->units[i] != NULL ? t->units[i] : label.unit;
    }
    d->standardised = true;
    return d;
}

/* A box */

static void pair_read(const struct yaml_scope *scope, const struct yaml_node *node,
                      struct import_input *input)
{
    float bounds[2];
    yaml_expect_list(scope, node, "an input", "[min, max]", 2);
    if (node->count != 2)
        fail_at(scope->file, node->line, "an input has 1 number, expected [min, max]");
    yaml_numbers(scope, node, "an input", bounds);
    input->min = (double)bounds[0];
    input->max = (double)bounds[1];
}

static double number_or(const struct yaml_scope *scope, const struct yaml_node *map,
                        const char *key, double otherwise)
{
    const struct yaml_node *node = yaml_find(map, key);
    return node == NULL ? otherwise : (double)yaml_number(scope, node, key);
}

static const char *text_or_null(const struct yaml_scope *scope, const struct yaml_node *map,
                                const char *key)
{
    const struct yaml_node *node = yaml_find(map, key);
    return node == NULL ? NULL : yaml_text(scope, node, key, "a text");
}

/* An input as in a spec. */
static void input_read(const struct yaml_scope *scope, const struct yaml_node *node,
                       struct import_domain *d, struct import_input *input)
{
    static const char *const keys[] = {"name", "unit", "min", "max", "mean", "scale", NULL};
    yaml_expect_map(scope, node, "an input", keys);
    input->name = text_or_null(scope, node, "name");
    input->unit = text_or_null(scope, node, "unit");
    input->min = (double)yaml_number(scope, yaml_need(scope, node, "min"), "min");
    input->max = (double)yaml_number(scope, yaml_need(scope, node, "max"), "max");
    input->mean = number_or(scope, node, "mean", 0.0);
    input->scale = number_or(scope, node, "scale", 1.0);
    if (!(input->scale > 0.0))
        fail_at(scope->file, node->line, "scale is %g, expected a positive number", input->scale);
    d->standardised = d->standardised || input->mean != 0.0 || input->scale != 1.0;
}

static struct import_domain *list_read(struct arena *arena, const struct yaml_scope *scope,
                                       const struct yaml_node *list)
{
    yaml_expect_list(scope, list, "inputs", "a list of inputs", SPEC_MAX_INPUTS);
    struct import_domain *d = domain_new(arena, scope->file, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct yaml_node *node = &list->u.items[i];
        if (node->kind == YAML_KIND_LIST)
            pair_read(scope, node, &d->inputs[i]);
        else
            input_read(scope, node, d, &d->inputs[i]);
    }
    return d;
}

/* A list of inputs, the `inputs` of a spec, or a map of names to pairs. */
static struct import_domain *box_read(struct arena *arena, const char *path)
{
    size_t size;
    const char *bytes = file_read(arena, path, SPEC_MAX_BYTES, &size);
    const struct yaml_scope scope = {path, ""};
    const struct yaml_node *root = yaml_tree_read(arena, path, bytes, size);
    if (root->kind == YAML_KIND_LIST)
        return list_read(arena, &scope, root);
    yaml_expect_kind(&scope, root, "the box", YAML_KIND_MAP, "a map or a list of inputs");
    if (yaml_find(root, "inputs") != NULL)
        return list_read(arena, &scope, yaml_find(root, "inputs"));
    struct import_domain *d = domain_new(arena, path, root->count);
    for (size_t i = 0; i < root->count; i++) {
        d->inputs[i].name = root->u.items[2 * i].u.text;
        pair_read(&scope, &root->u.items[2 * i + 1], &d->inputs[i]);
    }
    return d;
}

/* Two numbers */

static bool range_parse(const char *text, double *min, double *max)
{
    char *end;
    const char *comma = strchr(text, ',');
    if (comma == NULL || strpbrk(text, "xXnNiI") != NULL || strlen(text) > 64)
        return false;
    *min = strtod(text, &end);
    if (end != comma || end == text)
        return false;
    *max = strtod(comma + 1, &end);
    return *end == '\0' && end != comma + 1;
}

static bool has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), rest = strlen(suffix);
    return length >= rest && strcmp(text + length - rest, suffix) == 0;
}

struct import_domain *domain_read(struct arena *arena, const char *text, double margin)
{
    double min, max;
    if (range_parse(text, &min, &max)) {
        struct import_domain *d = domain_new(arena, "--domain", 1);
        d->for_all = true;
        d->inputs[0].min = min;
        d->inputs[0].max = max;
        return d;
    }
    if (has_suffix(text, ".yaml") || has_suffix(text, ".yml"))
        return box_read(arena, text);
    if (!has_suffix(text, ".vnnlib"))
        return log_read(arena, text, margin);
    size_t size;
    const char *bytes = file_read(arena, text, SPEC_MAX_BYTES, &size);
    return vnnlib_domain_read(arena, text, bytes, size);
}
