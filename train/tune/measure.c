/* See measure.h. The C lies in a directory of this worker's own, under the same names each time, so
   that a run that is killed leaves no more than these. */
#include "tune/measure.h"

#include "base/child.h"
#include "base/fail.h"
#include "base/files.h"
#include "emit/whole/whole.h"
#include "spec/yaml_tree.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *const m4f[] = {"arm-none-eabi-gcc", "-mcpu=cortex-m4",  "-mfpu=fpv4-sp-d16",
                                  "-mthumb",           "-mfloat-abi=hard", NULL},
                         *const m33[] = {"arm-none-eabi-gcc", "-mcpu=cortex-m33",
                                         "-mfpu=fpv5-sp-d16", "-mthumb",
                                         "-mfloat-abi=hard",  NULL},
                         *const m7[] = {"arm-none-eabi-gcc", "-mcpu=cortex-m7",
                                        "-mfpu=fpv5-sp-d16", "-mthumb",
                                        "-mfloat-abi=hard",  NULL},
                         *const rv32[] = {"riscv64-unknown-elf-gcc", "-march=rv32imafc",
                                          "-mabi=ilp32f", NULL};
static const struct core_target targets[] = {
    {"cortex-m4f", m4f}, {"cortex-m33", m33}, {"cortex-m7", m7}, {"rv32imafc", rv32}};
static const char *const flags[] = {"-std=c99", "-O2", "-ffp-contract=off", NULL};
enum { MOST_WORDS = 24 };

const struct core_target *core_target_find(const char *name)
{
    for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++)
        if (strcmp(targets[i].name, name) == 0)
            return &targets[i];
    fail_usage("--core=%s: expected cortex-m4f, cortex-m33, cortex-m7 or rv32imafc", name);
}

/* The path of another program of this package: in the folder of this program, or else by PATH. */
static const char *program_find(struct arena *arena, const char *name)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length <= 0)
        return name;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    const char *path = arena_printf(arena, "%s/%s", self, name);
    return access(path, X_OK) == 0 ? path : name;
}

/* Runs a program; returns what it has printed. */
static const char *program_run(struct arena *arena, const char *const *words, size_t *size)
{
    char *argv[MOST_WORDS + 1];
    size_t n = 0;
    FILE *out = tmpfile();
    if (out == NULL)
        fail("cannot make a temporary file: %s", strerror(errno));
    for (; words[n] != NULL; n++)
        argv[n] = arena_strdup(arena, words[n]);
    argv[n] = NULL;
    if (child_run(&(struct child){.argv = argv, .out = out}) != 0)
        fail("%s failed", words[0]);
    long end = fseek(out, 0, SEEK_END) != 0 ? -1 : ftell(out);
    rewind(out);
    *size = end < 0 ? 0 : (size_t)end;
    char *text = arena_alloc(arena, *size + 1, 1);
    if (end < 0 || fread(text, 1, *size, out) != *size)
        fail("cannot read what %s printed", words[0]);
    fclose(out);
    return text;
}

const char *measure_expect(struct arena *arena, const struct core_target *core)
{
    const char *const programs[] = {program_find(arena, "epiwcet"), "m4", core->words[0]};
    const char *said = "";
    size_t size;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
        said = program_run(arena, (const char *const[]){programs[i], "--version", NULL}, &size);
    return arena_strndup(arena, said, strcspn(said, "\n"));
}

static void text_put(const char *path, const char *text, size_t size)
{
    FILE *f = fopen(path, "w");
    bool good = f != NULL && fwrite(text, 1, size, f) == size;
    if (f == NULL || fclose(f) != 0 || !good)
        fail("%s: %s", path, strerror(errno));
}

/* Writes model.c and what it includes. */
static void code_write(struct arena *arena, const struct emission *e)
{
    size_t size;
    const char *text = spec_text(arena, e->spec, &size);
    const struct wanted wanted = {
        .prefix = "model", .accuracy = e->candidate->accuracy, .form = e->candidate->form};
    const struct model model = model_make(arena, "the spec", text, size, &wanted);
    const struct data_dirs dirs = data_dirs_find(arena, NULL, model.program->type->name);
    struct output outputs[EMITTED_FILES];
    model_emit(&model, &dirs, outputs);
    for (size_t i = 0; i < EMITTED_FILES; i++)
        if (strcmp(outputs[i].path, "model.c") == 0 || strcmp(outputs[i].path, "model.h") == 0)
            text_put(arena_printf(arena, "%s/%s", e->scratch, outputs[i].path), outputs[i].text,
                     outputs[i].size);
}

static void compile(struct arena *arena, const struct emission *e, const char *object)
{
    const char *words[MOST_WORDS] = {NULL};
    size_t n = 0, size;
    for (; e->core->words[n] != NULL; n++)
        words[n] = e->core->words[n];
    for (size_t i = 0; flags[i] != NULL; i++)
        words[n++] = flags[i];
    words[n++] = "-c";
    words[n++] = arena_printf(arena, "%s/model.c", e->scratch);
    words[n++] = "-o";
    words[n++] = object;
    program_run(arena, words, &size);
}

static double figure_of(const struct yaml_node *tree, const char *key)
{
    const struct yaml_scope scope = {"epiwcet", ""};
    return (double)yaml_number(&scope, yaml_need(&scope, tree, key), key);
}

struct cost measure(const struct emission *e)
{
    struct arena *arena = arena_new();
    const char *object = arena_printf(arena, "%s/model.o", e->scratch);
    size_t size;
    directory_make(e->scratch);
    code_write(arena, e);
    compile(arena, e, object);
    const char *json = program_run(arena,
                                   (const char *const[]){program_find(arena, "epiwcet"), "--core",
                                                         e->core->name, "--json", object, NULL},
                                   &size);
    const struct yaml_node *tree = yaml_tree_read(arena, "epiwcet", json, size);
    struct cost cost = {figure_of(tree, "cycles"), figure_of(tree, "flash"),
                        figure_of(tree, "stack")};
    arena_free(arena);
    return cost;
}

void measure_clean(const char *scratch)
{
    static const char *const names[] = {"model.c", "model.h", "model.o"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        unlink(arena_printf(arena, "%s/%s", scratch, names[i]));
    rmdir(scratch);
    arena_free(arena);
}
