/* The frame around the functions: the head of the code file, and the whole header. Its text is the
   same for all models, apart from names and numbers that the spec gives. */
#include "base/fail.h"
#include "validate/validate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The lines behind #include "prefix.h". They stop a compiler that would not keep IEEE 754. */
static const char head[] =
    "#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)\n"
    "#error \"this file needs IEEE 754 arithmetic: compile it without -ffast-math and without its "
    "parts\"\n"
    "#endif\n"
    "#if defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && (__FINITE_MATH_ONLY__ "
    "!= 0))\n"
    "#error \"this file needs IEEE 754 arithmetic: compile it without -ffast-math and without its "
    "parts\"\n"
    "#endif\n"
    "#if defined(__FLT_EVAL_METHOD__)\n"
    "#if (__FLT_EVAL_METHOD__ != 0) && (__FLT_EVAL_METHOD__ != 16) && (__FLT_EVAL_METHOD__ != 32)\n"
    "#error \"this file needs float operations that round to float: on 32-bit x86 compile it with "
    "-msse2 -mfpmath=sse, on s390x with -fexcess-precision=fast\"\n"
    "#endif\n"
    "#endif\n"
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC optimize(\"fp-contract=off\")\n";

/* What may follow: it changes which instructions a compiler takes, no result. */
static const char in_order[] =
    "#if defined(__arm__)\n"
    "#pragma GCC optimize(\"no-schedule-insns\", \"no-tree-ter\", \"rename-registers\")\n"
    "#endif\n";

static const char head_end[] = "#else\n"
                               "#pragma STDC FP_CONTRACT OFF\n"
                               "#endif\n";

static const char header_end[] = "    uint32_t status;\n"
                                 "} epi_result_t;\n"
                                 "void epi_infer(const float x[EPI_N_IN], epi_result_t *r);\n"
                                 "uint32_t epi_selftest(void);\n"
                                 "#ifdef __cplusplus\n"
                                 "}\n"
                                 "#endif\n"
                                 "#endif\n";

const char *frame_prefix(struct arena *arena, const struct source *code)
{
    struct lexer l = lexer_begin(code->file, code->bytes, code->size);
    static const char expected[] = "#include \"NAME.h\" first";
    bool directive = token_is(&l.token, "#");
    if (directive)
        lexer_next(&l);
    if (!directive || !l.token.directive || !token_is(&l.token, "include"))
        lexer_refuse(&l, expected);
    lexer_next(&l);
    const struct token *t = &l.token;
    if (!t->directive || t->kind != TOKEN_STRING || t->length < 5 || t->text[0] != '"' ||
        memcmp(t->text + t->length - 3, ".h\"", 3) != 0)
        lexer_refuse(&l, expected);
    const char *prefix = arena_strndup(arena, t->text + 1, t->length - 4);
    const char *fault = model_name_fault(prefix);
    if (fault != NULL)
        fail_at(code->file, t->line, "the prefix %s, expected %s", token_text(t).text, fault);
    return prefix;
}

void frame_head(struct lexer *l, const struct names *names)
{
    char include[64];
    snprintf(include, sizeof(include), "#include \"%s.h\"\n", names->prefix);
    known_expect(l, names, "head", include);
    known_expect(l, names, "head", head);
    struct lexer ahead = *l;
    lexer_next(&ahead);
    if (token_is(&ahead.token, "if"))
        known_expect(l, names, "head", in_order);
    known_expect(l, names, "head", head_end);
}

static void upper_print(FILE *out, const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
}

/* enum { PREFIX_IN_SPEED = 0, ... }; */
static void inputs_print(FILE *out, const struct spec *spec)
{
    fputs("enum {\n", out);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        fputs("EPI_IN_", out);
        upper_print(out, spec->inputs[i].name);
        fprintf(out, " = %zu%s\n", i, i + 1 < spec->n_inputs ? "," : "");
    }
    fputs("};\n", out);
}

