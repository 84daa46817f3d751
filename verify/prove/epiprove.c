/* epiprove: what the network can never say, proven for the code that flies. main is the list of
   what it can be asked. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "program/lower.h"
#include "prove/eta/eta.h"
#include "prove/log/replay.h"
#include "prove/report.h"

#include <sha2.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: epiprove [OPTION]... SPEC PROPERTIES\n"
    "       epiprove [OPTION]... --bounds SPEC\n"
    "       epiprove [OPTION]... --eta --data=FILE SPEC\n"
    "Prove properties of the code that epigen makes of SPEC, for every float32 input and with "
    "every\n"
    "rounding. PROPERTIES is a VNN-LIB 1.0 file (NAME.vnnlib; its assertions describe a "
    "violation)\n"
    "or a YAML file (always, never, increasing, decreasing, lipschitz).\n"
    "\n"
    "      --outputs=WHAT   what Y_0, Y_1 ... are: mean (default), sigma or eta\n"
    "      --accuracy=HOW   kernels as in epigen: full (default), 1e-4 or 1e-3\n"
    "      --timeout=S      seconds for each property (default: 120)\n"
    "      --boxes=N        stop a property after about N boxes (default: no limit)\n"
    "      --threads=N      (default: one for each processor); no answer depends on it\n"
    "      --log=FILE       write the proof: the tree of boxes, and their bounds\n"
    "      --resume         go on from what the log has\n"
    "      --replay=FILE    check a log by a second, simpler computation\n"
    "      --bounds         ranges of all outputs, and slopes of the mean, over the domain\n"
    "      --box=RANGES     v=0:2,alt=1:3: bounds over this part of the domain\n"
    "      --eta            where eta is proven above 0.5, and how far from the data at most it is "
    "not\n"
    "      --data=FILE      the training rows: a CSV file with the inputs by name\n"
    "      --plot=FILE      draw the proven regions of one or two inputs (PNG, by gnuplot)\n"
    "      --json           print answers as JSON\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 all properties hold; 1 one is violated, or a file is at fault; 2 the call is "
    "at\n"
    "fault; 3 one is undecided.\n"
    "See epiprove(1).\n";

enum {
    FILE_MOST = 64 * 1024 * 1024,
    LOG_MOST = 1024 * 1024 * 1024,
    SECONDS_DEFAULT = 120,
    NAME_MOST = 64
};

struct options {
    const char *spec, *properties, *log, *replay, *box, *data, *plot;
    bool resume, bounds, eta, json;
    enum net_output_kind outputs;
    enum accuracy accuracy;
    struct limits limits;
};

static unsigned threads_here(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1U : n > 64 ? 64U : (unsigned)n;
}

/* The index of a text in a list of words. */
static size_t word_parse(const char *option, const char *text, const char *const words[],
                         size_t count, const char *expected)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    fail_usage("--%s=%s: expected %s", option, text, expected);
}

static void options_check(const struct options *o, size_t operands)
{
    const size_t expected = o->bounds || o->eta ? 1 : 2;
    if (o->bounds && o->eta)
        fail_usage("--bounds and --eta: expected one of them");
    if (operands != expected)
        fail_usage("%zu files given, expected %s", operands,
                   expected == 1 ? "one: a spec" : "two: a spec and properties");
    if (o->eta != (o->data != NULL))
        fail_usage("--eta and --data: expected both of them or none");
    if (o->resume && o->log == NULL)
        fail_usage("--resume: expected --log=FILE with it");
    if (o->box != NULL && !o->bounds)
        fail_usage("--box: expected --bounds with it");
    if (o->plot != NULL && !o->eta)
        fail_usage("--plot: expected --eta with it");
    if ((o->log != NULL || o->replay != NULL) && expected == 1)
        fail_usage("--log and --replay: expected properties with them");
}

