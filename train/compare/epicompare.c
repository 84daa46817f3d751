/* epicompare fits every learner on the data of a recipe and prints how good each is and what it
   costs. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "compare/emission/cost.h"
#include "compare/emission/emission.h"
#include "compare/measure/compare.h"
#include "compare/show/findings.h"
#include "compare/show/html.h"
#include "compare/show/plots.h"
#include "compare/show/unseen_table.h"
#include "result/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: epicompare [OPTION]... RECIPE...\n"
    "Fit EpiOut, GP, BNN, Dropout, an ensemble and simpler yardsticks on the data that each\n"
    "RECIPE (YAML, as for epitrain) names; print how good they are on its test rows and what\n"
    "they cost.\n"
    "\n"
    "      --learners=LIST  fit only these, with commas between them: epiout, epiout-paper,\n"
    "                       gp, bnn, dropout, ensemble, laplace, knn, mahalanobis\n"
    "      --seeds=N        use seeds 1 to N and print mean and standard error (default 1);\n"
    "                       {} in RECIPE stands for the seed\n"
    "      --trials         fit each learner that has settings a second time, with the best of\n"
    "                       four by the validation rows, and list them\n"
    "      --samples=N      draws for one prediction of BNN and Dropout (default 100)\n"
    "      --known=D        test rows nearer than D to a training input are known, beyond 2 D\n"
    "                       unknown (Euclidean, in the units of the data)\n"
    "      --unknown=FILES  the rows of these files, with commas between them, are unknown;\n"
    "                       all test rows are known\n"
    "      --threads=N      fit N learners at a time, in processes (default: as many as cores); N "
    "changes\n"
    "                       the times only\n"
    "      --keep=DIR       keep what each learner gave in DIR, and do only what is missing there\n"
    "      --shard=I/N      do part I of N of the learners and seeds, keep it, and print nothing\n"
    "      --csv=FILE       write every seed's figures as CSV\n"
    "      --markdown=FILE  write the tables as Markdown\n"
    "      --plot=FILE      draw the epistemic part of all learners over one or two inputs, of\n"
    "                       first output and first seed, into FILE: .png, .svg or .pdf\n"
    "      --html=FILE      write one HTML page: tables, bars with intervals, and where each "
    "learner\n"
    "                       does not know, side by side\n"
    "      --times=FILE     draw the time of a prediction over the number of training rows\n"
    "      --regions        instead of comparing on test rows, leave out regions of the training\n"
    "                       rows one at a time and print which learner finds them\n"
    "      --export=DIR     instead of comparing, write every learner that can be emitted as a\n"
    "                       spec for epigen into DIR; see --points\n"
    "      --cost           emit each as C: print its cycles, flash and stack on a Cortex-M4F, by\n"
    "                       epigen, arm-none-eabi-gcc and epiwcet, and how good this C is\n"
    "      --type=q15       with --cost: each learner in fixed point too\n"
    "      --points=LIST    with --export or --cost, points of the emitted GP (default 200);\n"
    "                       --samples is a list then, too (default 10,100)\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 recipe or data are at fault, or a file cannot be read or\n"
    "written; 2 the call is at fault.\n"
    "See epicompare(1).\n";

enum { PATHS = 5 };

struct options {
    struct compare_options compare;
    const char *csv, *markdown, *plot, *times, *html, *export;
    const char *paths[PATHS]; /* csv, markdown, plot, times and html as a list */
    bool cost, regions, fixed_point;
    struct sizes samples, points; /* of emitted learners */
};

static bool options_emit(const struct options *o) { return o->cost || o->export != NULL; }

/* Copies the parts of a text between commas into a list; returns how many. */
static size_t list_cut(struct arena *arena, const char *text, const char ***parts)
{
    size_t count = 1;
    for (const char *c = text; *c != '\0'; c++)
        count += *c == ',';
    *parts = arena_alloc(arena, count, sizeof(**parts));
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(text, ",");
        (*parts)[i] = arena_strndup(arena, text, length);
        text += length + 1;
    }
    return count;
}

