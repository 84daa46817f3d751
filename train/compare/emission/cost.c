/* See cost.h. All variants use the same file names in one temporary directory, which is removed
   at every end of the run. */
#include "compare/emission/cost.h"

#include "base/child.h"
#include "base/fail.h"
#include "compare/emission/emitted.h"
#include "result/progress.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the directory -----------------------------------------------------------------------------
 */

enum file {
    FILE_SPEC,
    FILE_CODE,
    FILE_OBJECT,
    FILE_HEADER,
    FILE_VECTORS,
    FILE_SELFTEST,
    FILE_MAIN,
    FILE_PROGRAM,
    FILES
};
static const char *const file_names[FILES] = {
    "model.yaml",      "model.c",          "model.o",         "model.h",
    "model_vectors.h", "model_selftest.c", "model_answers.c", "model_answers"};
static char folder[4096], paths[FILES][4096 + 32];

/* Removes the directory. A signal handler calls it too, so it makes only calls that are allowed
   there. */
static void folder_remove(void)
{
    if (folder[0] == '\0')
        return;
    for (size_t i = 0; i < FILES; i++)
        unlink(paths[i]);
    rmdir(folder);
    folder[0] = '\0';
}

static void on_signal(int number)
{
    folder_remove();
    signal(number, SIG_DFL);
    raise(number);
}

static void folder_make(void)
{
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const char *parent = getenv("TMPDIR");
    int length = snprintf(folder, sizeof(folder), "%s/epicompare.XXXXXX",
                          parent == NULL || *parent != '/' ? "/tmp" : parent);
    if (length >= (int)sizeof(folder) || mkdtemp(folder) == NULL) {
        folder[0] = '\0';
        fail("cannot make a temporary directory in %s", parent == NULL ? "/tmp" : parent);
    }
    for (size_t i = 0; i < FILES; i++)
        snprintf(paths[i], sizeof(paths[i]), "%s/%s", folder, file_names[i]);
    atexit(folder_remove);
    for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN);
}

/* --- the programs ------------------------------------------------------------------------------
 */

static const char *const compiler[] = {
    "arm-none-eabi-gcc",
    "-mcpu=cortex-m4",
    "-mfpu=fpv4-sp-d16",
    "-mthumb",
    "-mfloat-abi=hard",
    "-std=c99",
    "-O2",
    "-ffp-contract=off",
};
static const char host_compiler[] = "cc";
enum { COMPILER_WORDS = sizeof(compiler) / sizeof(*compiler), MOST_WORDS = COMPILER_WORDS + 8 };

/* Runs a program; `words` ends with NULL. Returns what it has printed, NULL where it failed. */
static char *program_try(struct arena *arena, const char *const *words, size_t *size)
{
    char *argv[MOST_WORDS];
    size_t n = 0;
    FILE *out = tmpfile();
    if (out == NULL)
        fail("cannot make a temporary file");
    for (; words[n] != NULL; n++)
        argv[n] = arena_strdup(arena, words[n]);
    argv[n] = NULL;
    if (child_run(&(struct child){.argv = argv, .out = out}) != 0) {
        fclose(out);
        return NULL;
    }
    long end = fseek(out, 0, SEEK_END) != 0 ? -1 : ftell(out);
    rewind(out);
    *size = end < 0 ? 0 : (size_t)end;
    char *text = arena_alloc(arena, *size + 1, 1);
    if (end < 0 || fread(text, 1, *size, out) != *size)
        fail("cannot read what %s printed", words[0]);
    fclose(out);
    return text;
}

