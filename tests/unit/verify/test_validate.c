/* epivalidate as a whole, on the golden files: what is accepted, what a message says, and that
   every token of a file counts. */
#include "base/files.h"
#include "unit/message.h"
#include "unit/testing.h"
#include "validate/demand.h"
#include "validate/validate.h"

#include <float.h>
#include <sha2.h>

/* A spec and its files, as they stand in tests/golden/good. */
struct golden {
    struct arena *arena;
    struct spec *spec;
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    struct source code, header;
};

static struct source golden_read(struct arena *arena, const char *name, const char *suffix)
{
    struct source s = {.file = arena_printf(arena, "%s.%s", name, suffix)};
    s.bytes =
        file_read(arena, arena_printf(arena, "tests/golden/good/%s", s.file), 1U << 20, &s.size);
    return s;
}

static struct golden golden_load(const char *name)
{
    struct golden g = {.arena = arena_new()};
    struct source spec = golden_read(g.arena, name, "yaml");
    g.spec = spec_read(g.arena, spec.file, spec.bytes, spec.size);
    spec_check(g.arena, g.spec);
    SHA256Data((const uint8_t *)spec.bytes, spec.size, g.sha256);
    g.code = golden_read(g.arena, name, "c");
    g.header = golden_read(g.arena, name, "h");
    return g;
}

/* The message about a version of both files, "" if they are accepted. */
static const char *verdict_files(const struct golden *g, const struct source *code,
                                 const struct source *header)
{
    struct arena *volatile arena = arena_new();
    message_expect();
    if (setjmp(message_leave) == 0)
        (void)validate(arena, g->spec, g->sha256, code, header);
    message_ignore();
    arena_free(arena);
    return message;
}

/* The message about a version of the code. */
static const char *verdict(const struct golden *g, const char *bytes, size_t size)
{
    struct source code = {.file = g->code.file, .bytes = bytes, .size = size};
    return verdict_files(g, &code, &g->header);
}

static void golden_files(void **state)
{
    static const char *const names[] = {"tiny", "every", "pruned", "nodes", "tiled"};
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct golden g = golden_load(names[i]);
        assert_string_equal(verdict(&g, g.code.bytes, g.code.size), "");
        arena_free(g.arena);
    }
}

/* The code with the first `from` behind `after` replaced. */
static const char *changed(const struct golden *g, const char *after, const char *from,
                           const char *to)
{
    const char *text = arena_strndup(g->arena, g->code.bytes, g->code.size);
    const char *begin = strstr(text, after);
    const char *place = begin == NULL ? NULL : strstr(begin, from);
    if (place == NULL)
        fail_msg("no %s behind %s", from, after);
    return arena_printf(g->arena, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
}

/* A change of a golden file, and what a user reads about it. */
struct message_case {
    const char *name, *after, *from, *to, *message;
};

static void messages_check(const struct message_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct golden g = golden_load(cases[i].name);
        const char *text = changed(&g, cases[i].after, cases[i].from, cases[i].to);
        const char *said = strchr(verdict(&g, text, strlen(text)), ' ');
        assert_string_equal(said == NULL ? "accepted" : said + 1, cases[i].message);
        arena_free(g.arena);
    }
}