/* Chooses the learners of a list; they are in the order of the table. */
static void learners_choose(struct arena *arena, const char *list, bool trials,
                            struct compare_options *o)
{
    const char **names = NULL;
    size_t n = list == NULL ? 0 : list_cut(arena, list, &names);
    for (size_t i = 0; i < n; i++)
        if (regressor_find(names[i], strlen(names[i])) == NULL)
            fail_usage("--learners: \"%s\", expected names that --help lists", names[i]);
    for (size_t r = 0; r < REGRESSORS; r++) {
        bool chosen = list == NULL;
        for (size_t i = 0; i < n; i++)
            chosen = chosen || strcmp(names[i], regressors[r]->name) == 0;
        if (chosen)
            o->learners[o->n_plain++] = regressors[r];
    }
    o->n_learners = o->n_plain;
    for (size_t i = 0; i < o->n_plain && trials; i++)
        if (o->learners[i]->trials != NULL)
            o->learners[o->n_learners++] = o->learners[i];
}

/* What --regions asks without --learners. The learner laplace needs a network that EpiOut has
   trained; epiout-paper is no product of ours. */
static const char regions_learners[] = "epiout,gp,ensemble,knn,mahalanobis";

static void regions_check(const struct options *o)
{
    if (o->plot != NULL || o->times != NULL || o->compare.cases.known_distance > 0.0 ||
        o->compare.cases.n_unknown_files > 0 || options_emit(o))
        fail_usage("--regions asks no test rows, expected no --plot, --times, --known, --unknown, "
                   "--export and --cost");
    for (size_t k = 0; k < o->compare.n_learners; k++)
        if (o->compare.learners[k] == &regressor_laplace)
            fail_usage("--regions: laplace uses EpiOut's network, expected other learners");
}

static double distance_parse(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0.0) || !isfinite(value))
        fail_usage("--known=%s: expected a number above 0", text);
    return value;
}

static struct sizes sizes_parse(struct arena *arena, const char *option, const char *list,
                                unsigned long least, unsigned long most)
{
    const char **texts;
    struct sizes sizes = {.count = list_cut(arena, list, &texts)};
    if (sizes.count > VARIANTS_MOST_SIZES)
        fail_usage("--%s=%s: expected at most %d numbers", option, list, VARIANTS_MOST_SIZES);
    for (size_t i = 0; i < sizes.count; i++) {
        sizes.size[i] = command_number(option, texts[i], least, most);
        if (i > 0 && sizes.size[i] <= sizes.size[i - 1])
            fail_usage("--%s=%s: expected numbers that rise", option, list);
    }
    return sizes;
}

/* Reads the options that --export and --cost take, and refuses others. */
static void emission_parse(struct arena *arena, struct options *o, const char *samples,
                           const char *points)
{
    o->samples = sizes_parse(arena, "samples", samples == NULL ? "10,100" : samples, 2,
                             EMISSION_MOST_SAMPLES);
    o->points =
        sizes_parse(arena, "points", points == NULL ? "200" : points, 2, EMISSION_MOST_POINTS);
    if (o->plot != NULL || o->times != NULL)
        fail_usage("--export and --cost draw nothing, expected no --plot and --times");
    if (!o->cost && (o->compare.cases.known_distance > 0.0 || o->compare.cases.n_unknown_files > 0))
        fail_usage("--export compares nothing, expected no --known and --unknown");
    if (!o->cost && (o->csv != NULL || o->markdown != NULL))
        fail_usage("--export has no table, expected --cost with --csv and --markdown");
}

/* --type=q15 shows each learner in float and in fixed point. */
static bool type_is_fixed(const char *type, bool cost)
{
    if (type == NULL)
        return false;
    if (strcmp(type, "q15") != 0 && strcmp(type, "float32") != 0)
        fail_usage("--type=%s: expected float32 or q15", type);
    if (!cost)
        fail_usage("--type=%s: expected --cost with it", type);
    return strcmp(type, "q15") == 0;
}

