/* The spec: every field arrives, defaults hold, names are resolved and ordered, limits are
   kept, and writing then reading gives the same spec and the same bytes. What is refused,
   and in which words, stands in golden/refused: a new case is two files there. Run from
   the top of the tree. */
#include "program/bounds.h"
#include "spec/spec.h"
#include "unit/message.h"

#include <dirent.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena *arena;

static int arena_setup(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int arena_teardown(void **state)
{
    (void)state;
    arena_free(arena);
    message_ignore();
    return 0;
}

/* NULL when refused; message says why. */
static struct spec *spec_try(const char *file, const char *bytes, size_t size, bool check)
{
    struct spec *volatile result = NULL;
    message_expect();
    if (setjmp(message_leave) == 0) {
        struct spec *spec = spec_read(arena, file, bytes, size);
        if (check)
            spec_check(arena, spec);
        result = spec;
    }
    return result;
}

static struct spec *spec_of(const char *file, const char *bytes, size_t size)
{
    return spec_try(file, bytes, size, true);
}

static struct spec *accepted(const char *text)
{
    struct spec *spec = spec_of("f", text, strlen(text));
    assert_string_equal(message, "");
    return spec;
}

static void refused(const char *text, const char *expected)
{
    assert_null(spec_of("f", text, strlen(text)));
    assert_string_equal(message, expected);
}

/* Parts of specs, so that a case shows only what it is about. */
#define HEAD  "epigen: 1\nname: m\n"
#define INPUT "inputs: [{name: x, min: -1, max: 1}]\n"
#define LAYER(name, from, activation, weights, bias)                                               \
    "- {name: " name ", from: " from ", activation: " activation ", weights: " weights             \
    ", bias: " bias "}\n"
#define SMALL(name, from, activation) LAYER(name, from, activation, "[[1]]", "[0]")
#define HEADS                         SMALL("a", "inputs", "identity") SMALL("s", "inputs", "exp") ETA
#define ETA                           SMALL("e", "inputs", "sigmoid")
#define OUTPUTS                       "outputs: {mean: {from: a}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n"

static const char everything[] =
    "name: all\n"
    "outputs:\n"
    "  eta: {from: eta}\n"
    "  sigma: {from: sigma, scale: [1, 2], floor: 0.25}\n"
    "  mean: {from: mean, names: [u, v], unit: N, offset: [-1, 2], scale: -3}\n"
    "provenance:\n"
    "  rows: 200\n"
    "  metrics: {rmse: 0.1, nothing: }\n"
    "layers:\n"
    "  - {name: eta, from: [h, inputs], activation: sigmoid, weights: [[1, 2, 3, 4]], bias: [-0]}\n"
    "  - {name: mean, from: h, activation: tanh, weights: [[1, 2], [3, 4]], bias: [5, 6]}\n"
    "  - name: sigma\n"
    "    kind: dense\n"
    "    from: h\n"
    "    activation: relu\n"
    "    weights:\n"
    "      - [1, 2]\n"
    "      - [3, 4]\n"
    "    bias: [7, 8]\n"
    "  - {name: h, from: inputs, activation: leaky_relu, slope: 0.5,\n"
    "     weights: [[1, 0], [0, 0.1]], bias: [0, 1e-3]}\n"
    "inputs:\n"
    "  - {name: x, unit: m/s, min: -4, max: 4, mean: 0.5, scale: 2}\n"
    "  - {name: y, min: 0, max: 1e3}\n"
    "epigen: 1\n";

static void every_field_is_read(void **state)
{
    (void)state;
    const struct spec *spec = accepted(everything);
    assert_string_equal(spec->file, "f");
    assert_string_equal(spec->name, "all");
    assert_int_equal(spec->name_line, 1);
    assert_int_equal(spec->n_inputs, 2);
    const struct spec_input *x = &spec->inputs[0], *y = &spec->inputs[1];
    assert_string_equal(x->name, "x");
    assert_string_equal(x->unit, "m/s");
    assert_true(x->min == -4 && x->max == 4 && x->mean == 0.5F && x->scale == 2 && x->line == 23);
    assert_null(y->unit);
    assert_true(y->min == 0 && y->max == 1000 && y->mean == 0 && y->scale == 1 && y->line == 24);
    assert_int_equal(spec->n_layers, 4);
    const struct spec_layer *sigma = &spec->layers[2], *h = &spec->layers[3];
    assert_string_equal(sigma->name, "sigma");
    assert_true(sigma->kind == LAYER_DENSE && sigma->activation == ACT_RELU && sigma->line == 12);
    assert_true(sigma->n_in == 2 && sigma->n_out == 2 && sigma->from.line == 14);
    static const float sigma_weights[] = {1, 2, 3, 4}, sigma_bias[] = {7, 8};
    assert_memory_equal(sigma->weights, sigma_weights, sizeof(sigma_weights));
    assert_memory_equal(sigma->bias, sigma_bias, sizeof(sigma_bias));
    assert_true(h->activation == ACT_LEAKY_RELU && h->parameters[0] == 0.5F &&
                h->weights[3] == 0.1F);
    assert_int_equal(spec->n_provenance, 2);
    assert_string_equal(spec->provenance[0].key, "rows");
    assert_string_equal(spec->provenance[0].text, "200");
    assert_null(spec->provenance[1].text);
    assert_string_equal(spec->provenance[1].children[0].text, "0.1");
    assert_string_equal(spec->provenance[1].children[1].text, "");
}

static void outputs_are_expanded(void **state)
{
    (void)state;
    const struct spec *spec = accepted(everything);
    static const float offset[] = {-1, 2}, scale[] = {-3, -3}, s[] = {1, 2},
                       floors[] = {0.25, 0.25};
    assert_int_equal(spec->mean.count, 2);
    assert_string_equal(spec->mean.names[1], "v");
    assert_string_equal(spec->mean.unit, "N");
    assert_memory_equal(spec->mean.offset, offset, sizeof(offset));
    assert_memory_equal(spec->mean.scale, scale, sizeof(scale));
    assert_memory_equal(spec->sigma.scale, s, sizeof(s));
    assert_memory_equal(spec->sigma.floor, floors, sizeof(floors));
    assert_int_equal(spec->eta.count, 1);
    spec = accepted(HEAD INPUT "layers:\n" HEADS OUTPUTS);
    assert_true(spec->mean.offset[0] == 0 && spec->mean.scale[0] == 1 && spec->sigma.scale[0] == 1);
    assert_true(spec->mean.n_names == 0 && spec->mean.unit == NULL && spec->n_provenance == 0);
}

/* verifies: SPEC-OPTIONAL */
static void sigma_and_eta_may_be_missing(void **state)
{
    static const struct {
        const char *outputs, *layers, *text;
        size_t sigma, eta;
    } cases[] = {
        {"mean: {from: a}", "", "mean", 0, 0},
        {"mean: {from: a}, eta: {from: e}", ETA, "mean and eta", 0, 1},
        {"mean: {from: a}, sigma: {from: s, floor: 1}", SMALL("s", "a", "exp"), "mean and sigma", 1,
         0},
        {"eta: {from: e}, mean: {from: a}, sigma: {from: s, floor: 1}", SMALL("s", "a", "exp") ETA,
         "mean, sigma and eta", 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[1024];
        snprintf(text, sizeof(text), "%slayers:\n%s%soutputs: {%s}\n", HEAD INPUT,
                 SMALL("a", "inputs", "tanh"), cases[i].layers, cases[i].outputs);
        const struct spec *spec = accepted(text);
        assert_int_equal(spec->sigma.count, cases[i].sigma);
        assert_int_equal(spec->eta.count, cases[i].eta);
        assert_int_equal(spec_has(&spec->sigma), cases[i].sigma);
        assert_int_equal(spec_has(&spec->eta), cases[i].eta);
        assert_int_equal(spec_result_count(spec), 1 + cases[i].sigma + cases[i].eta);
        assert_string_equal(spec_outputs_text(spec), cases[i].text);
    }
}

static void parameters_have_defaults(void **state)
{
    (void)state;
    const struct spec *spec = accepted(HEAD INPUT "layers:\n" SMALL("a", "inputs", "leaky_relu")
                                           SMALL("s", "inputs", "softplus") ETA OUTPUTS);
    assert_true(spec->layers[0].parameters[0] == 0.01F);
    spec = accepted(HEAD INPUT "layers:\n" SMALL("a", "inputs", "elu")
                        SMALL("s", "inputs", "softplus") ETA OUTPUTS);
    assert_true(spec->layers[0].parameters[0] == 1.0F);
}

/* verifies: SPEC-GRAPH */
static void layers_are_ordered(void **state)
{
    (void)state;
    static const struct {
        const char *layers, *order;
    } cases[] = {
        {HEADS, "a s e"},
        {ETA SMALL("s", "inputs", "exp") SMALL("a", "inputs", "tanh"), "e s a"},
        {SMALL("a", "b", "tanh") SMALL("b", "s", "tanh") SMALL("s", "inputs", "exp") ETA,
         "s b a e"},
        {SMALL("a", "e", "tanh") SMALL("s", "a", "exp") ETA, "e a s"},
        {ETA SMALL("s", "c", "exp") SMALL("c", "b", "tanh") SMALL("b", "inputs", "tanh")
             LAYER("a", "[b, c]", "tanh", "[[1, 2]]", "[0]"),
         "e b c s a"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[1024], order[64] = "";
        snprintf(text, sizeof(text), "%slayers:\n%s%s", HEAD INPUT, cases[i].layers, OUTPUTS);
        const struct spec *spec = accepted(text);
        for (size_t k = 0, used = 0; k < spec->n_layers; k++)
            used += (size_t)snprintf(order + used, sizeof(order) - used, "%s%s", k > 0 ? " " : "",
                                     spec->layers[spec->order[k]].name);
        assert_string_equal(order, cases[i].order);
    }
}

static void from_lists_are_concatenated(void **state)
{
    (void)state;
    const struct spec_from *from = &accepted(everything)->layers[0].from;
    assert_int_equal(from->count, 2);
    assert_int_equal(from->sources[0], 3);
    assert_int_equal(from->sources[1], SOURCE_INPUTS);
    assert_int_equal(from->width, 4);
}

static void line_ends_do_not_matter(void **state)
{
    (void)state;
    char crlf[2 * sizeof(everything)] = "", cr[sizeof(everything)];
    for (size_t i = 0, n = 0; i < sizeof(everything); i++) {
        cr[i] = everything[i] == '\n' ? '\r' : everything[i];
        if (everything[i] == '\n')
            crlf[n++] = '\r';
        crlf[n++] = everything[i];
    }
    assert_int_equal(accepted(crlf)->inputs[1].line, 24);
    assert_int_equal(accepted(cr)->inputs[1].line, 24);
}

/* verifies: SPEC-NAME */
static void identifiers_are_judged(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool good;
    } cases[] = {
        {"x", true},          {"X1", true},           {"a_b", true},       {"epitaxy", true},
        {"m4x", true},        {"int8", true},         {"While", true},     {"a24", true},
        {"y", true},          {"infer", true},        {"", false},         {"1", false},
        {"a-b", false},       {"a b", false},         {"_a", false},       {"while", false},
        {"class", false},     {"xor", false},         {"int8_t", false},   {"NULL", false},
        {"m4", false},        {"m4_x", false},        {"M4_X", false},     {"epi", false},
        {"EPI_x", false},     {"asm", false},         {"\xC3\xA9", false}, {"a\n", false},
        {"abcdefghij", true}, {"abcdefghijk", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bool good = identifier_fault(cases[i].name, 10) == NULL;
        if (good != cases[i].good)
            fail_msg("\"%s\" is %s", cases[i].name, good ? "accepted" : "refused");
    }
}

/* Every word of C17 and of C++20: the emitted header may be included by either. */
static void words_of_c_are_refused(void **state)
{
    (void)state;
    static const char words[] =
        "auto break case char const continue default do double else enum extern float for goto if "
        "inline int long register restrict return short signed sizeof static struct switch typedef "
        "union unsigned void volatile while "
        "alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class "
        "co_await co_return co_yield compl concept consteval constexpr constinit const_cast "
        "decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept "
        "not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires "
        "static_assert static_cast template this thread_local throw true try typeid typename using "
        "virtual wchar_t xor xor_eq ";
    char word[32];
    int length;
    for (const char *p = words; sscanf(p, "%31s%n", word, &length) == 1; p += length)
        if (identifier_fault(word, 32) == NULL)
            fail_msg("\"%s\" is accepted", word);
}

/* The headers in a folder of the runtime: no model has the name of one. */
static size_t headers_refused(const char *folder)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 3 || strcmp(entry->d_name + length - 2, ".h") != 0)
            continue;
        char name[64];
        snprintf(name, sizeof(name), "%.*s", (int)length - 2, entry->d_name);
        if (model_name_fault(name) == NULL)
            fail_msg("%s/%s could be hidden by a model", folder, entry->d_name);
        count++;
    }
    closedir(directory);
    return count;
}

