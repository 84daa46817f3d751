/* epigen: from a spec to one standalone C file. The passes are listed in emit/whole/whole.c. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "emit/q15/q15_whole.h"
#include "emit/whole/whole.h"
#include "export/export.h"
#include "program/constant.h"
#include "program/q15/errors.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 1000000 };
enum dump { DUMP_NOTHING, DUMP_SPEC, DUMP_PROGRAM, DUMP_M4, DUMP_BOUNDS, DUMP_BOUNDS_JSON };

struct options {
    const char *onnx, *vnnlib; /* files to write instead of C; NULL: none */
    const char *spec, *directory, *templates;
    enum dump dump;
    bool q15; /* --type=q15 */
    struct wanted wanted;
    struct q15_wanted q15_wanted;
};

static const char help[] =
    "Usage: epigen [OPTION]... SPEC\n"
    "Turn a trained model (SPEC, a YAML file; - for standard input) into one standalone C\n"
    "file that executes the same instructions for every input.\n"
    "\n"
    "  -o, --output=DIR     write the files to DIR, made if missing (default: .)\n"
    "      --prefix=NAME    name files and C identifiers NAME instead of the spec's name\n"
    "      --type=TYPE      what the code computes with: float32 (default) or q15, integers of 16\n"
    "                         and 32 bits for cores without a floating point unit\n"
    "      --core=CORE      q15: for which core the code is written; the results are the same "
    "bits:\n"
    "                         portable (default; C99), cortex-m4 (also M7, M33), cortex-m0plus,\n"
    "                         cortex-m3, rv32imc\n"
    "      --tables         q15: tanh, sigmoid, softplus, silu, exp and elu by tables, which are\n"
    "                         faster; the address that is read depends on data\n"
    "      --form=FORM      how the code is written; the results are the same bits: unrolled\n"
    "                         (default; no loop), tiled (loops with constant bounds, half\n"
    "                         of the flash), simd (vector types of gcc and clang, for PCs)\n"
    "      --lanes=N        numbers in a vector of the simd form: 4 (default), 8 or 16\n"
    "      --batch=N        simd form: NAME_infer_batch for N points at once (lanes to 1000000)\n"
    "      --vectors=N      put N vectors into the self-test (64 to 100000; default: 96,\n"
    "                         more for many inputs)\n"
    "      --accuracy=HOW   kernels of tanh, sigmoid and softplus: full (default: a few units in\n"
    "                         the last place), 1e-4 or 1e-3 (absolute error; cheaper);\n"
    "                         q15: a number, the largest proven deviation from the real-valued\n"
    "                         network that is not refused, in units of an output's scale\n"
    "      --clamps=WHICH   clamps of kernels: needed (default: left out where no sum can reach\n"
    "                         them) or all (then no weight decides about an instruction)\n"
    "      --dump=STAGE     print a stage and write no file: spec (canonical YAML),\n"
    "                         program (the flat list of operations), m4 (macro calls)\n"
    "      --bounds[=json]  print the range that every output keeps to for inputs in the\n"
    "                         domain, and its largest rounding error; write no file\n"
    "      --onnx=FILE      write the model as ONNX (opset 13) to FILE, and no C\n"
    "      --vnnlib-domain=FILE  write the domain as VNN-LIB to FILE, and no C\n"
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