static char *program_run(struct arena *arena, const char *const *words, size_t *size)
{
    char *text = program_try(arena, words, size);
    if (text == NULL)
        fail("%s failed", words[0]);
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

void cost_expect(struct arena *arena)
{
    const char *const names[] = {program_find(arena, "epigen"), compiler[0], host_compiler,
                                 program_find(arena, "epiwcet")};
    size_t size;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        program_run(arena, (const char *const[]){names[i], "--version", NULL}, &size);
}

static void compile(struct arena *arena)
{
    const char *words[MOST_WORDS] = {NULL};
    size_t size;
    memcpy(words, compiler, sizeof(compiler));
    words[COMPILER_WORDS] = "-c";
    words[COMPILER_WORDS + 1] = paths[FILE_CODE];
    words[COMPILER_WORDS + 2] = "-o";
    words[COMPILER_WORDS + 3] = paths[FILE_OBJECT];
    program_run(arena, words, &size);
}

static unsigned long long figure_of(const struct yaml_node *tree, const char *key)
{
    const struct yaml_scope scope = {"epiwcet", ""};
    return strtoull(yaml_text(&scope, yaml_need(&scope, tree, key), key, "a number"), NULL, 10);
}

static void text_put(const char *path, const char *text, size_t size)
{
    FILE *f = fopen(path, "w");
    bool good = f != NULL && fwrite(text, 1, size, f) == size;
    if ((f != NULL && fclose(f) != 0) || !good)
        fail("%s: cannot be written", path);
}

/* Compiles the same C for this machine. Without optimisation: large models take minutes with it,
   and the bits are the same. */
static void host_compile(struct arena *arena, bool fixed_point)
{
    size_t size;
    text_put(paths[FILE_MAIN], emitted_main, strlen(emitted_main));
    program_run(arena,
                (const char *const[]){host_compiler, "-std=c99", "-O0", "-ffp-contract=off",
                                      fixed_point ? "-DMODEL_FLOAT_INTERFACE" : "-UMODEL_NONE",
                                      paths[FILE_CODE], paths[FILE_MAIN], "-o", paths[FILE_PROGRAM],
                                      NULL},
                &size);
}

/* What the compiled C answers about the test rows. */
static struct outcome worth_measure(struct arena *arena, const struct variant *v,
                                    const struct compare_case *c, bool fixed_point)
{
    host_compile(arena, fixed_point);
    struct outcome *outcomes = arena_alloc(arena, c->problem->train.n_out, sizeof(*outcomes));
    struct fitted *model = emitted_new(v, c->problem, paths[FILE_PROGRAM]);
    emitted_calibrate(model, v, c);
    evaluate_model(model, c->problem, &c->labels, outcomes, NULL);
    model->regressor->free(model);
    return outcomes[0];
}

/* The emitted C of the spec in the directory. False: the spec has no form in fixed point, as
   epigen's message says. On the target that form has the core's own instructions; on the host,
   which has none of these, the portable one answers, with the same bits. */
static bool variant_emit(struct arena *arena, const char *type, const char *option)
{
    size_t size;
    return program_try(arena,
                       (const char *const[]){program_find(arena, "epigen"), paths[FILE_SPEC],
                                             "--prefix=model", type, option, "-o", folder, NULL},
                       &size) != NULL;
}

static bool variant_measure(struct arena *arena, const struct compare_case *c, struct cost *cost)
{
    size_t size;
    const struct variant *v = cost->variant;
    const char *type = cost->fixed_point ? "--type=q15" : "--type=float32";
    text_put(paths[FILE_SPEC], v->text, v->text_size);
    const char *form = "--form=unrolled";
    if (!variant_emit(arena, type, cost->fixed_point ? "--core=cortex-m4" : form)) {
        if (!cost->fixed_point)
            fail("epigen failed");
        fprintf(stderr, "%s: %s has no row in fixed point\n", fail_program, v->title);
        return false;
    }
    compile(arena);
    const char *json =
        program_run(arena,
                    (const char *const[]){program_find(arena, "epiwcet"), "--core", "cortex-m4f",
                                          "--json", paths[FILE_OBJECT], NULL},
                    &size);
    const struct yaml_node *tree = yaml_tree_read(arena, "epiwcet", json, size);
    cost->cycles = figure_of(tree, "cycles");
    cost->flash = figure_of(tree, "flash");
    cost->stack = figure_of(tree, "stack");
    if (cost->fixed_point && !variant_emit(arena, type, form))
        fail("epigen failed");
    cost->worth = worth_measure(arena, v, c, cost->fixed_point);
    return true;
}

struct costs cost_measure(struct arena *arena, const struct variants *all,
                          const struct compare_case *c, bool fixed_point)
{
    const size_t forms = fixed_point ? 2 : 1;
    struct costs costs = {all, 0, arena_alloc(arena, forms * all->count, sizeof(*costs.rows))};
    struct progress progress = progress_new(stderr);
    size_t terms = 0, done = 0;
    for (size_t i = 0; i < all->count; i++)
        terms += forms * all->variants[i].terms;
    folder_make();
    for (size_t i = 0; i < forms * all->count; i++) {
        struct arena *own = arena_new();
        const struct variant *v = &all->variants[i / forms];
        struct cost *cost = &costs.rows[costs.count];
        *cost = (struct cost){.variant = v, .title = v->title, .fixed_point = i % forms == 1};
        if (cost->fixed_point)
            cost->title = arena_printf(arena, "%s, q15", v->title);
        progress_show(&progress, "compile", (double)done / (double)terms, (double)NAN);
        costs.count += variant_measure(own, c, cost);
        done += v->terms;
        arena_free(own);
    }
    progress_show(&progress, "compile", 1.0, (double)NAN);
    folder_remove();
    return costs;
}

/* --- tables ------------------------------------------------------------------------------------
 */

/* The cycles of EpiOut, which is the first variant if it was asked for; else 0. */
static double reference_of(const struct costs *costs)
{
    bool there = costs->count > 0 && costs->rows[0].variant->learner == &regressor_epiout;
    return there ? (double)costs->rows[0].cycles : 0.0;
}

static const char *ratio_of(char text[32], double cycles, double reference)
{
    if (reference > 0.0)
        snprintf(text, 32, "%.1f", cycles / reference);
    else
        snprintf(text, 32, "-");
    return text;
}

static void conditions_print(const struct variants *all, FILE *out)
{
    fprintf(out, "%s on a Cortex-M4F, one prediction; %s", all->name, compiler[0]);
    for (size_t i = 5; i < COMPILER_WORDS; i++)
        fprintf(out, " %s", compiler[i]);
}

/* The measures that a row shows beside its cost. */
static const struct {
    enum measure measure;
    const char *name, *title;
} shown[] = {{MEASURE_RMSE, "rmse", "RMSE"},
             {MEASURE_MSLL_RAW, "msll_raw", "MSLL raw"},
             {MEASURE_MSLL, "msll", "MSLL"},
             {MEASURE_AUROC, "auroc", "AUROC"}};
enum { SHOWN = sizeof(shown) / sizeof(*shown) };

static const char *measure_text(char text[32], const struct cost *cost, size_t i, const char *none)
{
    double value = cost->worth.value[shown[i].measure];
    if (isnan(value))
        snprintf(text, 32, "%s", none);
    else
        snprintf(text, 32, "%.4g", value);
    return text;
}

void cost_table(const struct costs *costs, FILE *out)
{
    char text[32];
    conditions_print(costs->variants, out);
    fprintf(out, "\n%-22s", "");
    for (size_t k = 0; k < SHOWN; k++)
        fprintf(out, " %9s", shown[k].title);
    fprintf(out, " %9s %11s %9s %10s %8s  %s\n", "terms", "cycles", "x EpiOut", "flash", "stack",
            "shape");
    for (size_t i = 0; i < costs->count; i++) {
        const struct cost *row = &costs->rows[i];
        fprintf(out, "%-22s", row->title);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, " %9s", measure_text(text, row, k, "-"));
        fprintf(out, " %9zu %11llu %9s %10llu %8llu  %s\n", row->variant->terms, row->cycles,
                ratio_of(text, (double)row->cycles, reference_of(costs)), row->flash, row->stack,
                row->variant->shape);
    }
    fputc('\n', out);
}

