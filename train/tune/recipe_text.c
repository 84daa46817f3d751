/* See recipe_text.h. The tree of the user's YAML is printed anew, with some values replaced.
   Comments are lost. */
#include "tune/recipe_text.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A value of a section that is printed instead of the user's, or beside it. */
struct change {
    const char *section, *key; /* section "": the recipe itself */
    const char *text;
};

struct printer {
    struct arena *arena;
    FILE *out;
    const struct change *changes;
    size_t n_changes;
    const char *way; /* from the new file's directory to that of the user's recipe, "../" or "" */
};

const char *recipe_text_path(struct arena *arena, const struct tune *t)
{
    return arena_printf(arena, "%s/%s_recipe.yaml", t->directory, t->recipe->name);
}

/* --- paths ------------------------------------------------------------------------------------ */

static const char *directory_real(struct arena *arena, const char *path)
{
    char *found = realpath(path, NULL);
    if (found == NULL)
        fail("%s: cannot be found", path);
    const char *copy = arena_strdup(arena, found);
    free(found);
    return copy;
}

/* The way from one directory to another, both without links: "../../models/" or "". */
static const char *way_between(struct arena *arena, const char *from, const char *to)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool from_ends = from[i] == '/' || from[i] == '\0', to_ends = to[i] == '/' || to[i] == '\0';
        if (from_ends && to_ends)
            same = i;
        if (from[i] != to[i] || from[i] == '\0')
            break;
    }
    const char *way = "", *down = to + same + (to[same] == '/');
    for (const char *c = from + same; *c != '\0'; c++)
        if (*c == '/' && c[1] != '\0')
            way = arena_printf(arena, "%s../", way);
    return arena_printf(arena, "%s%s%s", way, down, *down == '\0' ? "" : "/");
}

static const char *recipe_directory(struct arena *arena, const struct tune *t)
{
    const char *slash = strrchr(t->recipe_path, '/');
    const char *path = slash == NULL ? "."
                       : slash == t->recipe_path
                           ? "/"
                           : arena_strndup(arena, t->recipe_path, (size_t)(slash - t->recipe_path));
    return directory_real(arena, path);
}

static bool path_is_relative(const char *text)
{
    return text[0] != '/' && text[0] != '$' && strcmp(text, "-") != 0;
}

/* Whether a scalar below this key of `data` names a file. */
static bool names_file(const char *section, const char *key, const struct yaml_node *node)
{
    static const char *const keys[] = {"train", "validation", "test"};
    if (strcmp(section, "data") != 0 || (!node->quoted && yaml_is_number(node->u.text)))
        return false;
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* --- YAML ------------------------------------------------------------------------------------- */

/* Text in double quotes; control characters and quotes are escaped. */
static void quoted_print(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7F)
            fprintf(out, "\\x%02X", *c);
        else
            fputc(*c, out);
    fputc('"', out);
}

static bool is_plain(const char *text)
{
    return *text != '\0' && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_.") == strlen(text);
}

static void scalar_print(const struct printer *p, const struct yaml_node *node, const char *section,
                         const char *key)
{
    if (names_file(section, key, node) && path_is_relative(node->u.text))
        quoted_print(p->out, arena_printf(p->arena, "%s%s", p->way, node->u.text));
    else if (!node->quoted && (is_plain(node->u.text) || yaml_is_number(node->u.text)))
        fputs(node->u.text, p->out);
    else
        quoted_print(p->out, node->u.text);
}

/* A value on one line. */
static void value_print(const struct printer *p, const struct yaml_node *node, const char *section,
                        const char *key)
{
    bool map = node->kind == YAML_KIND_MAP;
    if (node->kind == YAML_KIND_SCALAR) {
        scalar_print(p, node, section, key);
        return;
    }
    fputc(map ? '{' : '[', p->out);
    for (size_t i = 0; i < node->count; i++) {
        const struct yaml_node *value = &node->u.items[map ? 2 * i + 1 : i];
        const char *own = map ? node->u.items[2 * i].u.text : key;
        fputs(i == 0 ? "" : ", ", p->out);
        if (map) {
            scalar_print(p, &node->u.items[2 * i], "", "");
            fputs(": ", p->out);
        }
        value_print(p, value, section, own);
    }
    fputc(map ? '}' : ']', p->out);
}

