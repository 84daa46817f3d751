/* See command.h. getopt_long parses the call; its table is made from the program's table. */
#include "base/command.h"

#include "base/fail.h"
#include "base/version.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 32, FIRST = 256, HELP = FIRST + MAX_OPTIONS, VERSION };

void command_flush(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("standard output: %s", errno == 0 ? "cannot be written" : strerror(errno));
}

static _Noreturn void finish(void)
{
    command_flush();
    exit(EXIT_SUCCESS);
}

/* Makes the tables for getopt_long, which returns FIRST + i for option i of the program's table. */
static void tables_make(const struct command *command, char *letters, struct option *names)
{
    static const int kinds[] = {no_argument, required_argument, optional_argument,
                                required_argument};
    size_t n = 0;
    if (command->count > MAX_OPTIONS)
        fail("internal error: %zu options", command->count);
    for (size_t i = 0; i < command->count; i++) {
        const struct command_option *o = &command->options[i];
        names[i] = (struct option){o->name, kinds[o->value], NULL, FIRST + (int)i};
        if (o->letter == '\0')
            continue;
        letters[n++] = o->letter;
        for (int k = 0; k < kinds[o->value]; k++)
            letters[n++] = ':';
    }
    letters[n] = '\0';
    names[command->count] = (struct option){"help", no_argument, NULL, HELP};
    names[command->count + 1] = (struct option){"version", no_argument, NULL, VERSION};
    names[command->count + 2] = (struct option){NULL, 0, NULL, 0};
}

static const struct command_option *option_find(const struct command *command, int answer)
{
    if (answer >= FIRST && answer < HELP)
        return &command->options[answer - FIRST];
    for (size_t i = 0; i < command->count; i++)
        if (answer != '?' && command->options[i].letter == answer)
            return &command->options[i];
    return NULL;
}

struct operands command_parse(const struct command *command, int argc, char **argv)
{
    char letters[3 * MAX_OPTIONS + 1];
    struct option names[MAX_OPTIONS + 3];
    char name[64]; /* the program's name in getopt's messages */
    char *called = argv[0];
    int answer;
    snprintf(name, sizeof(name), "%s", command->program);
    argv[0] = name;
    fail_program = command->program;
    tables_make(command, letters, names);
    while ((answer = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        const struct command_option *o = option_find(command, answer);
        if (o != NULL) {
            if (o->value == VALUE_ONCE && *o->text != NULL)
                fail_usage("--%s given more than once", o->name);
            *o->text = optarg == NULL ? "" : optarg;
        } else if (answer == HELP) {
            fputs(command->help, stdout);
            finish();
        } else if (answer == VERSION) {
            printf("%s %s\n", command->program, epigen_version);
            finish();
        } else { /* getopt has printed what is wrong */
            fprintf(stderr, "Try '%s --help' for more information.\n", command->program);
            exit(EXIT_USAGE);
        }
    }
    argv[0] = called;
    return (struct operands){argv + optind, (size_t)(argc - optind)};
}

const char *command_operand(const struct operands *operands, const char *what)
{
    if (operands->count == 0)
        fail_usage("no %s given", what);
    if (operands->count > 1)
        fail_usage("more than one %s given", what);
    return operands->text[0];
}

unsigned long command_number(const char *option, const char *text, unsigned long least,
                             unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < least || value > most)
        fail_usage("--%s=%s: expected a whole number from %lu to %lu", option, text, least, most);
    return value;
}
