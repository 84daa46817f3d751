/* See certificate.h. JSON is read as the YAML that it is. */
#include "report/certificate.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <stdlib.h>
#include <string.h>

enum { CERTIFICATE_MAX_BYTES = 16 * 1024 * 1024 };

const struct check_kind check_kinds[] = {
    {"validate", "Are all weights and connections of the C those of the spec?"},
    {"exact", "Do all compilers and cores give the specified bits?"},
    {"constant-time", "Does one sequence of instructions run for every input?"},
    {"wcet", "Are cycles, stack and flash bounded on every core?"},
    {"proof", "Is nothing undefined for any bits of the inputs?"},
    {"bounds", "Do samples keep to the stated ranges and errors?"},
    {"builds", "Do gcc and clang compile the C without a warning?"},
    {"misra", "Does MISRA C:2012 find nothing but recorded deviations?"},
    {"coverage", "Does the self-test run every statement, and is there no branch?"},
    {"properties", "Do the properties that you stated hold for every input?"},
};
const size_t check_kind_count = sizeof(check_kinds) / sizeof(check_kinds[0]);

static const struct yaml_node *list_find(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *found = map == NULL ? NULL : yaml_find(map, key);
    return found != NULL && found->kind == YAML_KIND_LIST ? found : NULL;
}

static const struct yaml_node *map_find(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *found =
        map == NULL || map->kind != YAML_KIND_MAP ? NULL : yaml_find(map, key);
    return found != NULL && found->kind == YAML_KIND_MAP ? found : NULL;
}

/* The text of a key; "" where there is none, or null. */
static const char *text_find(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *found =
        map == NULL || map->kind != YAML_KIND_MAP ? NULL : yaml_find(map, key);
    if (found == NULL || found->kind != YAML_KIND_SCALAR ||
        (!found->quoted && strcmp(found->u.text, "null") == 0))
        return "";
    return found->u.text;
}

static bool is_true(const struct yaml_node *map, const char *key)
{
    return strcmp(text_find(map, key), "true") == 0;
}

static size_t number_find(const struct yaml_node *map, const char *key)
{
    return (size_t)strtoull(text_find(map, key), NULL, 10);
}

/* A check that did not run is said to be so; older certificates say only that it did not pass. */
static void checks_read(struct arena *arena, struct certificate *c, const struct yaml_node *list)
{
    c->n_checks = list == NULL ? 0 : list->count;
    c->checks = arena_alloc(arena, c->n_checks + 1, sizeof(*c->checks));
    for (size_t i = 0; i < c->n_checks; i++) {
        const struct yaml_node *check = &list->u.items[i];
        bool ran = strcmp(text_find(check, "ran"), "false") != 0;
        c->checks[i] = (struct check){
            .name = text_find(check, "check"),
            .summary = text_find(check, "summary"),
            .state = is_true(check, "passed") ? STATE_PASS
                     : ran                    ? STATE_FAIL
                                              : STATE_NOT_RUN,
        };
    }
}

static void statements_read(struct arena *arena, struct certificate *c,
                            const struct yaml_node *list)
{
    c->n_statements = list == NULL ? 0 : list->count;
    c->statements = arena_alloc(arena, c->n_statements + 1, sizeof(*c->statements));
    for (size_t i = 0; i < c->n_statements; i++) {
        const struct yaml_node *item = &list->u.items[i];
        c->statements[i] = (struct statement){.requirement = text_find(item, "id"),
                                              .text = text_find(item, "statement"),
                                              .how = text_find(item, "kind"),
                                              .holds = is_true(item, "holds")};
    }
}

static void properties_read(struct arena *arena, struct certificate *c,
                            const struct yaml_node *properties)
{
    const struct yaml_node *list = list_find(properties, "properties");
    const struct yaml_node *eta = map_find(properties, "eta");
    c->n_properties = list == NULL ? 0 : list->count;
    c->properties = arena_alloc(arena, c->n_properties + 1, sizeof(*c->properties));
    for (size_t i = 0; i < c->n_properties; i++) {
        const struct yaml_node *item = &list->u.items[i];
        c->properties[i] = (struct property){.name = text_find(item, "name"),
                                             .text = text_find(item, "text"),
                                             .answer = text_find(item, "answer")};
    }
    c->eta_tried = eta != NULL;
    c->eta_radius = is_true(eta, "proven") ? text_find(eta, "radius") : NULL;
    c->eta_rows = text_find(eta, "rows");
    c->eta_unknown = text_find(eta, "unknown");
    c->eta_known = text_find(eta, "known");
}

