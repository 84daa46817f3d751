/* epipack: from a spec to the package that an ecosystem installs. main is the list of passes. */
#include "base/command.h"
#include "base/fail.h"
#include "pack/package.h"
#include "pack/tools.h"

#include <string.h>

struct options {
    const char *spec, *directory, *templates, *prefix;
    const struct kind *kind;
};

static const char help_head[] =
    "Usage: epipack --for=KIND [OPTION]... SPEC -o DIR\n"
    "Write a trained model (SPEC, a YAML file; - for standard input) as a package: the emitted\n"
    "C with its self-test, what an ecosystem needs around it, a README, a licence note, the spec\n"
    "and its checksum. The same spec gives the same bytes.\n"
    "\n"
    "      --for=KIND       what the package is for:\n";
static const char help_tail[] =
    "  -o, --output=DIR     where the package is made; DIR must be empty or not be there\n"
    "      --prefix=NAME    name package and C identifiers NAME instead of the spec's name\n"
    "      --templates=DIR  take templates from DIR (default: those epipack came with)\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "The package's version, author, url and description are those keys of the spec's provenance.\n"
    "A kind whose tools are not installed is written all the same; epipack names the tools that\n"
    "building it needs.\n"
    "\n"
    "Exit status: 0 all went well; 1 the spec is at fault, or a file cannot be read or\n"
    "written; 2 the call is at fault.\n"
    "See epipack(1), and epigen-spec(5) for the format.\n";

static const char *help_text(struct arena *arena)
{
    const char *text = help_head;
    for (size_t i = 0; i < kind_count; i++)
        text = arena_printf(arena, "%s                         %-11s %s\n", text, kinds[i].name,
                            kinds[i].what);
    return arena_printf(arena, "%s%s", text, help_tail);
}

static const char *kinds_text(struct arena *arena)
{
    const char *text = "";
    for (size_t i = 0; i < kind_count; i++)
        text = arena_printf(arena, "%s%s%s", text,
                            i == 0                ? ""
                            : i + 1 == kind_count ? " or "
                                                  : ", ",
                            kinds[i].name);
    return text;
}

static struct options options_parse(struct arena *arena, int argc, char **argv)
{
    struct options o = {.directory = NULL};
    const char *kind = NULL;
    const struct command_option table[] = {
        {'\0', "for", VALUE_ONCE, &kind},
        {'o', "output", VALUE_ONCE, &o.directory},
        {'\0', "prefix", VALUE_REQUIRED, &o.prefix},
        {'\0', "templates", VALUE_REQUIRED, &o.templates},
    };
    const struct command command = {"epipack", help_text(arena), table,
                                    sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.spec = command_operand(&operands, "spec");
    if (kind == NULL)
        fail_usage("no --for given, expected %s", kinds_text(arena));
    o.kind = kind_find(kind);
    if (o.kind == NULL)
        fail_usage("--for=%s: expected %s", kind, kinds_text(arena));
    if (o.directory == NULL || *o.directory == '\0')
        fail_usage("no -o DIR given, expected the directory of the package");
    const char *fault = o.prefix == NULL ? NULL : model_name_fault(o.prefix);
    if (fault != NULL)
        fail_usage("--prefix=%s: expected %s", o.prefix, fault);
    return o;
}

/* A name that is right in C may be a word of the ecosystem's language. */
static void name_check(const struct kind *kind, const struct model *model)
{
    const char *name = model->program->prefix;
    for (size_t i = 0; kind->reserved != NULL && kind->reserved[i] != NULL; i++)
        if (strcmp(kind->reserved[i], name) == 0)
            fail("%s: a model called %s cannot be packed for %s, expected a name that is not a "
                 "word of %s: see --prefix",
                 model->program->spec->file, name, kind->name, kind->language);
}

static void package_write(struct package *package, const char *path)
{
    struct directory directory = directory_open(package->arena, path);
    for (size_t i = 0; i < package->count; i++)
        directory_write(&directory, &package->files[i].file);
    bool complete = package_product(package, &directory);
    struct output archive = package_archive(package);
    if (archive.path != NULL)
        directory_write(&directory, &archive);
    directory_close(&directory);
    printf("%s: %s %s for %s; building it needs %s\n", path, package->name, package->about.version,
           package->kind->name, tools_text(package->arena, package->kind->tools));
    if (!complete)
        printf("%s: without %s, which needs %s%s%s\n", path,
               package_text(package, package->kind->product.path),
               tools_text(package->arena, package->kind->tools),
               package->kind->product.machine == NULL ? "" : " on ",
               package->kind->product.machine == NULL ? "" : package->kind->product.machine);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct options o = options_parse(arena, argc, argv);
    struct ingredients given = {.spec = NULL};
    given.spec = file_read(arena, o.spec, SPEC_MAX_BYTES, &given.spec_size);
    const char *label = strcmp(o.spec, "-") == 0 ? "standard input" : o.spec;
    const struct wanted wanted = {.prefix = o.prefix, .lanes = 4};
    struct model model = model_make(arena, label, given.spec, given.spec_size, &wanted);
    name_check(o.kind, &model);
    struct data_dirs dirs = data_dirs_find(arena, o.templates, model.program->type->name);
    given.model = &model;
    given.dirs = &dirs;
    struct package package = package_make(o.kind, &given);
    package_write(&package, o.directory);
    command_flush();
    arena_free(arena);
    return 0;
}
