/* See rows.h. */
#include "run/rows.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <stdint.h>
#include <string.h>

const char *output_name(struct arena *arena, const struct spec *spec, size_t k)
{
    return spec->mean.names != NULL ? spec->mean.names[k] : arena_printf(arena, "%zu", k + 1);
}

/* The names of a log's columns, as many as fit into a message. */
static const char *names_list(struct arena *arena, const struct log *log)
{
    const char *list = "";
    for (size_t i = 0; i < log->n_all && strlen(list) < 400; i++)
        list = arena_printf(arena, "%s%s%s", list, i == 0 ? "" : ", ",
                            yaml_excerpt(log->names[i]).text);
    return list;
}

static void input_refuse(struct arena *arena, struct log *log, const char *name)
{
    if (log->names == NULL)
        lines_refuse(log->lines, log->header,
                     "no header and %zu columns, too few for input \"%s\", expected the inputs in "
                     "the order of the spec, or --inputs",
                     log->n_all, name);
    else
        lines_refuse(
            log->lines, log->header,
            "no column \"%s\" for this input, there are %zu: %s; expected the names of the "
            "spec, or --inputs",
            name, log->n_all, names_list(arena, log));
}

struct run_columns run_columns_find(struct arena *arena, const struct spec *spec, struct log *log)
{
    struct run_columns c = {.time = log->time, .group = log->group};
    c.inputs = arena_alloc(arena, spec->n_inputs, sizeof(*c.inputs));
    c.outputs = arena_alloc(arena, spec->mean.count, sizeof(*c.outputs));
    for (size_t i = 0; i < spec->n_inputs; i++) {
        c.inputs[i] = log_place(log, i);
        if (c.inputs[i] == SIZE_MAX)
            input_refuse(arena, log, log->request->columns[i]);
    }
    for (size_t k = 0; k < spec->mean.count; k++) {
        size_t number = spec->n_inputs + k;
        c.outputs[k] = number < log->request->count ? log_place(log, number) : SIZE_MAX;
        c.n_measured += c.outputs[k] != SIZE_MAX;
    }
    return c;
}
