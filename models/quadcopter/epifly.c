/* epifly simulates a quadcopter that learns the thermals through which it flies, and compares
   several ways to choose the points from which it learns. main is the list of stages: flights,
   tables, figures. A seed is a job (base/work.h): seeds are independent of each other and fly in
   several processes. */
#include "base/child.h"
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/version.h"
#include "base/work.h"
#include "data/unpack.h"
#include "quadcopter/flight/loop.h"
#include "quadcopter/flight/sheet.h"
#include "quadcopter/page/html.h"
#include "quadcopter/page/page.h"
#include "quadcopter/plant/plant.h"
#include "result/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char help[] =
    "Usage: epifly [OPTION]...\n"
    "Fly a quadcopter through thermals that it learns on the way, once for each way to choose the\n"
    "points it learns from, and compare the vertical error.\n"
    "\n"
    "      --seeds=N         flights of each kind (default: 10)\n"
    "      --seed=N          the first of the seeds (default: 1)\n"
    "      --selection=NAMES  only those, between commas: none, all, random, every (n-th), first, "
    "distance or distance=MM,\n"
    "                        gp or gp=MN, epiout or threshold (default: all of them)\n"
    "      --gain=NAME       only sigma or fixed (default: both)\n"
    "      --law=NAME        feedforward while the supervisor is cautious: paper, f^ (default),\n"
    "                        or discount, (1 - eta) f^; when all is flown both are\n"
    "      --field=NAME      seeded: made here, another one for each seed (default);\n"
    "                        authors: $EPIGEN_DATA/paper/thermal_data_z.txt; or a file of heights\n"
    "      --fault=NAME      a sensor fails for 2 s in the middle of the flight: position nan,\n"
    "                        stuck or outside, velocity (speed) not a number or frozen, measured\n"
    "                        force stuck (default: none, and when all is flown one with each)\n"
    "      --shift-field=MM@S  the field moves by MM along x after S seconds\n"
    "      --load=G@S        G grams hang on the drone after S seconds\n"
    "      --remember        points that measurements contradict are not forgotten\n"
    "      --drop            measurements that are not kept teach nothing, as in the paper; "
    "otherwise,\n"
    "                        where eta is below 0.5, the nearest point stands for them too\n"
    "      --rotor-limit=N   the most that a rotor gives, in newtons (default: 1.77, m g)\n"
    "      --steps=N         steps of training after each measurement (default: 60)\n"
    "      --store=N         learn from N points at most; the oldest gives way\n"
    "      --redundant       in such a store the most redundant point gives way\n"
    "      --rounds=N        rounds of each square, 1 to 4 (default: 3)\n"
    "      --deploy=MS       time between two deployments of the network (default: 25)\n"
    "  -o, --output=DIR      where the tables and figures go (default: build/quadcopter)\n"
    "      --html=FILE       write one HTML page: the flight of the first seed replayed, and the "
    "means\n"
    "      --sil             software in the loop: fly with the emitted C, compiled and loaded, "
    "and\n"
    "                        with the interpreter, and compare the flights bit for bit\n"
    "      --pil=PROGRAM     processor in the loop: fly one round with the network that --sil "
    "left, on\n"
    "                        this machine and with the answers of the board that PROGRAM runs\n"
    "      --jobs=N          processes (default: as many as there are cores)\n"
    "      --keep=DIR        keep the flights of each seed in DIR, and fly only what is missing "
    "there\n"
    "      --shard=I/N       fly part I of N of the seeds, keep it, and make no tables\n"
    "      --help            print this help and exit\n"
    "      --version         print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 a bar is missed, flights differ, or a file cannot be read or\n"
    "written; 2 the call is at fault. See epifly(1).\n";

struct options {
    const char *seeds, *seed, *selection, *gain, *field, *fault, *rounds, *deploy, *output, *sil,
        *pil, *jobs, *law, *shift, *load, *rotor, *steps, *store, *remember, *redundant, *drop,
        *keep, *shard, *html;
};

