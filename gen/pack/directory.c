/* See directory.h. What has been made is remembered in order, so that a signal handler can remove
   it backwards with unlink and rmdir alone. */
#include "pack/directory.h"

#include "base/fail.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 256 };
static const char *volatile made[MOST];
static volatile sig_atomic_t made_count;

static void made_remove(void)
{
    while (made_count > 0) {
        made_count--;
        if (unlink(made[made_count]) != 0)
            rmdir(made[made_count]);
    }
}

static void on_signal(int number)
{
    made_remove();
    signal(number, SIG_DFL);
    raise(number);
}

static void signals_catch(void)
{
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    fail_cleanup = made_remove;
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN); /* stays ignored: nohup asked for it */
}

static void made_add(const char *path)
{
    if (made_count == MOST)
        fail("internal error: too many files in a package");
    made[made_count] = path;
    made_count++;
}

static void folder_make(const char *path, const char *label)
{
    made_add(path);
    if (mkdir(path, 0777) != 0) {
        made_count--;
        fail("%s: %s", label, strerror(errno));
    }
}

static void full_refuse(const char *path)
{
    DIR *folder = opendir(path);
    size_t entries = 0;
    if (folder == NULL && errno == ENOENT)
        return;
    if (folder == NULL)
        fail("%s: %s", path, strerror(errno));
    while (readdir(folder) != NULL)
        entries++;
    closedir(folder);
    if (entries > 2)
        fail("%s: is not empty, expected a new or an empty directory", path);
}

struct directory directory_open(struct arena *arena, const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    struct directory d = {.arena = arena, .path = arena_strndup(arena, path, length)};
    full_refuse(d.path);
    d.temporary = arena_printf(arena, "%s.tmp%ld", d.path, (long)getpid());
    signals_catch();
    folder_make(d.temporary, d.path);
    return d;
}

void directory_expect(const struct directory *d, const char *path)
{
    struct stat info;
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        const char *folder =
            arena_printf(d->arena, "%s/%.*s", d->temporary, (int)(slash - path), path);
        if (stat(folder, &info) != 0)
            folder_make(folder, folder);
    }
    made_add(arena_printf(d->arena, "%s/%s", d->temporary, path));
}

void directory_write(const struct directory *d, const struct output *file)
{
    directory_expect(d, file->path);
    FILE *stream = fopen(made[made_count - 1], "wbx");
    if (stream == NULL)
        fail("%s/%s: %s", d->path, file->path, strerror(errno));
    bool complete = fwrite(file->text, 1, file->size, stream) == file->size;
    complete = fclose(stream) == 0 && complete;
    if (!complete)
        fail("%s/%s: %s", d->path, file->path, strerror(errno));
}

void directory_close(const struct directory *d)
{
    if (rename(d->temporary, d->path) != 0)
        fail("%s: %s", d->path, strerror(errno));
    made_count = 0;
}

void directory_drop(void) { made_remove(); }
