/* Files: one that cannot be written is refused before any work and leaves nothing behind; several
   appear together or none does; one file is recognised under two names; reading has a limit. */
#include "base/files.h"
#include "unit/message.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena;
static char folder[256];

static const char *path_of(const char *name) { return arena_printf(arena, "%s/%s", folder, name); }

static int setup(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    arena = arena_new();
    snprintf(folder, sizeof(folder), "%s/test_files.XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL || mkdir(path_of("sub"), 0700) != 0)
        return 1;
    FILE *file = fopen(path_of("old"), "w");
    return file == NULL || fputs("old", file) == EOF || fclose(file) != 0 ||
           link(path_of("old"), path_of("sub/hard")) != 0 ||
           symlink("../old", path_of("sub/soft")) != 0;
}

static int teardown(void **state)
{
    static const char *const names[] = {"sub/hard", "sub/soft", "old"};
    (void)state;
    int bad = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        bad |= unlink(path_of(names[i]));
    bad |= rmdir(path_of("sub")) | rmdir(folder); /* empty: nothing was left behind */
    arena_free(arena);
    return bad;
}

static const char *refusal(const char *path)
{
    message_expect();
    if (setjmp(message_leave) == 0)
        file_expect_writable(arena, path);
    message_ignore();
    return message;
}

static void writable_or_not(void **state)
{
    (void)state;
    assert_string_equal(refusal(path_of("new")), "");
    assert_int_equal(access(path_of("new"), F_OK), -1);
    assert_string_equal(refusal(path_of("old")), "");
    char text[8] = "";
    FILE *file = fopen(path_of("old"), "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_string_equal(text, "old");
    const char *nowhere = path_of("nowhere/new"), *below = path_of("old/new");
    assert_string_equal(refusal(nowhere),
                        arena_printf(arena, "%s: No such file or directory", nowhere));
    assert_string_equal(refusal(below), arena_printf(arena, "%s: Not a directory", below));
    assert_string_equal(
        refusal(path_of("sub")),
        arena_printf(arena, "%s: is a directory, expected a file or nothing", path_of("sub")));
    assert_string_equal(refusal(""), "the name of an output file is empty");
    assert_string_equal(refusal("/dev/null"),
                        "/dev/null: is no regular file, expected a file or nothing");
}

/* What happens at the second renaming; the C library's function is replaced by the one below. */
static enum { RENAME_WORKS, RENAME_FAILS, RENAME_INTERRUPTED } second_rename;
static int renames;

int rename(const char *from, const char *to)
{
    if (renames++ == 1 && second_rename == RENAME_FAILS) {
        errno = EIO;
        return -1;
    }
    if (renames == 2 && second_rename == RENAME_INTERRUPTED)
        raise(SIGTERM);
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* How a process ends that writes two files with room for so many bytes in each. */
static int two_files_write(rlim_t room)
{
    const struct output outputs[] = {{path_of("one"), "one", 3}, {path_of("two"), "two", 3}};
    const struct rlimit limit = {room, room};
    int status;
    pid_t id = fork();
    if (id == 0) {
        freopen("/dev/null", "w", stderr);
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(9);
        files_write(arena, outputs, 2);
        _exit(0);
    }
    assert_int_equal(waitpid(id, &status, 0), id);
    return status;
}

static size_t files_count(void)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static void all_or_nothing(void **state)
{
    (void)state;
    size_t before = files_count();
    second_rename = RENAME_FAILS;
    assert_int_equal(WEXITSTATUS(two_files_write(100)), 1);
    assert_int_equal(files_count(), before);
    second_rename = RENAME_INTERRUPTED;
    int status = two_files_write(100);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
    assert_int_equal(files_count(), before);
    second_rename = RENAME_WORKS;
    assert_int_equal(WEXITSTATUS(two_files_write(2)), 1); /* the disk is full */
    assert_int_equal(files_count(), before);
    assert_int_equal(two_files_write(3), 0);
    assert_int_equal(files_count(), before + 2);
    assert_int_equal(unlink(path_of("one")), 0);
    assert_int_equal(unlink(path_of("two")), 0);
}

/* A link where the temporary file would lie is not followed. */
static void links_are_not_followed(void **state)
{
    (void)state;
    const char *waiting = arena_printf(arena, "%s.tmp%ld", path_of("new"), (long)getpid());
    assert_int_equal(symlink(path_of("old"), waiting), 0);
    assert_string_equal(refusal(path_of("new")),
                        arena_printf(arena, "%s: File exists", path_of("new")));
    assert_int_equal(unlink(waiting), 0);
}

static void reading_has_a_limit(void **state)
{
    (void)state;
    size_t size = 0;
    assert_string_equal(file_read(arena, path_of("old"), 3, &size), "old");
    assert_int_equal(size, 3);
    message_expect();
    if (setjmp(message_leave) == 0)
        file_read(arena, path_of("old"), 2, &size);
    message_ignore();
    assert_string_equal(message, arena_printf(arena, "%s: larger than 2 bytes, which is the limit",
                                              path_of("old")));
}

static void one_file_has_many_names(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"old", "old", true},          {"old", "sub/hard", true},   {"sub/soft", "old", true},
        {"old", "sub", false},         {"new", "sub/../new", true}, {"sub/new", "./sub//new", true},
        {"new", "sub/new", false},     {"new", "newer", false},     {"old", "new", false},
        {"nowhere/new", "new", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (files_same(arena, path_of(cases[i].a), path_of(cases[i].b)) != cases[i].same)
            fail_msg("%s and %s", cases[i].a, cases[i].b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writable_or_not),         cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(links_are_not_followed),  cmocka_unit_test(reading_has_a_limit),
        cmocka_unit_test(one_file_has_many_names),
    };
    return cmocka_run_group_tests_name("files", tests, setup, teardown);
}