/* A float as a literal: %.9g reads back exactly, C wants a point or an exponent in front of F. */
void frame_number_print(FILE *out, const char *name, const char *bound, float value)
{
    char digits[32];
    snprintf(digits, sizeof(digits), "%.9g", (double)value);
    fputs("#define EPI_", out);
    upper_print(out, name);
    fprintf(out, "_%s (%s%s)\n", bound, digits, strpbrk(digits, ".e") == NULL ? ".0F" : "F");
}

/* #define PREFIX_OUT_THRUST 0 */
void frame_outputs_print(FILE *out, const struct spec *spec)
{
    for (size_t i = 0; i < spec->mean.n_names; i++) {
        fputs("#define EPI_OUT_", out);
        upper_print(out, spec->mean.names[i]);
        fprintf(out, " %zu\n", i);
    }
}

void frame_places_print(FILE *out, const struct spec *spec)
{
    bool sigma = spec_has(&spec->sigma), eta = spec_has(&spec->eta);
    fprintf(out, "#define EPI_N_IN %zu\n#define EPI_N_OUT %zu\n", spec->n_inputs, spec->mean.count);
    fprintf(out, "#define EPI_HAS_SIGMA %d\n#define EPI_HAS_ETA %d\n", sigma, eta);
    inputs_print(out, spec);
}

/* The struct has sigma and eta exactly if the spec has them. */
static void header_print(FILE *out, const struct spec *spec)
{
    bool sigma = spec_has(&spec->sigma), eta = spec_has(&spec->eta);
    frame_places_print(out, spec);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        frame_number_print(out, spec->inputs[i].name, "MIN", spec->inputs[i].min);
        frame_number_print(out, spec->inputs[i].name, "MAX", spec->inputs[i].max);
    }
    frame_outputs_print(out, spec);
    fputs("typedef struct {\n    float mean[EPI_N_OUT];\n", out);
    fputs(sigma ? "    float sigma[EPI_N_OUT];\n" : "", out);
    fputs(eta ? "    float eta;\n" : "", out);
    fputs(header_end, out);
}

/* The rest of a #define whose text the spec does not give: a string on the same line. */
static struct token string_take(struct lexer *l, const char *expected)
{
    struct token t = l->token;
    if (t.kind != TOKEN_STRING || !t.directive || t.text[0] != '"')
        lexer_refuse(l, expected);
    lexer_next(l);
    return t;
}

struct header_words frame_words(struct arena *arena, struct lexer *l, const struct names *names)
{
    known_expect(l, names, "header",
                 arena_printf(arena,
                              "#ifndef EPIGEN_%s_H\n#define EPIGEN_%s_H\n#include <stdint.h>\n"
                              "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                              "#define EPI_SPEC_SHA256\n",
                              names->upper, names->upper));
    struct header_words words = {.checksum = string_take(l, "the checksum of the spec in quotes")};
    known_expect(l, names, "header", "#define EPI_EPIGEN_VERSION\n");
    words.version = string_take(l, "the version of epigen in quotes");
    known_expect(l, names, "header", "#define EPI_EPIGEN_OPTIONS\n");
    words.options = string_take(l, "the options of epigen in quotes");
    return words;
}

struct header_words frame_header(struct arena *arena, const struct source *header,
                                 const struct names *names, const struct spec *spec)
{
    char *text = NULL;
    size_t size;
    struct lexer l = lexer_begin(header->file, header->bytes, header->size);
    const struct header_words words = frame_words(arena, &l, names);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        fail("out of memory");
    header_print(out, spec);
    if (fclose(out) != 0)
        fail("out of memory");
    const char *copy = arena_strndup(arena, text, size);
    free(text);
    known_expect(&l, names, "header", copy);
    if (l.token.kind != TOKEN_END)
        lexer_refuse(&l, "nothing behind the header's last #endif");
    return words;
}

void frame_checksum(const struct source *header, const struct token *found, const char *sha256)
{
    if (found->length != 66 || memcmp(found->text + 1, sha256, 64) != 0)
        fail_at(header->file, found->line, "the checksum of the spec is %s, this one has %s",
                token_text(found).text, sha256);
}

