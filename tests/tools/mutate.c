/* mutate: wrong versions of an emitted file, for the test of epivalidate.

   mutate FILE PREFIX DIR SEED COUNT

   Writes DIR/1.c, DIR/2.c ... (.h for a header), each with one change that a checker must find, and
   prints a line for each: file, line of the change (0: the message may point elsewhere), kind, and
   an extended regular expression for the message. A kind is a row of the table: where, which
   lines, what happens to them. At most COUNT mutants of a kind, drawn with SEED. No change is
   neutral: a number becomes another number, and what is swapped depends on its order. */
#include "base/arena.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/random.h"

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum section {
    COMMENT = 1,
    HEAD = 2,
    KERNEL = 4,
    EIGHT = 8, /* a kernel on eight numbers */
    INPUTS = 16,
    BLOCK = 32, /* sums that the stage of a layer calls */
    LAYER = 64,
    OUTPUT = 128,
    ENTRY = 256,
    HEADER = 512,
    TABLES = 1024, /* the inputs of the tiled form */
    TILE = 2048,   /* a function of the tiled form that adds up */
    LOOP = 4096,   /* a function of the tiled form that calls a kernel */
    TILED = 8192,  /* the stage of a layer in the tiled form */
    Q15_KERNEL =
        1 << 14, /* in fixed point: a kernel, the inputs, a function that computes neurons */
    Q15_INPUTS = 1 << 15,
    Q15_BLOCK = 1 << 16,
    Q15_ENTRY = 1 << 17,
    Q15_HEADER = 1 << 18,
    Q15_LAYER = 1 << 19 /* a layer: its tables and calls */
};
enum {
    SUMS = BLOCK | LAYER,
    STAGES = INPUTS | SUMS | OUTPUT | TABLES | TILE | LOOP | TILED,
    CODE = STAGES | ENTRY,
    BODIES = KERNEL | EIGHT | CODE
};

enum edit {
    DIGIT,         /* changes a digit of the group, so that the value changes */
    SIGN,          /* changes the sign in front of the group */
    REPLACE,       /* replaces the group by text */
    OTHER,         /* replaces the group by that of another line of the function */
    REMOVE,        /* removes the line */
    REMOVE_BEHIND, /* removes the line if the line in front of it has text */
    TWICE,         /* repeats the line */
    BEFORE,        /* inserts text as a line in front */
    WRAP,          /* puts the line into a comment */
    SWAP,          /* swaps the line with the next one of the function that has the same group */
};

struct rule {
    const char *kind;
    unsigned where;
    const char *line; /* regular expression; @ is the prefix */
    enum edit edit;
    const char *text;    /* @ is the prefix, % the prefix in capitals */
    const char *message; /* regular expression */
    bool elsewhere;      /* the message need not name the line of the change */
};

#define NUMBER     "(-?[0-9.]+(e[+-][0-9]+)?F)"
#define HEX        "(0x[0-9A-F]{8}U)"
#define SUM        "[a-z0-9_]+"
#define TERM       "^    " SUM " = " SUM " \\+ \\("
#define POINT      "^    " SUM " = " SUM " - @_square\\("
#define STORE      "^    [a-z0-9_]+\\[[0-9]+\\] = "
#define BLOCK_CALL "^    @_[a-z0-9]+_group[0-9]+\\("
#define NEURON     "layer \"[a-z0-9]+\", neuron [0-9]+: "
#define NO_PLACE   "is not declared|expected|function [a-z0-9_]+_inputs"
#define CLAMP      "^    z.*@_clamp[_a-z]*\\("

#include "mutate_q15.h"
#include "mutate_q15_tables.h"
#include "mutate_q15_tiled.h"
#include "mutate_tiled.h"
#include "mutate_unrolled.h"

#define KINDS(rules)                                                                               \
    {                                                                                              \
        rules, sizeof(rules) / sizeof((rules)[0])                                                  \
    }
