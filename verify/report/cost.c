/* See cost.h. The compilers and epiwcet run on files in a directory that is gone again. Stages are
   `static` functions, which compilers put into one another; for the parts they are kept apart,
   which costs a few cycles more. */
#include "report/cost.h"

#include "base/child.h"
#include "base/fail.h"
#include "pack/directory.h"
#include "pack/tools.h"
#include "spec/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 40, REPORT_MAX_BYTES = 16 * 1024 * 1024 };

struct board {
    const char *core, *compiler, *flags[6];
};
#define ARM(cpu, fpu)                                                                              \
    "arm-none-eabi-gcc", { "-mcpu=" cpu, "-mfpu=" fpu, "-mthumb", "-mfloat-abi=hard", NULL }
static const struct board boards[] = {
    {"cortex-m4f", ARM("cortex-m4", "fpv4-sp-d16")},
    {"cortex-m7", ARM("cortex-m7", "fpv5-sp-d16")},
    {"cortex-m33", ARM("cortex-m33", "fpv5-sp-d16")},
    {"rv32imafc",
     "riscv64-unknown-elf-gcc",
     {"-march=rv32imafc", "-mabi=ilp32f", "-ffreestanding", NULL}},
};
const char *const cost_cores[] = {"cortex-m4f", "cortex-m7", "cortex-m33", "rv32imafc", NULL};

struct work {
    struct arena *arena;
    const char *prefix;
    const struct board *board;
    struct directory directory;
};

static const struct board *board_find(const char *core)
{
    for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
        if (strcmp(boards[i].core, core) == 0)
            return &boards[i];
    fail("internal error: no board has the core %s", core);
}

/* epiwcet lies beside this program. */
static const char *epiwcet_path(struct arena *arena)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        fail("cannot find out where %s is installed", fail_program);
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    return arena_printf(arena, "%s/epiwcet", self);
}

/* Compiles NAME.c to `object`; flags that keep stages apart, or none. */
static bool object_compile(const struct work *w, const char *object, const char *const *further)
{
    const char *argv[WORDS] = {w->board->compiler, "-std=c99", "-O2", "-ffp-contract=off"};
    size_t n = 4;
    for (size_t i = 0; w->board->flags[i] != NULL; i++)
        argv[n++] = w->board->flags[i];
    for (size_t i = 0; further[i] != NULL; i++)
        argv[n++] = further[i];
    argv[n++] = "-c";
    argv[n++] = arena_printf(w->arena, "%s.c", w->prefix);
    argv[n++] = "-o";
    argv[n++] = object;
    directory_expect(&w->directory, object);
    return child_run(&(struct child){.argv = (char *const *)argv,
                                     .directory = w->directory.temporary}) == 0;
}

/* What epiwcet --json says of an object; NULL: it refuses it, and has said why. */
static const struct yaml_node *object_bound(const struct work *w, const char *object)
{
    const char *argv[] = {epiwcet_path(w->arena),
                          arena_printf(w->arena, "--core=%s", w->board->core),
                          arena_printf(w->arena, "--entry=%s_infer", w->prefix),
                          "--json",
                          object,
                          NULL};
    FILE *out = tmpfile();
    if (out == NULL)
        fail("cannot make a temporary file");
    struct child child = {
        .argv = (char *const *)argv, .out = out, .directory = w->directory.temporary};
    const struct yaml_node *root = NULL;
    if (access(argv[0], X_OK) == 0 && child_run(&child) == 0) {
        char *text = arena_alloc(w->arena, REPORT_MAX_BYTES, 1);
        rewind(out);
        size_t size = fread(text, 1, REPORT_MAX_BYTES - 1, out);
        root = yaml_tree_read(w->arena, "epiwcet --json", text, size);
    }
    fclose(out);
    return root;
}

static size_t number_of(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *found = yaml_find(map, key);
    return found == NULL || found->kind != YAML_KIND_SCALAR
               ? 0
               : (size_t)strtoull(found->u.text, NULL, 10);
}