/* A model's name is that of files; names of inputs and layers are not. */
static void models_hide_no_header(void **state)
{
    (void)state;
    static const char *const good[] = {"mathematics", "wind", "my_math", "vectors", "selftest_of"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_null(model_name_fault(good[i]));
    static const char *const bad[] = {"math",       "MATH",      "a_vectors",
                                      "b_selftest", "a_Vectors", "9x",
                                      "int",        "epi_x",     "abcdefghijklmnopqrstuvw"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_non_null(model_name_fault(bad[i]));
    assert_null(identifier_fault("time", SPEC_MAX_LABEL));
    assert_true(headers_refused("runtime/float32") > 15);
    assert_true(headers_refused("runtime/float32/cheaper") > 5);
    assert_true(headers_refused("runtime/control") > 5);
}

/* Round trip */

static char *written(const struct spec *spec)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    spec_write(spec, out);
    fclose(out);
    char *kept = arena_strndup(arena, text, size);
    free(text);
    return kept;
}

static void text_equal(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL)
        assert_string_equal(a, b);
}

static void floats_equal(const float *a, const float *b, size_t count)
{
    if (count > 0)
        assert_memory_equal(a, b, count * sizeof(*a)); /* -0 is not 0 here */
}

/* verifies: SPEC-AVERAGE */
static void averages_weigh_equally(void **state)
{
    (void)state;
    const struct spec *spec = accepted(
        HEAD INPUT "layers:\n" SMALL("u", "inputs", "tanh") SMALL("v", "inputs", "tanh")
            SMALL("w", "inputs", "tanh") "- {name: a, kind: average, from: [u, v, w]}\n" SMALL(
                "s", "inputs", "exp") ETA OUTPUTS);
    const float third = 1.0F / 3.0F;
    assert_int_equal(spec->layers[3].n_in, 3);
    floats_equal(spec->layers[3].weights, (float[]){third, third, third}, 3);
}