struct job {
    struct arena *arena;
    bool wanted[SELECT_COUNT][VARIANT_COUNT];
    bool complete; /* all flights are wanted, and those with faults */
    struct results results;
    struct field fixed; /* the field of all flights, unless it is made from the seed */
    bool seeded;
    uint64_t seed; /* the first seed */
    const char *output;
    unsigned rounds, processes;
    double deploy_s;
    struct flight_options special; /* what the call asks for beyond selection and gain */
    bool level_given;
    size_t *flown;          /* flights of the present seed so far */
    const char *keep, *sum; /* directory of the journal, or NULL; a checksum of the call */
    struct shard shard;     /* of the seeds */
};

/* --- the call ------------------------------------------------------------------------------------
 */

static struct options options_parse(int argc, char **argv)
{
    struct options o = {.seeds = "10",
                        .seed = "1",
                        .field = "seeded",
                        .fault = "none",
                        .rounds = "3",
                        .law = "paper",
                        .steps = "60",
                        .deploy = "25"};
    const struct command_option table[] = {
        {'\0', "seed", VALUE_REQUIRED, &o.seed},
        {'\0', "seeds", VALUE_REQUIRED, &o.seeds},
        {'\0', "selection", VALUE_REQUIRED, &o.selection},
        {'\0', "gain", VALUE_REQUIRED, &o.gain},
        {'\0', "field", VALUE_REQUIRED, &o.field},
        {'\0', "fault", VALUE_REQUIRED, &o.fault},
        {'\0', "law", VALUE_REQUIRED, &o.law},
        {'\0', "shift-field", VALUE_REQUIRED, &o.shift},
        {'\0', "load", VALUE_REQUIRED, &o.load},
        {'\0', "rotor-limit", VALUE_REQUIRED, &o.rotor},
        {'\0', "steps", VALUE_REQUIRED, &o.steps},
        {'\0', "store", VALUE_REQUIRED, &o.store},
        {'\0', "remember", VALUE_NONE, &o.remember},
        {'\0', "redundant", VALUE_NONE, &o.redundant},
        {'\0', "drop", VALUE_NONE, &o.drop},
        {'\0', "rounds", VALUE_REQUIRED, &o.rounds},
        {'\0', "deploy", VALUE_REQUIRED, &o.deploy},
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "html", VALUE_REQUIRED, &o.html},
        {'\0', "sil", VALUE_NONE, &o.sil},
        {'\0', "pil", VALUE_REQUIRED, &o.pil},
        {'\0', "jobs", VALUE_REQUIRED, &o.jobs},
        {'\0', "keep", VALUE_REQUIRED, &o.keep},
        {'\0', "shard", VALUE_REQUIRED, &o.shard},
    };
    const struct command command = {"epifly", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    if (operands.count > 0)
        fail_usage("%s: no operand expected", operands.text[0]);
    if (o.html != NULL && (o.sil != NULL || o.pil != NULL))
        fail_usage("--html replays flights, expected no --sil and --pil");
    if (o.shard != NULL && o.keep == NULL)
        fail_usage("--shard=%s: expected --keep with it", o.shard);
    return o;
}

/* A number above or below zero. */
static double value_read(const char *option, const char *text, const char *what)
{
    char *end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value))
        fail_usage("--%s: %s: expected %s", option, text, what);
    return value;
}

/* AMOUNT@TIME, as --shift-field and --load have it. */
static double change_read(struct job *job, const char *option, const char *text)
{
    const char *at = strchr(text, '@');
    if (at == NULL)
        fail_usage("--%s=%s: expected AMOUNT@SECONDS", option, text);
    job->special.change.time_s = value_read(option, at + 1, "AMOUNT@SECONDS");
    if (job->special.change.time_s <= 0.0)
        fail_usage("--%s=%s: expected a time above 0", option, text);
    return value_read(option, arena_printf(job->arena, "%.*s", (int)(at - text), text),
                      "AMOUNT@SECONDS");
}

