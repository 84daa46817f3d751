/* Output files: what cannot be written is refused before any work, without a trace; one file is
   recognised under two names. */
#include "base/files.h"
#include "unit/message.h"

#include <dirent.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
        cmocka_unit_test(writable_or_not),
        cmocka_unit_test(one_file_has_many_names),
    };
    return cmocka_run_group_tests_name("files", tests, setup, teardown);
}
