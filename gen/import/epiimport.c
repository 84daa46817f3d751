/* epiimport: from a network in ONNX or .nnet to a spec. main is the list of passes. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "import/check.h"
#include "import/import.h"

#include <stdlib.h>
#include <string.h>

enum { CHECK_MAX = 1000000 };

static const char help[] =
    "Usage: epiimport [OPTION]... FILE\n"
    "Turn a trained network (FILE: ONNX or .nnet; - for standard input) into a spec for epigen,\n"
    "with a mean and no sigma or eta.\n"
    "\n"
    "  -o, --output=FILE    write the spec to FILE (default: -, standard output)\n"
    "      --domain=WHAT    between which numbers each input lies: a CSV log (its range and a\n"
    "                         margin), a YAML box, a VNN-LIB file, or MIN,MAX for all inputs;\n"
    "                         a .nnet file has its own\n"
    "      --margin=PERCENT on each side of a log's range (default: 5)\n"
    "      --names=LIST     names of the inputs, with units: 'v [m/s],alpha'; with a log, its\n"
    "                         columns (default: the log's header, or else the file's names)\n"
    "      --outputs=LIST   names of the outputs, in the same way\n"
    "      --name=NAME      name of the model (default: that of FILE)\n"
    "      --fold           make one layer of two affine ones in a row; this changes rounding\n"
    "      --check=N        compare the spec with the file's own arithmetic in double precision\n"
    "                         on N points of the domain, and print the largest difference\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 the file is at fault, or has what no spec can have; 2 the\n"
    "call is at fault.\n"
    "See epiimport(1), and epigen-spec(5) for the format.\n";

struct options {
    const char *file, *output, *domain;
    double margin;
    size_t check;
    struct import_options import;
};

static struct options options_parse(int argc, char **argv)
{
    struct options o = {.output = "-"};
    const char *check = NULL, *fold = NULL, *margin = "5";
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "domain", VALUE_REQUIRED, &o.domain},
        {'\0', "margin", VALUE_REQUIRED, &margin},
        {'\0', "names", VALUE_REQUIRED, &o.import.names},
        {'\0', "outputs", VALUE_REQUIRED, &o.import.outputs},
        {'\0', "name", VALUE_REQUIRED, &o.import.name},
        {'\0', "fold", VALUE_NONE, &fold},
        {'\0', "check", VALUE_REQUIRED, &check},
    };
    const struct command command = {"epiimport", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.margin = (double)command_number("margin", margin, 0, 1000) / 100.0;
    o.check = check == NULL ? 0 : command_number("check", check, 1, CHECK_MAX);
    o.import.fold = fold != NULL;
    o.file = command_operand(&operands, "network");
    const char *fault = o.import.name == NULL ? NULL : model_name_fault(o.import.name);
    if (fault != NULL)
        fail_usage("--name=%s: expected %s", o.import.name, fault);
    return o;
}

static void spec_print(struct arena *arena, const struct spec *spec, const char *path)
{
    if (strcmp(path, "-") == 0) {
        spec_write(spec, stdout);
        command_flush();
        return;
    }
    struct output output = {.path = path};
    output.text = spec_text(arena, spec, &output.size);
    files_write(arena, &output, 1);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    if (o.domain != NULL)
        o.import.domain = domain_read(arena, o.domain, o.margin);
    struct import *import = import_read(arena, o.file, &o.import);
    if (o.check > 0 &&
        !differences_print(import_check(arena, import, o.check), import, o.check, stderr))
        fail("%s: two readings of the file do not agree; this is a fault of epiimport, and no spec "
             "is written",
             o.file);
    spec_print(arena, import->spec, o.output);
    arena_free(arena);
    return 0;
}