/* What the call asks for beyond selection and gain. */
static void special_set(struct job *job, const struct options *o)
{
    struct flight_options *s = &job->special;
    for (size_t law = 0; law < LAW_COUNT; law++)
        if (strcmp(o->law, law_names[law]) == 0)
            s->law = (enum law)law;
    if (strcmp(o->law, law_names[s->law]) != 0)
        fail_usage("--law=%s: expected paper or discount", o->law);
    s->steps = command_number("steps", o->steps, 0, 10000);
    s->store = o->store == NULL ? 0 : command_number("store", o->store, 1, 1024);
    s->remember = o->remember != NULL;
    s->redundant = o->redundant != NULL;
    s->drop = o->drop != NULL;
    if (s->redundant && s->store == 0)
        fail_usage("--redundant says what gives way, expected --store with it");
    if (o->shift != NULL)
        s->change.shift = 1e-3 * change_read(job, "shift-field", o->shift);
    if (o->load != NULL)
        s->change.load = 1e-3 * change_read(job, "load", o->load);
    if (o->rotor != NULL)
        s->rotor = value_read("rotor-limit", o->rotor, "a force in N");
    job->results.law = s->law;
}

/* Whether a word names this selection, with a level behind distance= and gp=. */
static bool word_is(struct job *job, const char *word, enum selection s)
{
    size_t n = strlen(selection_names[s]);
    bool levelled = s == SELECT_DISTANCE || s == SELECT_PROCESS;
    if (strncmp(word, selection_names[s], n) != 0)
        return false;
    if (!levelled || word[n] != '=')
        return word[n] == '\0';
    job->special.level = 1e-3 * value_read("selection", word + n + 1, "MM or MN");
    job->level_given = true;
    return true;
}

