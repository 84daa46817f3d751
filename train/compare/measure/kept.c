/* See kept.h. */
#include "compare/measure/kept.h"

#include "base/files.h"
#include "base/version.h"
#include "data/unpack.h"

#include <stdio.h>
#include <string.h>

enum { SUM = 64 }; /* hexadecimal digits of a checksum */

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

const char *kept_path(struct arena *arena, const char *directory, const struct regressor *regressor,
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
    const char *path = arena_printf(arena, "%s/%s-%s-%llu-%.16s.kept", directory, of->recipe->name,
                                    regressor->name, seed, bytes_sum(scratch, all, strlen(all)));
    arena_free(scratch);
    return path;
}

bool kept_load(const char *path, void *bytes, size_t size)
{
    struct arena *arena = arena_new();
    size_t found = 0;
    bool whole = false;
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        char *all = arena_alloc(arena, size + SUM + 1, 1);
        found = fread(all, 1, size + SUM + 1, file);
        fclose(file);
        whole = found == size + SUM && memcmp(bytes_sum(arena, all, size), all + size, SUM) == 0;
        if (whole)
            memcpy(bytes, all, size);
    }
    arena_free(arena);
    return whole;
}

void kept_save(const char *path, const void *bytes, size_t size)
{
    struct arena *arena = arena_new();
    char *all = arena_alloc(arena, size + SUM, 1);
    memcpy(all, bytes, size);
    memcpy(all + size, bytes_sum(arena, bytes, size), SUM);
    files_write(arena, &(struct output){path, all, size + SUM}, 1);
    arena_free(arena);
}