static const struct {
    const struct rule *rules;
    size_t count;
} kinds[] = {KINDS(unrolled_rules), KINDS(tiled_rules), KINDS(q15_rules), KINDS(q15_tiled_rules),
             KINDS(q15_table_rules)};

struct line {
    const char *text;
    enum section section;
    size_t function; /* lines of one function have the same number */
};

struct file {
    struct arena *arena;
    struct line *lines;
    size_t count;
    const char *prefix, *upper, *directory, *suffix;
    struct random random;
    size_t written;
};

static size_t draw(struct file *f, size_t n) { return (size_t)(random_bits(&f->random) % n); }

/* The text with the prefix in place of @, and the prefix in capitals in place of %. */
static const char *named(const struct file *f, const char *text)
{
    const char *result = "";
    for (const char *c = text; *c != '\0'; c++)
        result = *c == '@'   ? arena_printf(f->arena, "%s%s", result, f->prefix)
                 : *c == '%' ? arena_printf(f->arena, "%s%s", result, f->upper)
                             : arena_printf(f->arena, "%s%c", result, *c);
    return result;
}

/* The section of the tiled form that a function at the left margin begins. */
static enum section tiled_section(const char *text)
{
    static const struct {
        const char *part;
        enum section section;
    } functions[] = {
        {"_inputs(", TABLES}, {"_layer(", TILED}, {"_output(", OUTPUT}, {"_tile_", TILE}};
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strstr(text, functions[i].part) != NULL)
            return functions[i].section;
    return strstr(text, "(float v[") != NULL ? LOOP : BLOCK;
}

/* The section that a line at the left margin begins. */
static enum section section_begun(const char *text, bool tiled)
{
    static const struct {
        const char *part;
        enum section section;
    } functions[] = {
        {"_inputs(", INPUTS}, {"_layer(", LAYER}, {"_output(", OUTPUT}, {"float v[8]", EIGHT}};
    if (strncmp(text, "void ", 5) == 0)
        return ENTRY;
    if (strncmp(text, "__attribute__", 13) == 0)
        return INPUTS;
    if (strncmp(text, "static void", 11) != 0)
        return KERNEL;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strstr(text, functions[i].part) != NULL && !tiled)
            return functions[i].section;
    return tiled ? tiled_section(text) : BLOCK;
}

/* The same section of a file in fixed point. */
static enum section q15_section(enum section section, const char *text)
{
    switch (section) {
    case KERNEL: return Q15_KERNEL;
    case INPUTS: return Q15_INPUTS;
    case BLOCK: return Q15_BLOCK;
    case LAYER: return Q15_LAYER;
    case ENTRY: return Q15_ENTRY;
    case HEAD: return section;
    case HEADER: return strstr(text, "SHA256") != NULL ? section : Q15_HEADER;
    default: return section;
    }
}

static void lines_classify(struct file *f)
{
    enum section open = 0;
    bool comment = false;
    size_t function = 0;
    bool tiled = false, q15 = false;
    for (size_t i = 0; i < f->count; i++) {
        struct line *l = &f->lines[i];
        const char *text = l->text;
        tiled = tiled || strncmp(text, " * Form: tiled.", 15) == 0;
        q15 = q15 || strncmp(text, " * Options: --type=q15 ", 22) == 0;
        bool starts = strncmp(text + strspn(text, " "), "/*", 2) == 0;
        if (!comment && !starts &&
            (strncmp(text, "static ", 7) == 0 || strncmp(text, "void ", 5) == 0 ||
             strncmp(text, "typedef", 7) == 0 || strncmp(text, "__attribute__", 13) == 0)) {
            open = section_begun(text, tiled && !q15);
            function++;
        }
        comment = comment || starts;
        l->function = function;
        l->section = comment ? COMMENT : text[0] == '#' ? HEAD : open;
        if (!comment && strcmp(f->suffix, ".h") == 0)
            l->section = HEADER;
        if (q15)
            l->section = q15_section(l->section, text);
        comment = comment && strstr(text, "*/") == NULL;
        if (text[0] == '}')
            open = 0;
    }
}

