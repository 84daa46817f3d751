/* epivalidate: is this C file the network of this spec? Reads both, compares every number and
   connection, says so in one line, or names the first difference. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/findings.h"
#include "base/version.h"
#include "validate/q15/q15.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: epivalidate [OPTION]... SPEC SOURCE\n"
    "Read the C file that epigen made of a model (SOURCE, NAME.c) back and compare it with its\n"
    "SPEC: every weight, bias and connection, the order of summation, domains, scales, kernels,\n"
    "status bits, and that there is no other code. The header is the NAME.h beside SOURCE.\n"
    "\n"
    "      --header=FILE    the header, if it is somewhere else\n"
    "      --json           print what was established as JSON\n"
    "      --sarif          print what was found as SARIF 2.1.0\n"
    "      --junit          print what was found as JUnit XML\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 SOURCE is the network of SPEC; 1 it is not, the first difference is named, or\n"
    "a file cannot be read; 2 the call is at fault.\n"
    "See epivalidate(1), and epigen-spec(5) for the format and its arithmetic.\n";

/* 4 million weights make 200 MB of C. */
static const size_t max_bytes = (size_t)512 * 1024 * 1024;

struct options {
    const char *spec, *code, *header;
    bool json;
    enum findings_kind findings;
};

static struct options options_parse(int argc, char **argv)
{
    struct options o = {NULL, NULL, NULL, false, FINDINGS_NONE};
    const char *json = NULL, *sarif = NULL, *junit = NULL;
    const struct command_option table[] = {
        {'\0', "header", VALUE_REQUIRED, &o.header},
        {'\0', "json", VALUE_NONE, &json},
        {'\0', "sarif", VALUE_NONE, &sarif},
        {'\0', "junit", VALUE_NONE, &junit},
    };
    const struct command command = {"epivalidate", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    if (operands.count != 2)
        fail_usage("%zu files given, expected two: a spec and a C file", operands.count);
    o.spec = operands.text[0];
    o.code = operands.text[1];
    if ((json != NULL) + (sarif != NULL) + (junit != NULL) > 1)
        fail_usage("only one of --json, --sarif and --junit can be printed at a time");
    o.json = json != NULL;
    o.findings = sarif != NULL ? FINDINGS_SARIF : junit != NULL ? FINDINGS_JUNIT : FINDINGS_NONE;
    return o;
}

static struct source source_read(struct arena *arena, const char *path, size_t limit)
{
    struct source s = {.file = strcmp(path, "-") == 0 ? "standard input" : path};
    s.bytes = file_read(arena, path, limit, &s.size);
    return s;
}

static const char *sha256(struct arena *arena, const struct source *source)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)source->bytes, source->size, digest);
    return arena_strdup(arena, digest);
}

/* The path of the header: in the folder of the code file. */
static const char *header_path(struct arena *arena, const struct source *code)
{
    const char *slash = strrchr(code->file, '/');
    int directory = slash == NULL ? 0 : (int)(slash + 1 - code->file);
    return arena_printf(arena, "%.*s%s.h", directory, code->file, frame_prefix(arena, code));
}

static void text_print(const char *text)
{
    putchar('"');
    for (size_t i = 0; text[i] != '\0'; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\' || c < ' ')
            printf("\\u%04x", (unsigned)c);
        else
            putchar(c);
    }
    putchar('"');
}

static void file_print(struct arena *arena, const char *key, const struct source *source)
{
    printf("  \"%s\": {\"file\": ", key);
    text_print(source->file);
    printf(", \"sha256\": \"%s\"},\n", sha256(arena, source));
}

static void json_print(struct arena *arena, const struct source files[3], const struct spec *spec,
                       const struct validation *v)
{
    static const char *const keys[] = {"spec", "source", "header"};
    printf("{\n  \"epivalidate\": \"%s\",\n", epigen_version);
    for (size_t i = 0; i < 3; i++)
        file_print(arena, keys[i], &files[i]);
    printf("  \"model\": \"%s\",\n  \"entry\": \"%s_infer\",\n", spec->name, v->prefix);
    printf("  \"inputs\": %zu,\n  \"outputs\": %zu,\n  \"layers\": %zu,\n", spec->n_inputs,
           spec->mean.count, spec->n_layers);
    printf("  \"neurons\": %zu,\n  \"weights\": %zu,\n  \"connections\": %zu,\n", v->found.neurons,
           v->found.weights, v->found.connections);
    printf("  \"type\": \"%s\",\n  \"form\": \"%s\",\n  \"accuracy\": \"%s\",\n", v->type, v->form,
           v->accuracy);
    printf("  \"folded\": %zu,\n  \"kernels\": [", v->found.folded);
    for (size_t i = 0; i < v->n_kernels; i++)
        printf("%s\"%s\"", i == 0 ? "" : ", ", v->kernels[i]);
    printf("],\n  \"identical\": true\n}\n");
}

static void line_print(const struct source files[3], const struct spec *spec,
                       const struct validation *v)
{
    const struct comparison *found = &v->found;
    const struct {
        size_t count;
        const char *what;
    } rows[] = {{spec->n_layers, "layer"},  {found->neurons, "neuron"},
                {found->weights, "weight"}, {found->connections, "connection"},
                {spec->n_inputs, "input"},  {spec->mean.count, "output"}};
    printf("%s is %s:", files[1].file, files[0].file);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        printf("%s %zu %s%s", i == 0 ? "" : ",", rows[i].count, rows[i].what,
               rows[i].count == 1 ? "" : "s");
    fputs(strcmp(v->type, "q15") == 0 ? ", in fixed point" : "", stdout);
    printf("%s%s\n", strcmp(v->accuracy, "full") == 0 ? "" : ", kernels of accuracy ",
           strcmp(v->accuracy, "full") == 0 ? "" : v->accuracy);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    const struct findings findings = {o.findings, "faithful", "The C code is that of the spec.",
                                      o.code};
    findings_watch(&findings);
    struct source text = source_read(arena, o.spec, SPEC_MAX_BYTES);
    struct source code = source_read(arena, o.code, max_bytes);
    struct spec *spec = spec_read(arena, text.file, text.bytes, text.size);
    spec_check(arena, spec);
    const char *header = o.header != NULL ? o.header : header_path(arena, &code);
    const struct source files[3] = {text, code, source_read(arena, header, max_bytes)};
    const bool q15 = strcmp(frame_type(&code), "q15") == 0;
    struct validation v =
        (q15 ? q15_validate : validate)(arena, spec, sha256(arena, &text), &code, &files[2]);
    if (o.findings != FINDINGS_NONE)
        findings_print(&findings, "");
    else if (o.json)
        json_print(arena, files, spec, &v);
    else
        line_print(files, spec, &v);
    command_flush();
    arena_free(arena);
    return 0;
}