/* The check wcet has figures such as "cortex-m4f cycles": 5893. */
static void cores_read(struct arena *arena, struct certificate *c, const struct yaml_node *checks)
{
    static const char *const cores[] = {"cortex-m4f", "cortex-m7", "cortex-m33", "rv32imafc"};
    enum { CORES = sizeof(cores) / sizeof(cores[0]) };
    const struct yaml_node *figures = NULL;
    for (size_t i = 0; checks != NULL && i < checks->count; i++)
        if (strcmp(text_find(&checks->u.items[i], "check"), "wcet") == 0)
            figures = map_find(&checks->u.items[i], "figures");
    c->cores = arena_alloc(arena, CORES, sizeof(*c->cores));
    for (size_t i = 0; i < CORES; i++) {
        const char *kind = text_find(figures, arena_printf(arena, "%s kind", cores[i]));
        struct core_figures core = {.core = cores[i], .kind = kind};
        core.instructions = number_find(figures, arena_printf(arena, "%s instructions", cores[i]));
        core.cycles = number_find(figures, arena_printf(arena, "%s cycles", cores[i]));
        core.stack = number_find(figures, arena_printf(arena, "%s stack", cores[i]));
        core.flash = number_find(figures, arena_printf(arena, "%s flash", cores[i]));
        core.ram = number_find(figures, arena_printf(arena, "%s ram", cores[i]));
        if (*kind != '\0')
            c->cores[c->n_cores++] = core;
    }
}

/* The texts of some keys of every item of a list, one behind the other. */
static const char **texts_read(struct arena *arena, const struct yaml_node *list,
                               const char *const *keys, size_t n_keys)
{
    size_t count = list == NULL ? 0 : list->count;
    const char **texts = arena_alloc(arena, count * n_keys + 1, sizeof(*texts));
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < n_keys; k++)
            texts[i * n_keys + k] = text_find(&list->u.items[i], keys[k]);
    return texts;
}

const struct certificate *certificate_read(struct arena *arena, const char *directory,
                                           const char *spec_sha256)
{
    const char *path = arena_printf(arena, "%s/certificate.json", directory);
    struct certificate *c = arena_alloc(arena, 1, sizeof(*c));
    size_t size;
    const char *bytes = file_read(arena, path, CERTIFICATE_MAX_BYTES, &size);
    const struct yaml_node *root = yaml_tree_read(arena, path, bytes, size);
    const struct yaml_scope scope = {path, ""};
    yaml_expect_kind(&scope, root, "the certificate", YAML_KIND_MAP, "an object");
    const struct yaml_node *sha256 = yaml_need(&scope, root, "spec_sha256");
    if (strcmp(text_find(root, "spec_sha256"), spec_sha256) != 0)
        fail_at(path, sha256->line,
                "the certificate is of another spec, expected that with the sha256 %s",
                spec_sha256);
    const struct yaml_node *checks = list_find(root, "checks"), *use, *tools;
    c->file = "certificate.json";
    c->result = text_find(root, "result");
    c->passed = strncmp(c->result, "PASSED", 6) == 0;
    c->form = text_find(root, "form");
    c->code = text_find(root, "code");
    c->changed = text_find(root, "changed");
    c->version = text_find(map_find(root, "epiverify"), "version");
    checks_read(arena, c, checks);
    statements_read(arena, c, list_find(root, "established"));
    properties_read(arena, c, map_find(root, "properties"));
    cores_read(arena, c, checks);
    use = list_find(root, "assumptions_of_use");
    c->assumptions = texts_read(arena, use, (const char *const[]){"title", "text"}, 2);
    c->n_assumptions = use == NULL ? 0 : use->count;
    tools = list_find(root, "tools");
    c->tools = texts_read(arena, tools, (const char *const[]){"program", "version", "sha256"}, 3);
    c->n_tools = tools == NULL ? 0 : tools->count;
    return c;
}
