/* See measure.h. The C lies in a directory of this call's own: a compiler outlives a worker that is
   killed, and writes its object while the next one compiles. */
#include "tune/measure.h"

#include "base/child.h"
#include "base/fail.h"
#include "base/files.h"
#include "emit/q15/q15_whole.h"
#include "emit/whole/whole.h"
#include "spec/yaml_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARM(cpu, ...)                                                                              \
    (const char *const[]) { "arm-none-eabi-gcc", cpu, "-mthumb", __VA_ARGS__, NULL }
#define ARM_FPU(cpu, fpu) ARM(cpu, fpu, "-mfloat-abi=hard")
#define RISCV(arch, abi)                                                                           \
    (const char *const[]) { "riscv64-unknown-elf-gcc", arch, abi, "-ffreestanding", NULL }
/* Integer code for Cortex-M3 and RV32IMC is better without some passes of gcc; on Cortex-M0+ the
   shortest is the fastest, too: the emitted head comment says the same. */
static const char *const o2[] = {"-std=c99", "-O2", "-ffp-contract=off", NULL},
                         *const os[] = {"-std=c99", "-Os", "-fno-inline-functions-called-once",
                                        NULL},
                         *const unshared[] = {"-std=c99",
                                              "-O2",
                                              "-fno-schedule-insns",
                                              "-fno-tree-ter",
                                              "-fno-tree-fre",
                                              "-fno-tree-pre",
                                              NULL},
                         *const unscheduled[] = {"-std=c99", "-O2", "-fno-schedule-insns",
                                                 "-fno-tree-ter", NULL};
static const struct core_target targets[] = {
    {"cortex-m4f", ARM_FPU("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16"), Q15_CORTEX_M4, {o2, o2}},
    {"cortex-m33", ARM_FPU("-mcpu=cortex-m33", "-mfpu=fpv5-sp-d16"), Q15_CORTEX_M4, {o2, o2}},
    {"cortex-m7", ARM_FPU("-mcpu=cortex-m7", "-mfpu=fpv5-sp-d16"), Q15_CORTEX_M4, {o2, o2}},
    {"rv32imafc", RISCV("-march=rv32imafc", "-mabi=ilp32f"), Q15_RV32IMC, {o2, unscheduled}},
    {"cortex-m4", ARM("-mcpu=cortex-m4", "-mfloat-abi=soft"), Q15_CORTEX_M4, {NULL, o2}},
    {"cortex-m3", ARM("-mcpu=cortex-m3", "-mfloat-abi=soft"), Q15_CORTEX_M3, {NULL, unshared}},
    {"cortex-m0plus",
     ARM("-mcpu=cortex-m0plus", "-mfloat-abi=soft"),
     Q15_CORTEX_M0PLUS,
     {NULL, os}},
    {"cortex-m0", ARM("-mcpu=cortex-m0", "-mfloat-abi=soft"), Q15_CORTEX_M0PLUS, {NULL, os}},
    {"rv32imc", RISCV("-march=rv32imc", "-mabi=ilp32"), Q15_RV32IMC, {NULL, unscheduled}}};
enum { MOST_WORDS = 24 };

const struct core_target *core_target_find(const char *name)
{
    for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++)
        if (strcmp(targets[i].name, name) == 0)
            return &targets[i];
    fail_usage("--core=%s: expected cortex-m4f, cortex-m33, cortex-m7 or rv32imafc; or, in fixed "
               "point alone, cortex-m4, cortex-m3, cortex-m0plus, cortex-m0 or rv32imc",
               name);
}

/* The words of the command, NULL at the end. */
static void command_words(const struct core_target *core, enum tune_type type,
                          const char *words[MOST_WORDS])
{
    size_t n = 0;
    for (const char *const *w = core->words; *w != NULL; w++)
        words[n++] = *w;
    for (const char *const *w = core->flags[type]; *w != NULL; w++)
        words[n++] = *w;
    words[n++] = "-c";
    words[n] = NULL;
}

const char *core_target_command(struct arena *arena, const struct core_target *core,
                                enum tune_type type)
{
    const char *words[MOST_WORDS], *text = "";
    command_words(core, type, words);
    for (size_t i = 0; words[i] != NULL; i++)
        text = arena_printf(arena, "%s%s%s", text, i == 0 ? "" : " ", words[i]);
    return text;
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

/* The emitted files, in fixed point or in float. */
static void files_emit(struct arena *arena, const struct emission *e,
                       struct output outputs[EMITTED_FILES])
{
    size_t size;
    const char *text = spec_text(arena, e->spec, &size);
    const struct wanted wanted = {
        .prefix = "model", .accuracy = e->candidate->accuracy, .form = e->candidate->form};
    const struct model model = model_make(arena, "the spec", text, size, &wanted);
    if (e->candidate->type == TYPE_FLOAT) {
        const struct data_dirs dirs = data_dirs_find(arena, NULL, model.program->type->name);
        model_emit(&model, &dirs, outputs);
        return;
    }
    const struct data_dirs dirs = data_dirs_find(arena, NULL, "q15");
    const struct q15_wanted fixed = {
        .prefix = "model", .form = e->candidate->form, .core = e->core->fixed};
    const struct q15_model q15 = q15_model_make(arena, model.program->spec, model.sha256, &fixed);
    q15_model_emit(&q15, &dirs, outputs);
}

/* Writes model.c and what it includes. */
static void code_write(struct arena *arena, const struct emission *e, const char *scratch)
{
    struct output outputs[EMITTED_FILES];
    files_emit(arena, e, outputs);
    for (size_t i = 0; i < EMITTED_FILES; i++)
        if (strcmp(outputs[i].path, "model.c") == 0 || strcmp(outputs[i].path, "model.h") == 0)
            text_put(arena_printf(arena, "%s/%s", scratch, outputs[i].path), outputs[i].text,
                     outputs[i].size);
}

static void compile(struct arena *arena, const struct emission *e, const char *scratch,
                    const char *object)
{
    const char *words[MOST_WORDS];
    size_t n = 0, size;
    command_words(e->core, e->candidate->type, words);
    while (words[n] != NULL)
        n++;
    words[n++] = arena_printf(arena, "%s/model.c", scratch);
    words[n++] = "-o";
    words[n++] = object;
    words[n] = NULL;
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
    size_t size;
    char *scratch = arena_printf(arena, "%sXXXXXX", e->scratch);
    if (mkdtemp(scratch) == NULL)
        fail("%s: %s", scratch, strerror(errno));
    const char *object = arena_printf(arena, "%s/model.o", scratch);
    code_write(arena, e, scratch);
    compile(arena, e, scratch, object);
    const char *json = program_run(arena,
                                   (const char *const[]){program_find(arena, "epiwcet"), "--core",
                                                         e->core->name, "--json", object, NULL},
                                   &size);
    const struct yaml_node *tree = yaml_tree_read(arena, "epiwcet", json, size);
    struct cost cost = {figure_of(tree, "cycles"), figure_of(tree, "flash"),
                        figure_of(tree, "stack")};
    measure_clean(scratch);
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
