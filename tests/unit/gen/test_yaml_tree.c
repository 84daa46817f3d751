/* The YAML tree: nodes have the right shape and lines, refusals the right words, numbers the right
   bits. Trees are compared as text: [list], {key=value}, 'quoted', plain. */
#include "spec/yaml_tree.h"
#include "unit/message.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
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

/* Reads from a block that ends with the text, so that a sanitizer sees reads beyond it. */
static struct yaml_node *tree_of(const char *text, size_t size)
{
    char *bytes = malloc(size + (size == 0));
    memcpy(bytes, text, size);
    struct yaml_node *volatile tree = NULL;
    message_expect();
    if (setjmp(message_leave) == 0)
        tree = yaml_tree_read(arena, "f", bytes, size);
    free(bytes);
    return tree;
}

static void node_dump(FILE *out, const struct yaml_node *node)
{
    if (node->kind == YAML_KIND_SCALAR)
        fprintf(out, node->quoted ? "'%s'" : "%s", node->u.text);
    if (node->kind == YAML_KIND_LIST)
        for (size_t i = 0; i < node->count; i++) {
            fputc(i == 0 ? '[' : ' ', out);
            node_dump(out, &node->u.items[i]);
        }
    if (node->kind == YAML_KIND_MAP)
        for (size_t i = 0; i < node->count; i++) {
            fputc(i == 0 ? '{' : ' ', out);
            node_dump(out, &node->u.items[2 * i]);
            fputc('=', out);
            node_dump(out, &node->u.items[2 * i + 1]);
        }
    if (node->kind != YAML_KIND_SCALAR)
        fputs(node->count == 0 ? (node->kind == YAML_KIND_LIST ? "[]" : "{}")
                               : (node->kind == YAML_KIND_LIST ? "]" : "}"),
              out);
}

static void trees_have_their_shape(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a", "a"},
        {"---\na\n...\n", "a"},
        {"\xEF\xBB\xBF"
         "a: b",
         "{a=b}"},
        {"\"a b\"", "'a b'"},
        {"'a'", "'a'"},
        {"|\n a\n", "'a\n'"},
        {"[]", "[]"},
        {"{}", "{}"},
        {"[1, [2, 3], {a: 4}]", "[1 [2 3] {a=4}]"},
        {"a: 1\nb:\n  - c\n  - {d: e}\n", "{a=1 b=[c {d=e}]}"},
        {"a: 1\r\nb: 2\r\n", "{a=1 b=2}"},
        {"a: 1\rb: 2\r", "{a=1 b=2}"},
        {"a:\nb: ~\n", "{a= b=~}"},
        {"? a\n: b\n", "{a=b}"},
        {"a: b # c\n", "{a=b}"},
        {"[[[[[[[[8]]]]]]]]", "[[[[[[[[8]]]]]]]]"},
        {"{\"a\": 1, 'b': 2}", "{'a'=1 'b'=2}"},
        {"{a: {a: {a: 1}}}", "{a={a={a=1}}}"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct yaml_node *tree = tree_of(cases[i][0], strlen(cases[i][0]));
        assert_string_equal(message, "");
        char dump[256] = "";
        FILE *out = fmemopen(dump, sizeof(dump), "w");
        node_dump(out, tree);
        fclose(out);
        assert_string_equal(dump, cases[i][1]);
    }
}

static void nodes_have_their_line(void **state)
{
    (void)state;
    static const char text[] = "# comment\na: 1\nb:\n  - x\n  - [y,\n     z]\nc: {d: e,\n  f: g}\n";
    const struct yaml_node *tree = tree_of(text, strlen(text));
    const struct yaml_node *b = yaml_find(tree, "b"), *c = yaml_find(tree, "c");
    assert_int_equal(tree->line, 2);
    assert_int_equal(yaml_find(tree, "a")->line, 2);
    assert_int_equal(b->line, 4);
    assert_int_equal(b->u.items[1].line, 5);
    assert_int_equal(b->u.items[1].u.items[1].line, 6);
    assert_int_equal(c->line, 7);
    assert_int_equal(yaml_find(c, "f")->line, 8);
    assert_null(yaml_find(c, "g"));
}