static void from_equal(const struct spec_from *a, const struct spec_from *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->width, b->width);
    for (size_t i = 0; i < a->count; i++) {
        text_equal(a->names[i], b->names[i]);
        assert_int_equal(a->sources[i], b->sources[i]);
    }
}

static void input_equal(const struct spec_input *a, const struct spec_input *b)
{
    text_equal(a->name, b->name);
    text_equal(a->unit, b->unit);
    floats_equal(&a->min, &b->min, 1);
    floats_equal(&a->max, &b->max, 1);
    floats_equal(&a->mean, &b->mean, 1);
    floats_equal(&a->scale, &b->scale, 1);
}

static void layer_equal(const struct spec_layer *a, const struct spec_layer *b)
{
    text_equal(a->name, b->name);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->activation, b->activation);
    floats_equal(a->parameters, b->parameters, ACT_PARAMETERS);
    from_equal(&a->from, &b->from);
    assert_int_equal(a->n_in, b->n_in);
    assert_int_equal(a->n_out, b->n_out);
    floats_equal(a->weights, b->weights, a->n_in * a->n_out);
    floats_equal(a->bias, b->bias, a->n_out);
}

static void output_equal(const struct spec_output *a, const struct spec_output *b)
{
    from_equal(&a->from, &b->from);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->n_names, b->n_names);
    assert_int_equal(a->n_offset, b->n_offset);
    assert_int_equal(a->n_scale, b->n_scale);
    assert_int_equal(a->n_floor, b->n_floor);
    for (size_t i = 0; i < a->n_names; i++)
        text_equal(a->names[i], b->names[i]);
    text_equal(a->unit, b->unit);
    floats_equal(a->offset, b->offset, a->offset == NULL ? 0 : a->count);
    floats_equal(a->scale, b->scale, a->scale == NULL ? 0 : a->count);
    floats_equal(a->floor, b->floor, a->floor == NULL ? 0 : a->count);
}

