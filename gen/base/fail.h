/* Errors of the host programs: the first one ends the run with `program: file:line: what` on
   standard error. Exit status 1 means that the input is at fault, 2 that the call is. */
#ifndef EPIGEN_FAIL_H
#define EPIGEN_FAIL_H

#include <stdarg.h>
#include <stdio.h>

enum { EXIT_INPUT = 1, EXIT_USAGE = 2 };

/* The name in front of every message; main sets it. */
extern const char *fail_program;

/* Called with the complete message (no newline) instead of printing and exiting. It must not
   return: tests and fuzz harnesses leave it by longjmp. NULL, the default, prints and exits. */
extern void (*fail_hook)(int status, const char *message);

/* Runs a function, and returns NULL; or, where it failed, the message, which the next call
   overwrites. What a function that failed has allocated is not freed. */
const char *fail_catch(void (*run)(void *context), void *context);

/* Called before the default handler exits, to remove temporary files. NULL: nothing to do. */
extern void (*fail_cleanup)(void);

/* Called with the message before the default handler exits. NULL: nobody else wants it. */
extern void (*fail_report)(int status, const char *message);

_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void fail_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints one line, `program: file: warning: what`, and returns. */
void warning_print(FILE *err, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
