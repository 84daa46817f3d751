/* See gnuplot.h. */
#include "result/gnuplot.h"

#include "base/child.h"
#include "base/fail.h"

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

/* Runs gnuplot with -d, which ignores the user's settings. */
static int gnuplot_run(char argument[], FILE *in, FILE *out, FILE *err)
{
    char *argv[] = {(char[]){"gnuplot"}, (char[]){"-d"}, argument, NULL};
    return child_run(&(struct child){.argv = argv, .in = in, .out = out, .err = err});
}

static char *file_bytes(struct arena *arena, FILE *file, size_t *size)
{
    if (fseek(file, 0, SEEK_END) != 0)
        fail("cannot read a temporary file");
    long end = ftell(file);
    rewind(file);
    *size = end < 0 ? 0 : (size_t)end;
    char *bytes = arena_alloc(arena, *size + 1, 1);
    if (end < 0 || fread(bytes, 1, *size, file) != *size)
        fail("cannot read a temporary file");
    return bytes;
}

void gnuplot_expect(void)
{
    FILE *nowhere = temporary();
    if (gnuplot_run((char[]){"--version"}, NULL, nowhere, nowhere) != 0)
        fail("gnuplot does not work, expected gnuplot 5.4 or later");
    fclose(nowhere);
}

const char *gnuplot_terminal(const char *path)
{
    static const char *const terminals[][2] = {
        {".png", "pngcairo"}, {".svg", "svg"}, {".pdf", "pdfcairo"}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof(terminals) / sizeof(terminals[0]); i++)
        if (length > 4 && strcmp(path + length - 4, terminals[i][0]) == 0)
            return terminals[i][1];
    return NULL;
}

FILE *gnuplot_begin(const char *terminal, double width, double height)
{
    bool pdf = strcmp(terminal, "pdfcairo") == 0; /* its sizes are in inches */
    FILE *script = temporary();
    fprintf(script,
            "set encoding utf8\nset terminal %s noenhanced font 'sans,12' background 'white'",
            terminal);
    fprintf(script, " size %g%s,%g%s\n", pdf ? width / 100.0 : width, pdf ? "in" : "",
            pdf ? height / 100.0 : height, pdf ? "in" : "");
    return script;
}

void gnuplot_string(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text != '\0'; text++)
        fprintf(script, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', script);
}

/* Replaces the date in a PDF, so that the same job gives the same bytes. */
static void date_remove(char *bytes, size_t size)
{
    static const char key[] = "/CreationDate (D:", never[] = "19700101000000";
    for (size_t i = 0; i + strlen(key) + strlen(never) < size; i++)
        if (memcmp(bytes + i, key, strlen(key)) == 0)
            memcpy(bytes + i + strlen(key), never, strlen(never));
}

char *gnuplot_end(struct arena *arena, FILE *script, size_t *size)
{
    FILE *picture = temporary(), *complaint = temporary();
    size_t length;
    if (fflush(script) != 0 || ferror(script))
        fail("cannot write a temporary file");
    rewind(script);
    int status = gnuplot_run((char[]){"-"}, script, picture, complaint);
    char *text = file_bytes(arena, complaint, &length), *bytes = file_bytes(arena, picture, size);
    if (status != 0 || *size == 0)
        fail("gnuplot failed: %s", length == 0 ? "no picture came out" : text);
    date_remove(bytes, *size);
    fclose(script);
    fclose(picture);
    fclose(complaint);
    return bytes;
}