static void pairs_equal(const struct spec_pair *a, size_t n_a, const struct spec_pair *b,
                        size_t n_b)
{
    assert_int_equal(n_a, n_b);
    for (size_t i = 0; i < n_a; i++) {
        text_equal(a[i].key, b[i].key);
        text_equal(a[i].text, b[i].text);
        pairs_equal(a[i].children, a[i].n_children, b[i].children, b[i].n_children);
    }
}

static void spec_equal(const struct spec *a, const struct spec *b)
{
    text_equal(a->name, b->name);
    assert_int_equal(a->n_inputs, b->n_inputs);
    assert_int_equal(a->n_layers, b->n_layers);
    for (size_t i = 0; i < a->n_inputs; i++)
        input_equal(&a->inputs[i], &b->inputs[i]);
    for (size_t i = 0; i < a->n_layers; i++) {
        layer_equal(&a->layers[i], &b->layers[i]);
        assert_int_equal(a->order[i], b->order[i]);
    }
    output_equal(&a->mean, &b->mean);
    output_equal(&a->sigma, &b->sigma);
    output_equal(&a->eta, &b->eta);
    pairs_equal(a->provenance, a->n_provenance, b->provenance, b->n_provenance);
}

static const char *round_trip(const char *text)
{
    const struct spec *first = accepted(text);
    const char *bytes = written(first);
    const struct spec *second = accepted(bytes);
    spec_equal(first, second);
    assert_string_equal(bytes, written(second));
    return bytes;
}

