/* Journals: what was written is read again, whatever ended the writing. */
#include "base/files.h"
#include "base/journal.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena *arena;
static char folder[64];

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    snprintf(folder, sizeof(folder), "/tmp/epigen_journal.XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int teardown(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    arena_free(arena);
    return system(command);
}

static const char *piece(const char *name)
{
    return arena_printf(arena, "%s/%s.journal", folder, name);
}

static char *bytes_of(const char *name, size_t *size)
{
    return file_read(arena, piece(name), JOURNAL_MAX_BYTES, size);
}

static void bytes_put(const char *name, const char *bytes, size_t size)
{
    FILE *f = fopen(piece(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const char strange[] = "a\tb\nc\\d\\n\xC3\xA4";
    struct journal *j = journal_open(arena, folder, "all");
    journal_add(j, "job 1", "one");
    journal_add(j, strange, strange);
    journal_add(j, "empty", "");
    assert_string_equal(journal_find(j, "job 1"), "one");
    journal_close(j);
    j = journal_open(arena, folder, "all");
    assert_int_equal(journal_count(j), 3);
    assert_string_equal(journal_find(j, strange), strange);
    assert_string_equal(journal_find(j, "empty"), "");
    assert_string_equal(journal_name(j, 0), "job 1");
    assert_null(journal_find(j, "job 2"));
    journal_close(j);
}

/* Cut off after any byte, a journal has the records that were whole, and takes more. */
static void test_cut_anywhere(void **state)
{
    (void)state;
    struct journal *j = journal_open(arena, folder, "all");
    for (size_t i = 0; i < 3; i++)
        journal_add(j, arena_printf(arena, "job %zu", i), "text");
    journal_close(j);
    size_t size;
    char *bytes = bytes_of("all", &size);
    size_t whole = 0;
    for (size_t cut = 0; cut <= size; cut++) {
        bytes_put("all", bytes, cut);
        j = journal_open(arena, folder, "all");
        size_t count = journal_count(j);
        assert_true(count == whole || count == whole + 1);
        whole = count;
        journal_add(j, "further", "more");
        journal_close(j);
        j = journal_open(arena, folder, "all");
        assert_int_equal(journal_count(j), count + 1);
        assert_string_equal(journal_find(j, "further"), "more");
        journal_close(j);
    }
    assert_int_equal(whole, 3);
}

/* A record with any changed byte counts as never written; the others stay. */
static void test_damage(void **state)
{
    (void)state;
    struct journal *j = journal_open(arena, folder, "all");
    journal_add(j, "first", "1");
    journal_add(j, "second", "2");
    journal_add(j, "third", "3");
    journal_close(j);
    size_t size;
    char *bytes = bytes_of("all", &size);
    char *line = strstr(bytes, "second"), *end = strchr(line, '\n');
    for (char *at = line; at < end; at++) {
        char was = *at;
        *at = was == 'x' ? 'y' : 'x';
        bytes_put("all", bytes, size);
        j = journal_open(arena, folder, "all");
        assert_null(journal_find(j, "second"));
        assert_string_equal(journal_find(j, "first"), "1");
        assert_string_equal(journal_find(j, "third"), "3");
        assert_int_equal(journal_count(j), 2);
        journal_close(j);
        *at = was;
    }
}

static void test_pieces(void **state)
{
    (void)state;
    struct journal *one = journal_open(arena, folder, "shard-1-of-2");
    journal_add(one, "job 1", "one");
    journal_close(one);
    struct journal *two = journal_open(arena, folder, "shard-2-of-2");
    assert_string_equal(journal_find(two, "job 1"), "one");
    journal_add(two, "job 2", "two");
    journal_close(two);
    size_t size;
    assert_null(strstr(bytes_of("shard-2-of-2", &size), "job 1"));
    struct journal *all = journal_open(arena, folder, "all");
    assert_int_equal(journal_count(all), 2);
    journal_close(all);
}

static const char *message_of(void (*run)(void))
{
    message_expect();
    if (setjmp(message_leave) == 0)
        run();
    message_ignore();
    return message;
}

static void second_open(void) { journal_open(arena, folder, "all"); }
static void other_open(void) { journal_open(arena, folder, "other"); }

static void test_refusals(void **state)
{
    (void)state;
    struct journal *j = journal_open(arena, folder, "all");
    assert_non_null(strstr(message_of(second_open), "another process writes it"));
    journal_close(j);
    bytes_put("other", "trial,share\n1,2\n", 16);
    assert_non_null(strstr(message_of(other_open), "this is no journal"));
}

/* A disk that is full: the record is not there, the journal is whole, and the run ends. */
static struct journal *filling;
static void record_add(void)
{
    journal_add(filling, "large", arena_printf(arena, "%0*d", 8000, 7));
}

static void test_full_disk(void **state)
{
    (void)state;
    filling = journal_open(arena, folder, "all");
    journal_add(filling, "small", "1");
    size_t before, after;
    bytes_of("all", &before);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) { /* a limit on the size of files is like a disk without room */
        const struct rlimit limit = {4096, 4096};
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(3);
        _exit(strstr(message_of(record_add), "all.journal: ") == NULL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    bytes_of("all", &after);
    assert_int_equal(before, after);
    journal_close(filling);
}

static void test_hex(void **state)
{
    (void)state;
    unsigned char bytes[256], back[256];
    for (size_t i = 0; i < 256; i++)
        bytes[i] = (unsigned char)i;
    const char *text = journal_hex(arena, bytes, sizeof(bytes));
    assert_true(journal_unhex(text, back, sizeof(back)));
    assert_memory_equal(bytes, back, sizeof(bytes));
    assert_false(journal_unhex(text, back, sizeof(back) - 1));
    assert_false(journal_unhex("0g", back, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hex, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