/* Lists the files that will be written and refuses one that is named twice. */
static void paths_list(struct arena *arena, struct options *o)
{
    static const char *const names[PATHS] = {"csv", "markdown", "plot", "times", "html"};
    const char *const paths[PATHS] = {o->csv, o->markdown, o->plot, o->times, o->html};
    memcpy(o->paths, paths, sizeof(paths));
    for (size_t i = 0; i < PATHS; i++)
        for (size_t k = 0; k < i && paths[i] != NULL; k++)
            if (paths[k] != NULL && files_same(arena, paths[k], paths[i]))
                fail_usage("--%s and --%s are one file, expected two", names[k], names[i]);
}

static struct options options_parse(struct arena *arena, int argc, char **argv,
                                    struct operands *recipes)
{
    const char *learners = NULL, *seeds = NULL, *samples = NULL, *known = NULL, *unknown = NULL;
    const char *threads = NULL, *cost = NULL, *points = NULL, *trials = NULL, *regions = NULL,
               *shard = NULL, *type = NULL;
    struct options o = {0};
    const struct command_option table[] = {
        {'\0', "learners", VALUE_REQUIRED, &learners},
        {'\0', "seeds", VALUE_REQUIRED, &seeds},
        {'\0', "samples", VALUE_REQUIRED, &samples},
        {'\0', "known", VALUE_REQUIRED, &known},
        {'\0', "unknown", VALUE_REQUIRED, &unknown},
        {'\0', "threads", VALUE_REQUIRED, &threads},
        {'\0', "keep", VALUE_REQUIRED, &o.compare.keep},
        {'\0', "shard", VALUE_REQUIRED, &shard},
        {'\0', "csv", VALUE_REQUIRED, &o.csv},
        {'\0', "markdown", VALUE_REQUIRED, &o.markdown},
        {'\0', "plot", VALUE_REQUIRED, &o.plot},
        {'\0', "times", VALUE_REQUIRED, &o.times},
        {'\0', "html", VALUE_REQUIRED, &o.html},
        {'\0', "regions", VALUE_NONE, &regions},
        {'\0', "export", VALUE_REQUIRED, &o.export},
        {'\0', "cost", VALUE_NONE, &cost},
        {'\0', "points", VALUE_REQUIRED, &points},
        {'\0', "type", VALUE_REQUIRED, &type},
        {'\0', "trials", VALUE_NONE, &trials},
    };
    const struct command command = {"epicompare", help, table, sizeof(table) / sizeof(table[0])};
    *recipes = command_parse(&command, argc, argv);
    if (recipes->count == 0)
        fail_usage("no recipe given");
    if (known != NULL && unknown != NULL)
        fail_usage("--known and --unknown do not go together");
    if (recipes->count > 1 && (o.plot != NULL || o.times != NULL || o.export != NULL))
        fail_usage("more than one recipe given, expected one with --plot, --times and --export");
    plots_check("plot", o.plot);
    plots_check("times", o.times);
    paths_list(arena, &o);
    o.regions = o.compare.cases.without_test = regions != NULL;
    learners_choose(arena, learners == NULL && o.regions ? regions_learners : learners,
                    trials != NULL, &o.compare);
    o.compare.cases.first_seed = 1;
    o.compare.cases.seeds =
        command_number("seeds", seeds == NULL ? "1" : seeds, 1, COMPARE_MOST_SEEDS);
    o.cost = cost != NULL;
    o.fixed_point = type_is_fixed(type, o.cost);
    if (!options_emit(&o))
        o.compare.samples = command_number("samples", samples == NULL ? "100" : samples, 2, 100000);
    o.compare.threads =
        (unsigned)command_number("threads", threads == NULL ? "0" : threads, 0, 1024);
    if (o.compare.threads == 0)
        o.compare.threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (known != NULL)
        o.compare.cases.known_distance = distance_parse(known);
    if (unknown != NULL) {
        const char **files;
        o.compare.cases.n_unknown_files = list_cut(arena, unknown, &files);
        o.compare.cases.unknown_files = files;
    }
    if (o.html != NULL && (o.regions || options_emit(&o)))
        fail_usage("--html is for the comparison on test rows, expected no --regions, --export and "
                   "--cost");
    if (options_emit(&o) && trials != NULL)
        fail_usage("--export and --cost take every setting as it is, expected no --trials");
    if (options_emit(&o) && (seeds != NULL || threads != NULL))
        fail_usage("--export and --cost fit one after the other with the first seed, expected no "
                   "--seeds and --threads");
    if (options_emit(&o))
        emission_parse(arena, &o, samples, points);
    else if (points != NULL)
        fail_usage("--points goes with --export and --cost");
    if (o.regions)
        regions_check(&o);
    if (o.compare.keep != NULL && (o.regions || options_emit(&o)))
        fail_usage("--keep is for the comparison on test rows, expected no --regions, --export and "
                   "--cost");
    if (shard != NULL && o.compare.keep == NULL)
        fail_usage("--shard=%s: expected --keep with it", shard);
    if (shard != NULL)
        o.compare.shard = shard_parse(shard);
    return o;
}

