/* See cases.h. */
#include "compare/measure/cases.h"

#include "base/fail.h"
#include "base/files.h"
#include "data/unpack.h"
#include "recipe_read.h"
#include "result/warnings.h"

#include <stdbool.h>
#include <string.h>

static const char *seed_insert(struct arena *arena, const char *path, uint64_t seed)
{
    const char *text = "", *mark;
    while ((mark = strstr(path, "{}")) != NULL) {
        text = arena_printf(arena, "%s%.*s%llu", text, (int)(mark - path), path,
                            (unsigned long long)seed);
        path = mark + 2;
    }
    return arena_printf(arena, "%s%s", text, path);
}

static struct recipe *recipe_open(struct arena *arena, const char *path)
{
    size_t size;
    const char *bytes = file_read(arena, path, SPEC_MAX_BYTES, &size);
    struct recipe *recipe =
        recipe_read(arena, strcmp(path, "-") == 0 ? "standard input" : path, bytes, size);
    if (recipe->mean_from.path != NULL)
        fail_at(recipe->file, recipe->mean_from.line,
                "mean_from names a network, expected none: every learner here trains its own mean");
    recipe->sha256 = bytes_sum(arena, bytes, size);
    return recipe;
}

/* Sets the seed of the learners, and that of the split unless the recipe gives the split its own.
 */
static void seed_set(struct recipe *recipe, uint64_t seed)
{
    recipe->seed = seed;
    if (!recipe->split_is_fixed)
        recipe->split.seed = seed;
    recipe->threads = 1;
}

static void seed_note(const struct recipe *recipe, const struct cases_options *o, FILE *err)
{
    if (recipe->seed != o->first_seed)
        fprintf(err, "%s: %s: seed %llu is not used: the seeds are 1 to %zu\n", fail_program,
                recipe->file, (unsigned long long)recipe->seed, o->seeds);
}

static struct compare_case case_open(struct arena *arena, const struct cases_options *o,
                                     struct recipe *recipe, uint64_t seed, FILE *err)
{
    struct compare_case c = {.recipe = recipe};
    warnings_files(recipe, o->outputs, o->n_outputs);
    seed_set(recipe, seed);
    c.problem = problem_prepare(arena, recipe, err);
    if (c.problem->test.count == 0 && !o->without_test)
        fail("%s: no test rows, expected \"data: test\"", recipe->file);
    if (o->known_distance > 0.0)
        c.labels = row_labels_by_distance(arena, c.problem, o->known_distance);
    if (o->n_unknown_files > 0)
        c.labels =
            row_labels_by_files(arena, recipe, c.problem, o->unknown_files, o->n_unknown_files);
    return c;
}

/* Warns when no test row is known or none is unknown, so that AUROC and AUPR are missing. */
static void labels_warn(const struct compare_case *c, FILE *err)
{
    size_t count[3] = {0, c->labels.unknown.count, 0};
    for (size_t i = 0; i < c->problem->test.count && c->labels.test != NULL; i++)
        count[c->labels.test[i]]++;
    if (c->labels.test != NULL && (count[ROW_KNOWN] == 0 || count[ROW_UNKNOWN] == 0))
        fprintf(err,
                "%s: %s: warning: %zu rows are known, %zu unknown, %zu left out (seed %llu): no "
                "AUROC and AUPR\n",
                fail_program, c->recipe->file, count[ROW_KNOWN], count[ROW_UNKNOWN],
                count[ROW_LEFT_OUT], (unsigned long long)c->recipe->seed);
}

/* --- all seeds ---------------------------------------------------------------------------------
 */

static bool names_same(const struct scaling *a, const struct scaling *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i].name, b[i].name) != 0)
            return false;
    return true;
}

/* Refuses recipes of other seeds with another name, other inputs or other outputs: the table shows
   means over seeds. */
static void case_expect_same(const struct compare_case *c, const struct compare_case *first)
{
    const struct recipe *r = c->recipe, *f = first->recipe;
    const char *what = NULL;
    if (strcmp(r->name, f->name) != 0)
        what = "another name";
    else if (r->n_inputs != f->n_inputs ||
             !names_same(c->problem->inputs, first->problem->inputs, r->n_inputs))
        what = "other inputs";
    else if (r->n_outputs != f->n_outputs ||
             !names_same(c->problem->outputs, first->problem->outputs, r->n_outputs))
        what = "other outputs";
    if (what != NULL)
        fail("%s: %s than %s, expected the same for all seeds", r->file, what, f->file);
}

static bool is_stdin(const char *file) { return file != NULL && strcmp(file, "-") == 0; }

static bool stdin_is_read(const struct recipe *r, const struct cases_options *o)
{
    bool read = false;
    for (size_t i = 0; i < r->n_sources; i++)
        read = read || is_stdin(r->sources[i].path);
    for (size_t i = 0; i < o->n_unknown_files; i++)
        read = read || is_stdin(o->unknown_files[i]);
    return read;
}

static void stdin_take(bool *taken)
{
    if (*taken)
        fail("standard input can be read once, expected files for more than one seed or recipe");
    *taken = true;
}

static struct recipe **recipes_open(struct arena *arena, const struct cases_options *o,
                                    char *const *recipes, size_t count, FILE *err)
{
    struct recipe **opened = arena_alloc(arena, count * o->seeds, sizeof(struct recipe *));
    bool taken = false;
    for (size_t i = 0; i < count * o->seeds; i++) {
        const char *path = recipes[i / o->seeds];
        if (is_stdin(path))
            stdin_take(&taken);
        opened[i] = recipe_open(arena, seed_insert(arena, path, o->first_seed + i % o->seeds));
        if (stdin_is_read(opened[i], o))
            stdin_take(&taken);
        if (i % o->seeds == 0)
            seed_note(opened[i], o, err);
    }
    return opened;
}

struct compare_case *cases_open(struct arena *arena, const struct cases_options *o,
                                char *const *recipes, size_t count, FILE *err)
{
    struct recipe **opened = recipes_open(arena, o, recipes, count, err);
    struct compare_case *cases = arena_alloc(arena, count * o->seeds, sizeof(*cases));
    FILE *nowhere = fopen("/dev/null", "w");
    for (size_t i = 0; i < count * o->seeds; i++) {
        bool again = i % o->seeds > 0; /* a further seed would repeat the warnings of the first */
        cases[i] = case_open(arena, o, opened[i], o->first_seed + i % o->seeds,
                             again && nowhere != NULL ? nowhere : err);
        labels_warn(&cases[i], err);
        if (again)
            case_expect_same(&cases[i], &cases[i - i % o->seeds]);
    }
    if (nowhere != NULL)
        fclose(nowhere);
    return cases;
}
