/* The tokens of emitted files: what is a token, and what is refused before it becomes one. */
#include "unit/message.h"
#include "unit/testing.h"
#include "validate/lexer.h"

/* All tokens with a blank between them; a preprocessor line's are in <>, the first ones have ^. */
static const char *tokens(const char *text)
{
    static char seen[1024];
    size_t used = 0;
    seen[0] = '\0';
    struct lexer l = lexer_begin("f.c", text, strlen(text));
    for (; l.token.kind != TOKEN_END; lexer_next(&l))
        used += (size_t)snprintf(seen + used, sizeof(seen) - used, "%s%s%.*s%s ",
                                 l.token.directive ? "<" : "", l.token.first ? "^" : "",
                                 (int)l.token.length, l.token.text, l.token.directive ? ">" : "");
    return seen;
}

static void splitting(void **state)
{
    static const struct {
        const char *text, *seen;
    } cases[] = {
        {"", ""},
        {"a0 = a0 + (-1.5e-05F * in0[3]);", "^a0 = a0 + ( - 1.5e-05F * in0 [ 3 ] ) ; "},
        {"1e+5F 0x1FU .5 1.F 1..2e-", "^1e+5F 0x1FU .5 1.F 1..2e- "},
        {"a---b->c<<=d", "^a -- - b -> c <<= d "},
        {"a /* b\n c */ d\ne", "^a d ^e "},
        {"#if X\ny", "<^#> <if> <X> ^y "},
        /* a comment does not end the preprocessor's line, and a # inside of a line is none */
        {"#define N 3 /*\n*/ + 1\nz", "<^#> <define> <N> <3> <+> <1> ^z "},
        {"/* a */ # define\n", "<^#> <define> "},
        {"x # y", "^x # y "},
        {"#include <stdint.h>\n#include \"m.h\"\n",
         "<^#> <include> <<stdint.h>> <^#> <include> <\"m.h\"> "},
        {"include <a> b", "^include < a > b "},
        {"/*@ \\valid(x) */ a", "^a "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(tokens(cases[i].text), cases[i].seen);
}

static const char *tokens_message(const char *text)
{
    message_expect();
    if (setjmp(message_leave) == 0)
        (void)tokens(text);
    message_ignore();
    return message;
}

static void refusals(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a\n\\\nb", "f.c:2: backslash at the end of a line"},
        {"a\n/* \\\n */", "f.c:2: backslash at the end of a line"},
        {"/* \\  \n */", "f.c:1: backslash at the end of a line"},
        {"/* \\", "f.c:1: backslash at the end of a line"},
        {"a \\u0041", "f.c:1: character '\\' has no place"},
        {"/* ?\?/ */", "f.c:1: two question marks"},
        {"a ?\?= b", "f.c:1: two question marks"},
        {"a ? b : c", "f.c:1: character '?' has no place"},
        {"a <: b", "f.c:1: character ':' has no place"},
        {"%: define", "f.c:1: character '%' has no place"},
        {"'a'", "f.c:1: character ''' has no place"},
        {"a // b", "f.c:1: a // comment"},
        {"a /* b /* c */", "f.c:1: a comment begins inside the comment of line 1"},
        {"a\n/* b\n", "f.c:2: a comment that does not end"},
        {"a /*/", "f.c:1: a comment that does not end"},
        {"a\tb", "f.c:1: byte 0x09"},
        {"a\r\nb", "f.c:1: byte 0x0D"},
        {"/* \xc3\xa4 */", "f.c:1: byte 0xC3"},
        {"\"a\nb\"", "f.c:1: a string that does not end"},
        {"\"a\\\"b\"", "f.c:1: a string that does not end"},
        {"#include <a\n>", "f.c:1: a string that does not end"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strncmp(tokens_message(cases[i].text), cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s: %s", cases[i].text, message);
}

/* A byte of zero is not the end of the text. */
static void zero_byte(void **state)
{
    (void)state;
    message_expect();
    if (setjmp(message_leave) == 0) {
        struct lexer l = lexer_begin("f.c", "a\0b", 3);
        lexer_next(&l);
    }
    message_ignore();
    assert_string_equal(message, "f.c:1: byte 0x00, expected printable ASCII");
}

enum form { INDEX, BITS, FLOAT };

static double number_read(const char *text, enum form form)
{
    struct lexer l = lexer_begin("f.c", text, strlen(text));
    double value = form == INDEX  ? (double)lexer_index(&l)
                   : form == BITS ? (double)lexer_bits(&l)
                                  : (double)lexer_float(&l);
    lexer_expect(&l, ";");
    return value;
}

static const char *number_message(const char *text, enum form form)
{
    message_expect();
    if (setjmp(message_leave) == 0)
        (void)number_read(text, form);
    message_ignore();
    return message;
}

static void numbers(void **state)
{
    static const struct {
        const char *text;
        enum form form;
        double value;
    } cases[] = {
        {"0;", INDEX, 0},
        {"4095;", INDEX, 4095},
        {"0x3F800000U;", BITS, 0x3F800000},
        {"0xFFFFFFFFU;", BITS, 0xFFFFFFFF},
        {"0.5F;", FLOAT, 0.5},
        {"-1.25e-05F;", FLOAT, (double)-1.25e-05F},
        {"1e+10F;", FLOAT, (double)1e10F},
        {"0.100000001F;", FLOAT, (double)0.1F},
        {"3.40282347e+38F;", FLOAT, (double)3.40282347e+38F},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_true(number_read(cases[i].text, cases[i].form) == cases[i].value);
}

static void numbers_refused(void **state)
{
    static const struct {
        const char *text;
        enum form form;
    } cases[] = {
        {"010;", INDEX},
        {"1U;", INDEX},
        {"0x1;", INDEX},
        {"-1;", INDEX},
        {"1e3;", INDEX},
        {"100000000;", INDEX},
        {"a;", INDEX},
        {"0x3F80U;", BITS},
        {"0U;", BITS},
        {"0x3f800000U;", BITS},
        {"0x3F800000;", BITS},
        {"0x3F800000UL;", BITS},
        {"0.5;", FLOAT},
        {"0.5f;", FLOAT},
        {"1F;", FLOAT},
        {"1.F;", FLOAT},
        {".5F;", FLOAT},
        {"0x1p0F;", FLOAT},
        {"0.5L;", FLOAT},
        {"0.5FF;", FLOAT},
        {"+0.5F;", FLOAT},
        {"--0.5F;", FLOAT},
        {"1e5F;", FLOAT},
        {"1.5e+F;", FLOAT},
        {"1.5.5F;", FLOAT},
        {"infF;", FLOAT},
        {"0.00000000000000000000000000000000000000000000001F;", FLOAT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strstr(number_message(cases[i].text, cases[i].form), "expected") == NULL)
            fail_msg("accepted: %s", cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitting), cmocka_unit_test(refusals),        cmocka_unit_test(zero_byte),
        cmocka_unit_test(numbers),   cmocka_unit_test(numbers_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
