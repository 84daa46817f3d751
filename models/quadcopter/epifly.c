/* epifly simulates a quadcopter that learns the thermals through which it flies, and compares
   several ways to choose the points from which it learns. main is the list of stages: flights,
   tables, figures. Seeds are independent of each other and fly in several processes. */
#include "base/child.h"
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "quadcopter/flight/loop.h"
#include "quadcopter/flight/sheet.h"
#include "quadcopter/page/page.h"
#include "quadcopter/plant/plant.h"
#include "result/progress.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "Usage: epifly [OPTION]...\n"
    "Fly a quadcopter through thermals that it learns on the way, once for each way to choose the\n"
    "points it learns from, and compare the vertical error.\n"
    "\n"
    "      --seeds=N         flights of each kind (default: 10)\n"
    "      --seed=N          the first of the seeds (default: 1)\n"
    "      --selection=NAME  only none, all, random, epiout or threshold (default: all of them)\n"
    "      --gain=NAME       only sigma or fixed (default: both)\n"
    "      --field=NAME      seeded: made here, another one for each seed (default);\n"
    "                        authors: $EPIGEN_DATA/paper/thermal_data_z.txt; or a file of heights\n"
    "      --fault=NAME      a sensor fails for 2 s in the middle of the flight: position nan,\n"
    "                        stuck or outside, velocity (speed) not a number or frozen, measured\n"
    "                        force stuck (default: none, and when all is flown one with each)\n"
    "      --rounds=N        rounds of each square, 1 to 4 (default: 3)\n"
    "      --deploy=MS       time between two deployments of the network (default: 25)\n"
    "  -o, --output=DIR      where the tables and figures go (default: build/quadcopter)\n"
    "      --sil             software in the loop: fly with the emitted C, compiled and loaded, "
    "and\n"
    "                        with the interpreter, and compare the flights bit for bit\n"
    "      --pil=PROGRAM     processor in the loop: fly one round with the network that --sil "
    "left, on\n"
    "                        this machine and with the answers of the board that PROGRAM runs\n"
    "      --jobs=N          processes (default: as many as there are cores)\n"
    "      --help            print this help and exit\n"
    "      --version         print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 a bar is missed, flights differ, or a file cannot be read or\n"
    "written; 2 the call is at fault. See epifly(1).\n";

struct options {
    const char *seeds, *seed, *selection, *gain, *field, *fault, *rounds, *deploy, *output, *sil,
        *pil, *jobs;
};

struct job {
    struct arena *arena;
    bool wanted[SELECT_COUNT][2];
    bool complete; /* all flights are wanted, and those with faults */
    struct results results;
    struct field fixed; /* the field of all flights, unless it is made from the seed */
    bool seeded;
    uint64_t seed; /* the first seed */
    const char *output;
    unsigned rounds, processes;
    double deploy_s;
    atomic_size_t *done;
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
                        .deploy = "25"};
    const struct command_option table[] = {
        {'\0', "seed", VALUE_REQUIRED, &o.seed},
        {'\0', "seeds", VALUE_REQUIRED, &o.seeds},
        {'\0', "selection", VALUE_REQUIRED, &o.selection},
        {'\0', "gain", VALUE_REQUIRED, &o.gain},
        {'\0', "field", VALUE_REQUIRED, &o.field},
        {'\0', "fault", VALUE_REQUIRED, &o.fault},
        {'\0', "rounds", VALUE_REQUIRED, &o.rounds},
        {'\0', "deploy", VALUE_REQUIRED, &o.deploy},
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "sil", VALUE_NONE, &o.sil},
        {'\0', "pil", VALUE_REQUIRED, &o.pil},
        {'\0', "jobs", VALUE_REQUIRED, &o.jobs},
    };
    const struct command command = {"epifly", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    if (operands.count > 0)
        fail_usage("%s: no operand expected", operands.text[0]);
    return o;
}

