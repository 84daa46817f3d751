/* epitune finds the best model for a budget: it draws networks, trains, emits and bounds them. main
   is the list of the stages of a run. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/version.h"
#include "data/unpack.h"
#include "recipe_data.h"
#include "recipe_read.h"
#include "result/gnuplot.h"
#include "result/warnings.h"
#include "tune/recipe_text.h"
#include "tune/show.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char help[] =
    "Usage: epitune --core=NAME --max-cycles=N [OPTION]... RECIPE\n"
    "Find the best model for a budget: search networks for the data that RECIPE (YAML, as for\n"
    "epitrain) names, train each, emit it and bound its cost by epiwcet.\n"
    "\n"
    "      --core=NAME      cortex-m4f, cortex-m33, cortex-m7 or rv32imafc; in fixed point alone,\n"
    "                       cortex-m4, cortex-m3, cortex-m0plus, cortex-m0 or rv32imc\n"
    "      --max-cycles=N   worst-case cycles of a call; K at the end: times 1024\n"
    "      --max-flash=N    bytes of flash\n"
    "      --max-stack=N    bytes of stack\n"
    "      --type=TYPE      numbers of the emitted code: float, or q15, integers of 16 bits\n"
    "                       (default: what the recipe says; else all that the core has)\n"
    "  -o, --output=DIR     write everything to DIR, made if missing (default: NAME_tune)\n"
    "      --trials=N       draw N candidates instead of the recipe's number (64)\n"
    "      --weight=W       what an AUROC of eta lower by 1 counts beside a negative log\n"
    "                       likelihood higher by 1, instead of the recipe's (1)\n"
    "      --search=HOW     halving (default), or random: every trial in full, for comparison\n"
    "      --workers=N      train N at a time (default: as many as cores); no result changes\n"
    "      --resume         go on with the search whose journal is in DIR\n"
    "      --shard=I/N      do part I of N of the trials, into a journal of its own in DIR\n"
    "      --merge          take the trials from all journals in DIR, and finish the search\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Writes the winner's spec NAME.yaml and recipe NAME_recipe.yaml, front.csv and front.png,\n"
    "and the log trials.csv.\n"
    "\n"
    "Exit status: 0 all went well; 1 nothing meets the budget, or recipe or data are at fault,\n"
    "or a file cannot be read or written; 2 the call is at fault.\n"
    "See epitune(1).\n";

struct options {
    const char *recipe, *core, *cycles, *flash, *stack, *type, *output, *trials, *weight, *search;
    const char *workers, *resume, *shard, *merge;
};

static struct options options_parse(int argc, char **argv)
{
    struct options o = {.search = "halving"};
    const struct command_option table[] = {
        {'\0', "core", VALUE_REQUIRED, &o.core},
        {'\0', "max-cycles", VALUE_REQUIRED, &o.cycles},
        {'\0', "max-flash", VALUE_REQUIRED, &o.flash},
        {'\0', "max-stack", VALUE_REQUIRED, &o.stack},
        {'\0', "type", VALUE_REQUIRED, &o.type},
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "trials", VALUE_REQUIRED, &o.trials},
        {'\0', "weight", VALUE_REQUIRED, &o.weight},
        {'\0', "search", VALUE_REQUIRED, &o.search},
        {'\0', "workers", VALUE_REQUIRED, &o.workers},
        {'\0', "resume", VALUE_NONE, &o.resume},
        {'\0', "shard", VALUE_REQUIRED, &o.shard},
        {'\0', "merge", VALUE_NONE, &o.merge},
    };
    const struct command command = {"epitune", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.recipe = command_operand(&operands, "recipe");
    if (o.core == NULL)
        fail_usage("no --core given");
    if (o.cycles == NULL && o.flash == NULL && o.stack == NULL)
        fail_usage("no --max-cycles, --max-flash or --max-stack given");
    if (strcmp(o.search, "halving") != 0 && strcmp(o.search, "random") != 0)
        fail_usage("--search=%s: expected halving or random", o.search);
    if (o.shard != NULL && o.merge != NULL)
        fail_usage("--shard and --merge: expected one of them");
    return o;
}

/* NULL: the call does not say. */
static const enum tune_type *type_parse(const char *text, const struct core_target *core)
{
    static const enum tune_type types[TYPE_COUNT] = {TYPE_FLOAT, TYPE_Q15};
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (strcmp(text, type_name[i]) == 0) {
            if (core->flags[i] == NULL)
                fail_usage("--type=%s: %s has no such numbers", text, core->name);
            return &types[i];
        }
    fail_usage("--type=%s: expected float or q15", text);
}