/* The layer, the neuron, the term, and what would be right. */
static void messages(void **state)
{
    static const struct message_case cases[] = {
        {"every", "every_th_layer(", "0.200000003F", "0.300000012F",
         "layer \"th\", neuron 0: weight of input angle is 0.3, the spec says 0.2"},
        {"every", "every_lin_layer(", "-1.0F", "1.0F",
         "layer \"lin\", neuron 0: weight of th[2] is 1, the spec says -1"},
        {"every", "every_mean_layer(", "mean_0 = mean_0 + (1.0F * ex_v[1]);\n", "\n",
         "layer \"mean\", neuron 0: term 3 is 0.5 * input angle, the spec says 1 * ex[1]"},
        {"every", "every_ex_layer(", "* le_v[7]", "* le_v[6]",
         "layer \"ex\", neuron 0: term 9 is 0.1 * le[6], the spec says 0.1 * le[7]"},
        {"every", "every_lin_layer(", "    lin_v[0]",
         "    lin_0 = lin_0 + (2.0F * th_v[0]);\n    lin_v[0]",
         "layer \"lin\", neuron 0: term 2 * th[0] is one too many"},
        {"every", "every_re_layer(", "    re_0 = re_0 + (1.0F * th_v[2]);", "",
         "layer \"re\", neuron 0: term 1 * th[2] is missing"},
        {"every", "every_mean_layer(", "-0.5F", "0.5F",
         "layer \"mean\", neuron 1: bias is 0.5, the spec says -0.5"},
        {"every", "every_ex_layer(", "every_exp(", "every_relu(",
         "layer \"ex\", neuron 0: relu, the spec says exp"},
        {"every", "every_leaky_relu8(&", "0.100000001F", "0.200000003F",
         "layer \"le\", neuron 0: slope is 0.2, the spec says 0.1"},
        {"every", "void every_inputs", "0xC0490FDBU", "0xC0490FDAU",
         "input \"angle\": min is 0xC0490FDAU, the spec says 0xC0490FDBU"},
        {"every", "void every_inputs", "0x00000002U", "0x00000003U",
         "input \"angle\": status bit is 0x00000003U, the spec says 0x00000002U"},
        {"every", "void every_inputs", "- 0.5F", "- 0.25F",
         "input \"angle\": mean is 0.25, the spec says 0.5"},
        {"every", "void every_inputs", "z[1] - 0.5F", "0.5F - z[1]",
         "input \"angle\": expected its last step to be the mean, 0.5"},
        {"every", "void every_mean_output", "* 3.0F", "* 2.0F",
         "output mean[1]: scale is 2, the spec says 3"},
        {"every", "void every_sigma_output", "0.00999999978F", "0.0F",
         "output sigma[0]: floor is 0, the spec says 0.01"},
        {"every", "void every_mean_output", "r->mean[0] = mean_v[0]", "r->mean[0] = mean_v[1]",
         "output mean[0]: made from mean[1], the spec says mean[0]"},
        {"shared", "float shared_tanh(", "0x410B0000U", "0x410C0000U",
         "kernel \"tanh\": '0x410C0000U', expected '0x410B0000U'"},
        {"shared", "weights_1[24] = {", "-0.0189999994F", "0.0189999994F",
         "layer \"h\", neuron 17: bias is 0.019, the spec says -0.019"},
        {"nodes", "nodes_mean_layer(", "0.5F * f2_v", "0.25F * f2_v",
         "layer \"mean\", neuron 0: weight of f2[0] is 0.25, the spec says 0.5"},
        {"nodes", "nodes_near_layer(", "(z[1] - 0.5F)", "(z[1] - 0.75F)",
         "layer \"near\", neuron 2: point of input y is 0.75, the spec says 0.5"},
    };
    (void)state;
    messages_check(cases, sizeof(cases) / sizeof(cases[0]));
}

static void tiled_messages(void **state)
{
    static const struct message_case cases[] = {
        {"tiled", "weights_1_0[3][3] = {", "0.75F", "0.5F",
         "layer \"h\", neuron 5: weight of input b is 0.5, the spec says 0.75"},
        {"tiled", "weights_1_0[3][3] = {", "1.0F, -1.0F", "1.0F", "'}', expected ','"},
        {"tiled", "tiled_near_layer(", "-1.0F, 1.0F}", "-1.0F, 2.0F}",
         "layer \"near\", neuron 2: point of input b is 2, the spec says 1"},
        {"tiled", "void tiled_tile_8x2", "w[i + 3U][1]", "w[i + 2U][1]",
         "weights_0_0[3][1] is never used"},
        {"tiled", "void tiled_tile_8x2", "w[i + 4U][1]", "w[i + 5U][1]",
         "w[9][1] is outside: there are 9 rows of 2"},
        {"tiled", "void tiled_tile_8x2", "w[i + 1U][1]", "w[i + 1U][2]",
         "w[1][2] is outside: there are 9 rows of 2"},
        {"tiled", "weights_0_0[9][2] = {", "{0.5F, 0.0F}", "{0.5F, 0.25F}",
         "layer \"sigma\", neuron 0: weight of h[2] is 0.25, the spec says 0"},
        {"tiled", "void tiled_tile_8x2", "i < 8U", "i < 4U",
         "a loop to 4 in steps of 4, expected one over 8 numbers"},
        {"tiled", "void tiled_tile_8x2", "i += 4U", "i += 3U",
         "a loop to 8 in steps of 3, expected one over 8 numbers"},
        {"tiled", "void tiled_mean_layer", "h_v, weights_0_0", "few_v, weights_0_0",
         "'tiled_tile_8x2' is called for 2 sums over 2 numbers"},
        {"tiled", "void tiled_mean_layer", "sigma_v[0] = sums[1]", "sigma_v[0] = sums[0]",
         "sums[1] is never used"},
        {"tiled", "void tiled_inputs", "0x41A00000U", "0x41A00001U",
         "input \"b\": max is 0x41A00001U, the spec says 0x41A00000U"},
        {"tiled", "void tiled_inputs", "{0.0F, 1.0F}", "{0.0F, 2.0F}",
         "input \"a\": factor 1/scale is 2, the spec says 1"},
        {"tiled", "void tiled_inputs", "0x30800000U", "0x00800000U",
         "input \"a\": limit of the flush is 0x00800000U, the spec says 0x30800000U"},
        {"tiled", "void tiled_inputs", "0x00800000U", "0x30800000U",
         "input \"b\": limit of the flush is 0x30800000U, the spec says 0x31400000U"},
    };
    (void)state;
    messages_check(cases, sizeof(cases) / sizeof(cases[0]));
}

