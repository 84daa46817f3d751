/* epigen: from a spec to one standalone C file. main is the list of passes. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "emit/emit.h"
#include "emit/macro.h"
#include "program/bounds.h"
#include "program/lower.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH_MAX = 1000000 };
enum dump { DUMP_NOTHING, DUMP_SPEC, DUMP_PROGRAM, DUMP_M4, DUMP_BOUNDS, DUMP_BOUNDS_JSON };

struct options {
    const char *spec, *directory, *prefix, *templates;
    enum accuracy accuracy;
    bool all_clamps;
    size_t vectors; /* 0: vectors_default */
    enum dump dump;
    enum form form;
    size_t lanes, batch;
};

static const char help[] =
    "Usage: epigen [OPTION]... SPEC\n"
    "Turn a trained model (SPEC, a YAML file; - for standard input) into one standalone C\n"
    "file that executes the same instructions for every input.\n"
    "\n"
    "  -o, --output=DIR     write the files to DIR, made if missing (default: .)\n"
    "      --prefix=NAME    name files and C identifiers NAME instead of the spec's name\n"
    "      --form=FORM      how the code is written; the results are the same bits: unrolled\n"
    "                         (default; no loop), tiled (loops with constant bounds, half\n"
    "                         of the flash), simd (vector types of gcc and clang, for PCs)\n"
    "      --lanes=N        numbers in a vector of the simd form: 4 (default), 8 or 16\n"
    "      --batch=N        simd form: NAME_infer_batch for N points at once (lanes to 1000000)\n"
    "      --vectors=N      put N vectors into the self-test (64 to 100000; default: 96,\n"
    "                         more for many inputs)\n"
    "      --accuracy=HOW   kernels of tanh, sigmoid and softplus: full (default: a few units in\n"
    "                         the last place), 1e-4 or 1e-3 (absolute error; cheaper)\n"
    "      --clamps=WHICH   clamps of kernels: needed (default: left out where no sum can reach\n"
    "                         them) or all (then no weight decides about an instruction)\n"
    "      --dump=STAGE     print a stage and write no file: spec (canonical YAML),\n"
    "                         program (the flat list of operations), m4 (macro calls)\n"
    "      --bounds[=json]  print the range that every output keeps to for inputs in the\n"
    "                         domain, and its largest rounding error; write no file\n"
    "      --templates=DIR  take templates from DIR (default: those epigen came with)\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Writes NAME.c and NAME.h, to be compiled into your program with -ffp-contract=off, and\n"
    "NAME_selftest.c with NAME_vectors.h, which check the compiled code on its target.\n"
    "\n"
    "Exit status: 0 all went well; 1 the spec is at fault, or a file cannot be read or\n"
    "written; 2 the call is at fault.\n"
    "See epigen(1), and epigen-spec(5) for the format.\n";

static enum dump dump_parse(const char *text)
{
    static const char *const names[] = {NULL, "spec", "program", "m4"};
    for (size_t i = 1; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(text, names[i]) == 0)
            return (enum dump)i;
    fail_usage("--dump=%s: expected spec, program or m4", text);
}

static enum accuracy accuracy_parse(const char *text)
{
    for (size_t i = 0; i < ACCURACY_COUNT; i++)
        if (strcmp(text, accuracy_name[i]) == 0)
            return (enum accuracy)i;
    fail_usage("--accuracy=%s: expected full, 1e-4 or 1e-3", text);
}

/* Whether clamps stay that no sum can reach. */
static bool clamps_parse(const char *text)
{
    if (strcmp(text, "all") != 0 && strcmp(text, "needed") != 0)
        fail_usage("--clamps=%s: expected needed or all", text);
    return strcmp(text, "all") == 0;
}

static enum dump bounds_parse(const char *text)
{
    if (strcmp(text, "") == 0)
        return DUMP_BOUNDS;
    if (strcmp(text, "json") != 0)
        fail_usage("--bounds=%s: expected json or nothing", text);
    return DUMP_BOUNDS_JSON;
}

static enum form form_parse(const char *text)
{
    for (size_t i = 0; i < FORM_COUNT; i++)
        if (strcmp(text, form_name[i]) == 0)
            return (enum form)i;
    fail_usage("--form=%s: expected unrolled, tiled or simd", text);
}

static size_t lanes_parse(enum form form, const char *text)
{
    if (form != FORM_SIMD && text != NULL)
        fail_usage("--lanes=%s: expected --form=simd with it", text);
    size_t lanes = text == NULL ? 4 : command_number("lanes", text, 4, 16);
    if (lanes != 4 && lanes != 8 && lanes != 16)
        fail_usage("--lanes=%s: expected 4, 8 or 16", text);
    return lanes;
}

static size_t batch_parse(enum form form, size_t lanes, const char *text)
{
    if (text == NULL)
        return 0;
    if (form != FORM_SIMD)
        fail_usage("--batch=%s: expected --form=simd with it", text);
    return command_number("batch", text, lanes, BATCH_MAX);
}