static void written_specs_read_back(void **state)
{
    (void)state;
    round_trip(HEAD INPUT "layers:\n" HEADS OUTPUTS);
    round_trip(HEAD INPUT "layers:\n" HEADS OUTPUTS "provenance: {}\n");
    round_trip(HEAD INPUT "layers:\n" SMALL("h", "inputs", "elu, alpha: 3")
                   SMALL("a", "h", "clip, min: -1.5, max: 0.25")
                       SMALL("s", "inputs", "clip, min: 0, max: 7")
                           SMALL("e", "inputs", "clip, min: 0, max: 1") OUTPUTS);
    round_trip(HEAD "inputs: [{name: \"y\", unit: \"% {a: b}\", min: -0, max: 3.40282347e+38}]\n"
                    "layers:\n" HEADS OUTPUTS);
    /* Eight digits would give each of these numbers another last bit. */
    round_trip(HEAD "inputs: [{name: x, min: -1000.00006, max: 1000.00024, mean: 0.100000024, "
                    "scale: 0.110000014}]\n"
                    "layers:\n" SMALL("h", "inputs", "leaky_relu, slope: 0.100000046")
                        SMALL("a", "h", "clip, min: -1000.00006, max: 1000.00006")
                            SMALL("s", "inputs", "exp") ETA OUTPUTS);
    assert_string_equal(
        round_trip(everything),
        "epigen: 1\n"
        "name: all\n"
        "inputs:\n"
        "  - {name: x, unit: m/s, min: -4, max: 4, mean: 0.5, scale: 2}\n"
        "  - {name: \"y\", min: 0, max: 1000, mean: 0, scale: 1}\n"
        "layers:\n"
        "  - name: eta\n"
        "    kind: dense\n"
        "    from: [h, inputs]\n"
        "    activation: sigmoid\n"
        "    weights:\n"
        "      - [1, 2, 3, 4]\n"
        "    bias: [-0]\n"
        "  - name: mean\n"
        "    kind: dense\n"
        "    from: h\n"
        "    activation: tanh\n"
        "    weights:\n"
        "      - [1, 2]\n"
        "      - [3, 4]\n"
        "    bias: [5, 6]\n"
        "  - name: sigma\n"
        "    kind: dense\n"
        "    from: h\n"
        "    activation: relu\n"
        "    weights:\n"
        "      - [1, 2]\n"
        "      - [3, 4]\n"
        "    bias: [7, 8]\n"
        "  - name: h\n"
        "    kind: dense\n"
        "    from: inputs\n"
        "    activation: leaky_relu\n"
        "    slope: 0.5\n"
        "    weights:\n"
        "      - [1, 0]\n"
        "      - [0, 0.100000001]\n"
        "    bias: [0, 0.00100000005]\n"
        "outputs:\n"
        "  mean: {from: mean, names: [u, v], unit: \"N\", offset: [-1, 2], scale: -3}\n"
        "  sigma: {from: sigma, scale: [1, 2], floor: 0.25}\n"
        "  eta: {from: eta}\n"
        "provenance:\n"
        "  rows: 200\n"
        "  metrics:\n"
        "    rmse: 0.1\n"
        "    nothing: \"\"\n");
}

