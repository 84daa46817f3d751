/* The command line of every program here, by GNU conventions: long options, --help, --version, a
   message and exit status 2 when the call is at fault. A program is a table of options, each with
   the place where its text goes; what the text means is the program's business. */
#ifndef EPIGEN_COMMAND_H
#define EPIGEN_COMMAND_H

#include <stddef.h>

/* VALUE_ONCE: required, and a second one is refused where the last would win. */
enum command_value { VALUE_NONE, VALUE_REQUIRED, VALUE_OPTIONAL, VALUE_ONCE };

/* In the order in which a table of them reads well. */
/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct command_option {
    char letter; /* '\0': only the long name */
    const char *name;
    enum command_value value;
    const char **text; /* what was given; "" for an option without a value; else left alone */
};

struct command {
    const char *program;
    const char *help;
    const struct command_option *options;
    size_t count;
};

struct operands {
    char **text;
    size_t count;
};

/* Fills the texts of the options and returns what remains. Answers --help and --version itself. */
struct operands command_parse(const struct command *command, int argc, char **argv);

/* The one operand of a program that takes one; `what` names it: "spec". */
const char *command_operand(const struct operands *operands, const char *what);

/* A whole number from least to most, or a message that names the option. */
unsigned long command_number(const char *option, const char *text, unsigned long least,
                             unsigned long most);

/* Flushes standard output, and fails when not everything could be written. */
void command_flush(void);

#endif