/* The largest deviation that --type=q15 may have. */
static double deviation_parse(const char *text)
{
    char *end;
    const double most = strtod(text, &end);
    if (end == text || *end != '\0' || !(most > 0.0 && most <= 1e6))
        fail_usage("--accuracy=%s: expected a number above 0, at most 1e6, with --type=q15", text);
    return most;
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

/* Whether the type is q15. */
static bool type_parse(const char *text)
{
    if (strcmp(text, "float32") != 0 && strcmp(text, "q15") != 0)
        fail_usage("--type=%s: expected float32 or q15", text);
    return strcmp(text, "q15") == 0;
}

static enum q15_core core_parse(const char *text)
{
    const char *list = "";
    struct arena *arena = arena_new();
    for (size_t i = 0; i < Q15_CORES; i++) {
        if (strcmp(text, q15_core_name[i]) == 0) {
            arena_free(arena);
            return (enum q15_core)i;
        }
        list = arena_printf(arena, "%s%s%s", list,
                            i == 0               ? ""
                            : i + 1 == Q15_CORES ? " or "
                                                 : ", ",
                            q15_core_name[i]);
    }
    fail_usage("--core=%s: expected %s", text, list);
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
               *batch = NULL, *accuracy = NULL, *clamps = NULL, *type = "float32", *core = NULL,
               *tables = NULL;
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.directory},
        {'\0', "prefix", VALUE_REQUIRED, &o.wanted.prefix},
        {'\0', "type", VALUE_REQUIRED, &type},
        {'\0', "core", VALUE_REQUIRED, &core},
        {'\0', "tables", VALUE_NONE, &tables},
        {'\0', "form", VALUE_REQUIRED, &form},
        {'\0', "lanes", VALUE_REQUIRED, &lanes},
        {'\0', "batch", VALUE_REQUIRED, &batch},
        {'\0', "vectors", VALUE_REQUIRED, &vectors},
        {'\0', "accuracy", VALUE_REQUIRED, &accuracy},
        {'\0', "clamps", VALUE_REQUIRED, &clamps},
        {'\0', "dump", VALUE_REQUIRED, &dump},
        {'\0', "bounds", VALUE_OPTIONAL, &bounds},
        {'\0', "templates", VALUE_REQUIRED, &o.templates},
        {'\0', "onnx", VALUE_REQUIRED, &o.onnx},
        {'\0', "vnnlib-domain", VALUE_REQUIRED, &o.vnnlib},
    };
    const struct command command = {"epigen", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.wanted.vectors =
        vectors == NULL ? 0 : command_number("vectors", vectors, VECTORS_MIN, VECTORS_MAX);
    o.q15 = type_parse(type);
    if (o.q15 && clamps != NULL)
        fail_usage("--clamps=%s: expected --type=float32 with it", clamps);
    if (!o.q15 && tables != NULL)
        fail_usage("--tables: expected --type=q15 with it");
    if (!o.q15 && core != NULL)
        fail_usage("--core=%s: expected --type=q15 with it", core);
    o.wanted.accuracy = accuracy_parse(accuracy == NULL || o.q15 ? "full" : accuracy);
    o.wanted.all_clamps = clamps_parse(clamps == NULL ? "needed" : clamps);
    if (dump != NULL && bounds != NULL)
        fail_usage("--dump and --bounds: expected one of them");
    if ((dump != NULL || bounds != NULL) && (o.onnx != NULL || o.vnnlib != NULL))
        fail_usage("--onnx and --vnnlib-domain: expected no --dump or --bounds with them");
    if (dump != NULL)
        o.dump = dump_parse(dump);
    if (bounds != NULL)
        o.dump = bounds_parse(bounds);
    if (form != NULL)
        o.wanted.form = form_parse(form);
    o.wanted.lanes = lanes_parse(o.wanted.form, lanes);
    o.wanted.batch = batch_parse(o.wanted.form, o.wanted.lanes, batch);
    if (o.q15 && o.wanted.form == FORM_SIMD)
        fail_usage("--form=%s: expected --type=float32 with it", form);
    o.q15_wanted =
        (struct q15_wanted){.prefix = o.wanted.prefix,
                            .form = o.wanted.form,
                            .core = core == NULL ? Q15_PORTABLE : core_parse(core),
                            .tables = tables != NULL,
                            .accuracy = o.q15 && accuracy != NULL ? deviation_parse(accuracy) : 0.0,
                            .vectors = o.wanted.vectors};
    o.spec = command_operand(&operands, "spec");
    if (*o.directory == '\0')
        fail_usage("--output is empty, expected a directory");
    const char *fault = o.wanted.prefix == NULL ? NULL : model_name_fault(o.wanted.prefix);
    if (fault != NULL)
        fail_usage("--prefix=%s: expected %s", o.wanted.prefix, fault);
    return o;
}

static void outputs_write(struct arena *arena, struct output outputs[EMITTED_FILES],
                          const char *directory)
{
    for (size_t i = 0; i < EMITTED_FILES; i++)
        outputs[i].path = arena_printf(arena, "%s/%s", directory, outputs[i].path);
    directory_make(directory);
    files_write(arena, outputs, EMITTED_FILES);
}