/* Texts as a spec made in memory could hold them, and how each is written. */
static void texts_are_quoted_when_needed(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"plain", "plain"},
        {"a/b.c-d_e", "a/b.c-d_e"},
        {"", "\"\""},
        {" x ", "\" x \""},
        {"yes", "\"yes\""},
        {"Null", "\"Null\""},
        {"yesterday", "yesterday"},
        {"200", "200"},
        {"-1.5e-3", "-1.5e-3"},
        {"2024-01-31", "\"2024-01-31\""},
        {"0x10", "\"0x10\""},
        {"1234567890123456789012345", "\"1234567890123456789012345\""},
        {"a: b", "\"a: b\""},
        {"a #b", "\"a #b\""},
        {"[a, b]", "\"[a, b]\""},
        {"*a", "\"*a\""},
        {"~", "\"~\""},
        {"\"q\" \\ 'r'", "\"\\\"q\\\" \\\\ 'r'\""},
        {"100 %", "\"100 %\""},
    };
    struct spec *spec = accepted(HEAD INPUT "layers:\n" HEADS OUTPUTS);
    struct spec_pair pair = {.key = "k"};
    spec->provenance = &pair;
    spec->n_provenance = 1;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        pair.text = cases[i][0];
        const char *bytes = written(spec);
        assert_string_equal(strstr(bytes, "provenance:\n  k: ") + 17,
                            arena_printf(arena, "%s\n", cases[i][1]));
        assert_string_equal(accepted(bytes)->provenance[0].text, cases[i][0]);
    }
}

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525U + 1013904223U; }

/* Every float32 reads back from nine digits; this tries as many patterns as a test has time for. */
static void all_bits_survive(void **state)
{
    (void)state;
    uint32_t seed = 1;
    print_message("seed %u\n", (unsigned)seed);
    struct spec *spec = accepted(HEAD INPUT "layers:\n" HEADS OUTPUTS);
    for (size_t round = 0; round < 200; round++) {
        float bias[256];
        for (size_t i = 0; i < 256; i++) {
            uint32_t bits = next_random(&seed);
            uint32_t exponent = (bits >> 23) & 0xFF;
            if (exponent == 0 || exponent == 0xFF)
                bits ^= 0x40000000;
            memcpy(&bias[i], &bits, sizeof(bits));
        }
        spec->mean.offset = bias;
        spec->mean.n_offset = 256;
        spec->inputs[0].min = bias[0];
        spec->inputs[0].max = bias[1];
        spec->inputs[0].mean = bias[2];
        spec->inputs[0].scale = bias[3];
        const char *text = written(spec);
        const struct spec *back = spec_try("f", text, strlen(text), false);
        assert_string_equal(message, "");
        floats_equal(back->mean.offset, bias, 256);
        input_equal(&back->inputs[0], &spec->inputs[0]);
    }
}

static void writing_ignores_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    const char *in_c = round_trip(everything), *found = NULL;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && found == NULL; i++)
        found = setlocale(LC_ALL, names[i]);
    if (found == NULL) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    const char *in_other = round_trip(everything);
    setlocale(LC_ALL, "C");
    assert_string_equal(in_c, in_other);
}

/* Limits: texts too long to keep as files */

struct writer {
    char *text;
    size_t size;
    FILE *out;
};

static FILE *text_begin(struct writer *w)
{
    w->out = open_memstream(&w->text, &w->size);
    return w->out;
}

static struct spec *text_end(struct writer *w)
{
    fclose(w->out);
    struct spec *spec = spec_of("f", w->text, w->size);
    free(w->text);
    return spec;
}