/* Marks the selections that the words between commas name. Returns whether each names one. */
static bool selections_name(struct job *job, const char *given, bool named[SELECT_COUNT])
{
    char *rest = NULL, *words = arena_strdup(job->arena, given == NULL ? "" : given);
    for (size_t s = 0; s < SELECT_COUNT; s++)
        named[s] = given == NULL;
    for (char *word = strtok_r(words, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        bool found = false;
        for (size_t s = 0; s < SELECT_COUNT; s++)
            if (word_is(job, word, (enum selection)s))
                found = named[s] = true;
        if (!found)
            return false;
    }
    return true;
}

/* Yardsticks are flown with the gain by sigma only, unless they are asked for by name. */
static bool variant_is(const struct options *o, enum selection s, enum variant v)
{
    bool yardstick = s >= SELECT_EVERY && s <= SELECT_PROCESS && o->selection == NULL;
    switch (v) {
    case FIXED_GAIN: return o->gain == NULL ? !yardstick : strcmp(o->gain, "fixed") == 0;
    case BY_SIGMA: return o->gain == NULL || strcmp(o->gain, "sigma") == 0;
    case OTHER_LAW: return o->gain == NULL && o->selection == NULL && s != SELECT_NONE;
    case VARIANT_COUNT: break;
    }
    return false;
}

static void wanted_set(struct job *job, const struct options *o)
{
    bool any = false, named[SELECT_COUNT];
    bool known = selections_name(job, o->selection, named);
    for (size_t s = 0; s < SELECT_COUNT; s++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            job->wanted[s][v] = named[s] && variant_is(o, (enum selection)s, (enum variant)v);
            any = any || job->wanted[s][v];
        }
    if (!any || !known)
        fail_usage("--selection=%s --gain=%s: expected none, all, random, every, first, distance, "
                   "distance=MM, gp, gp=MN, epiout or threshold, and sigma or fixed",
                   o->selection == NULL ? "" : o->selection, o->gain == NULL ? "" : o->gain);
}

static enum fault fault_named(const char *name)
{
    for (size_t i = 0; i < FAULT_COUNT; i++)
        if (strcmp(name, fault_names[i]) == 0)
            return (enum fault)i;
    fail_usage("--fault=%s: expected none, nan, stuck, outside, speed, frozen or force", name);
}

static void field_set(struct job *job, const char *name)
{
    const char *data = getenv("EPIGEN_DATA");
    job->results.field = name;
    job->seeded = strcmp(name, "seeded") == 0;
    if (job->seeded)
        return;
    if (strcmp(name, "authors") == 0)
        name = arena_printf(job->arena, "%s/paper/thermal_data_z.txt",
                            data == NULL ? "../shared/data" : data);
    job->fixed = field_read(job->arena, name);
}

static const char *word_or(const char *text) { return text == NULL ? "-" : text; }

/* A checksum of what the flights of a seed depend on, and of where those of the first one leave
   their files. */
static const char *call_sum(const struct job *job, const struct options *o)
{
    const char *words = "";
    const char *const given[] = {o->seed,   o->selection, o->gain,       o->field, o->fault,
                                 o->law,    o->shift,     o->load,       o->rotor, o->steps,
                                 o->store,  o->remember,  o->redundant,  o->drop,  o->rounds,
                                 o->deploy, job->output,  epigen_version};
    for (size_t i = 0; i < sizeof(given) / sizeof(*given); i++)
        words = arena_printf(job->arena, "%s%s\n", words, word_or(given[i]));
    return arena_strndup(job->arena, bytes_sum(job->arena, words, strlen(words)), 16);
}

static struct job job_make(struct arena *arena, const struct options *o)
{
    struct job job = {.arena = arena};
    job.results.seeds = command_number("seeds", o->seeds, 1, 1000);
    job.seed = command_number("seed", o->seed, 1, 1000000);
    job.rounds = (unsigned)command_number("rounds", o->rounds, 1, flight_rounds_most());
    job.deploy_s = 1e-3 * (double)command_number("deploy", o->deploy, 1, 1000000);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    job.processes = o->jobs != NULL ? (unsigned)command_number("jobs", o->jobs, 1, 1024)
                                    : (unsigned)(cores < 1 ? 1 : cores);
    job.output = o->output == NULL ? "build/quadcopter" : o->output;
    special_set(&job, o);
    wanted_set(&job, o);
    job.results.fault = fault_named(o->fault);
    job.complete = o->selection == NULL && o->gain == NULL && job.results.fault == FAULT_NONE &&
                   job.special.change.time_s == 0.0;
    field_set(&job, o->field);
    job.results.first = job.seed;
    job.results.flights = arena_alloc(arena, job.results.seeds * SELECT_COUNT * VARIANT_COUNT,
                                      sizeof(*job.results.flights));
    job.results.faults =
        arena_alloc(arena, job.results.seeds * FAULT_COUNT, sizeof(*job.results.faults));
    job.results.scenarios =
        arena_alloc(arena, job.results.seeds * SCENARIO_COUNT, sizeof(*job.results.scenarios));
    job.flown = arena_alloc(arena, 1, sizeof(*job.flown));
    job.keep = o->keep;
    job.sum = call_sum(&job, o);
    if (o->shard != NULL)
        job.shard = shard_parse(o->shard);
    return job;
}

/* How many flights a seed has, about. */
static size_t flights_of_seed(const struct job *job)
{
    size_t flights = 0;
    for (size_t i = 0; i < (size_t)SELECT_COUNT * VARIANT_COUNT; i++)
        flights += job->wanted[i / VARIANT_COUNT][i % VARIANT_COUNT];
    return flights + (job->complete ? (size_t)FAULT_COUNT - 1 + SCENARIO_COUNT : 0);
}

static void flight_tell(const struct job *job)
{
    ++*job->flown;
    work_tell((double)*job->flown / (double)flights_of_seed(job));
}

static struct flight_options flight_of(const struct job *job, const struct field *field,
                                       uint64_t seed)
{
    struct flight_options o = job->special;
    o.field = field;
    o.seed = seed;
    o.fault = job->results.fault;
    o.rounds = job->rounds;
    o.deploy_s = job->deploy_s;
    o.substeps = PLANT_SUBSTEPS;
    o.engine = &engine_interpreter;
    return o;
}

/* --- files that a flight writes
 * ------------------------------------------------------------------- */

static const char *path_in(const struct job *job, const char *stem, const char *name,
                           const char *suffix)
{
    return arena_printf(job->arena, "%s/%s%s%s", job->output, stem, name, suffix);
}

/* Flies. The flights of the first seed with the gain by sigma write the files that figures need. */
static struct flight_result flight_record(const struct job *job, struct flight_options *o)
{
    struct sheet sheets[4];
    size_t n = 0;
    const char *name = selection_names[o->selection];
    if (o->seed == job->seed && o->fault == job->results.fault && o->law == job->special.law &&
        (o->gain_by_sigma || o->selection == SELECT_NONE)) {
        o->trace = sheet_open(&sheets[n++], path_in(job, "trace_", name, ".csv"));
        if (o->selection == SELECT_BERNOULLI) {
            o->map = sheet_open(&sheets[n++], path_in(job, "map", "", ".csv"));
            o->points = sheet_open(&sheets[n++], path_in(job, "points", "", ".bin"));
            o->spec = sheet_open(&sheets[n++], path_in(job, "thermal", "", ".yaml"));
        }
    }
    struct flight_result result = flight_run(o);
    if (n > 0)
        sheets_save(job->arena, sheets, n);
    o->trace = o->map = o->points = o->spec = NULL;
    flight_tell(job);
    return result;
}

/* --- flights
 * --------------------------------------------------------------------------------------- */

/* The levels at which yardsticks take about as many points as EpiOut, found on seeds 1 to 10. */
static const double distance_level = 2e-3, process_level = 0.085; /* m, N */

/* Flies all flights of a seed with one gain and law. Yardsticks take as many points as EpiOut took,
   so EpiOut flies first. */
static void variant_fly(const struct job *job, size_t index, enum variant v,
                        struct flight_options *o)
{
    static const enum selection order[] = {SELECT_NONE,     SELECT_ALL,     SELECT_BERNOULLI,
                                           SELECT_RANDOM,   SELECT_EVERY,   SELECT_FIRST,
                                           SELECT_DISTANCE, SELECT_PROCESS, SELECT_THRESHOLD};
    bool quota = false;
    for (size_t s = SELECT_RANDOM; s <= SELECT_FIRST; s++)
        quota = quota || job->wanted[s][v];
    o->gain_by_sigma = v != FIXED_GAIN;
    o->law = v == OTHER_LAW ? (enum law)(LAW_COUNT - 1 - job->special.law) : job->special.law;
    for (size_t i = 0; i < SELECT_COUNT; i++) {
        enum selection s = order[i];
        if (!job->wanted[s][v] && !(quota && s == SELECT_BERNOULLI))
            continue;
        o->selection = s;
        o->quota = results_at(&job->results, index, SELECT_BERNOULLI, v)->points;
        if (!job->level_given)
            o->level = s == SELECT_PROCESS ? process_level : distance_level;
        *results_at(&job->results, index, s, v) = flight_record(job, o);
    }
}

static void scenarios_fly(const struct job *job, size_t index, const struct flight_options *usual)
{
    size_t quota = 0;
    for (size_t i = 0; i < SCENARIO_COUNT; i++) {
        const struct scenario *s = &scenarios[i];
        struct flight_result *r = results_scenario(&job->results, index, i);
        struct flight_options o = *usual;
        o.selection = s->selection;
        o.law = s->law;
        o.remember = s->remember;
        o.change = s->change;
        o.store = s->store > 0 ? s->store : o.store;
        o.steps = s->steps > 0 ? s->steps : o.steps;
        o.redundant = s->redundant;
        o.quota = quota;
        *r = flight_run(&o);
        quota = s->group[0] != '\0' ? r->points : quota;
        flight_tell(job);
    }
}

static void seed_fly(const struct job *job, size_t index)
{
    const struct field own = field_seeded(job->seed + index);
    struct flight_options o = flight_of(job, job->seeded ? &own : &job->fixed, job->seed + index);
    for (size_t v = 0; v < VARIANT_COUNT; v++)
        variant_fly(job, index, (enum variant)v, &o);
    o = flight_of(job, job->seeded ? &own : &job->fixed, job->seed + index);
    o.selection = SELECT_BERNOULLI;
    o.gain_by_sigma = true;
    if (job->complete)
        scenarios_fly(job, index, &o);
    for (size_t fault = 1; fault < FAULT_COUNT && job->complete; fault++) {
        o.fault = (enum fault)fault;
        *results_fault(&job->results, index, o.fault) = flight_record(job, &o);
    }
}

/* --- seeds as jobs
 * ----------------------------------------------------------------------------------------
 */

struct seeds {
    struct job *job;
    const char **names; /* (seeds) */
    double *done;       /* (seeds) the share that is done */
    size_t next;
    struct progress progress;
};

static double processor_now(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
}

static void part_move(char **at, void *part, size_t size, bool load)
{
    memcpy(load ? part : *at, load ? *at : part, size);
    *at += size;
}

/* Moves what a seed gave between the results and bytes. */
static void seed_move(const struct results *r, size_t index, double *seconds, char *bytes,
                      bool load)
{
    part_move(&bytes, seconds, sizeof(*seconds), load);
    for (size_t s = 0; s < SELECT_COUNT; s++)
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            part_move(&bytes, results_at(r, index, (enum selection)s, (enum variant)v),
                      sizeof(struct flight_result), load);
    for (size_t i = 0; i < FAULT_COUNT; i++)
        part_move(&bytes, results_fault(r, index, (enum fault)i), sizeof(struct flight_result),
                  load);
    for (size_t i = 0; i < SCENARIO_COUNT; i++)
        part_move(&bytes, results_scenario(r, index, i), sizeof(struct flight_result), load);
}

enum {
    SEED_BYTES = sizeof(double) + (SELECT_COUNT * VARIANT_COUNT + FAULT_COUNT + SCENARIO_COUNT) *
                                      sizeof(struct flight_result)
};

static size_t seed_find(const struct seeds *s, const char *name)
{
    size_t i = 0;
    while (i + 1 < s->job->results.seeds && strcmp(s->names[i], name) != 0)
        i++;
    return i;
}

static enum work_state seed_next(void *context, const char **name)
{
    struct seeds *s = context;
    while (s->next < s->job->results.seeds && !shard_has(&s->job->shard, s->next))
        s->done[s->next++] = 1.0;
    if (s->next == s->job->results.seeds)
        return WORK_END;
    *name = s->names[s->next++];
    return WORK_READY;
}

static const char *seed_run(void *context, struct arena *arena, const char *name)
{
    struct seeds *s = context;
    size_t index = seed_find(s, name);
    char *bytes = arena_alloc(arena, SEED_BYTES, 1);
    double began = processor_now();
    *s->job->flown = 0;
    seed_fly(s->job, index);
    double seconds = processor_now() - began;
    seed_move(&s->job->results, index, &seconds, bytes, false);
    return journal_hex(arena, bytes, SEED_BYTES);
}

static void seeds_show(struct seeds *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->job->results.seeds; i++)
        sum += s->done[i] / (double)s->job->results.seeds;
    progress_show(&s->progress, "flights", sum, (double)NAN);
}