static void model_write(const struct model *model, const struct options *o)
{
    struct data_dirs dirs = data_dirs_find(model->arena, o->templates, model->program->type->name);
    struct output outputs[EMITTED_FILES];
    model_emit(model, &dirs, outputs);
    outputs_write(model->arena, outputs, o->directory);
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

/* The model in formats of others. */
static void model_export(const struct model *model, const struct options *o)
{
    struct output outputs[2];
    size_t count = 0;
    if (o->onnx != NULL) {
        outputs[count] = onnx_make(model->arena, model->program->spec, model->sha256);
        outputs[count++].path = o->onnx;
    }
    if (o->vnnlib != NULL) {
        outputs[count] = vnnlib_make(model->arena, model->program->spec);
        outputs[count++].path = o->vnnlib;
    }
    files_write(model->arena, outputs, count);
}

/* A sigma or eta that says nothing is worse than none: whoever reads it believes it. */
static void constants_warn(const struct model *model)
{
    const struct spec *spec = model->program->spec;
    const struct {
        const char *name, *says;
        const struct spec_output *output;
        enum buffer_kind kind;
    } rows[] = {{"sigma", "how noisy it is", &spec->sigma, BUFFER_SIGMA},
                {"eta", "whether the network knows", &spec->eta, BUFFER_ETA}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (spec_has(rows[i].output) &&
            result_is_constant(model->arena, model->program, &model->bounds, rows[i].kind))
            warning_print(stderr,
                          arena_printf(model->arena, "%s:%d", spec->file, rows[i].output->line),
                          "output %s is the same for every input in the domain and does not say "
                          "%s; a spec may leave it out",
                          rows[i].name, rows[i].says);
}

/* Random points on which deviations are measured: fewer of a large model. */
static size_t points_measured(const struct spec *spec)
{
    enum { POINTS = 20000, LEAST_POINTS = 200 };
    size_t terms = 1, points;
    for (size_t i = 0; i < spec->n_layers; i++)
        terms += spec->layers[i].n_in * spec->layers[i].n_out;
    points = (size_t)100000000 / terms;
    return points > POINTS ? POINTS : points < LEAST_POINTS ? LEAST_POINTS : points;
}

static void q15_bounds_dump(const struct q15_model *model, bool json)
{
    const struct q15_program *program = model->program;
    const struct q15_deviations measured =
        q15_measure(model->arena, program, points_measured(program->spec));
    if (json)
        q15_bounds_print_json(program, &measured, model->sha256, stdout);
    else
        q15_bounds_print(program, &measured, stdout);
}

/* The same in fixed point. */
static void q15_model_dump(const struct q15_model *model, enum dump dump)
{
    if (dump == DUMP_SPEC)
        spec_write(model->program->spec, stdout);
    else if (dump == DUMP_PROGRAM)
        q15_dump(model->program, stdout);
    else if (dump == DUMP_BOUNDS || dump == DUMP_BOUNDS_JSON)
        q15_bounds_dump(model, dump == DUMP_BOUNDS_JSON);
    else
        for (size_t i = 0; i < EMITTED_FILES; i++)
            q15_emitted_files[i].emit(model, stdout);
    command_flush();
}

static void q15_model_write(const struct q15_model *model, const struct options *o)
{
    const struct data_dirs dirs = data_dirs_find(model->arena, o->templates, "q15");
    struct output outputs[EMITTED_FILES];
    q15_model_emit(model, &dirs, outputs);
    outputs_write(model->arena, outputs, o->directory);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    size_t size;
    const char *bytes = file_read(arena, o.spec, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o.spec, "-") == 0 ? "standard input" : o.spec;
    struct model model = model_make(arena, label, bytes, size, &o.wanted);
    constants_warn(&model);
    if (o.q15 && o.onnx == NULL && o.vnnlib == NULL) {
        const struct q15_model q15 =
            q15_model_make(arena, model.program->spec, model.sha256, &o.q15_wanted);
        if (o.dump != DUMP_NOTHING)
            q15_model_dump(&q15, o.dump);
        else
            q15_model_write(&q15, &o);
        arena_free(arena);
        return 0;
    }
    if (o.dump != DUMP_NOTHING)
        model_dump(&model, o.dump);
    else if (o.onnx != NULL || o.vnnlib != NULL)
        model_export(&model, &o);
    else
        model_write(&model, &o);
    arena_free(arena);
    return 0;
}