/* "16K" is 16384; NULL is no limit. */
static double limit_parse(struct arena *arena, const char *option, const char *text)
{
    const unsigned long most = 1UL << 40;
    if (text == NULL)
        return 0.0;
    size_t length = strlen(text);
    bool kilo = length > 1 && text[length - 1] == 'K';
    const char *digits = kilo ? arena_strndup(arena, text, length - 1) : text;
    return (kilo ? 1024.0 : 1.0) * (double)command_number(option, digits, 1, most);
}

static double weight_parse(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0.0) || !isfinite(value))
        fail_usage("--weight=%s: expected a number from 0", text);
    return value;
}

static void recipe_load(struct arena *arena, const struct options *o, struct tune *t)
{
    t->recipe_path = o->recipe;
    if (strcmp(o->recipe, "-") == 0)
        fail_usage("the recipe is standard input, expected a file: the winner's recipe names its "
                   "data relative to it");
    t->recipe_bytes = file_read(arena, o->recipe, SPEC_MAX_BYTES, &t->recipe_size);
    t->recipe = recipe_read(arena, o->recipe, t->recipe_bytes, t->recipe_size);
    t->recipe->sha256 = bytes_sum(arena, t->recipe_bytes, t->recipe_size);
    t->recipe->threads = 1;
    if (t->recipe->mean_from.path != NULL)
        fail_at(t->recipe->file, t->recipe->mean_from.line,
                "mean_from names a network, expected none: epitune searches networks");
    for (size_t i = 0; i < t->recipe->n_sources; i++)
        if (strcmp(t->recipe->sources[i].path, "-") == 0)
            fail_at(t->recipe->file, t->recipe->sources[i].line,
                    "%s is standard input, expected a file: every finalist reads it anew",
                    t->recipe->sources[i].what);
    if (o->weight != NULL)
        t->recipe->tune.weight = weight_parse(o->weight);
    if (o->trials != NULL)
        t->recipe->tune.trials = command_number("trials", o->trials, 1, 1000000);
    if (strcmp(o->search, "random") == 0)
        t->recipe->tune.rungs = 1;
}

static const char *rows_sum(struct arena *arena, const struct rows *rows)
{
    return arena_printf(arena, "%s %s",
                        bytes_sum(arena, rows->x, rows->count * rows->n_in * sizeof(float)),
                        bytes_sum(arena, rows->y, rows->count * rows->n_out * sizeof(float)));
}

/* A checksum of all that results follow from, beside the names of jobs. */
static const char *key_make(struct arena *arena, const struct tune *t)
{
    const char *all =
        arena_printf(arena, "%s %s %s %s %s", epigen_version, t->recipe->sha256, t->compiler,
                     rows_sum(arena, &t->problem->train), rows_sum(arena, &t->problem->validation));
    return arena_strndup(arena, bytes_sum(arena, all, strlen(all)), 16);
}

static void rows_expect(const struct tune *t)
{
    enum { LEAST = 20 };
    if (t->problem->validation.count < LEAST)
        fail("%s: %zu validation rows, expected at least %d: models are chosen by them",
             t->recipe->file, t->problem->validation.count, LEAST);
}

static struct tune tune_make(struct arena *arena, const struct options *o)
{
    struct tune t = {.core = core_target_find(o->core)};
    const struct shard shard = o->shard == NULL ? (struct shard){0, 0} : shard_parse(o->shard);
    t.type = type_parse(o->type, t.core);
    t.budget = (struct budget){limit_parse(arena, "max-cycles", o->cycles),
                               limit_parse(arena, "max-flash", o->flash),
                               limit_parse(arena, "max-stack", o->stack)};
    recipe_load(arena, o, &t);
    t.directory = o->output == NULL ? arena_printf(arena, "%s_tune", t.recipe->name) : o->output;
    t.piece = shard_piece(arena, &shard);
    t.compiler = measure_expect(arena, t.core);
    if (shard.of == 0)
        gnuplot_expect();
    FILE *notes = work_leads() ? stderr : fopen("/dev/null", "w"); /* one rank says it */
    if (notes == NULL)
        fail("/dev/null: %s", strerror(errno));
    warnings_recipe(t.recipe, notes);
    t.problem = problem_prepare(arena, t.recipe, notes);
    rows_expect(&t);
    t.key = key_make(arena, &t);
    return t;
}

