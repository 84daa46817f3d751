/* See files.h. */
#include "base/files.h"

#include "base/fail.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *file_read(struct arena *arena, const char *path, size_t limit, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL)
        fail("%s: %s", path, strerror(errno));
    size_t room = 1 << 16;
    char *bytes = arena_alloc(arena, room + 1, 1);
    *size = 0;
    for (size_t got = 1; got > 0;) {
        got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
        if (*size > limit)
            fail("%s: larger than %zu bytes, which is the limit", path, limit);
        if (*size == room) {
            bytes = arena_grow(arena, bytes, room, 2 * room + 1, 1);
            room *= 2;
        }
    }
    if (ferror(file))
        fail("%s: %s", standard ? "standard input" : path, strerror(errno));
    if (!standard)
        fclose(file);
    return bytes;
}

void directory_make(const char *path)
{
    struct stat info;
    if (mkdir(path, 0777) == 0)
        return;
    if (errno != EEXIST)
        fail("%s: %s", path, strerror(errno));
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        fail("%s: not a directory", path);
}

/* Files that a failure must remove. */
enum { MAX_OUTPUTS = 64 };
static const char *volatile temporaries[MAX_OUTPUTS];

static void temporaries_remove(void)
{
    for (size_t i = 0; i < MAX_OUTPUTS; i++)
        if (temporaries[i] != NULL)
            unlink(temporaries[i]);
}

static void on_signal(int number)
{
    temporaries_remove();
    signal(number, SIG_DFL);
    raise(number);
}

static void temporary_write(const struct output *output, const char *path)
{
    FILE *file = fopen(path, "wbx"); /* "x": never through an existing link */
    if (file == NULL)
        fail("%s: %s", output->path, strerror(errno));
    bool complete = fwrite(output->text, 1, output->size, file) == output->size;
    complete = fclose(file) == 0 && complete;
    if (!complete)
        fail("%s: %s", output->path, strerror(errno));
}

/* Refuses to replace anything but a regular file: renaming would replace a device by a file. */
static void other_kinds_refuse(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        fail("%s: is %s, expected a file or nothing", path,
             S_ISDIR(info.st_mode) ? "a directory" : "no regular file");
}

static void signals_catch(void)
{
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    fail_cleanup = temporaries_remove;
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN); /* stays ignored: nohup asked for it */
}

static const char *temporary_name(struct arena *arena, const char *path)
{
    return arena_printf(arena, "%s.tmp%ld", path, (long)getpid());
}

void file_expect_writable(struct arena *arena, const char *path)
{
    const struct output nothing = {.path = path, .text = ""};
    if (*path == '\0')
        fail("the name of an output file is empty");
    signals_catch();
    other_kinds_refuse(path);
    temporaries[0] = temporary_name(arena, path);
    temporary_write(&nothing, temporaries[0]);
    temporaries_remove();
    temporaries[0] = NULL;
}

bool files_same(struct arena *arena, const char *a, const char *b)
{
    struct stat left, right;
    if (stat(a, &left) == 0 && stat(b, &right) == 0)
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
    const char *a_slash = strrchr(a, '/'), *b_slash = strrchr(b, '/');
    if (strcmp(a_slash == NULL ? a : a_slash + 1, b_slash == NULL ? b : b_slash + 1) != 0)
        return false;
    const char *a_folder =
        a_slash == NULL ? "." : arena_strndup(arena, a, (size_t)(a_slash - a + 1));
    const char *b_folder =
        b_slash == NULL ? "." : arena_strndup(arena, b, (size_t)(b_slash - b + 1));
    return stat(a_folder, &left) == 0 && stat(b_folder, &right) == 0 &&
           left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

void files_write(struct arena *arena, const struct output *outputs, size_t count)
{
    if (count > MAX_OUTPUTS)
        fail("internal error: too many output files");
    signals_catch();
    for (size_t i = 0; i < count; i++) {
        other_kinds_refuse(outputs[i].path);
        temporaries[i] = temporary_name(arena, outputs[i].path);
        temporary_write(&outputs[i], temporaries[i]);
    }
    /* From here on a failure removes files that already have their final name: all appear or none.
     */
    for (size_t i = 0; i < count; i++) {
        if (rename(temporaries[i], outputs[i].path) != 0)
            fail("%s: %s", outputs[i].path, strerror(errno));
        temporaries[i] = outputs[i].path;
    }
    for (size_t i = 0; i < count; i++)
        temporaries[i] = NULL;
}