static struct options options_parse(int argc, char **argv)
{
    static const char *const kinds[] = {"mean", "sigma", "eta"};
    const char *outputs = "mean", *accuracy = "full", *timeout = NULL, *boxes = NULL,
               *threads = NULL, *resume = NULL, *bounds = NULL, *eta = NULL, *json = NULL;
    struct options o = {.limits = {threads_here(), SECONDS_DEFAULT, 0, 50}};
    const struct command_option table[] = {
        {'\0', "outputs", VALUE_REQUIRED, &outputs},
        {'\0', "accuracy", VALUE_REQUIRED, &accuracy},
        {'\0', "timeout", VALUE_REQUIRED, &timeout},
        {'\0', "boxes", VALUE_REQUIRED, &boxes},
        {'\0', "threads", VALUE_REQUIRED, &threads},
        {'\0', "log", VALUE_REQUIRED, &o.log},
        {'\0', "resume", VALUE_NONE, &resume},
        {'\0', "replay", VALUE_REQUIRED, &o.replay},
        {'\0', "bounds", VALUE_NONE, &bounds},
        {'\0', "box", VALUE_REQUIRED, &o.box},
        {'\0', "eta", VALUE_NONE, &eta},
        {'\0', "data", VALUE_REQUIRED, &o.data},
        {'\0', "plot", VALUE_REQUIRED, &o.plot},
        {'\0', "json", VALUE_NONE, &json},
    };
    const struct command command = {"epiprove", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.resume = resume != NULL;
    o.bounds = bounds != NULL;
    o.eta = eta != NULL;
    o.json = json != NULL;
    options_check(&o, operands.count);
    o.spec = operands.text[0];
    o.properties = operands.count > 1 ? operands.text[1] : NULL;
    o.outputs = (enum net_output_kind)word_parse("outputs", outputs, kinds, OUTPUT_KINDS,
                                                 "mean, sigma or eta");
    o.accuracy = (enum accuracy)word_parse("accuracy", accuracy, accuracy_name, ACCURACY_COUNT,
                                           "full, 1e-4 or 1e-3");
    if (timeout != NULL)
        o.limits.seconds = (double)command_number("timeout", timeout, 1, 1000000);
    if (boxes != NULL)
        o.limits.boxes = command_number("boxes", boxes, 1, 1000000000);
    if (threads != NULL)
        o.limits.threads = (unsigned)command_number("threads", threads, 1, 64);
    return o;
}

static const char *sha256(struct arena *arena, const char *bytes, size_t size)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)bytes, size, digest);
    return arena_strdup(arena, digest);
}

