/* Errors caught instead of ending the test:

       message_expect();
       if (setjmp(message_leave) == 0)
           what_may_fail();
       assert_string_equal(message, "file:1: what was expected"); // "": it went well

   From message_expect to message_ignore every error comes here. */
#ifndef EPIGEN_TESTS_MESSAGE_H
#define EPIGEN_TESTS_MESSAGE_H

#include "base/fail.h"

#include <setjmp.h>
#include <stdio.h>

static jmp_buf message_leave;
static char message[2048];

/* Notes the message. A status other than that of a faulty input is written in front of it. */
static inline _Noreturn void message_catch(int status, const char *text)
{
    snprintf(message, sizeof(message), "%s%s", status == EXIT_INPUT ? "" : "wrong status: ", text);
    longjmp(message_leave, 1);
}

static inline void message_expect(void)
{
    message[0] = '\0';
    fail_hook = message_catch;
}

static inline void message_ignore(void) { fail_hook = NULL; }

#endif