/* verifies: SPEC-REFUSE */
static void faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size; /* 0: to the end of the text */
        const char *message;
    } cases[] = {
        {"", 0, "f:1: the file is empty, expected a YAML document"},
        {"# a\n", 0, "f:1: the file is empty, expected a YAML document"},
        {"a\0b", 3, "f:1: byte 2: control characters are not allowed, expected UTF-8 text"},
        {"a: b\nc: \xFF\n", 0, "f:2: byte 9: invalid leading UTF-8 octet, expected UTF-8 text"},
        {"\xEF\xBB\xBF"
         "a: b\r\nc: d\re: \xC3",
         0, "f:3: byte 18: incomplete UTF-8 octet sequence, expected UTF-8 text"},
        {"[a, b", 0,
         "f:2: not valid YAML: did not find expected ',' or ']' "
         "(while parsing a flow sequence, begun on line 1)"},
        {"[a: b: c]", 0,
         "f:1: not valid YAML: did not find expected ',' or ']' (while parsing a flow sequence)"},
        {"[a,\n b}\n", 0,
         "f:2: not valid YAML: did not find expected ',' or ']' "
         "(while parsing a flow sequence, begun on line 1)"},
        {"a\n---\nb\n", 0, "f:2: a second document begins, expected only one"},
        {"- &x a\n- *x\n", 0, "f:1: anchor \"&x\" found, expected values written out in full"},
        {"- a\n- *x\n", 0, "f:2: alias \"*x\" found, expected values written out in full"},
        {"- &l [a]\n", 0, "f:1: anchor \"&l\" found, expected values written out in full"},
        {"a: !t b\n", 0, "f:1: tag \"!t\" found, expected values without tags"},
        {"a: !t {b: c}\n", 0, "f:1: tag \"!t\" found, expected values without tags"},
        {"a: 1\nb: 2\na: 3\n", 0, "f:3: key \"a\" is repeated, expected it once: see line 1"},
        {"{[a]: b}", 0, "f:1: a map's key is a list, expected text"},
        {"{{a: b}: c}", 0, "f:1: a map's key is a map, expected text"},
        {"\"a\\0b\"", 0, "f:1: text \"a\" holds a NUL character, expected none"},
        {"[[[[[[[[[9]]]]]]]]]", 0, "f:1: lists and maps are nested deeper than the limit of 8"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t size = cases[i].size > 0 ? cases[i].size : strlen(cases[i].text);
        assert_null(tree_of(cases[i].text, size));
        assert_string_equal(message, cases[i].message);
    }
}

/* count times the same text between an opening and a closing one. */
static struct yaml_node *repeated_tree(const char *first, const char *item, size_t count,
                                       const char *last)
{
    size_t size = strlen(first) + count * (strlen(item) + 8) + strlen(last) + 1, used;
    char *text = malloc(size);
    used = (size_t)snprintf(text, size, "%s", first);
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, item, i);
    used += (size_t)snprintf(text + used, size - used, "%s", last);
    struct yaml_node *tree = tree_of(text, used);
    free(text);
    return tree;
}

static void limits_are_kept(void **state)
{
    (void)state;
    assert_non_null(repeated_tree("", "k%zu: 1\n", YAML_MAX_KEYS, ""));
    assert_null(repeated_tree("", "k%zu: 1\n", YAML_MAX_KEYS + 1, ""));
    assert_string_equal(message, "f:257: a map has more than 256 keys, the limit is 256");
    assert_int_equal(repeated_tree("[", "%zu,", 100000, "]")->count, 100000);
}

/* verifies: SPEC-NUMBER */
static void numbers_have_their_bits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t bits;
    } cases[] = {
        {"0", 0},
        {"-0", 0x80000000},
        {"+0.000", 0},
        {"0e9999", 0},
        {"-0.0e-99", 0x80000000},
        {"1", 0x3F800000},
        {"+1", 0x3F800000},
        {"1.", 0x3F800000},
        {"-1.5", 0xBFC00000},
        {"1e0", 0x3F800000},
        {"1E+0", 0x3F800000},
        {"100e-02", 0x3F800000},
        {"0.1", 0x3DCCCCCD},
        {"0.100000001", 0x3DCCCCCD},
        {"16777217", 0x4B800000},            /* half way: to even */
        {"16777217.0000000001", 0x4B800001}, /* rounded once, not first to double */
        {"1.00000017881393432617187499", 0x3F800001},
        {"1.00000017881393432617187500", 0x3F800002},
        {"1.00000017881393432617187501", 0x3F800002},
        {"3.40282347e+38", 0x7F7FFFFF},
        {"3.4028235677973366e38", 0x7F7FFFFF}, /* the last that does not round to infinity */
        {"1.17549435e-38", 0x00800000},
        {"-1.17549435e-38", 0x80800000},
    };
    const struct yaml_scope scope = {"f", ""};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct yaml_node node = {.u.text = cases[i].text, .count = 1, .line = 1};
        float value = yaml_number(&scope, &node, "x");
        uint32_t bits;
        memcpy(&bits, &value, sizeof(bits));
        assert_int_equal(bits, cases[i].bits);
    }
}

