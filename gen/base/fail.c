/* See fail.h. */
#include "base/fail.h"

#include <setjmp.h>
#include <stdlib.h>

enum { MOST_TEXT = 2048 };

const char *fail_program = "epigen";
void (*fail_hook)(int status, const char *message) = NULL;
void (*fail_cleanup)(void) = NULL;
void (*fail_report)(int status, const char *message) = NULL;

static _Noreturn void finish(int status, const char *message)
{
    if (fail_hook != NULL)
        fail_hook(status, message);
    fprintf(stderr, "%s: %s\n", fail_program, message);
    if (status == EXIT_USAGE)
        fprintf(stderr, "Try '%s --help' for more information.\n", fail_program);
    if (fail_report != NULL)
        fail_report(status, message);
    if (fail_cleanup != NULL)
        fail_cleanup();
    exit(status);
}

/* --- failures that a caller catches ----------------------------------------------------------- */

static struct {
    jmp_buf *back; /* to the call of fail_catch that is innermost */
    char message[MOST_TEXT];
} caught;

static _Noreturn void failure_keep(int status, const char *message)
{
    (void)status;
    snprintf(caught.message, sizeof(caught.message), "%s", message);
    longjmp(*caught.back, 1);
}

const char *fail_catch(void (*run)(void *context), void *context)
{
    void (*const hook)(int status, const char *message) = fail_hook;
    jmp_buf *const outer = caught.back;
    jmp_buf back;
    const char *volatile message = caught.message;
    caught.back = &back;
    fail_hook = failure_keep;
    if (setjmp(back) == 0) {
        run(context);
        message = NULL;
    }
    fail_hook = hook;
    caught.back = outer;
    return message;
}

/* --- messages --------------------------------------------------------------------------------- */

/* Replaces control characters. A message may quote a file, such as the name of a column: it must
   stay on one line and must not control the terminal. */
static void controls_replace(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            *text = '?';
}

static _Noreturn void finish_with(int status, const char *place, const char *format, va_list args)
{
    char text[MOST_TEXT];
    int length = snprintf(text, sizeof(text), "%s", place);
    vsnprintf(text + length, sizeof(text) - (size_t)length, format, args);
    controls_replace(text);
    finish(status, text);
}

_Noreturn void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finish_with(EXIT_INPUT, "", format, args);
}

_Noreturn void fail_at(const char *file, int line, const char *format, ...)
{
    char place[1024];
    va_list args;
    snprintf(place, sizeof(place), "%.1000s:%d: ", file, line);
    va_start(args, format);
    finish_with(EXIT_INPUT, place, format, args);
}

_Noreturn void fail_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finish_with(EXIT_USAGE, "", format, args);
}

void warning_print(FILE *err, const char *file, const char *format, ...)
{
    va_list args;
    fprintf(err, "%s: %s: warning: ", fail_program, file);
    va_start(args, format);
    vfprintf(err, format, args);
    va_end(args);
    fputc('\n', err);
}