static const char *change_find(const struct printer *p, const char *section, const char *key)
{
    for (size_t i = 0; i < p->n_changes; i++)
        if (strcmp(p->changes[i].section, section) == 0 && strcmp(p->changes[i].key, key) == 0)
            return p->changes[i].text;
    return NULL;
}

/* A section with its changes; `map` NULL: the user has none. */
static void section_print(const struct printer *p, const char *section, const struct yaml_node *map)
{
    fprintf(p->out, "%s:\n", section);
    for (size_t i = 0; map != NULL && i < map->count; i++) {
        const char *key = map->u.items[2 * i].u.text;
        if (change_find(p, section, key) != NULL)
            continue;
        fputs("  ", p->out);
        scalar_print(p, &map->u.items[2 * i], "", "");
        fputs(": ", p->out);
        value_print(p, &map->u.items[2 * i + 1], section, key);
        fputc('\n', p->out);
    }
    for (size_t i = 0; i < p->n_changes; i++)
        if (strcmp(p->changes[i].section, section) == 0)
            fprintf(p->out, "  %s: %s\n", p->changes[i].key, p->changes[i].text);
}

static bool section_changes(const struct printer *p, const char *section)
{
    for (size_t i = 0; i < p->n_changes; i++)
        if (strcmp(p->changes[i].section, section) == 0)
            return true;
    return false;
}

static void recipe_print(const struct printer *p, const struct yaml_node *root)
{
    static const char *const sections[] = {"network", "epistemic", "prune"};
    for (size_t i = 0; i < root->count; i++) {
        const char *key = root->u.items[2 * i].u.text;
        const struct yaml_node *value = &root->u.items[2 * i + 1];
        if (strcmp(key, "tune") == 0 || change_find(p, "", key) != NULL)
            continue;
        if (value->kind == YAML_KIND_MAP && value->count > 0) {
            section_print(p, key, value);
        } else if (!section_changes(p, key)) {
            fprintf(p->out, "%s: ", key);
            value_print(p, value, "", key);
            fputc('\n', p->out);
        }
    }
    for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++) {
        const struct yaml_node *own = yaml_find(root, sections[i]);
        if ((own == NULL || own->kind != YAML_KIND_MAP || own->count == 0) &&
            section_changes(p, sections[i]))
            section_print(p, sections[i], NULL);
    }
    for (size_t i = 0; i < p->n_changes; i++)
        if (p->changes[i].section[0] == '\0')
            fprintf(p->out, "%s: %s\n", p->changes[i].key, p->changes[i].text);
}

const char *recipe_text(struct arena *arena, const struct tune *t, const struct candidate *c,
                        uint64_t seed)
{
    char *text = NULL;
    size_t size;
    const struct change changes[] = {
        {"", "seed", arena_printf(arena, "%llu", (unsigned long long)seed)},
        {"data", "split_seed",
         arena_printf(arena, "%llu", (unsigned long long)t->recipe->split.seed)},
        {"", "type", c->type == TYPE_Q15 ? "q15" : "float32"},
        {"network", "trunk", arena_printf(arena, "[%s]", widths_text(arena, &c->trunk, ", "))},
        {"network", "activation", activation_name[c->activation]},
        {"network", "eta", arena_printf(arena, "[%s]", widths_text(arena, &c->eta, ", "))},
        {"epistemic", "guarantee", c->guarantee ? "yes" : "no"},
        {"prune", "sparsity", arena_printf(arena, "%.9g", c->sparsity)},
        {"prune", "eta", "0"},
    };
    enum { OF_SEED = 3, ALL = sizeof(changes) / sizeof(*changes) };
    struct printer p = {.arena = arena, .changes = changes, .n_changes = c->as_is ? OF_SEED : ALL};
    const struct yaml_node *root =
        yaml_tree_read(arena, t->recipe_path, t->recipe_bytes, t->recipe_size);
    p.way = way_between(arena, directory_real(arena, t->directory), recipe_directory(arena, t));
    p.out = open_memstream(&text, &size);
    if (p.out == NULL)
        fail("out of memory");
    recipe_print(&p, root);
    fclose(p.out);
    const char *copy = arena_strndup(arena, text, size);
    free(text);
    return copy;
}