static void check_refused(const char *text, bool quoted, const char *expected)
{
    const struct yaml_scope scope = {"f", "here: "};
    struct yaml_node node = {
        .u.text = text, .count = (uint32_t)strlen(text), .line = 7, .quoted = quoted};
    message_expect();
    if (setjmp(message_leave) == 0)
        yaml_number(&scope, &node, "x");
    char whole[256];
    snprintf(whole, sizeof(whole), "f:7: here: x: \"%s\" %s", text, expected);
    assert_string_equal(message, whole);
}

static void other_numbers_are_refused(void **state)
{
    (void)state;
    static const char *const not_numbers[] = {
        "x",     "-",    "+",   ".",     ".5",   "-.5",  "1e",   "1e+",  "e1",   "0x1",
        "0x1p3", "0b1",  "0o7", "1_000", "1,5",  "1 2",  "1f",   "1.5F", "1..2", "--1",
        "+-1",   "true", "~",   "null",  "1:30", "nano", "1e5x", "NaN1",
    };
    for (size_t i = 0; i < sizeof(not_numbers) / sizeof(not_numbers[0]); i++)
        check_refused(not_numbers[i], false, "is not a number, expected one such as -0.25 or 1e-3");
    static const char *const not_finite[] = {"nan", "NaN",   ".nan",  ".NAN",     "-nan",
                                             "inf", "-.inf", "+.Inf", "Infinity", "-INF"};
    for (size_t i = 0; i < sizeof(not_finite) / sizeof(not_finite[0]); i++)
        check_refused(not_finite[i], false, "is not finite, expected a finite number");
    static const char *const too_large[] = {"1e39", "-1e39", "3.4028235677973367e38", "1e99999"};
    for (size_t i = 0; i < sizeof(too_large) / sizeof(too_large[0]); i++)
        check_refused(too_large[i], false,
                      "is beyond float32, expected at most 3.40282347e+38 in magnitude");
    static const char *const too_small[] = {"1e-38", "-1e-45", "1e-99999", "1.1754942e-38",
                                            "0.0000000000000000000000000000000000000001"};
    for (size_t i = 0; i < sizeof(too_small) / sizeof(too_small[0]); i++)
        check_refused(too_small[i], false,
                      "is too small, expected 0 or at least 1.17549435e-38 in magnitude");
    check_refused("1", true, "is quoted text, expected a number without quotes");
}

static void leading_zeros_are_refused(void **state)
{
    (void)state;
    static const char *const cases[] = {"00", "-01", "010", "007.5", "00e1"};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_refused(cases[i], false, "has a leading zero, expected a decimal number without one");
}

/* The reader ignores locales with a decimal comma (1,5). Without such a locale the test is skipped.
 */
static void numbers_ignore_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && found == NULL; i++)
        found = setlocale(LC_ALL, names[i]);
    if (found == NULL) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    const struct yaml_scope scope = {"f", ""};
    struct yaml_node node = {.u.text = "1.5", .count = 3, .line = 1};
    float value = yaml_number(&scope, &node, "x");
    char local[8];
    snprintf(local, sizeof(local), "%.1f", 1.5);
    setlocale(LC_ALL, "C");
    assert_string_equal(local, "1,5"); /* the locale was really in force, and is again */
    assert_true(value == 1.5F);
}

static void excerpts_are_printable(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"a b", "a b"},
        {"a\nb\x1B[2J", "a?b?[2J"},
        {"gr\xC3\xB6\xC3\x9F"
         "e",
         "gr??e"},
        {"0123456789012345678901234567890123456789abcd",
         "0123456789012345678901234567890123456789abcd"},
        {"0123456789012345678901234567890123456789abcde",
         "0123456789012345678901234567890123456789abcd..."},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(yaml_excerpt(cases[i][0]).text, cases[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(trees_have_their_shape, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(nodes_have_their_line, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(faults_are_named, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(limits_are_kept, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(numbers_have_their_bits, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(other_numbers_are_refused, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(leading_zeros_are_refused, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(numbers_ignore_the_locale, arena_setup, arena_teardown),
        cmocka_unit_test_setup_teardown(excerpts_are_printable, arena_setup, arena_teardown),
    };
    return cmocka_run_group_tests_name("yaml_tree", tests, NULL, NULL);
}
