/* epiwcet finds the worst-case cycles, stack and memory of a compiled object, or refuses it. main
   is the list of passes: read the ELF file, walk the code from the entry, report. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/findings.h"
#include "wcet/report/report.h"
#include "wcet/walk/walk.h"

#include <stdlib.h>
#include <string.h>

struct options {
    const char *file, *core, *entry, *json, *junit, *sarif, *listing, *against;
    const char *max_cycles, *max_stack, *max_flash, *flash_wait, *flash_line, *literal_wait;
    const char *flash_buffers, *same_stream, *multiplier, *tables;
};

static const char help[] =
    "Usage: epiwcet --core=NAME [OPTION]... FILE\n"
    "Bound the worst-case cycles, stack and memory of a compiled network: FILE is an ELF object\n"
    "file or an executable. Whatever would make its time depend on data is refused; loops with a\n"
    "constant bound are counted.\n"
    "\n"
    "      --core=NAME       cortex-m4f, cortex-m4, cortex-m33, cortex-m7, cortex-m3,\n"
    "                          cortex-m0plus, cortex-m0, rv32imafc, rv32imc\n"
    "      --multiplier=N    cycles of a multiply: 1 or 32 (default) on cortex-m0plus and "
    "cortex-m0,\n"
    "                          1 to 64 on rv32imc (default: 5)\n"
    "      --entry=NAME      the function to bound (default: the one whose name ends in _infer)\n"
    "      --flash-wait=N    wait states of the flash for each line (default: 0)\n"
    "      --flash-line=N    bytes in a line of flash: 4 to 256, a power of two (default: 16)\n"
    "      --flash-buffers=N 2: a line is kept for instructions and one for literals (default);\n"
    "                          1: one for both\n"
    "      --tables=tcm      tables that are read at addresses by data lie in memory whose words "
    "all\n"
    "                          take the same time; without it a core with a cache refuses them\n"
    "      --literal-wait=N  cycles added to every load of a literal (default: 0)\n"
    "      --json            print JSON instead of text\n"
    "      --junit           print a test suite in JUnit's XML\n"
    "      --sarif           print what was found as SARIF 2.1.0\n"
    "      --listing         print every instruction with its cost, and every loop with its count\n"
    "      --against=FILE    say what changed since FILE, printed by --json, and whether the\n"
    "                          instructions are the same apart from constants\n"
    "      --same-stream     exit 1 when they are not the same; with --against\n"
    "      --max-cycles=N    exit 1 when the worst case has more cycles\n"
    "      --max-stack=N     exit 1 when it needs more bytes of stack\n"
    "      --max-flash=N     exit 1 when it needs more bytes of flash\n"
    "      --help            print this help and exit\n"
    "      --version         print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 the file is refused, or a bar exceeded; 2 the call is at\n"
    "fault. See epiwcet(1).\n";

static unsigned long number_or(const char *option, const char *text, unsigned long otherwise,
                               unsigned long least, unsigned long most)
{
    return text == NULL ? otherwise : command_number(option, text, least, most);
}

static struct memory_options memory_parse(const struct options *o)
{
    struct memory_options memory = {
        .flash_wait = (unsigned)number_or("flash-wait", o->flash_wait, 0, 0, 1000),
        .flash_line = (unsigned)number_or("flash-line", o->flash_line, 16, 4, PIPELINE_MAX_LINE),
        .literal_wait = (unsigned)number_or("literal-wait", o->literal_wait, 0, 0, 1000),
        .buffers = (unsigned)number_or("flash-buffers", o->flash_buffers, 2, 1, 2)};
    if (o->tables != NULL && strcmp(o->tables, "tcm") != 0)
        fail_usage("--tables=%.60s: expected tcm", o->tables);
    memory.tables_even = o->tables != NULL;
    if ((memory.flash_line & (memory.flash_line - 1)) != 0)
        fail_usage("--flash-line=%s: expected a power of two", o->flash_line);
    return memory;
}

static struct bars bars_parse(const struct options *o)
{
    const unsigned long most = 1UL << 52;
    return (struct bars){number_or("max-cycles", o->max_cycles, 0, 0, most),
                         number_or("max-stack", o->max_stack, 0, 0, most),
                         number_or("max-flash", o->max_flash, 0, 0, most),
                         o->max_cycles != NULL,
                         o->max_stack != NULL,
                         o->max_flash != NULL};
}

static struct options options_parse(int argc, char **argv)
{
    struct options o = {.file = NULL};
    const struct command_option table[] = {
        {'\0', "core", VALUE_REQUIRED, &o.core},
        {'\0', "multiplier", VALUE_REQUIRED, &o.multiplier},
        {'\0', "entry", VALUE_REQUIRED, &o.entry},
        {'\0', "flash-wait", VALUE_REQUIRED, &o.flash_wait},
        {'\0', "flash-line", VALUE_REQUIRED, &o.flash_line},
        {'\0', "literal-wait", VALUE_REQUIRED, &o.literal_wait},
        {'\0', "flash-buffers", VALUE_REQUIRED, &o.flash_buffers},
        {'\0', "tables", VALUE_REQUIRED, &o.tables},
        {'\0', "same-stream", VALUE_NONE, &o.same_stream},
        {'\0', "json", VALUE_NONE, &o.json},
        {'\0', "junit", VALUE_NONE, &o.junit},
        {'\0', "sarif", VALUE_NONE, &o.sarif},
        {'\0', "listing", VALUE_NONE, &o.listing},
        {'\0', "against", VALUE_REQUIRED, &o.against},
        {'\0', "max-cycles", VALUE_REQUIRED, &o.max_cycles},
        {'\0', "max-stack", VALUE_REQUIRED, &o.max_stack},
        {'\0', "max-flash", VALUE_REQUIRED, &o.max_flash},
    };
    const struct command command = {"epiwcet", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.file = command_operand(&operands, "file");
    if (o.core == NULL)
        fail_usage("no --core given");
    if ((o.json != NULL) + (o.junit != NULL) + (o.sarif != NULL) + (o.listing != NULL) > 1)
        fail_usage("only one of --json, --junit, --sarif and --listing can be printed at a time");
    if (o.against != NULL && (o.junit != NULL || o.sarif != NULL || o.listing != NULL))
        fail_usage("--against goes with the text or with --json");
    if (o.same_stream != NULL && o.against == NULL)
        fail_usage("--same-stream goes with --against");
    return o;
}

/* Prints the report. Returns whether the instruction stream changed although --same-stream forbids
   it. */
