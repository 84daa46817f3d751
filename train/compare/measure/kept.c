/* See kept.h. */
#include "compare/measure/kept.h"

#include "base/version.h"
#include "data/unpack.h"

#include <string.h>

static const char *rows_sum(struct arena *arena, const struct rows *rows)
{
    size_t inputs = rows->count * rows->n_in * sizeof(float);
    size_t outputs = rows->y == NULL ? 0 : rows->count * rows->n_out * sizeof(float);
    char *bytes = arena_alloc(arena, inputs + outputs + 1, 1);
    if (inputs > 0)
        memcpy(bytes, rows->x, inputs);
    if (outputs > 0)
        memcpy(bytes + inputs, rows->y, outputs);
    return bytes_sum(arena, bytes, inputs + outputs);
}

/* Eta changes with the program; the others do when their revision is raised. */
static const char *program_of(struct arena *arena, const struct regressor *regressor)
{
    size_t release = strcspn(epigen_version, "+");
    if (regressor->revision == 0)
        return epigen_version;
    return arena_printf(arena, "%.*s %u", (int)release, epigen_version, regressor->revision);
}

static const char *labels_sum(struct arena *arena, const struct compare_case *of)
{
    const struct row_labels *l = &of->labels;
    return bytes_sum(arena, l->test, l->test == NULL ? 0 : of->problem->test.count);
}

const char *kept_name(struct arena *arena, const struct regressor *regressor,
                      const struct compare_case *of, const char *how)
{
    struct arena *scratch = arena_new();
    const struct problem *p = of->problem;
    unsigned long long seed = of->recipe->seed;
    const char *all = arena_printf(scratch, "%s %s %llu %s %s %s %s %s %s %s", regressor->name,
                                   program_of(scratch, regressor), seed, how, of->recipe->sha256,
                                   rows_sum(scratch, &p->train), rows_sum(scratch, &p->validation),
                                   rows_sum(scratch, &p->test),
                                   rows_sum(scratch, &of->labels.unknown), labels_sum(scratch, of));
    const char *name = arena_printf(arena, "%s %s %llu %.16s", of->recipe->name, regressor->name,
                                    seed, bytes_sum(scratch, all, strlen(all)));
    arena_free(scratch);
    return name;
}
