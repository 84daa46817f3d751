/* See fail.h. */
#include "fail.h"

#include <stdio.h>
#include <stdlib.h>

const char *fail_program = "epigen";
void (*fail_hook)(int status, const char *message) = NULL;
void (*fail_cleanup)(void) = NULL;

static _Noreturn void finish(int status, const char *message)
{
    if (fail_hook != NULL)
        fail_hook(status, message);
    fprintf(stderr, "%s: %s\n", fail_program, message);
    if (status == EXIT_USAGE)
        fprintf(stderr, "Try '%s --help' for more information.\n", fail_program);
    if (fail_cleanup != NULL)
        fail_cleanup();
    exit(status);
}

_Noreturn void fail(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    finish(EXIT_INPUT, text);
}

_Noreturn void fail_at(const char *file, int line, const char *format, ...)
{
    char what[1024], text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    snprintf(text, sizeof(text), "%s:%d: %s", file, line, what);
    finish(EXIT_INPUT, text);
}

_Noreturn void fail_usage(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    finish(EXIT_USAGE, text);
}
