/* epiprove: what the network can never say, proven for the code that flies. main is the list of
   what it can be asked. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "program/lower.h"
#include "prove/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: epiprove [OPTION]... SPEC PROPERTIES\n"
    "Prove properties of the code that epigen makes of SPEC, for every float32 input and with "
    "every\n"
    "rounding. PROPERTIES is a VNN-LIB 1.0 file (its assertions describe a violation).\n"
    "\n"
    "      --outputs=WHAT   what Y_0, Y_1 ... are: mean (default), sigma or eta\n"
    "      --accuracy=HOW   kernels as in epigen: full (default), 1e-4 or 1e-3\n"
    "      --timeout=S      seconds for each property (default: 120)\n"
    "      --boxes=N        stop a property after about N boxes (default: no limit)\n"
    "      --threads=N      (default: one for each processor); no answer depends on it\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 all properties hold; 1 one is violated, or a file is at fault; 2 the call is "
    "at\n"
    "fault; 3 one is undecided.\n"
    "See epiprove(1).\n";

enum { FILE_MOST = 64 * 1024 * 1024, SECONDS_DEFAULT = 120 };

struct options {
    const char *spec, *properties;
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

static struct options options_parse(int argc, char **argv)
{
    static const char *const kinds[] = {"mean", "sigma", "eta"};
    const char *outputs = "mean", *accuracy = "full", *timeout = NULL, *boxes = NULL,
               *threads = NULL;
    const struct command_option table[] = {
        {'\0', "outputs", VALUE_REQUIRED, &outputs}, {'\0', "accuracy", VALUE_REQUIRED, &accuracy},
        {'\0', "timeout", VALUE_REQUIRED, &timeout}, {'\0', "boxes", VALUE_REQUIRED, &boxes},
        {'\0', "threads", VALUE_REQUIRED, &threads},
    };
    const struct command command = {"epiprove", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    struct options o = {.limits = {threads_here(), SECONDS_DEFAULT, 0, 50}};
    if (operands.count != 2)
        fail_usage("%zu files given, expected two: a spec and properties", operands.count);
    o.spec = operands.text[0];
    o.properties = operands.text[1];
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

static struct program *program_read(struct arena *arena, const struct options *o)
{
    size_t size;
    const char *bytes = file_read(arena, o->spec, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o->spec, "-") == 0 ? "standard input" : o->spec;
    struct spec *spec = spec_read(arena, label, bytes, size);
    spec_check(arena, spec);
    struct program *program = lower(arena, spec, spec->name, &number_float32);
    program->accuracy = o->accuracy;
    return program;
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    struct program *program = program_read(arena, &o);
    struct bounds domain = bounds_of(arena, program);
    struct net *net = net_make(arena, program);
    size_t size;
    const char *bytes = file_read(arena, o.properties, FILE_MOST, &size);
    struct property *property = vnnlib_read(arena, net, o.properties, bytes, size, o.outputs);
    property_clamp(arena, net, property);
    struct verdict v = property_prove(arena, net, &domain, property, &o.limits);
    verdict_print(net, property, &v);
    command_flush();
    arena_free(arena);
    return v.answer == ANSWER_HOLDS ? 0 : v.answer == ANSWER_VIOLATED ? 1 : 3;
}