void cost_markdown(const struct costs *costs, FILE *out)
{
    char text[32];
    conditions_print(costs->variants, out);
    fputs("\n\n| learner | shape |", out);
    for (size_t k = 0; k < SHOWN; k++)
        fprintf(out, " %s |", shown[k].title);
    fputs(" cycles | x EpiOut | flash bytes | stack bytes "
          "|\n|---|---|---|---|---|---|---|---|---|---|"
          "\n",
          out);
    for (size_t i = 0; i < costs->count; i++) {
        const struct cost *row = &costs->rows[i];
        fprintf(out, "| %s | %s |", row->title, row->variant->shape);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, " %s |", measure_text(text, row, k, "-"));
        fprintf(out, " %llu | %s | %llu | %llu |\n", row->cycles,
                ratio_of(text, (double)row->cycles, reference_of(costs)), row->flash, row->stack);
    }
    fputc('\n', out);
}

void cost_csv_header(FILE *out)
{
    fputs("set,learner,size,shape,terms,cycles,flash,stack", out);
    for (size_t k = 0; k < SHOWN; k++)
        fprintf(out, ",%s", shown[k].name);
    fputc('\n', out);
}

void cost_csv(const struct costs *costs, FILE *out)
{
    char text[32];
    for (size_t i = 0; i < costs->count; i++) {
        const struct cost *row = &costs->rows[i];
        const struct variant *v = row->variant;
        fprintf(out, "%s,%s%s,%zu,%s,%zu,%llu,%llu,%llu", costs->variants->name, v->learner->name,
                row->fixed_point ? "-q15" : "", v->size, v->shape, v->terms, row->cycles,
                row->flash, row->stack);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, ",%s", measure_text(text, row, k, ""));
        fputc('\n', out);
    }
}