/* Zeroed memory that the processes share. */
static void *shared_new(size_t size)
{
    FILE *file = tmpfile();
    void *memory = MAP_FAILED;
    if (file != NULL && ftruncate(fileno(file), (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (memory == MAP_FAILED)
        fail("no memory to share between processes: %s", strerror(errno));
    fclose(file);
    return memory;
}

static void wanted_set(struct job *job, const struct options *o)
{
    static const char *const gains[2] = {"fixed", "sigma"};
    bool any = false;
    for (size_t s = 0; s < SELECT_COUNT; s++)
        for (size_t g = 0; g < 2; g++) {
            bool selected = o->selection == NULL || strcmp(o->selection, selection_names[s]) == 0;
            bool gain = o->gain == NULL || strcmp(o->gain, gains[g]) == 0;
            job->wanted[s][g] = selected && gain;
            any = any || (selected && gain);
        }
    if (!any)
        fail_usage("--selection=%s --gain=%s: expected none, all, random, epiout or threshold, and "
                   "sigma or fixed",
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
    wanted_set(&job, o);
    job.results.fault = fault_named(o->fault);
    job.complete = o->selection == NULL && o->gain == NULL && job.results.fault == FAULT_NONE;
    field_set(&job, o->field);
    job.results.first = job.seed;
    job.results.flights =
        shared_new(job.results.seeds * SELECT_COUNT * 2 * sizeof(*job.results.flights));
    job.results.faults = shared_new(job.results.seeds * FAULT_COUNT * sizeof(*job.results.faults));
    job.done = shared_new(sizeof(*job.done));
    return job;
}

static struct flight_options flight_of(const struct job *job, const struct field *field,
                                       uint64_t seed)
{
    return (struct flight_options){.field = field,
                                   .seed = seed,
                                   .fault = job->results.fault,
                                   .rounds = job->rounds,
                                   .deploy_s = job->deploy_s,
                                   .substeps = PLANT_SUBSTEPS,
                                   .engine = &engine_interpreter};
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
    if (o->seed == job->seed && o->fault == job->results.fault &&
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
    atomic_fetch_add(job->done, 1);
    return result;
}

/* --- flights
 * --------------------------------------------------------------------------------------- */

/* Flies all flights of a seed. Random selection takes as many points as EpiOut with the same gain
   took, so EpiOut flies first. */
static void seed_fly(const struct job *job, size_t index)
{
    static const enum selection order[] = {SELECT_NONE, SELECT_ALL, SELECT_BERNOULLI, SELECT_RANDOM,
                                           SELECT_THRESHOLD};
    const struct field own = field_seeded(job->seed + index);
    struct flight_options o = flight_of(job, job->seeded ? &own : &job->fixed, job->seed + index);
    for (size_t gain = 0; gain < 2; gain++)
        for (size_t i = 0; i < SELECT_COUNT; i++) {
            bool needed = order[i] == SELECT_BERNOULLI && job->wanted[SELECT_RANDOM][gain];
            o.selection = order[i];
            o.gain_by_sigma = gain == 1;
            o.quota = results_at(&job->results, index, SELECT_BERNOULLI, gain == 1)->points;
            if (job->wanted[order[i]][gain] || needed)
                *results_at(&job->results, index, order[i], gain == 1) = flight_record(job, &o);
        }
    o.selection = SELECT_BERNOULLI; /* with the gain by sigma, which came last */
    for (size_t fault = 1; fault < FAULT_COUNT && job->complete; fault++) {
        o.fault = (enum fault)fault;
        *results_fault(&job->results, index, o.fault) = flight_record(job, &o);
    }
}

static void process_begin(const struct job *job, unsigned number)
{
    pid_t child = fork();
    if (child < 0)
        fail("cannot make a process: %s", strerror(errno));
    if (child > 0)
        return;
    for (size_t i = number; i < job->results.seeds; i += job->processes)
        seed_fly(job, i);
    _exit(0);
}

static void seeds_fly(const struct job *job)
{
    struct progress progress = progress_new(stderr);
    size_t flights = 0;
    unsigned left = job->processes;
    for (size_t i = 0; i < (size_t)SELECT_COUNT * 2; i++)
        flights += job->wanted[i / 2][i % 2] * job->results.seeds;
    flights += job->complete ? (size_t)(FAULT_COUNT - 1) * job->results.seeds : 0;
    for (unsigned i = 0; i < job->processes; i++)
        process_begin(job, i);
    while (left > 0) {
        int status = 0;
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended > 0 && status != 0)
            fail("a process ended before its flights did");
        left -= ended > 0;
        if (ended <= 0)
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        progress_show(
            &progress, "flights",
            fmin((double)atomic_load(job->done) / (double)flights, left == 0 ? 1.0 : 0.999), NAN);
    }
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

/* Adds what the page says about the run: processor time, and the convergence of the integration. */
static void conditions_add(struct job *job)
{
    struct rusage used;
    const struct field own = field_seeded(job->seed);
    const struct flight_options o = flight_of(job, job->seeded ? &own : &job->fixed, job->seed);
    getrusage(RUSAGE_CHILDREN, &used);
    job->results.processor_s = (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
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
    if (o.sil != NULL || o.pil != NULL) {
        loop_fly(&job, o.pil);
    } else {
        seeds_fly(&job);
        conditions_add(&job);
        met = tables_write(&job);
        if (job.complete)
            figures_draw(&job);
    }
    arena_free(arena);
    return met ? 0 : EXIT_INPUT;
}