static struct program *program_read(struct arena *arena, const struct options *o,
                                    const char **digest)
{
    size_t size;
    const char *bytes = file_read(arena, o->spec, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o->spec, "-") == 0 ? "standard input" : o->spec;
    struct spec *spec = spec_read(arena, label, bytes, size);
    spec_check(arena, spec);
    struct program *program = lower(arena, spec, spec->name, &number_float32);
    program->accuracy = o->accuracy;
    *digest = sha256(arena, bytes, size);
    return program;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* The properties of a file, none proven yet. */
static struct proof_set set_read(struct arena *arena, const struct net *net,
                                 const struct options *o, const char *spec_digest)
{
    size_t size, count = 1;
    const char *bytes = file_read(arena, o->properties, FILE_MOST, &size);
    const char *slash = strrchr(o->properties, '/');
    bool yaml = ends_with(o->properties, ".yaml") || ends_with(o->properties, ".yml");
    struct property *list =
        yaml ? properties_read(arena, net, o->properties, bytes, size, &count)
             : vnnlib_read(arena, net, (struct place){o->properties, 1}, bytes, size, o->outputs);
    if (!yaml)
        list->name = list->text = slash == NULL ? o->properties : slash + 1;
    struct proof_set set = {arena_alloc(arena, count, sizeof(*set.proofs)), count, spec_digest,
                            sha256(arena, bytes, size), accuracy_name[o->accuracy]};
    for (size_t i = 0; i < count; i++) {
        property_clamp(arena, net, &list[i]);
        set.proofs[i].property = &list[i];
        set.proofs[i].trees =
            arena_alloc(arena, list[i].n_regions + 1, sizeof(*set.proofs[i].trees));
        for (size_t r = 0; r < list[i].n_regions; r++)
            tree_start(&set.proofs[i].trees[r]);
    }
    return set;
}

static void interrupted(int signal)
{
    (void)signal;
    search_interrupted = 1;
}

static int set_status(const struct proof_set *set)
{
    int status = 0;
    for (size_t i = 0; i < set->count; i++) {
        enum answer answer = set->proofs[i].verdict.answer;
        if (answer == ANSWER_VIOLATED)
            return 1;
        if (answer == ANSWER_UNDECIDED)
            status = 3;
    }
    return status;
}

static int properties_prove(const struct prover *prover, const struct options *o,
                            const char *spec_digest)
{
    struct proof_set set = set_read(prover->arena, prover->net, o, spec_digest);
    size_t size;
    if (o->replay != NULL) {
        const char *bytes = file_read(prover->arena, o->replay, LOG_MOST, &size);
        struct replayed done = replay(&set, prover->net, o->replay, bytes, size);
        printf("%s: every property holds: %zu boxes checked by %zu bounds and %zu runs\n",
               o->replay, done.boxes, done.bounded, done.points);
        if (done.slopes > 0)
            printf("%zu about slopes are not checked: a log does not hold them\n", done.slopes);
        return 0;
    }
    if (o->log != NULL)
        file_expect_writable(prover->arena, o->log);
    if (o->resume && access(o->log, F_OK) == 0) {
        const char *bytes = file_read(prover->arena, o->log, LOG_MOST, &size);
        log_read(&set, prover->net, o->log, bytes, size);
    }
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    proofs_run(prover, &set);
    (o->json ? proofs_print_json : proofs_print)(prover, &set);
    for (size_t i = 0; i < set.count; i++)
        for (size_t r = 0; r < set.proofs[i].property->n_regions; r++)
            tree_free(&set.proofs[i].trees[r]);
    return set_status(&set);
}

/* Reads INPUT=LOW:HIGH and returns its end; NULL: the text does not begin so. */
static const char *side_parse(const char *text, char name[NAME_MOST], float *low, float *high)
{
    size_t length = strcspn(text, "=,");
    if (length == 0 || length >= NAME_MOST || text[length] != '=')
        return NULL;
    memcpy(name, text, length);
    name[length] = '\0';
    text += length + 1;
    char *end;
    *low = strtof(text, &end);
    if (end == text || *end != ':')
        return NULL;
    text = end + 1;
    *high = strtof(text, &end);
    return end == text ? NULL : end;
}

/* v=0:2,alt=1:3 */
static void box_parse(const struct net *net, const char *text, float *low, float *high)
{
    char name[NAME_MOST];
    float a, b;
    for (const char *end; (end = side_parse(text, name, &a, &b)) != NULL;) {
        size_t i = net_input_find(net, name);
        if (i == net->n_inputs)
            fail_usage("--box: \"%s\" is no input of the spec", name);
        if (!(a <= b && (double)a >= net->inputs[i].low && (double)b <= net->inputs[i].high))
            fail_usage("--box: %s from %g to %g, expected a part of its domain from %g to %g", name,
                       (double)a, (double)b, net->inputs[i].low, net->inputs[i].high);
        low[i] = a;
        high[i] = b;
        text = *end == ',' ? end + 1 : end;
    }
    if (*text != '\0')
        fail_usage("--box: \"%s\", expected INPUT=LOW:HIGH,...", text);
}

static void ranges_prove(const struct prover *prover, const struct options *o)
{
    const struct net *net = prover->net;
    float *low = arena_alloc(prover->arena, net->n_inputs, sizeof(*low));
    float *high = arena_alloc(prover->arena, net->n_inputs, sizeof(*high));
    for (size_t i = 0; i < net->n_inputs; i++) {
        low[i] = (float)net->inputs[i].low;
        high[i] = (float)net->inputs[i].high;
    }
    if (o->box != NULL)
        box_parse(net, o->box, low, high);
    bounds_report(prover, low, high);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    const char *digest;
    struct program *program = program_read(arena, &o, &digest);
    struct bounds domain = bounds_of(arena, program);
    const struct prover prover = {.arena = arena,
                                  .net = net_make(arena, program),
                                  .domain = &domain,
                                  .limits = o.limits,
                                  .log = o.log,
                                  .progress = isatty(2) != 0};
    int status = 0;
    if (o.bounds)
        ranges_prove(&prover, &o);
    else if (o.eta)
        status = eta_report(&prover, o.data, o.plot, o.json);
    else
        status = properties_prove(&prover, &o, digest);
    command_flush();
    arena_free(arena);
    return status;
}