static bool report(const struct analysis *analysis, const struct options *o,
                   const struct bars *bars)
{
    const struct earlier *earlier =
        o->against == NULL ? NULL : earlier_read(analysis->arena, o->against, analysis);
    if (o->json != NULL)
        report_json(analysis, earlier, stdout);
    else if (o->junit != NULL)
        report_junit(analysis, bars, stdout);
    else if (o->listing != NULL)
        report_listing(analysis, stdout);
    else if (o->sarif == NULL) /* printed with the bars */
        report_text(analysis, earlier, stdout);
    command_flush();
    if (o->same_stream == NULL || same_stream(analysis, earlier))
        return false;
    fprintf(stderr, "epiwcet: %s: the instruction stream is not that of %s (--same-stream)\n",
            analysis->object->file, o->against);
    return true;
}

/* What bars_check says, as findings. */
static void sarif_print(const struct analysis *analysis, const struct bars *bars,
                        const struct findings *findings)
{
    char *text = NULL;
    size_t size;
    FILE *lines = open_memstream(&text, &size);
    if (lines == NULL)
        fail("out of memory");
    bars_check(analysis, bars, lines);
    fclose(lines);
    findings_print(findings, text);
    free(text);
    command_flush();
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct memory_options memory = memory_parse(&o);
    struct bars bars = bars_parse(&o);
    struct arena *arena = arena_new();
    const struct core *core = core_find(o.core);
    if (o.multiplier != NULL)
        core = core_with_multiplier(arena, core, o.multiplier);
    const struct findings findings = {o.sarif == NULL ? FINDINGS_NONE : FINDINGS_SARIF, "wcet",
                                      "Time is constant and bounded.", o.file};
    findings_watch(&findings);
    const char *label = strcmp(o.file, "-") == 0 ? "standard input" : o.file;
    size_t size;
    char *bytes = file_read(arena, o.file, OBJECT_MAX_BYTES, &size);

    const struct object *object = object_read(arena, label, bytes, size);
    core_check(core, object);
    const struct analysis *analysis = walk(arena, object, core, &memory, o.entry, WALK_LIMIT);
    bool changed = report(analysis, &o, &bars);
    size_t exceeded = bars_check(analysis, &bars, stderr) + changed;
    if (o.sarif != NULL)
        sarif_print(analysis, &bars, &findings);
    arena_free(arena);
    return exceeded == 0 ? EXIT_SUCCESS : EXIT_INPUT;
}