static struct spec *with_inputs(size_t count)
{
    struct writer w;
    FILE *out = text_begin(&w);
    fputs(HEAD "inputs:\n", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "- {name: x%zu, min: 0, max: 1}\n", i);
    for (const char *name = "ase"; *name != '\0'; name++) {
        fprintf(out, "%s- {name: %c, from: inputs, activation: sigmoid, bias: [0], weights: [[",
                *name == 'a' ? "layers:\n" : "", *name);
        for (size_t i = 0; i < count; i++)
            fputs(i == 0 ? "1" : ",1", out);
        fputs("]]}\n", out);
    }
    fputs(OUTPUTS, out);
    return text_end(&w);
}

static struct spec *with_layers(size_t count)
{
    struct writer w;
    FILE *out = text_begin(&w);
    fputs(HEAD INPUT "layers:\n" HEADS, out);
    for (size_t i = 3; i < count; i++)
        fprintf(out, "- {name: h%zu, from: inputs, activation: tanh, weights: [[1]], bias: [0]}\n",
                i);
    fputs("outputs: {mean: {from: [a", out);
    for (size_t i = 3; i < count; i++)
        fprintf(out, ",h%zu", i);
    fputs("]}, sigma: {from: s, floor: 1}, eta: {from: e}}\n", out);
    return text_end(&w);
}

/* One layer of rows * columns weights in front of one that reads it. */
static struct spec *with_weights(size_t rows, size_t columns)
{
    struct writer w;
    FILE *out = text_begin(&w);
    fputs(HEAD INPUT "layers:\n" HEADS "- name: wide\n  from: inputs\n  activation: tanh\n", out);
    fputs("  weights:\n", out);
    for (size_t i = 0; i < rows; i++) {
        fputs("  - [1", out);
        for (size_t k = 1; k < columns; k++)
            fputs(",1", out);
        fputs("]\n", out);
    }
    fputs("  bias: [0", out);
    for (size_t i = 1; i < rows; i++)
        fputs(",0", out);
    fputs("]\n" OUTPUTS, out);
    return text_end(&w);
}

/* verifies: SPEC-LIMITS */
static void limits_are_kept(void **state)
{
    (void)state;
    assert_non_null(with_inputs(SPEC_MAX_INPUTS));
    assert_null(with_inputs(SPEC_MAX_INPUTS + 1));
    assert_string_equal(message, "f:4: inputs has 1024 items, the limit is 1023");
    with_layers(SPEC_MAX_LAYERS); /* fails for another reason: sigma is narrower than the mean */
    assert_string_equal(message, "f:1029: output sigma is 1 wide, expected 1022 as the mean");
    with_layers(SPEC_MAX_LAYERS + 1);
    assert_string_equal(message, "f:5: layers has 1025 items, the limit is 1024");
    with_weights(SPEC_MAX_WIDTH, 1);
    assert_string_equal(message,
                        "f:8: layer \"wide\" is not used, expected it to lead to an output");
    with_weights(SPEC_MAX_WIDTH + 1, 1);
    assert_string_equal(message,
                        "f:12: layer \"wide\": 4097 outputs (rows of weights), the limit is 4096");
    with_weights(1, SPEC_MAX_WIDTH + 1);
    assert_string_equal(message, "f:12: layer \"wide\": row 1 of weights has 4097 items, "
                                 "the limit is 4096");
    assert_null(spec_of("f", "epigen: 1\n", (size_t)SPEC_MAX_BYTES + 1));
    assert_string_equal(message, "f:1: the file has 67108865 bytes, the limit is 67108864");
}

static void width_read_is_limited(void **state)
{
    (void)state;
    struct writer w;
    FILE *out = text_begin(&w);
    fputs(HEAD INPUT "layers:\n" ETA "- {name: w, from: inputs, activation: tanh, weights: [[1]",
          out);
    for (size_t i = 1; i < SPEC_MAX_WIDTH; i++)
        fputs(",[1]", out);
    fputs("], bias: [0", out);
    for (size_t i = 1; i < SPEC_MAX_WIDTH; i++)
        fputs(",0", out);
    fputs("]}\noutputs: {mean: {from: [e, w]}, sigma: {from: e, floor: 1}, eta: {from: e}}\n", out);
    assert_null(text_end(&w));
    assert_string_equal(message, "f:7: output mean reads 4097 numbers, the limit is 4096");
}

