/* See graph.h. */
#include "spec/graph.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <stdbool.h>
#include <string.h>

struct checker {
    struct arena *arena;
    struct spec *spec;
    const char *file;
};

static _Noreturn void unknown_refuse(const struct checker *c, int line, const char *what,
                                     const char *name)
{
    char known[400] = "inputs";
    size_t used = strlen(known);
    for (size_t i = 0; i < c->spec->n_layers && i <= 10; i++)
        used += (size_t)snprintf(known + used, sizeof(known) - used, ", %s",
                                 i < 10 ? c->spec->layers[i].name : "...");
    fail_at(c->file, line, "%s reads \"%s\", expected one of %s", what, yaml_excerpt(name).text,
            known);
}

static int source_find(const struct checker *c, int line, const char *what, const char *name)
{
    if (strcmp(name, "inputs") == 0)
        return SOURCE_INPUTS;
    for (size_t i = 0; i < c->spec->n_layers; i++)
        if (strcmp(name, c->spec->layers[i].name) == 0)
            return (int)i;
    unknown_refuse(c, line, what, name);
}

static void from_resolve(const struct checker *c, struct spec_from *from, const char *what)
{
    from->sources = arena_alloc(c->arena, from->count, sizeof(*from->sources));
    for (size_t i = 0; i < from->count; i++) {
        from->sources[i] = source_find(c, from->line, what, from->names[i]);
        for (size_t k = 0; k < i; k++)
            if (from->sources[k] == from->sources[i])
                fail_at(c->file, from->line, "%s reads \"%s\" twice, expected each source once",
                        what, from->names[i]);
    }
}

static void sources_resolve(const struct checker *c)
{
    struct spec *spec = c->spec;
    for (size_t i = 0; i < spec->n_layers; i++) {
        char what[SPEC_MAX_LABEL + 16];
        snprintf(what, sizeof(what), "layer \"%s\"", spec->layers[i].name);
        if (spec->layers[i].from.count > SPEC_MAX_SOURCES)
            fail_at(c->file, spec->layers[i].from.line, "%s reads %zu sources, the limit is %d",
                    what, spec->layers[i].from.count, SPEC_MAX_SOURCES);
        from_resolve(c, &spec->layers[i].from, what);
    }
    from_resolve(c, &spec->mean.from, "output mean");
    from_resolve(c, &spec->sigma.from, "output sigma");
    from_resolve(c, &spec->eta.from, "output eta");
}

/* The first source that has no place in the order yet, or SOURCE_INPUTS if all have one. */
static int missing_source(const struct spec_layer *layer, const bool placed[])
{
    for (size_t i = 0; i < layer->from.count; i++) {
        int source = layer->from.sources[i];
        if (source != SOURCE_INPUTS && !placed[source])
            return source;
    }
    return SOURCE_INPUTS;
}

static size_t missing_follow(const struct checker *c, const bool placed[], size_t at, size_t steps)
{
    while (steps-- > 0)
        at = (size_t)missing_source(&c->spec->layers[at], placed);
    return at;
}

/* Each unplaced layer reads another unplaced one, so following them leads into a cycle. The message
   starts with the layer of that cycle that comes first in the file. */
static _Noreturn void cycle_refuse(const struct checker *c, const bool placed[], size_t left)
{
    const struct spec_layer *layers = c->spec->layers;
    size_t start = missing_follow(c, placed, left, c->spec->n_layers); /* a layer of the cycle */
    size_t first = start, shown = 0;
    for (size_t at = missing_follow(c, placed, start, 1); at != start;
         at = missing_follow(c, placed, at, 1))
        first = at < first ? at : first;
    char text[400];
    size_t at = first, used = (size_t)snprintf(text, sizeof(text), "%s", layers[first].name);
    do {
        at = missing_follow(c, placed, at, 1);
        used += (size_t)snprintf(text + used, sizeof(text) - used, " -> %s", layers[at].name);
    } while (at != first && ++shown < 8);
    fail_at(c->file, layers[first].from.line,
            "layers form a cycle: %s%s (each reads the next), expected none", text,
            at == first ? "" : " -> ...");
}

/* Finds an order in which each layer stands behind all that it reads. Of the layers that are ready
   it takes the first in the file, so that a spec written in order keeps its order. */
static void order_find(const struct checker *c)
{
    struct spec *spec = c->spec;
    bool placed[SPEC_MAX_LAYERS] = {false};
    spec->order = arena_alloc(c->arena, spec->n_layers, sizeof(*spec->order));
    for (size_t n = 0; n < spec->n_layers; n++) {
        size_t next = 0, left = spec->n_layers;
        for (; next < spec->n_layers; next++) {
            if (!placed[next] && missing_source(&spec->layers[next], placed) == SOURCE_INPUTS)
                break;
            if (!placed[next])
                left = next;
        }
        if (next == spec->n_layers)
            cycle_refuse(c, placed, left);
        placed[next] = true;
        spec->order[n] = next;
    }
}

static void from_mark(const struct spec_from *from, bool used[])
{
    for (size_t i = 0; i < from->count; i++)
        if (from->sources[i] != SOURCE_INPUTS)
            used[from->sources[i]] = true;
}

/* Refuses a layer that leads to no output. In reverse order each layer comes behind all layers that
   read it. */
static void unused_refuse(const struct checker *c)
{
    const struct spec *spec = c->spec;
    bool used[SPEC_MAX_LAYERS] = {false};
    from_mark(&spec->mean.from, used);
    from_mark(&spec->sigma.from, used);
    from_mark(&spec->eta.from, used);
    for (size_t n = spec->n_layers; n-- > 0;) {
        const struct spec_layer *layer = &spec->layers[spec->order[n]];
        if (!used[spec->order[n]])
            fail_at(c->file, layer->line,
                    "layer \"%s\" is not used, expected it to lead to an output", layer->name);
        from_mark(&layer->from, used);
    }
}

void graph_check(struct arena *arena, struct spec *spec)
{
    const struct checker c = {arena, spec, spec->file};
    sources_resolve(&c);
    order_find(&c);
    unused_refuse(&c);
}
