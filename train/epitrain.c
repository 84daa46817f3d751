/* epitrain makes a spec from a recipe and its data. main is the list of the stages of a run. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "data/unpack.h"
#include "epiout.h"
#include "fixed/fixed.h"
#include "given/given.h"
#include "program/interpret.h"
#include "recipe_data.h"
#include "recipe_read.h"
#include "result/judged.h"
#include "result/plot.h"
#include "result/progress.h"
#include "result/provenance.h"
#include "result/warnings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *recipe, *output;
    const char *seed, *threads, *append, *strict;
    struct plot_request plot;
};

static const char help[] =
    "Usage: epitrain [OPTION]... RECIPE\n"
    "Train a network with mean, sigma and eta from the data that RECIPE (YAML) names, and\n"
    "write the spec from which epigen makes C.\n"
    "\n"
    "  -o, --output=FILE   write the spec to FILE (default: NAME.yaml; - for standard output)\n"
    "      --plot=FILE     draw mean, sigma and eta into FILE: .png, .svg or .pdf; what\n"
    "                      held-out rows show is on a second page or in FILE_held_out\n"
    "      --plot-inputs=A,B   draw over these inputs, one or two; the others are at their mean\n"
    "                      (default: the two along which eta says most)\n"
    "      --plot-output=NAME  draw mean and sigma of this output, instead of the first\n"
    "      --append=POINTS add the points of a flight, the bytes of a point store, to the data\n"
    "      --seed=N        use this seed instead of the recipe's\n"
    "      --threads=N     use this many threads instead of the recipe's; they do not change\n"
    "                      the result\n"
    "      --strict        write no spec and exit with 1 where eta was not shown to find regions\n"
    "                      that it never saw\n"
    "      --help          print this help and exit\n"
    "      --version       print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 recipe or data are at fault, the training diverged, or a\n"
    "file cannot be read or written; 2 the call is at fault.\n"
    "See epitrain(1).\n";

static struct options options_parse(int argc, char **argv)
{
    struct options o = {0};
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "plot", VALUE_REQUIRED, &o.plot.file},
        {'\0', "plot-inputs", VALUE_REQUIRED, &o.plot.inputs},
        {'\0', "plot-output", VALUE_REQUIRED, &o.plot.output},
        {'\0', "append", VALUE_ONCE, &o.append},
        {'\0', "seed", VALUE_REQUIRED, &o.seed},
        {'\0', "threads", VALUE_REQUIRED, &o.threads},
        {'\0', "strict", VALUE_NONE, &o.strict},
    };
    const struct command command = {"epitrain", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.recipe = command_operand(&operands, "recipe");
    plot_file_check(&o.plot);
    return o;
}

static void spec_save(struct arena *arena, const struct spec *spec, const char *path)
{
    struct output output = {.path = path};
    output.text = spec_text(arena, spec, &output.size);
    if (strcmp(path, "-") != 0)
        files_write(arena, &output, 1);
    else if (fwrite(output.text, 1, output.size, stdout) != output.size || fflush(stdout) != 0)
        fail("standard output: %s", strerror(errno));
}

static struct recipe *recipe_load(struct arena *arena, const struct options *o)
{
    size_t size;
    const char *bytes = file_read(arena, o->recipe, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o->recipe, "-") == 0 ? "standard input" : o->recipe;
    struct recipe *recipe = recipe_read(arena, label, bytes, size);
    recipe->sha256 = bytes_sum(arena, bytes, size);
    recipe->append_file = o->append;
    recipe_expand(arena, recipe);
    if (o->seed != NULL)
        recipe->seed = command_number("seed", o->seed, 0, 16777216);
    if (!recipe->split_is_fixed)
        recipe->split.seed = recipe->seed;
    if (o->threads != NULL)
        recipe->threads = (unsigned)command_number("threads", o->threads, 0, 1024);
    if (recipe->threads == 0)
        recipe->threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return recipe;
}

static struct trained model_train(struct arena *arena, const struct recipe *recipe,
                                  const struct problem *problem, const struct given *given,
                                  const struct epiout_progress *progress)
{
    struct trained t = {0};
    if (given == NULL)
        return trained_make(arena, recipe, problem, progress);
    const struct scaling *outputs = given_outputs(arena, given, problem);
    const struct epiout_given rows = given_rows(arena, given, problem, outputs);
    t.epiout = epiout_beside(arena, recipe, &rows, progress);
    t.spec = given_export(arena, given, t.epiout.network, recipe, problem, outputs);
    return t;
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    struct recipe *recipe = recipe_load(arena, &o);
    struct given *given = NULL;
    if (o.strict != NULL && recipe->epistemic.teacher != TEACHER_AUTO)
        fail("%s: no region is left out with this teacher of eta, expected \"epistemic: {teacher: "
             "auto}\" where --strict asks for evidence",
             recipe->file);
    const char *output = o.output == NULL ? arena_printf(arena, "%s.yaml", recipe->name) : o.output;
    warnings_recipe(recipe, stderr);
    const char *const outputs[] = {output, o.plot.file, plot_second_file(arena, o.plot.file)};
    warnings_files(recipe, outputs, sizeof(outputs) / sizeof(outputs[0]));
    if (recipe->mean_from.path != NULL)
        given = given_open(arena, recipe, stderr);
    struct problem *problem = problem_prepare(arena, recipe, stderr);
    if (given != NULL)
        given_join(arena, given, recipe, problem);
    bool blind = warnings_model(recipe, problem, stderr);
    if (blind && o.strict != NULL)
        fail("%s: an input has values that stand for a missing one, and --strict asks for an eta "
             "that sees it",
             recipe->file);
    struct plot plot = plot_plan(arena, &o.plot, recipe, problem);
    struct progress progress = progress_new(stderr);
    struct trained trained = model_train(arena, recipe, problem, given,
                                         &(struct epiout_progress){progress_show, &progress});
    struct spec *spec = trained.spec;
    const struct epiout e = trained.epiout;
    struct interpreter *interpreter = interpreter_of_spec(arena, spec);
    const struct report *report = report_make(arena, interpreter, problem, &e);
    provenance_add(arena, spec, recipe, problem, &e, report);
    if (given != NULL) {
        given_provenance(arena, given, problem, spec);
        given_print(given, problem, stderr);
    }
    report_print(report, problem, stderr);
    if (trained.fixed != NULL) {
        fixed_provenance(arena, trained.fixed, problem, spec);
        fixed_print(trained.fixed, problem, stderr);
    }
    judged_print(&e, recipe, problem, stderr);
    warnings_result(recipe, problem, report, stderr);
    bool doubtful = judged_warn(&e, recipe, problem, stderr);
    if (doubtful && o.strict != NULL)
        fail("%s: eta was not shown to be right, and --strict asks for that", recipe->file);
    spec_save(arena, spec, output);
    if (plot.file != NULL) {
        struct output pictures[PLOT_FILES];
        const struct plot_model model = {interpreter, problem, report};
        size_t count = plot_draw(arena, &plot, &model, pictures, stderr);
        files_write(arena, pictures, count);
    }
    arena_free(arena);
    return 0;
}
