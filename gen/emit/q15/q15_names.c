/* See q15_names.h. */
#include "emit/q15/q15_names.h"

#include "base/fail.h"

#include <stdlib.h>
#include <strings.h>

/* What stands behind an input's name in its macros. */
static const char *const suffixes[] = {"_min", "_max", "_scale", "_offset", "_raw_min", "_raw_max"};
enum { SUFFIXES = sizeof(suffixes) / sizeof(suffixes[0]) };

struct named {
    const char *text;  /* without the model's prefix; a header has it in capitals */
    const char *owner; /* the input or output */
    int line;
};

static int by_text(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    const int order = strcasecmp(one->text, other->text);
    return order != 0 ? order : (one->line > other->line) - (one->line < other->line);
}

void q15_names_check(struct arena *arena, const struct spec *spec)
{
    const size_t most = spec->n_inputs * (SUFFIXES + 1) + spec->mean.n_names;
    struct named *names = arena_alloc(arena, most, sizeof(*names));
    size_t n = 0;
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        names[n++] =
            (struct named){arena_printf(arena, "in_%s", input->name), input->name, input->line};
        for (size_t k = 0; k < SUFFIXES; k++)
            names[n++] = (struct named){arena_printf(arena, "%s%s", input->name, suffixes[k]),
                                        input->name, input->line};
    }
    for (size_t i = 0; i < spec->mean.n_names; i++)
        names[n++] = (struct named){arena_printf(arena, "out_%s", spec->mean.names[i]),
                                    spec->mean.names[i], spec->mean.line};
    qsort(names, n, sizeof(*names), by_text);
    for (size_t i = 1; i < n; i++)
        if (strcasecmp(names[i - 1].text, names[i].text) == 0)
            fail_at(spec->file, names[i].line,
                    "\"%s\" and \"%s\" would both have a macro %s in the header of --type=q15, "
                    "expected distinct names",
                    names[i - 1].owner, names[i].owner, names[i].text);
}
