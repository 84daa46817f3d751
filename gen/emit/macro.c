/* See macro.h. m4 gets its input from one temporary file and writes to another: no pipe can
   fill up, and nothing is visible to the user before all has gone well. Kernels are pasted by
   m4 unexpanded and say epi_tanh where the emitted file must say model_tanh, as templates do:
   that renaming happens here, once, for all. */
#include "emit/macro.h"

#include "base/child.h"
#include "base/fail.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static FILE *temporary(void)
{
    FILE *file = tmpfile();
    if (file == NULL)
        fail("cannot make a temporary file");
    return file;
}

/* m4 looks into its current directory before it looks anywhere else: it is made to run among the
   templates, so that no file of the user's can stand in for one of ours. */
static void m4_run(struct arena *arena, const struct data_dirs *dirs, FILE *in, FILE *out)
{
    /* -P: builtins are called m4_...; -E twice: a warning ends the run. */
    char *argv[] = {(char[]){"m4"},
                    (char[]){"-P"},
                    (char[]){"-E"},
                    (char[]){"-E"},
                    arena_printf(arena, "-I%s", dirs->kernels),
                    arena_printf(arena, "-I%s/cheaper", dirs->kernels),
                    arena_printf(arena, "-I%s/tables", dirs->kernels),
                    (char[]){"-"},
                    NULL};
    struct child m4 = {argv, in, out, NULL, dirs->templates};
    if (child_run(&m4) != 0)
        fail("m4 failed on the templates in %s", dirs->templates);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A misspelt macro would pass through m4 in silence. */
static void leftover_refuse(const char *name)
{
    if ((*name == 'E' || *name == 'm') && (starts(name, "EPI_") || starts(name, "m4_"))) {
        int length = 0;
        while (in_name(name[length]))
            length++;
        fail("internal error: macro %.*s was not expanded", length, name);
    }
}

/* Copies text with epi_ replaced by prefix_ at the start of names: what lies between two of them in
   one piece, for large files. */
static void names_rename(const char *text, const char *prefix, FILE *out)
{
    bool in_word = false; /* a name or a number, which are not looked into */
    const char *piece = text, *c = text;
    for (; *c != '\0'; c++) {
        if (!in_word) {
            leftover_refuse(c);
            if (*c == 'e' && starts(c, "epi_")) {
                fwrite(piece, 1, (size_t)(c - piece), out);
                fputs(prefix, out);
                c += strlen("epi");
                piece = c;
            }
        }
        in_word = in_name(*c);
    }
    fwrite(piece, 1, (size_t)(c - piece), out);
}

static char *file_text(struct arena *arena, FILE *file)
{
    long size = -1;
    if (fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0)
        fail("cannot read a temporary file");
    char *text = arena_alloc(arena, (size_t)size + 1, 1);
    rewind(file);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        fail("cannot read a temporary file");
    return text;
}

char *macro_expand(struct arena *arena, const struct data_dirs *dirs, const char *prefix,
                   FILE *calls, size_t *size)
{
    FILE *expanded = temporary();
    if (fflush(calls) != 0 || fseek(calls, 0, SEEK_SET) != 0)
        fail("cannot write a temporary file");
    m4_run(arena, dirs, calls, expanded);
    const char *text = file_text(arena, expanded);
    fclose(expanded);

    char *renamed = NULL;
    FILE *memory = open_memstream(&renamed, size);
    if (memory == NULL)
        fail("out of memory");
    names_rename(text, prefix, memory);
    if (fclose(memory) != 0)
        fail("out of memory");
    char *copy = arena_strndup(arena, renamed, *size);
    free(renamed);
    return copy;
}

void emit_call(FILE *m4, const char *macro, const char *format, ...)
{
    char text[4096]; /* C99 compilers need not take longer lines */
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof(text))
        fail("internal error: the arguments of macro EPI_%s have %d characters", macro, length);
    fputs("EPI_", m4);
    fputs(macro, m4);
    fputs("(<|", m4);
    const char *argument = text;
    for (const char *tab; (tab = strchr(argument, '\t')) != NULL; argument = tab + 1) {
        fwrite(argument, 1, (size_t)(tab - argument), m4);
        fputs("|>, <|", m4);
    }
    fputs(argument, m4);
    fputs("|>)\n", m4);
}
