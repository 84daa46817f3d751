/* See files.h. */
#include "files.h"

#include "fail.h"

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

/* Files that a failure must not leave behind. */
enum { MAX_OUTPUTS = 8 };
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
    FILE *file = fopen(path, "wbx"); /* never through a link that lies in wait */
    if (file == NULL)
        fail("%s: %s", output->path, strerror(errno));
    bool complete = fwrite(output->text, 1, output->size, file) == output->size;
    complete = fclose(file) == 0 && complete;
    if (!complete)
        fail("%s: %s", output->path, strerror(errno));
}

static void directory_refuse(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        fail("%s: is a directory, expected a file or nothing", path);
}

void files_write(struct arena *arena, const struct output *outputs, size_t count)
{
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    if (count > MAX_OUTPUTS)
        fail("internal error: too many output files");
    fail_cleanup = temporaries_remove;
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN); /* as nohup wants it */
    for (size_t i = 0; i < count; i++) {
        directory_refuse(outputs[i].path);
        temporaries[i] = arena_printf(arena, "%s.tmp%ld", outputs[i].path, (long)getpid());
        temporary_write(&outputs[i], temporaries[i]);
    }
    /* From here on what has its final name is removed on a failure: all or nothing. */
    for (size_t i = 0; i < count; i++) {
        if (rename(temporaries[i], outputs[i].path) != 0)
            fail("%s: %s", outputs[i].path, strerror(errno));
        temporaries[i] = outputs[i].path;
    }
    for (size_t i = 0; i < count; i++)
        temporaries[i] = NULL;
}