/* Refuses a directory where another search has been, which would be mixed with this one. */
static struct journal *journal_begin(struct arena *arena, const struct options *o,
                                     const struct tune *t)
{
    struct journal *j = journal_open(arena, t->directory, t->piece);
    size_t own = 0, count = journal_count(j);
    for (size_t i = 0; i < count; i++)
        own += strncmp(journal_name(j, i), t->key, strlen(t->key)) == 0;
    bool resumed = o->resume != NULL || o->merge != NULL;
    if (count > 0 && !resumed && o->shard == NULL)
        fail("%s: a search has been here, expected --resume to go on with it, or another --output",
             t->directory);
    if (count > 0 && own == 0)
        fail("%s: the search there had another recipe, other rows, another compiler or another "
             "version of epitune, expected the same, or another --output",
             t->directory);
    return j;
}

/* The scratch directories that killed workers of this piece of the journal have left. */
static const char *scratch_pattern;

static void scratch_clean(void)
{
    glob_t found;
    if (scratch_pattern == NULL || glob(scratch_pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        measure_clean(found.gl_pathv[i]);
    globfree(&found);
}

static void on_failure(int status, const char *message)
{
    (void)status;
    (void)message;
    work_abandon();
    scratch_clean();
}

/* Says what to do next, and ends as the signal would. */
static void on_signal(int number)
{
    static const char words[] =
        "\nepitune: interrupted; what is done is kept, and --resume goes on from there\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof(words) - 1);
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static void signals_catch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN); /* stays ignored: nohup asked for it */
}

static void results_write(struct arena *arena, const struct tune *t, const struct search *s)
{
    struct output files[] = {
        {arena_printf(arena, "%s.yaml", t->recipe->name), s->whole.spec, s->whole.spec_size},
        {NULL, s->winner_recipe, strlen(s->winner_recipe)},
        show_trials(arena, t, s),
        show_front(arena, t, s),
        show_picture(arena, t, s),
    };
    enum { FILES = sizeof(files) / sizeof(*files), RECIPE = 1 };
    for (size_t i = 0; i < FILES; i++)
        if (i != RECIPE)
            files[i].path = arena_printf(arena, "%s/%s", t->directory, files[i].path);
    files[RECIPE].path = recipe_text_path(arena, t);
    files_write(arena, files, FILES);
}

/* What comes next: the commands that make the C of the winner. */
static void commands_print(struct arena *arena, const struct tune *t, const struct search *s)
{
    const struct candidate *c = &s->winner->drawn.candidate;
    printf("the C of it    epigen %s/%s.yaml%s%s%s -o out\n", t->directory, t->recipe->name,
           c->type == TYPE_FLOAT
               ? ""
               : arena_printf(arena, " --type=q15 --core=%s", q15_core_name[t->core->fixed]),
           c->form == FORM_UNROLLED ? "" : arena_printf(arena, " --form=%s", form_name[c->form]),
           c->accuracy == ACCURACY_FULL
               ? ""
               : arena_printf(arena, " --accuracy=%s", accuracy_name[c->accuracy]));
    printf("compiled by    %s\n", core_target_command(arena, t->core, c->type));
    printf("to train it    epitrain %s\n", recipe_text_path(arena, t));
}

/* Times differ from run to run, so they stand on standard error. */
static void time_print(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    if (used.ru_utime.tv_sec > 0) /* MPI's ranks are no children */
        fprintf(stderr, "epitune: the workers took %.0f s of processor time\n",
                (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec));
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct options o = options_parse(argc, argv);
    struct tune t = tune_make(arena, &o);
    const struct recipe_tune *space = &t.recipe->tune;
    struct search_options s = {.random = strcmp(o.search, "random") == 0,
                               .merging = o.merge != NULL,
                               .schedule = {.trials = space->trials,
                                            .cohort = space->cohort,
                                            .divisor = space->divisor,
                                            .share = space->share,
                                            .rungs = space->rungs}};
    s.workers = o.workers == NULL ? (unsigned)sysconf(_SC_NPROCESSORS_ONLN)
                                  : (unsigned)command_number("workers", o.workers, 1, 10000);
    if (o.shard != NULL)
        s.schedule.shard = shard_parse(o.shard);
    if (work_leads())
        s.journal = journal_begin(arena, &o, &t);
    if (s.journal != NULL && o.shard == NULL) /* a shard goes on by itself */
        signals_catch();
    scratch_pattern = arena_printf(arena, "%s*", tune_scratch(arena, &t));
    fail_report = on_failure;
    const struct search *found = search_run(arena, &t, &s);
    if (!work_leads()) {
        work_finish();
        return 0;
    }
    scratch_clean();
    time_print();
    if (found->winner != NULL) {
        results_write(arena, &t, found);
        show_summary(&t, found, stdout);
        commands_print(arena, &t, found);
    } else
        printf("shard %s: its trials are in %s/%s.journal; when all shards have ended: --merge\n",
               o.shard, t.directory, t.piece);
    command_flush();
    journal_close(s.journal);
    work_finish();
    arena_free(arena);
    return 0;
}