static const char *text_of(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *found = yaml_find(map, key);
    return found == NULL || found->kind != YAML_KIND_SCALAR ? "" : found->u.text;
}

static bool ends(const char *text, const char *end)
{
    size_t length = strlen(text), least = strlen(end);
    return length >= least && strcmp(text + length - least, end) == 0;
}

/* "h1_layer" of "wind_h1_layer.constprop.0"; NULL: the function is no stage. */
static const char *stage_name(struct arena *arena, const char *function, const char *prefix)
{
    char *name = arena_strndup(arena, function, strcspn(function, "."));
    size_t skip = strlen(prefix);
    if (strncmp(name, prefix, skip) != 0 || name[skip] != '_')
        return NULL;
    name += skip + 1;
    bool stage = strcmp(name, "inputs") == 0 || ends(name, "_layer") || ends(name, "_output");
    return stage ? name : NULL;
}

/* The parts: what each stage takes with all that it calls, and the rest. */
static void parts_read(const struct work *w, struct cost *cost, const struct yaml_node *root)
{
    const struct yaml_node *functions = yaml_find(root, "functions");
    size_t known = 0;
    if (functions == NULL || functions->kind != YAML_KIND_LIST)
        return;
    cost->parts = arena_alloc(w->arena, functions->count + 1, sizeof(*cost->parts));
    cost->parts_cycles = number_of(root, "cycles");
    for (size_t i = 0; i < functions->count; i++) {
        const struct yaml_node *f = &functions->u.items[i];
        const char *name = stage_name(w->arena, text_of(f, "name"), w->prefix);
        if (name == NULL)
            continue;
        struct cost_part part = {name, number_of(f, "cycles") * number_of(f, "calls")};
        cost->parts[cost->n_parts++] = part;
        known += part.cycles;
    }
    if (cost->parts_cycles >= known)
        cost->parts[cost->n_parts++] =
            (struct cost_part){"entry point", cost->parts_cycles - known};
}

static void cost_measure(const struct work *w, struct cost *cost)
{
    static const char *const together[] = {NULL};
    static const char *const apart[] = {"-fno-inline-functions",
                                        "-fno-inline-small-functions",
                                        "-fno-inline-functions-called-once",
                                        "-fno-ipa-sra",
                                        "-fno-ipa-icf",
                                        NULL};
    const struct yaml_node *root =
        object_compile(w, "model.o", together) ? object_bound(w, "model.o") : NULL;
    if (root == NULL) {
        cost->why = "epiwcet gave no bound for the object";
        return;
    }
    cost->kind = text_of(root, "kind");
    cost->instructions = number_of(root, "instructions");
    cost->cycles = number_of(root, "cycles");
    cost->stack = number_of(root, "stack");
    cost->flash = number_of(root, "flash");
    cost->ram = number_of(root, "ram");
    root = object_compile(w, "parts.o", apart) ? object_bound(w, "parts.o") : NULL;
    if (root != NULL)
        parts_read(w, cost, root);
}

struct cost cost_find(const struct model *model, const struct output emitted[EMITTED_FILES],
                      const char *core)
{
    struct arena *arena = model->arena;
    struct work w = {.arena = arena, .prefix = model->program->prefix};
    w.board = board_find(core);
    struct cost cost = {.core = core, .compiler = w.board->compiler};
    const char *const tools[] = {w.board->compiler, NULL};
    if (!tools_are_here(tools)) {
        cost.why = arena_printf(arena, "the compiler %s is not installed here", cost.compiler);
        return cost;
    }
    const char *place = getenv("TMPDIR");
    w.directory = directory_open(
        arena, arena_printf(arena, "%s/epireport-cost-%ld",
                            place == NULL || *place == '\0' ? "/tmp" : place, (long)getpid()));
    for (size_t i = 0; i < 2; i++) /* NAME.h and NAME.c */
        directory_write(&w.directory, &emitted[i]);
    cost_measure(&w, &cost);
    directory_drop();
    return cost;
}