static struct file file_load(struct arena *arena, const char *path, const char *prefix)
{
    struct file f = {.arena = arena, .prefix = prefix, .suffix = strrchr(path, '.')};
    size_t size;
    char *text = file_read(arena, path, (size_t)64 << 20, &size),
         *upper = arena_strdup(arena, prefix);
    for (char *c = upper; *c != '\0'; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    f.upper = upper;
    for (size_t i = 0; i < size; i++)
        f.count += text[i] == '\n';
    f.lines = arena_alloc(arena, f.count, sizeof(*f.lines));
    for (size_t i = 0; i < f.count; i++) {
        size_t length = strcspn(text, "\n");
        f.lines[i].text = arena_strndup(arena, text, length);
        text += length + 1;
    }
    lines_classify(&f);
    return f;
}

/* The group that a rule changes: the last one that is not part of another. */
static regmatch_t group_of(const regmatch_t match[8])
{
    regmatch_t last = match[1];
    for (size_t i = 2; i < 8; i++)
        if (match[i].rm_so >= 0 && match[i].rm_so >= last.rm_eo)
            last = match[i];
    return last.rm_so < 0 ? match[0] : last;
}

/* The number with one digit changed. */
static const char *digit_change(struct file *f, const char *number)
{
    char *text = arena_strdup(f->arena, number);
    size_t length = strcspn(text, "FUe");
    for (int tries = 0; tries < 100; tries++) {
        size_t at = draw(f, length);
        char digit = (char)('0' + draw(f, 10)), old = text[at];
        bool hex = strncmp(text, "0x", 2) == 0;
        if (strchr(".-x", old) != NULL || (hex && at < 2) || (!hex && at == 0 && digit == '0'))
            continue;
        text[at] = digit;
        if (hex ? strtoul(text, NULL, 16) != strtoul(number, NULL, 16)
                : strtof(text, NULL) != strtof(number, NULL))
            return text;
        text[at] = old;
    }
    return NULL;
}

/* The group's text on another line of the function, if it differs from `own`; or NULL. */
static const char *group_elsewhere(struct file *f, regex_t *pattern, size_t line, const char *own)
{
    size_t first = draw(f, f->count);
    for (size_t k = 0; k < f->count; k++) {
        const struct line *l = &f->lines[(first + k) % f->count];
        regmatch_t match[8];
        if (l->section != f->lines[line].section ||
            (l->section != KERNEL && l->function != f->lines[line].function) ||
            regexec(pattern, l->text, 8, match, 0) != 0)
            continue;
        regmatch_t g = group_of(match);
        const char *text = arena_strndup(f->arena, l->text + g.rm_so, (size_t)(g.rm_eo - g.rm_so));
        if (strcmp(text, own) != 0)
            return text;
    }
    return NULL;
}

/* The next line of the function with the same group, or 0. */
static size_t partner_find(const struct file *f, regex_t *pattern, size_t line, const char *own)
{
    for (size_t i = line + 1; i < f->count && f->lines[i].function == f->lines[line].function;
         i++) {
        regmatch_t match[8];
        if (regexec(pattern, f->lines[i].text, 8, match, 0) != 0)
            continue;
        regmatch_t g = group_of(match);
        if (strncmp(f->lines[i].text + g.rm_so, own, (size_t)(g.rm_eo - g.rm_so)) == 0 &&
            strlen(own) == (size_t)(g.rm_eo - g.rm_so))
            return i;
    }
    return 0;
}

static void mutant_write(struct file *f, const struct rule *rule, size_t line, const char *text,
                         size_t partner)
{
    const char *name = arena_printf(f->arena, "%zu%s", ++f->written, f->suffix);
    FILE *out = fopen(arena_printf(f->arena, "%s/%s", f->directory, name), "w");
    if (out == NULL)
        fail("cannot write to %s", f->directory);
    for (size_t i = 0; i < f->count; i++) {
        if (i == line)
            fputs(text, out);
        else
            fprintf(out, "%s\n",
                    i == partner && partner != 0 ? f->lines[line].text : f->lines[i].text);
    }
    if (fclose(out) != 0)
        fail("cannot write to %s", f->directory);
    printf("%s\t%zu\t%s\t%s\n", name, rule->elsewhere ? 0 : line + 1, rule->kind, rule->message);
}

/* Makes the mutant of a line that the rule fits, if it has one. */
static bool line_mutate(struct file *f, const struct rule *rule, regex_t *pattern, size_t line)
{
    const char *text = f->lines[line].text, *new = named(f, rule->text);
    regmatch_t match[8];
    if (regexec(pattern, text, 8, match, 0) != 0)
        return false;
    regmatch_t g = group_of(match);
    const char *own = arena_strndup(f->arena, text + g.rm_so, (size_t)(g.rm_eo - g.rm_so));
    size_t partner = 0;
    switch (rule->edit) {
    case REMOVE: mutant_write(f, rule, line, "", 0); return true;
    case REMOVE_BEHIND:
        if (line == 0 || strstr(f->lines[line - 1].text, new) == NULL)
            return false;
        mutant_write(f, rule, line, "", 0);
        return true;
    case TWICE: new = arena_printf(f->arena, "%s\n%s\n", text, text); break;
    case BEFORE: new = arena_printf(f->arena, "%s\n%s\n", new, text); break;
    case WRAP: new = arena_printf(f->arena, "/* %s */\n", text); break;
    case SWAP:
        partner = partner_find(f, pattern, line, own);
        new = partner == 0 || strcmp(text, f->lines[partner].text) == 0
                  ? NULL
                  : arena_printf(f->arena, "%s\n", f->lines[partner].text);
        break;
    case DIGIT: new = digit_change(f, own); break;
    case SIGN: new = *own == '-' ? own + 1 : arena_printf(f->arena, "-%s", own); break;
    case OTHER: new = group_elsewhere(f, pattern, line, own); break;
    case REPLACE: new = strcmp(new, own) == 0 ? NULL : new; break;
    }
    if (new == NULL)
        return false;
    if (rule->edit == DIGIT || rule->edit == SIGN || rule->edit == OTHER || rule->edit == REPLACE)
        new = arena_printf(f->arena, "%.*s%s%s\n", (int)g.rm_so, text, new, text + g.rm_eo);
    mutant_write(f, rule, line, new, partner);
    return true;
}

/* Up to `most` mutants, from lines drawn at random. */
static void rule_apply(struct file *f, const struct rule *rule, size_t most)
{
    size_t *fitting = arena_alloc(f->arena, f->count, sizeof(*fitting)), count = 0;
    regex_t pattern;
    if (regcomp(&pattern, named(f, rule->line), REG_EXTENDED) != 0)
        fail("kind %s: bad pattern", rule->kind);
    for (size_t i = 0; i < f->count; i++)
        if ((f->lines[i].section & rule->where) != 0 &&
            regexec(&pattern, f->lines[i].text, 0, NULL, 0) == 0)
            fitting[count++] = i;
    for (size_t made = 0; made < most && count > 0;) {
        size_t k = draw(f, count);
        made += line_mutate(f, rule, &pattern, fitting[k]);
        fitting[k] = fitting[--count];
    }
    regfree(&pattern);
}

int main(int argc, char **argv)
{
    fail_program = "mutate";
    if (argc != 6 || strrchr(argv[1], '.') == NULL)
        fail_usage("expected FILE PREFIX DIR SEED COUNT");
    struct arena *arena = arena_new();
    struct file f = file_load(arena, argv[1], argv[2]);
    f.directory = argv[3];
    f.random.state = strtoul(argv[4], NULL, 10);
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
        for (size_t i = 0; i < kinds[k].count; i++)
            rule_apply(&f, &kinds[k].rules[i], strtoul(argv[5], NULL, 10));
    arena_free(arena);
    return 0;
}