/* Order where order does not matter: layout, comments, functions, statements of different sums. */
static void neutral_changes(void **state)
{
    static const struct {
        const char *after, *from, *to;
    } cases[] = {
        {"every_th_layer(", "    float th_0", "\n\n  /* remark */   float\n  th_0"},
        {"every_th_layer(", "0.200000003F", "0.2F"},
        {"every_th_layer(", "    float th_0 = 0.0F;\n    float th_1 = 0.5F;",
         "    float th_1 = 0.5F;\n    float th_0 = 0.0F;"},
        {"void every_infer", "    float z[3];\n    float mean_v[2];",
         "    float mean_v[2];\n    float z[3];"},
        {"every_ex_layer(", "ex_v[0] = every_exp(ex_v[0]);\n    ex_v[1] = every_exp(ex_v[1]);",
         "ex_v[1] = every_exp(ex_v[1]);\n    ex_v[0] = every_exp(ex_v[0]);"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct golden g = golden_load("every");
        const char *text = changed(&g, cases[i].after, cases[i].from, cases[i].to);
        assert_string_equal(verdict(&g, text, strlen(text)), "");
        arena_free(g.arena);
    }
}

enum change { LEFT_OUT, TWICE, SWAPPED, CHANGES };

/* bytes with one token left out, doubled, or swapped with the one behind it */
static size_t token_change(char *out, const struct source *code, const struct token *t,
                           const struct token *next, enum change change)
{
    size_t before = (size_t)(t->text - code->bytes), n = before;
    const char *rest = t->text + t->length;
    memcpy(out, code->bytes, before);
    if (change == TWICE)
        n +=
            (size_t)sprintf(out + n, "%.*s %.*s", (int)t->length, t->text, (int)t->length, t->text);
    if (change == SWAPPED) {
        size_t difference = (size_t)(next->text - rest);
        n += (size_t)sprintf(out + n, "%.*s%.*s%.*s", (int)next->length, next->text,
                             (int)difference, rest, (int)t->length, t->text);
        rest = next->text + next->length;
    }
    size_t tail = (size_t)(code->bytes + code->size - rest);
    memcpy(out + n, rest, tail);
    return n + tail;
}

/* No token can be left out, doubled or swapped with its neighbour. The tokens of the tiled form are
   changed behind its kernels only, every fourth in one of these ways in turn. */
static void tokens_count(const char *name, bool tiled)
{
    struct golden g = golden_load(name);
    struct lexer l = lexer_begin(g.code.file, g.code.bytes, g.code.size);
    char *text = arena_alloc(g.arena, 2 * g.code.size, 1);
    size_t tried = 0, passed = 0;
    while (tiled && !token_is(&l.token, "tiled_inputs"))
        lexer_next(&l);
    for (; l.token.kind != TOKEN_END; passed++) {
        struct token t = l.token;
        lexer_next(&l);
        for (enum change change = LEFT_OUT; change < CHANGES; change++) {
            if (change == SWAPPED && (l.token.kind == TOKEN_END || token_equal(&t, &l.token)))
                continue;
            if (tiled && passed % 12 != 4 * (size_t)change)
                continue;
            size_t size = token_change(text, &g.code, &t, &l.token, change);
            if (*verdict(&g, text, size) == '\0')
                fail_msg("change %d of '%.*s' in line %d is accepted", (int)change, (int)t.length,
                         t.text, t.line);
            tried++;
        }
    }
    print_message("%zu changes of tokens, all refused\n", tried);
    assert_true(tried > (tiled ? 500 : 3000));
    arena_free(g.arena);
}

static void every_token_counts(void **state)
{
    (void)state;
    tokens_count("pruned", false);
    tokens_count("tiled", true);
}

/* A text with `needed` clamps replaced by `all` in every place. */
static struct source all_clamps(const struct golden *g, const struct source *file)
{
    static const char needed[] = "--clamps=needed";
    const char *text = arena_strndup(g->arena, file->bytes, file->size), *place;
    while ((place = strstr(text, needed)) != NULL)
        text = arena_printf(g->arena, "%.*s--clamps=all%s", (int)(place - text), text,
                            place + strlen(needed));
    return (struct source){.file = file->file, .bytes = text, .size = strlen(text)};
}

/* Files that say they have all clamps, and have not. */
static void options_are_true(void **state)
{
    (void)state;
    struct golden g = golden_load("every");
    struct source code = all_clamps(&g, &g.code), header = all_clamps(&g, &g.header);
    assert_non_null(strstr(verdict_files(&g, &code, &header), "the options say --clamps=all"));
    assert_non_null(strstr(verdict_files(&g, &code, &g.header), "every.c:5: the head comment"));
    arena_free(g.arena);
}

/* What nobody may put into an emitted file. The first part is harmless in comments. */
static const char *const insertions[] = {
    "int g;",
    ";",
    "{}",
    "0",
    "x",
    "\"x\"",
    "L",
    "#",
    "##",
    "\n#\n",
    "\n#define float double\n",
    "\n#define while if\n",
    "\n#undef __FAST_MATH__\n",
    "\n#line 7\n",
    "\n# 7 \"x\"\n",
    "\n#pragma once\n",
    "\n#include <math.h>\n",
    "\n#if 0\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#error \"x\"\n",
    "\n#warning \"x\"\n",
    "\n#ident \"x\"\n",
    "_Pragma(\"x\")",
    "__attribute__((noinline))",
    "__asm__(\"\")",
    "_Static_assert(1, \"x\");",
    "static",
    "const",
    "volatile",
    "%:define x y",
    "<::>",
    "\\u00e9",
    "@",
    "$",
    "`",
    "//",
};
static const char *const insertions_anywhere[] = {
    "?\?/\n",       "?\?=",  "\\\n",          "\\  \n", "\t",       "\r",
    "\f",           "\v",    "\x1A",          "\x7F",   "\xC3\xA9", "\xA0",
    "\xEF\xBB\xBF", "/* /*", "*/ int g; /* ", "/*",
};

/* A text with something inserted at a place; says whether that is accepted. */
static bool insertion_accepted(const struct golden *g, bool in_header, size_t place,
                               const char *insertion)
{
    struct arena *arena = arena_new();
    struct source files[2] = {g->code, g->header};
    struct source *file = &files[in_header];
    const char *whole = file->bytes;
    char *text = arena_alloc(arena, file->size + strlen(insertion) + 1, 1);
    memcpy(text, whole, place);
    stpcpy(text + place, insertion);
    memcpy(text + place + strlen(insertion), whole + place, file->size - place);
    file->bytes = text;
    file->size += strlen(insertion);
    bool accepted = *verdict_files(g, &files[0], &files[1]) == '\0';
    arena_free(arena);
    return accepted;
}

/* Tries insertions at a place, inside of a comment or not: all of them at the ends of a file, else
   one of 29, another at each place. */
static size_t insertions_try(const struct golden *g, bool in_header, size_t place, bool comment)
{
    const size_t plain = sizeof(insertions) / sizeof(insertions[0]);
    const size_t all = plain + sizeof(insertions_anywhere) / sizeof(insertions_anywhere[0]);
    const struct source *file = in_header ? &g->header : &g->code;
    size_t tried = 0;
    for (size_t i = comment ? plain : 0; i < all; i++) {
        const char *text = i < plain ? insertions[i] : insertions_anywhere[i - plain];
        /* a comment that begins here and ends with the next one */
        if (strcmp(text, "/*") == 0 && !comment)
            continue;
        if (place > 0 && place < file->size && (i + place) % 29 != 0)
            continue;
        if (insertion_accepted(g, in_header, place, text))
            fail_msg("\"%s\" at byte %zu of %s is accepted, before \"%.20s\"", text, place,
                     file->file, file->bytes + place);
        tried++;
    }
    return tried;
}

/* Nothing can be inserted: at the beginning and the end of the files and of their lines. */
static void nothing_can_be_inserted(void **state)
{
    (void)state;
    struct golden g = golden_load("tiny");
    size_t tried = 0;
    for (int in_header = 0; in_header < 2; in_header++) {
        const struct source *file = in_header ? &g.header : &g.code;
        bool comment = false;
        for (size_t i = 0; i <= file->size; i++) {
            const char *c = file->bytes + i;
            bool at_line = i == 0 || i == file->size || c[-1] == '\n' || *c == '\n';
            if (at_line)
                tried += insertions_try(&g, in_header, i, comment);
            if (i + 1 < file->size && memcmp(c, comment ? "*/" : "/*", 2) == 0) {
                comment = !comment;
                i++; /* no place is between the two characters */
            }
        }
    }
    print_message("%zu insertions, all refused\n", tried);
    assert_true(tried > 1000);
    arena_free(g.arena);
}

/* A file that ends early is refused wherever it ends. */
static void truncated(void **state)
{
    (void)state;
    struct golden g = golden_load("pruned");
    for (size_t size = 0; size + 2 < g.code.size; size += 23)
        assert_string_not_equal(verdict(&g, g.code.bytes, size), "");
    arena_free(g.arena);
}

static const struct spec *spec_make(struct arena *arena, const char *format, const char *value)
{
    const char *text = arena_printf(arena, format, value);
    struct spec *spec = spec_read(arena, "spec", text, strlen(text));
    spec_check(arena, spec);
    return spec;
}

static const char one_input[] =
    "epigen: 1\nname: m\ninputs: [{name: x, min: -8, max: 8, %s}]\nlayers:\n"
    "  - {name: f, from: inputs, activation: identity, weights: [[2]], bias: [0.5]}\n"
    "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n"
    "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
    "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";

/* What epigen-spec(5) says about inputs, in numbers worked out by hand. */
static void input_demands(void **state)
{
    static const struct {
        const char *input;
        bool subtracts, must_flush, multiplies;
        uint32_t nan, limit;
    } cases[] = {
        {"mean: 0, scale: 1", false, true, false, 0x00000000, 0x30800000},
        {"mean: 0, scale: 3", false, true, true, 0x00000000, 0x31400000},
        {"mean: 0, scale: 4", false, true, false, 0x00000000, 0x31800000}, /* into the weights */
        {"mean: 1, scale: 1", true, false, false, 0x3F800000, 0x30800000},
        {"mean: -9, scale: 1", true, false, false, 0xC1000000, 0x30800000}, /* outside: the bound */
        {"mean: 9, scale: 1", true, false, false, 0x41000000, 0x30800000},
        {"mean: 1e-20, scale: 1", true, true, false, 0x1E3CE508, 0x30800000},
        {"mean: 0.015625, scale: 1", true, false, false, 0x3C800000, 0x30800000}, /* 2^-6 */
        {"mean: 0.0078125, scale: 1", true, true, false, 0x3C000000, 0x30800000}, /* below: 2^-31 */
        {"mean: 0.0079, scale: 1", true, false, false, 0x3C016F00, 0x30800000},
        {"mean: 0, scale: 1e-30", false, true, true, 0x00000000, 0x00800000}, /* at least normal */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        struct demand d = demand_make(arena, spec_make(arena, one_input, cases[i].input));
        struct input_demand in = demand_input(&d, 0);
        assert_int_equal(in.subtracts, cases[i].subtracts);
        assert_int_equal(in.must_flush, cases[i].must_flush);
        assert_int_equal(in.multiplies, cases[i].multiplies);
        assert_int_equal(in.limit, cases[i].limit);
        assert_int_equal(in.low, 0xC1000000);
        assert_int_equal(in.high, 0x41000000);
        assert_int_equal(in.status, 1);
        if (i != 9) /* 0.0079 is not worth a pattern */
            assert_int_equal(in.nan, cases[i].nan);
        arena_free(arena);
    }
}

static const char one_mean[] =
    "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1, scale: 4}]\nlayers:\n%s"
    "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n"
    "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
    "outputs: {mean: {from: f, scale: 8}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";

/* Which scalings move into weights. */
static void folding_demands(void **state)
{
    static const struct {
        const char *layers;
        float scale, weight, bias, factor; /* of layer f, whose column 0 is the input */
    } cases[] = {
        {"  - {name: f, from: inputs, activation: identity, weights: [[3]], bias: [0.5]}\n", 1, 6,
         4, 1},
        {"  - {name: f, from: inputs, activation: tanh, weights: [[3]], bias: [0.5]}\n", 8, 0.75F,
         0.5F, 1},
        /* too large for the scale, too small for 1/4 */
        {"  - {name: f, from: inputs, activation: identity, weights: [[3]], bias: [3e38]}\n", 8,
         0.75F, 3e38F, 1},
        {"  - {name: f, from: inputs, activation: tanh, weights: [[2e-38]], bias: [0.5]}\n", 8,
         2e-38F, 0.5F, 0.25F},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        struct demand d = demand_make(arena, spec_make(arena, one_mean, cases[i].layers));
        assert_true(demand_mean_scale(&d, 0, 0, 0) == cases[i].scale);
        assert_true(demand_weight(&d, 0, 0, 0, SOURCE_INPUTS, 0) == cases[i].weight);
        assert_true(demand_bias(&d, 0, 0) == cases[i].bias);
        assert_int_equal(demand_input(&d, 0).multiplies, cases[i].factor != 1.0F);
        arena_free(arena);
    }
}

/* The text with each `from` replaced, which occurs once. */
static const char *edited(struct arena *arena, const char *text, const char *const edits[][2],
                          size_t count)
{
    for (size_t i = 0; i < count && edits[i][0] != NULL; i++) {
        const char *place = strstr(text, edits[i][0]);
        if (place == NULL || strstr(place + 1, edits[i][0]) != NULL)
            fail_msg("not once: %s", edits[i][0]);
        text = arena_printf(arena, "%.*s%s%s", (int)(place - text), text, edits[i][1],
                            place + strlen(edits[i][0]));
    }
    return text;
}

/* Terms of the weight 0 that may not be there: the code is as a generator without care would write
   it for the edited spec. */
static void zeros_in_tables(void **state)
{
    enum { EDITS = 4 };
    static const struct {
        const char *spec[EDITS][2], *code[EDITS][2], *message;
    } cases[] = {
        {{{"0.1, 0.2, 0.3", "0.1, -0.0, 0.3"}},
         {{"0.100000001F, 0.200000003F}", "0.100000001F, -0.0F}"}},
         "layer \"h\", neuron 4: its bias is -0, to which a term of the weight 0 may not be added"},
        {{{"bias: [0, 1]", "bias: [0, 3e38]"},
          {"0.5, 0, 0, -1]]", "0.5, 0, 0, -3e38]]"},
          {"0, 0, 1, 1]]", "0, 0, 1, 0]]"}},
         {{"float few_1 = 1.0F", "float few_1 = 3e+38F"},
          {"few_1 + (-1.0F", "few_1 + (-3e+38F"},
          {"{0.5F, 1.0F}", "{0.5F, 0.0F}"}},
         "layer \"sigma\", neuron 0: the weight 0 is multiplied by few[1], which may be infinite"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct golden g = golden_load("tiled");
        struct source spec = golden_read(g.arena, "tiled", "yaml");
        const char *text =
            edited(g.arena, arena_strndup(g.arena, spec.bytes, spec.size), cases[i].spec, EDITS);
        g.spec = spec_read(g.arena, "spec", text, strlen(text));
        spec_check(g.arena, g.spec);
        text = edited(g.arena, arena_strndup(g.arena, g.code.bytes, g.code.size), cases[i].code,
                      EDITS);
        const char *said = strchr(verdict(&g, text, strlen(text)), ' ');
        assert_string_equal(said == NULL ? "accepted" : said + 1, cases[i].message);
        arena_free(g.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files),
        cmocka_unit_test(messages),
        cmocka_unit_test(tiled_messages),
        cmocka_unit_test(neutral_changes),
        cmocka_unit_test(every_token_counts),
        cmocka_unit_test(options_are_true),
        cmocka_unit_test(nothing_can_be_inserted),
        cmocka_unit_test(truncated),
        cmocka_unit_test(input_demands),
        cmocka_unit_test(folding_demands),
        cmocka_unit_test(zeros_in_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
