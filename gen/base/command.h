/* The command line of every program, by GNU conventions: long options, --help, --version, a message
   and exit status 2 when the call is at fault. A program gives a table of options, each with a
   pointer that gets the option's text. The program itself interprets that text. */
#ifndef EPIGEN_COMMAND_H
#define EPIGEN_COMMAND_H

#include <stddef.h>

/* Of an option given twice the last one wins; VALUE_ONCE is VALUE_REQUIRED that refuses a second.
 */
enum command_value { VALUE_NONE, VALUE_REQUIRED, VALUE_OPTIONAL, VALUE_ONCE };

/* The order of the members is that in which a table of options reads well. */
/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct command_option {
    char letter; /* '\0': the option has only a long name */
    const char *name;
    enum command_value value;
    const char **text; /* gets the value, or "" for an option without one; unchanged if not given */
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

/* Fills the texts of the options and returns the operands. Answers --help and --version itself. */
struct operands command_parse(const struct command *command, int argc, char **argv);

/* The one operand of a program that takes one; `what` names it: "spec". */
const char *command_operand(const struct operands *operands, const char *what);

/* The text as a whole number from least to most. Any other text ends through fail_usage with the
   option's name. */
unsigned long command_number(const char *option, const char *text, unsigned long least,
                             unsigned long most);

/* Flushes standard output, and fails when not everything could be written. */
void command_flush(void);

#endif