static struct options options_parse(int argc, char **argv)
{
    struct options o = {.directory = "."};
    const char *vectors = NULL, *dump = NULL, *bounds = NULL, *form = NULL, *lanes = NULL,
               *batch = NULL, *accuracy = "full", *clamps = "needed";
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.directory},
        {'\0', "prefix", VALUE_REQUIRED, &o.prefix},
        {'\0', "form", VALUE_REQUIRED, &form},
        {'\0', "lanes", VALUE_REQUIRED, &lanes},
        {'\0', "batch", VALUE_REQUIRED, &batch},
        {'\0', "vectors", VALUE_REQUIRED, &vectors},
        {'\0', "accuracy", VALUE_REQUIRED, &accuracy},
        {'\0', "clamps", VALUE_REQUIRED, &clamps},
        {'\0', "dump", VALUE_REQUIRED, &dump},
        {'\0', "bounds", VALUE_OPTIONAL, &bounds},
        {'\0', "templates", VALUE_REQUIRED, &o.templates},
    };
    const struct command command = {"epigen", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.vectors = vectors == NULL ? 0 : command_number("vectors", vectors, VECTORS_MIN, VECTORS_MAX);
    o.accuracy = accuracy_parse(accuracy);
    o.all_clamps = clamps_parse(clamps);
    if (dump != NULL && bounds != NULL)
        fail_usage("--dump and --bounds: expected one of them");
    if (dump != NULL)
        o.dump = dump_parse(dump);
    if (bounds != NULL)
        o.dump = bounds_parse(bounds);
    if (form != NULL)
        o.form = form_parse(form);
    o.lanes = lanes_parse(o.form, lanes);
    o.batch = batch_parse(o.form, o.lanes, batch);
    o.spec = command_operand(&operands, "spec");
    if (*o.directory == '\0')
        fail_usage("--output is empty, expected a directory");
    const char *fault = o.prefix == NULL ? NULL : model_name_fault(o.prefix);
    if (fault != NULL)
        fail_usage("--prefix=%s: expected %s", o.prefix, fault);
    return o;
}

/* The absolute path of a directory, or NULL if there is none. */
static const char *directory_find(struct arena *arena, const char *path)
{
    char *found = realpath(path, NULL);
    const char *copy = found == NULL ? NULL : arena_strdup(arena, found);
    free(found);
    return copy;
}

/* Templates and kernels lie beside the program, in the source tree (build/epigen) as well as
   installed (bin/epigen, share/epigen/), so that a tree can be moved as a whole. */
static struct data_dirs data_dirs_find(struct arena *arena, const char *templates,
                                       const struct number_type *type)
{
    static const char *const bases[] = {"../share/epigen", ".."};
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        fail("cannot find out where epigen is installed");
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
        const char *own = arena_printf(arena, "%s/%s/templates", self, bases[i]);
        const char *kernels = arena_printf(arena, "%s/%s/runtime/%s", self, bases[i], type->name);
        struct data_dirs dirs = {directory_find(arena, templates == NULL ? own : templates),
                                 directory_find(arena, kernels)};
        if (dirs.templates != NULL && dirs.kernels != NULL)
            return dirs;
    }
    fail("no templates found%s%s", templates == NULL ? " beside the program" : " in ",
         templates == NULL ? "" : templates);
}

static const char *sha256(struct arena *arena, const char *bytes, size_t size)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)bytes, size, digest);
    return arena_strdup(arena, digest);
}

/* The text of one emitted file. */
static struct output file_make(const struct model *model, const struct emitted_file *file,
                               const struct data_dirs *dirs, const char *directory)
{
    const char *prefix = model->program->prefix;
    struct output output = {
        .path = arena_printf(model->arena, "%s/%s%s", directory, prefix, file->suffix)};
    FILE *calls = tmpfile();
    if (calls == NULL)
        fail("cannot make a temporary file");
    file->emit(model, calls);
    output.text = macro_expand(model->arena, dirs, prefix, calls, &output.size);
    fclose(calls);
    return output;
}

static void model_write(const struct model *model, const struct options *o)
{
    struct data_dirs dirs = data_dirs_find(model->arena, o->templates, model->program->type);
    struct output outputs[EMITTED_FILES];
    for (size_t i = 0; i < EMITTED_FILES; i++)
        outputs[i] = file_make(model, &emitted_files[i], &dirs, o->directory);
    directory_make(o->directory);
    files_write(model->arena, outputs, EMITTED_FILES);
}

static void model_dump(const struct model *model, enum dump dump)
{
    if (dump == DUMP_SPEC)
        spec_write(model->program->spec, stdout);
    else if (dump == DUMP_PROGRAM)
        program_dump(model->program, stdout);
    else if (dump == DUMP_BOUNDS)
        bounds_print(model->program, &model->bounds, stdout);
    else if (dump == DUMP_BOUNDS_JSON)
        bounds_print_json(model->program, &model->bounds, model->sha256, stdout);
    else
        for (size_t i = 0; i < EMITTED_FILES; i++)
            emitted_files[i].emit(model, stdout);
    command_flush();
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    size_t size;
    const char *bytes = file_read(arena, o.spec, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o.spec, "-") == 0 ? "standard input" : o.spec;

    struct spec *spec = spec_read(arena, label, bytes, size);
    spec_check(arena, spec);
    struct program *program =
        lower(arena, spec, o.prefix == NULL ? spec->name : o.prefix, &number_float32);
    program->accuracy = o.accuracy;
    struct model model = {.arena = arena, .program = program};
    model.bounds = bounds_of(arena, program);
    model.contracts = bounds_by_contract(arena, program);
    model.form = o.form;
    model.all_clamps = o.all_clamps;
    model.lanes = o.lanes;
    model.batch = o.batch;
    model.counts = form_counts(&model);
    model.sha256 = sha256(arena, bytes, size);
    size_t vectors = o.vectors == 0 ? vectors_default(program) : o.vectors;
    model.vectors = vectors_make(arena, program, vectors);
    if (o.dump != DUMP_NOTHING)
        model_dump(&model, o.dump);
    else
        model_write(&model, &o);
    arena_free(arena);
    return 0;
}
