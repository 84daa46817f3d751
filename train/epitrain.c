/* epitrain: from a recipe and its data to a spec. main is the list of stages. */
#include "command.h"
#include "epiout.h"
#include "fail.h"
#include "files.h"
#include "judge.h"
#include "prepare.h"
#include "provenance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct options {
    const char *recipe, *output;
    const char *seed, *threads;
};

static const char help[] =
    "Usage: epitrain [OPTION]... RECIPE\n"
    "Train a network with mean, sigma and eta from the data that RECIPE (YAML) names, and\n"
    "write the spec from which epigen makes C.\n"
    "\n"
    "  -o, --output=FILE   write the spec to FILE (default: NAME.yaml; - for standard output)\n"
    "      --seed=N        seed instead of the recipe's\n"
    "      --threads=N     threads instead of the recipe's; the result does not depend on it\n"
    "      --help          print this help and exit\n"
    "      --version       print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 recipe or data are at fault, or a file cannot be read or\n"
    "written; 2 the call is at fault.\n"
    "See epitrain(1).\n";

static struct options options_parse(int argc, char **argv)
{
    struct options o = {0};
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "seed", VALUE_REQUIRED, &o.seed},
        {'\0', "threads", VALUE_REQUIRED, &o.threads},
    };
    const struct command command = {"epitrain", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.recipe = command_operand(&operands, "recipe");
    return o;
}

/* --- progress: one line that is written over, on a terminal only ------------------------------ */

struct progress {
    const char *stage;
    time_t began;
};

static void progress_show(void *context, const char *stage, double done, double loss)
{
    struct progress *p = context;
    if (p->stage != stage)
        *p = (struct progress){stage, time(NULL)};
    double spent = difftime(time(NULL), p->began);
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%-12s %3.0f %%  loss %-10.4g %4.0f s left ", p->stage, 100.0 * done, loss,
            spent * (1.0 - done) / done);
    if (done >= 1.0)
        fprintf(stderr, "\r%70s\r", "");
}

/* --- judging ---------------------------------------------------------------------------------- */

static double share_below(const float *eta, size_t n, float limit)
{
    size_t below = 0;
    for (size_t i = 0; i < n; i++)
        below += eta[i] < limit;
    return n == 0 ? 0.0 : (double)below / (double)n;
}

static void part_summary(const char *what, const struct network *network, const struct rows *rows,
                         const struct problem *p)
{
    struct arena *arena = arena_new();
    for (size_t k = 0; k < rows->n_out && rows->count > 0; k++) {
        struct judged j = judge(arena, network, rows, &p->outputs[k], k);
        struct predictions q = {j.count, j.y, j.mean, j.sigma};
        fprintf(stderr,
                "%-11s %-12s rows %-7zu RMSE %-10.4g NLL %-9.4g MSLL %-9.4g eta < 0.5: %.1f %%\n",
                what, p->outputs[k].name, j.count, metrics_rmse(&q), metrics_nll(&q),
                metrics_msll(&q, (double)p->outputs[k].mean, (double)p->outputs[k].scale),
                100.0 * share_below(j.eta, j.count, 0.5F));
    }
    arena_free(arena);
}

static void summary_print(const struct epiout *e, const struct problem *p)
{
    const struct network *network = e->network;
    const struct labelled *set = &e->set;
    struct rows unknown = {.count = set->n_unknown, .n_in = set->n_in, .x = set->unknown};
    struct arena *arena = arena_new();
    float *eta = arena_alloc(arena, unknown.count, sizeof(*eta));
    part_summary("training", network, &p->train, p);
    part_summary("validation", network, &p->validation, p);
    part_summary("test", network, &p->test, p);
    network_predict(network, &unknown, NULL, NULL, eta);
    fprintf(stderr, "samples labelled unknown: %zu, of these eta > 0.5: %.1f %%\n", unknown.count,
            100.0 * (1.0 - share_below(eta, unknown.count, 0.5F)));
    arena_free(arena);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void spec_save(struct arena *arena, const struct spec *spec, const char *path)
{
    char *text = NULL;
    struct output output = {.path = path};
    FILE *memory = open_memstream(&text, &output.size);
    if (memory == NULL)
        fail("out of memory");
    spec_write(spec, memory);
    if (fclose(memory) != 0)
        fail("out of memory");
    output.text = text;
    if (strcmp(path, "-") != 0)
        files_write(arena, &output, 1);
    else if (fwrite(text, 1, output.size, stdout) != output.size || fflush(stdout) != 0)
        fail("standard output: %s", strerror(errno));
    free(text);
}

static struct recipe *recipe_load(struct arena *arena, const struct options *o)
{
    size_t size;
    const char *bytes = file_read(arena, o->recipe, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o->recipe, "-") == 0 ? "standard input" : o->recipe;
    struct recipe *recipe = recipe_read(arena, label, bytes, size);
    if (o->seed != NULL)
        recipe->seed = recipe->split.seed = command_number("seed", o->seed, 0, 16777216);
    if (o->threads != NULL)
        recipe->threads = (unsigned)command_number("threads", o->threads, 0, 1024);
    if (recipe->threads == 0)
        recipe->threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return recipe;
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    struct recipe *recipe = recipe_load(arena, &o);
    struct problem *problem = problem_prepare(arena, recipe, stderr);
    struct progress progress = {0};
    struct epiout e = epiout_fit(arena, recipe, &problem->train, &problem->validation,
                                 &(struct epiout_progress){progress_show, &progress});

    struct spec *spec =
        export_spec(arena, e.network, recipe->name, problem->inputs, problem->outputs);
    provenance_add(arena, spec, recipe, problem, e.network);
    spec_check(arena, spec);
    spec_save(arena, spec,
              o.output == NULL ? arena_printf(arena, "%s.yaml", recipe->name) : o.output);
    summary_print(&e, problem);
    arena_free(arena);
    return 0;
}