static void long_lists_are_cut_in_messages(void **state)
{
    (void)state;
    struct writer w;
    FILE *out = text_begin(&w);
    fputs(HEAD INPUT "layers:\n" HEADS, out);
    for (size_t i = 0; i < 20; i++)
        fprintf(out,
                "- {name: a_rather_long_name_of_layer_%zu, from: a_rather_long_name_of_layer_%zu, "
                "activation: tanh, weights: [[1]], bias: [0]}\n",
                i, (i + 1) % 20);
    fputs(OUTPUTS, out);
    assert_null(text_end(&w));
    assert_non_null(
        strstr(message, "_layer_7 -> a_rather_long_name_of_layer_8 -> ... (each reads"));
    refused(HEAD INPUT "layers:\n" HEADS SMALL("a1", "inputs", "tanh") SMALL("a2", "inputs", "tanh")
                SMALL("a3", "inputs", "tanh") SMALL("a4", "inputs", "tanh")
                    SMALL("a5", "inputs", "tanh") SMALL("a6", "inputs", "tanh")
                        SMALL("a7", "inputs", "tanh") SMALL("a8", "z", "tanh")
                            SMALL("a9", "inputs", "tanh") OUTPUTS,
            "f:15: layer \"a8\" reads \"z\", expected one of inputs, a, s, e, a1, a2, a3, a4, a5, "
            "a6, a7, ...");
}

/* golden/refused: NAME.yaml must end in exactly NAME.err */

#define REFUSED "tests/golden/refused/"

static char *file_text(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        fail_msg("cannot open %s: run from the top of the tree", path);
    char *text = arena_alloc(arena, 1 << 16, 1);
    *size = fread(text, 1, (1 << 16) - 1, in);
    fclose(in);
    return text;
}

/* The bytes are at the end of a block of their own, so that a sanitizer sees reads beyond them. */
static bool golden_holds(const char *name)
{
    size_t size, err_size;
    const char *text = file_text(arena_printf(arena, REFUSED "%s", name), &size);
    const char *err =
        file_text(arena_printf(arena, REFUSED "%.*s.err", (int)strlen(name) - 5, name), &err_size);
    char *exact = malloc(size + (size == 0));
    memcpy(exact, text, size);
    bool accepted_it = spec_of(name, exact, size) != NULL;
    free(exact);
    const char *line = arena_printf(arena, "epigen: %s\n", message);
    if (!accepted_it && strcmp(line, err) == 0)
        return true;
    print_error("%s: expected %s%s: got %s", name, err, name, accepted_it ? "a spec\n" : line);
    return false;
}

static void goldens_are_refused(void **state)
{
    (void)state;
    size_t count = 0, wrong = 0;
    DIR *folder = opendir(REFUSED);
    if (folder == NULL)
        print_error("cannot open %s: run from the top of the tree\n", REFUSED);
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        bool later = strncmp(entry->d_name, "overflow-", 9) == 0; /* refused by bounds_of */
        if (later || length < 6 || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        count++;
        wrong += !golden_holds(entry->d_name);
    }
    if (folder != NULL)
        closedir(folder);
    print_message("%zu specs refused\n", count);
    assert_int_equal(wrong, 0);
    assert_true(count >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_field_is_read, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(outputs_are_expanded, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(sigma_and_eta_may_be_missing, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(parameters_have_defaults, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(layers_are_ordered, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(from_lists_are_concatenated, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(line_ends_do_not_matter, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(identifiers_are_judged, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(words_of_c_are_refused, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(models_hide_no_header, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(averages_weigh_equally, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(written_specs_read_back, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(texts_are_quoted_when_needed, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(all_bits_survive, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(writing_ignores_the_locale, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(limits_are_kept, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(width_read_is_limited, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(long_lists_are_cut_in_messages, arena_setup,
                                        arena_teardown),
        cmocka_unit_test_setup_teardown(goldens_are_refused, arena_setup, arena_teardown),
    };
    return cmocka_run_group_tests_name("spec", tests, NULL, NULL);
}