/* The files that will be written if the whole run succeeds; their texts grow in memory until then.
 */
struct outputs {
    FILE *csv, *markdown;
    struct html *html;
    char *text[2];
    size_t size[2];
    struct output files[VARIANTS_MOST + PATHS];
    size_t count;
};

static FILE *text_open(const char *path, char **text, size_t *size)
{
    FILE *f = path == NULL ? NULL : open_memstream(text, size);
    if (path != NULL && f == NULL)
        fail("out of memory");
    return f;
}

static void outputs_open(struct arena *arena, const struct options *o, struct outputs *out)
{
    if (o->plot != NULL || o->times != NULL)
        gnuplot_expect();
    if (o->html != NULL)
        out->html = html_begin(arena);
    out->csv = text_open(o->csv, &out->text[0], &out->size[0]);
    out->markdown = text_open(o->markdown, &out->text[1], &out->size[1]);
    if (out->csv != NULL && o->cost)
        cost_csv_header(out->csv);
    else if (out->csv != NULL && o->regions)
        unseen_csv_header(out->csv);
    else if (out->csv != NULL)
        findings_csv_header(out->csv);
    if (o->export != NULL)
        directory_make(o->export);
    if (o->cost)
        cost_expect(arena);
}

static void outputs_add(struct outputs *out, struct output file)
{
    if (file.path != NULL)
        out->files[out->count++] = file;
}

static void outputs_write(struct arena *arena, const struct options *o, struct outputs *out)
{
    if ((out->csv != NULL && fclose(out->csv) != 0) ||
        (out->markdown != NULL && fclose(out->markdown) != 0))
        fail("out of memory");
    if (out->html != NULL)
        outputs_add(out, html_end(out->html, o->html));
    outputs_add(out, (struct output){o->csv, out->text[0], out->size[0]});
    outputs_add(out, (struct output){o->markdown, out->text[1], out->size[1]});
    files_write(arena, out->files, out->count);
    free(out->text[0]);
    free(out->text[1]);
}

static void recipe_report(const struct options *o, const struct comparison *c,
                          const struct outputs *out)
{
    size_t step = o->compare.n_learners * o->compare.cases.seeds;
    size_t repeated = rows_repeated(c->problem);
    for (size_t k = 0; k < c->n_out; k++) {
        struct findings findings = {.name = c->name,
                                    .output = c->problem->outputs[k].name,
                                    .learners = o->compare.learners,
                                    .n_learners = o->compare.n_learners,
                                    .n_plain = o->compare.n_plain,
                                    .seeds = o->compare.cases.seeds,
                                    .outcomes = c->outcomes + k * step,
                                    .test = c->problem->test.count,
                                    .repeated = repeated};
        findings_table(&findings, stdout);
        if (out->csv != NULL)
            findings_csv(&findings, out->csv);
        if (out->markdown != NULL)
            findings_markdown(&findings, out->markdown);
        if (out->html != NULL)
            html_findings(out->html, &findings);
    }
    command_flush();
}

