/* What all fuzz targets share. A refusal must blame the input, in one readable line that begins
   with the name of the file:

       fuzz_begin("fuzz.yaml:");
       if (setjmp(fuzz_refused) == 0)
           what_may_refuse();

   After fuzz_accepted = true any refusal is a fault of the program. */
#ifndef EPIGEN_FUZZING_H
#define EPIGEN_FUZZING_H

#include "base/fail.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static jmp_buf fuzz_refused;
static const char *fuzz_name;
static bool fuzz_accepted;

static inline void expect(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

_Noreturn static inline void refusal_check(int status, const char *message)
{
    bool readable = status == EXIT_INPUT && strncmp(message, fuzz_name, strlen(fuzz_name)) == 0;
    for (const char *p = message; *p != '\0'; p++)
        readable = readable && (unsigned char)*p >= 0x20 && *p != 0x7F; /* names may be UTF-8 */
    /* Ours stands behind file and line; the same words may come from a name in the data. */
    const char *words = readable ? message + strlen(fuzz_name) : message;
    words += strspn(words, ":0123456789 ");
    readable = readable && strncmp(words, "internal error", strlen("internal error")) != 0;
    expect(readable && !fuzz_accepted, message);
    longjmp(fuzz_refused, 1);
}

static inline void fuzz_begin(const char *name)
{
    fuzz_name = name;
    fuzz_accepted = false;
    fail_hook = refusal_check;
}

#endif