/* The text behind a label of the head comment, or NULL; *line gets the number of its line. */
static const char *head_find(const struct source *source, const char *label, int *line)
{
    size_t head_length = 0, length = strlen(label);
    *line = 1;
    while (head_length + 1 < source->size && memcmp(source->bytes + head_length, "*/", 2) != 0)
        head_length++;
    for (size_t i = 0; i + length + 64 < head_length; i++) {
        *line += source->bytes[i] == '\n';
        if (memcmp(source->bytes + i, label, length) == 0)
            return source->bytes + i + length;
    }
    return NULL;
}

const char *frame_type(const struct source *source)
{
    static const char type[] = "--type=q15 ";
    int line;
    const char *options = head_find(source, "\n * Options: ", &line);
    return options != NULL && memcmp(options, type, strlen(type)) == 0 ? "q15" : "float32";
}

const char *frame_form(const struct source *source)
{
    int line, letters = 0;
    const char *name = head_find(source, "\n * Form: ", &line);
    if (name == NULL)
        return "unrolled";
    while (letters < 16 && islower((unsigned char)name[letters]))
        letters++;
    if (letters == 8 && memcmp(name, "unrolled", 8) == 0)
        return "unrolled";
    if (letters == 5 && memcmp(name, "tiled", 5) == 0)
        return "tiled";
    fail_at(
        source->file, line,
        "form: %.*s is not read back; validate the unrolled or the tiled form, which give the same "
        "bits",
        letters, name);
}

const char *frame_accuracy(const struct source *source, const char **suffix)
{
    static const struct {
        const char *text, *name, *suffix;
    } rows[] = {{"full.\n", "full", ""}, {"1e-4: ", "1e-4", "_e4"}, {"1e-3: ", "1e-3", "_e3"}};
    int line;
    const char *found = head_find(source, "\n * Accuracy of the kernels: ", &line);
    for (size_t i = 0; found != NULL && i < sizeof(rows) / sizeof(rows[0]); i++)
        if (memcmp(found, rows[i].text, strlen(rows[i].text)) == 0) {
            *suffix = rows[i].suffix;
            return rows[i].name;
        }
    fail_at(source->file, found == NULL ? 1 : line,
            "the head comment does not say \"Accuracy of the kernels: \" full, 1e-4 or 1e-3");
}

/* Both head comments say, behind the label and in front of a semicolon, what a macro of the header
   says. */
static void words_compare(const struct source *source, const char *label, const struct token *t)
{
    int line;
    const char *found = head_find(source, label, &line);
    size_t length = t->length - 2; /* without quotes */
    /* head_find promises 64 characters */
    if (found == NULL || length >= 64 || memcmp(found, t->text + 1, length) != 0 ||
        found[length] != ';')
        fail_at(source->file, found == NULL ? 1 : line,
                "the head comment does not say \"%s%.*s;\" as the macro in the header does",
                label + 4, (int)length, t->text + 1);
}

bool frame_all_clamps(const struct header_words *words)
{
    static const char end[] = " --clamps=all\"";
    size_t length = strlen(end);
    const struct token *t = &words->options;
    return t->length > length && memcmp(t->text + t->length - length, end, length) == 0;
}

void frame_options(const struct source *code, const struct source *header,
                   const struct header_words *words, const char *expected)
{
    const struct token *options = &words->options;
    if (!token_is(options, expected))
        fail_at(header->file, options->line, "the options are %s, expected %s",
                token_text(options).text, expected);
    words_compare(header, "\n * Options: ", options);
    words_compare(code, "\n * Options: ", options);
    words_compare(header, "\n * Generated by epigen ", &words->version);
    words_compare(code, "\n * Generated by epigen ", &words->version);
}

void frame_origin(const struct source *source, const char *sha256)
{
    int line;
    const char *found = head_find(source, "\n * spec sha256: ", &line);
    if (found == NULL)
        fail_at(source->file, 1, "the head comment does not say \"spec sha256: ...\"");
    if (memcmp(found, sha256, 64) != 0)
        fail_at(source->file, line, "made of the spec with sha256 %.64s, this one has %s", found,
                sha256);
}