static void seed_done(void *context, const char *name, const char *text)
{
    struct seeds *s = context;
    size_t index = seed_find(s, name);
    struct arena *arena = arena_new();
    char *bytes = arena_alloc(arena, SEED_BYTES, 1);
    double seconds;
    if (!journal_unhex(text, bytes, SEED_BYTES))
        fail("internal error: the flights of a seed have another size");
    seed_move(&s->job->results, index, &seconds, bytes, true);
    s->job->results.processor_s += seconds;
    s->done[index] = 1.0;
    seeds_show(s);
    arena_free(arena);
}

static void seed_tell(void *context, const char *name, double share)
{
    struct seeds *s = context;
    s->done[seed_find(s, name)] = fmin(share, 0.999);
    seeds_show(s);
}

static void seeds_fly(struct job *job)
{
    size_t n = job->results.seeds;
    struct seeds s = {.job = job, .progress = progress_new(stderr)};
    struct journal *journal = NULL;
    s.names = arena_alloc(job->arena, n, sizeof(*s.names));
    s.done = arena_alloc(job->arena, n, sizeof(*s.done));
    for (size_t i = 0; i < n; i++)
        s.names[i] = arena_printf(job->arena, "flights %s %llu", job->sum,
                                  (unsigned long long)job->seed + i);
    if (job->keep != NULL && work_leads())
        journal = journal_open(job->arena, job->keep, shard_piece(job->arena, &job->shard));
    work_run(&(struct work){.next = seed_next,
                            .run = seed_run,
                            .done = seed_done,
                            .tell = seed_tell,
                            .context = &s,
                            .journal = journal,
                            .workers = job->processes < n ? job->processes : (unsigned)n});
}

