/* The command line and child processes: what is refused and with which status, what a message may
 * hold. */
#include "base/child.h"
#include "base/command.h"
#include "unit/message.h"

#include <getopt.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *once, *many, *maybe;

static const char *operand;

static void parse(int argc, char **argv)
{
    const struct command_option table[] = {
        {'o', "once", VALUE_ONCE, &once},
        {'m', "many", VALUE_REQUIRED, &many},
        {'\0', "maybe", VALUE_OPTIONAL, &maybe},
    };
    const struct command command = {"program", "", table, 3};
    struct operands operands = command_parse(&command, argc, argv);
    operand = command_operand(&operands, "file");
}

/* What the command line "program WORDS..." is answered; its operand is in `operand`. */
static const char *answer(const char *const words[])
{
    static char copies[8][32] = {"program"}, *argv[8] = {copies[0]};
    static int argc;
    for (argc = 1; words[argc - 1] != NULL; argc++) {
        snprintf(copies[argc], sizeof(copies[argc]), "%s", words[argc - 1]);
        argv[argc] = copies[argc];
    }
    once = many = maybe = operand = NULL;
    optind = 0; /* getopt_long begins anew */
    message_expect();
    if (setjmp(message_leave) == 0)
        parse(argc, argv);
    message_ignore();
    return message;
}
#define ANSWER(...) answer((const char *const[]){__VA_ARGS__, NULL})

static void options_are_read(void **state)
{
    (void)state;
    assert_string_equal(ANSWER("-o", "1", "file", "--maybe"), "");
    assert_string_equal(operand, "file");
    assert_string_equal(once, "1");
    assert_string_equal(maybe, "");
    assert_null(many);
    assert_string_equal(ANSWER("-m1", "--many=2", "--maybe=x", "file"), "");
    assert_string_equal(many, "2");
    assert_string_equal(maybe, "x");
}

static void calls_are_refused(void **state)
{
    (void)state;
    assert_string_equal(ANSWER("--once=1", "-o2", "file"),
                        "wrong status: --once given more than once");
    assert_string_equal(ANSWER("-m1"), "wrong status: no file given");
    assert_string_equal(ANSWER("a", "b"), "wrong status: more than one file given");
}

static const char *number_answer(const char *text, unsigned long *number)
{
    message_expect();
    if (setjmp(message_leave) == 0)
        *number = command_number("n", text, 4, 16);
    message_ignore();
    return message;
}

static void numbers_have_limits(void **state)
{
    (void)state;
    static const char *const refused[] = {"3",  "17", "",   "+5",  "-5",
                                          " 5", "5 ", "5x", "0x5", "99999999999999999999"};
    unsigned long number = 0;
    assert_string_equal(number_answer("4", &number), "");
    assert_int_equal(number, 4);
    assert_string_equal(number_answer("16", &number), "");
    assert_int_equal(number, 16);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        char expected[128];
        snprintf(expected, sizeof(expected),
                 "wrong status: --n=%s: expected a whole number from 4 to 16", refused[i]);
        assert_string_equal(number_answer(refused[i], &number), expected);
    }
}

/* What is quoted from a file says nothing to a terminal. */
static void messages_are_one_line(void **state)
{
    (void)state;
    message_expect();
    if (setjmp(message_leave) == 0)
        (fail)("column \"%s\"", "a\x1B\x01\x1F\x7F\n b\xC3\xA9");
    message_ignore();
    assert_string_equal(message, "column \"a????? b\xC3\xA9\"");
}

static int shell_status(const char *command)
{
    char text[64];
    snprintf(text, sizeof(text), "%s", command);
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, text, NULL};
    const struct child child = {argv, NULL, NULL, NULL, NULL};
    return child_run(&child);
}

static void children_end(void **state)
{
    (void)state;
    assert_int_equal(shell_status("exit 0"), 0);
    assert_int_equal(shell_status("exit 3"), 3);
    assert_int_equal(shell_status("kill -KILL $$"), -1);
}

static void child_is_missing(void **state)
{
    (void)state;
    char *argv[] = {(char[]){"no-such-program"}, NULL};
    const struct child child = {argv, NULL, NULL, NULL, NULL};
    message_expect();
    if (setjmp(message_leave) == 0)
        child_run(&child);
    message_ignore();
    assert_string_equal(message, "cannot run no-such-program: is it installed?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read),    cmocka_unit_test(calls_are_refused),
        cmocka_unit_test(numbers_have_limits), cmocka_unit_test(messages_are_one_line),
        cmocka_unit_test(children_end),        cmocka_unit_test(child_is_missing),
    };
    return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
