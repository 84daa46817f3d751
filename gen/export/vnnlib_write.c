/* The domain of a spec as VNN-LIB. See export.h. */
#include "export/export.h"

#include "base/fail.h"

#include <stdlib.h>

static void domain_write(const struct spec *spec, FILE *out)
{
    fprintf(out, "; the domain of %s; add what its outputs must not do\n", spec->name);
    for (size_t i = 0; i < spec->n_inputs; i++)
        fprintf(out, "(declare-const X_%zu Real) ; %s%s%s\n", i, spec->inputs[i].name,
                spec->inputs[i].unit == NULL ? "" : ", ",
                spec->inputs[i].unit == NULL ? "" : spec->inputs[i].unit);
    for (size_t i = 0; i < spec->mean.count; i++)
        fprintf(out, "(declare-const Y_%zu Real)%s%s\n", i, spec->mean.n_names == 0 ? "" : " ; ",
                spec->mean.n_names == 0 ? "" : spec->mean.names[i]);
    for (size_t i = 0; i < spec->n_inputs; i++)
        fprintf(out, "(assert (>= X_%zu %.9g))\n(assert (<= X_%zu %.9g))\n", i,
                (double)spec->inputs[i].min, i, (double)spec->inputs[i].max);
}

struct output vnnlib_make(struct arena *arena, const struct spec *spec)
{
    char *text = NULL;
    struct output output = {0};
    FILE *memory = open_memstream(&text, &output.size);
    if (memory == NULL)
        fail("out of memory");
    domain_write(spec, memory);
    if (fclose(memory) != 0)
        fail("out of memory");
    output.text = arena_strndup(arena, text, output.size);
    free(text);
    return output;
}