/* --- in the loop
 * ---------------------------------------------------------------------------- */

static const char *beside(struct arena *arena, const char *name)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        fail("cannot find out where epifly is installed");
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    return arena_printf(arena, "%s/%s", self, name);
}

static void loop_fly(const struct job *job, const char *board)
{
    const struct field own = field_seeded(job->seed);
    struct loop loop = {job->arena, path_in(job, "sil", "", ""),
                        flight_of(job, job->seeded ? &own : &job->fixed, job->seed)};
    loop.flight.selection = SELECT_BERNOULLI;
    loop.flight.gain_by_sigma = true;
    if (board == NULL)
        loop_software(&loop, beside(job->arena, "epigen"));
    else
        loop_processor(&loop, board);
}

/* --- tables and figures
 * ------------------------------------------------------------------------------ */

static void figures_draw(const struct job *job)
{
    const char *script = beside(job->arena, "../models/quadcopter/page/plots.gp");
    if (access(script, R_OK) != 0)
        script = beside(job->arena, "../share/epigen/models/quadcopter/page/plots.gp");
    char *argv[] = {"gnuplot", "-e", arena_printf(job->arena, "dir='%s'", job->output),
                    arena_strdup(job->arena, script), NULL};
    if (child_run(&(struct child){.argv = argv}) != 0)
        fail("gnuplot failed on %s", script);
}

