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

/* Runs a program; `words` ends with NULL. Returns what it has printed. */
static char *program_run(struct arena *arena, const char *const *words, size_t *size)
{
    char *argv[MOST_WORDS];
    size_t n = 0;
    FILE *out = tmpfile();
    if (out == NULL)
        fail("cannot make a temporary file");
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
static void host_compile(struct arena *arena)
{
    size_t size;
    text_put(paths[FILE_MAIN], emitted_main, strlen(emitted_main));
    program_run(arena,
                (const char *const[]){host_compiler, "-std=c99", "-O0", "-ffp-contract=off",
                                      paths[FILE_CODE], paths[FILE_MAIN], "-o", paths[FILE_PROGRAM],
                                      NULL},
                &size);
}

/* What the compiled C answers about the test rows. */
static struct outcome worth_measure(struct arena *arena, const struct variant *v,
                                    const struct compare_case *c)
{
    host_compile(arena);
    struct outcome *outcomes = arena_alloc(arena, c->problem->train.n_out, sizeof(*outcomes));
    struct fitted *model = emitted_new(v, c->problem, paths[FILE_PROGRAM]);
    emitted_calibrate(model, v, c);
    evaluate_model(model, c->problem, &c->labels, outcomes, NULL);
    model->regressor->free(model);
    return outcomes[0];
}

static struct cost variant_measure(struct arena *arena, const struct variant *v,
                                   const struct compare_case *c)
{
    size_t size;
    text_put(paths[FILE_SPEC], v->text, v->text_size);
    program_run(arena,
                (const char *const[]){program_find(arena, "epigen"), paths[FILE_SPEC],
                                      "--prefix=model", "-o", folder, NULL},
                &size);
    compile(arena);
    const char *json =
        program_run(arena,
                    (const char *const[]){program_find(arena, "epiwcet"), "--core", "cortex-m4f",
                                          "--json", paths[FILE_OBJECT], NULL},
                    &size);
    const struct yaml_node *tree = yaml_tree_read(arena, "epiwcet", json, size);
    return (struct cost){figure_of(tree, "cycles"), figure_of(tree, "flash"),
                         figure_of(tree, "stack"), worth_measure(arena, v, c)};
}

struct cost *cost_measure(struct arena *arena, const struct variants *all,
                          const struct compare_case *c)
{
    struct cost *costs = arena_alloc(arena, all->count, sizeof(*costs));
    struct progress progress = progress_new(stderr);
    size_t terms = 0, done = 0;
    for (size_t i = 0; i < all->count; i++)
        terms += all->variants[i].terms;
    folder_make();
    for (size_t i = 0; i < all->count; i++) {
        struct arena *own = arena_new();
        progress_show(&progress, "compile", (double)done / (double)terms, (double)NAN);
        costs[i] = variant_measure(own, &all->variants[i], c);
        done += all->variants[i].terms;
        arena_free(own);
    }
    progress_show(&progress, "compile", 1.0, (double)NAN);
    folder_remove();
    return costs;
}

/* --- tables ------------------------------------------------------------------------------------
 */

/* The cycles of EpiOut, which is the first variant if it was asked for; else 0. */
static double reference_of(const struct variants *all, const struct cost *costs)
{
    bool there = all->count > 0 && all->variants[0].learner == &regressor_epiout;
    return there ? (double)costs[0].cycles : 0.0;
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

void cost_table(const struct variants *all, const struct cost *costs, FILE *out)
{
    char text[32];
    conditions_print(all, out);
    fprintf(out, "\n%-22s", "");
    for (size_t k = 0; k < SHOWN; k++)
        fprintf(out, " %9s", shown[k].title);
    fprintf(out, " %9s %11s %9s %10s %8s  %s\n", "terms", "cycles", "x EpiOut", "flash", "stack",
            "shape");
    for (size_t i = 0; i < all->count; i++) {
        const struct variant *v = &all->variants[i];
        fprintf(out, "%-22s", v->title);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, " %9s", measure_text(text, &costs[i], k, "-"));
        fprintf(out, " %9zu %11llu %9s %10llu %8llu  %s\n", v->terms, costs[i].cycles,
                ratio_of(text, (double)costs[i].cycles, reference_of(all, costs)), costs[i].flash,
                costs[i].stack, v->shape);
    }
    fputc('\n', out);
}

void cost_markdown(const struct variants *all, const struct cost *costs, FILE *out)
{
    char text[32];
    conditions_print(all, out);
    fputs("\n\n| learner | shape |", out);
    for (size_t k = 0; k < SHOWN; k++)
        fprintf(out, " %s |", shown[k].title);
    fputs(" cycles | x EpiOut | flash bytes | stack bytes "
          "|\n|---|---|---|---|---|---|---|---|---|---|"
          "\n",
          out);
    for (size_t i = 0; i < all->count; i++) {
        const struct variant *v = &all->variants[i];
        fprintf(out, "| %s | %s |", v->title, v->shape);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, " %s |", measure_text(text, &costs[i], k, "-"));
        fprintf(out, " %llu | %s | %llu | %llu |\n", costs[i].cycles,
                ratio_of(text, (double)costs[i].cycles, reference_of(all, costs)), costs[i].flash,
                costs[i].stack);
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

void cost_csv(const struct variants *all, const struct cost *costs, FILE *out)
{
    char text[32];
    for (size_t i = 0; i < all->count; i++) {
        const struct variant *v = &all->variants[i];
        fprintf(out, "%s,%s,%zu,%s,%zu,%llu,%llu,%llu", all->name, v->learner->name, v->size,
                v->shape, v->terms, costs[i].cycles, costs[i].flash, costs[i].stack);
        for (size_t k = 0; k < SHOWN; k++)
            fprintf(out, ",%s", measure_text(text, &costs[i], k, ""));
        fputc('\n', out);
    }
}