/* Compares the learners on one recipe. Pictures stay in `arena` until they are written. */
static void recipe_run(struct arena *arena, const struct options *o,
                       const struct compare_case *cases, struct outputs *out)
{
    struct arena *own = arena_new();
    struct comparison c = compare_run(own, &o->compare, cases);
    if (o->compare.shard.of > 0 || !work_leads()) { /* the others' figures are not there */
        arena_free(own);
        return;
    }
    recipe_report(o, &c, out);
    if (out->html != NULL)
        html_epistemic(out->html, &o->compare, &c);
    if (o->plot != NULL)
        outputs_add(out, plots_epistemic(arena, o->plot, &o->compare, &c));
    if (o->times != NULL) {
        struct times times = times_measure(own, &o->compare, cases);
        outputs_add(out, plots_times(arena, o->times, &times));
        if (out->markdown != NULL)
            times_markdown(&times, out->markdown);
    }
    arena_free(own);
}

/* Leaves out regions of one recipe's rows. */
static void recipe_regions(const struct options *o, const struct compare_case *cases,
                           const struct outputs *out)
{
    struct arena *own = arena_new();
    size_t seeds = o->compare.cases.seeds;
    struct unseen *unseen = arena_alloc(own, seeds, sizeof(*unseen));
    const struct unseen_page page = {&o->compare, cases, unseen};
    for (size_t s = 0; s < seeds; s++)
        unseen[s] = unseen_run(own, &o->compare, &cases[s]);
    unseen_table(&page, stdout);
    command_flush();
    if (out->csv != NULL)
        unseen_csv(&page, out->csv);
    if (out->markdown != NULL)
        unseen_markdown(&page, out->markdown);
    arena_free(own);
}

/* Emits the learners of one recipe. Specs stay in `arena` until they are written. */
static void recipe_emit(struct arena *arena, const struct options *o,
                        const struct compare_case *cases, struct outputs *out)
{
    const struct variants *all = variants_make(arena, &o->compare, cases, &o->samples, &o->points);
    for (size_t i = 0; i < all->count && o->export != NULL; i++) {
        const struct variant *v = &all->variants[i];
        const char *path = arena_printf(arena, "%s/%s.yaml", o->export, v->name);
        outputs_add(out, (struct output){path, v->text, v->text_size});
    }
    if (!o->cost)
        return;
    const struct costs costs = cost_measure(arena, all, cases, o->fixed_point);
    cost_table(&costs, stdout);
    command_flush();
    if (out->csv != NULL)
        cost_csv(&costs, out->csv);
    if (out->markdown != NULL)
        cost_markdown(&costs, out->markdown);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct operands recipes;
    struct outputs out = {0};
    struct options o = options_parse(arena, argc, argv, &recipes);
    o.compare.cases.outputs = o.paths;
    o.compare.cases.n_outputs = PATHS;
    const struct compare_case *cases =
        cases_open(arena, &o.compare.cases, recipes.text, recipes.count, stderr);
    if (o.plot != NULL && !plots_possible(cases, stderr))
        o.plot = NULL;
    outputs_open(arena, &o, &out);
    if (o.compare.keep != NULL && work_leads())
        o.compare.journal =
            journal_open(arena, o.compare.keep, shard_piece(arena, &o.compare.shard));
    for (size_t i = 0; i < recipes.count; i++, cases += o.compare.cases.seeds)
        if (options_emit(&o))
            recipe_emit(arena, &o, cases, &out);
        else if (o.regions)
            recipe_regions(&o, cases, &out);
        else
            recipe_run(arena, &o, cases, &out);
    if (o.compare.shard.of == 0 && work_leads())
        outputs_write(arena, &o, &out);
    work_finish();
    arena_free(arena);
    return 0;
}