/* Adds what the page says about the run: the convergence of the integration. */
static void conditions_add(struct job *job)
{
    const struct field own = field_seeded(job->seed);
    const struct flight_options o = flight_of(job, job->seeded ? &own : &job->fixed, job->seed);
    job->results.evidence = path_in(job, "sil", "", "");
    if (job->complete)
        convergence_fly(&o, job->results.halvings);
}

static bool tables_write(const struct job *job)
{
    struct sheet sheets[3];
    results_write_csv(&job->results, sheet_open(&sheets[0], path_in(job, "flights", "", ".csv")));
    results_write_bars(&job->results, sheet_open(&sheets[1], path_in(job, "bars", "", ".csv")));
    bool met = page_write(&job->results, sheet_open(&sheets[2], path_in(job, "result", "", ".md")));
    fflush(sheets[2].file);
    fwrite(sheets[2].text, 1, sheets[2].size, stdout);
    sheets_save(job->arena, sheets, 3);
    command_flush();
    return met;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct options o = options_parse(argc, argv);
    struct job job = job_make(arena, &o);
    bool met = true;
    directory_make(job.output);
    if (o.html != NULL)
        file_expect_writable(arena, o.html);
    if (o.sil != NULL || o.pil != NULL) {
        loop_fly(&job, o.pil);
    } else {
        seeds_fly(&job);
        if (job.shard.of > 0 || !work_leads()) { /* the other seeds' flights are not there */
            work_finish();
            arena_free(arena);
            return 0;
        }
        conditions_add(&job);
        met = tables_write(&job);
        if (o.html != NULL) {
            struct output page = html_write(arena, &job.results, job.output, o.html);
            files_write(arena, &page, 1);
        }
        if (job.complete)
            figures_draw(&job);
    }
    work_finish();
    arena_free(arena);
    return met ? 0 : EXIT_INPUT;
}
