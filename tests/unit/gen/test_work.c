/* Jobs for worker processes: each is done once, also where workers die; what they give does not
   depend on how many there are. */
#include "base/work.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#undef fail /* cmocka's macro */

enum { JOBS = 40, SECOND = 100 };

/* The first JOBS jobs, and one more that needs what they all gave. */
struct caller {
    size_t issued, known, twice, told;
    unsigned long sum, last;
    const char *mark; /* a file that says that a worker has died, or NULL */
    size_t deadly, failing;
    bool always;
};

static struct arena *arena;
static char folder[64];

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    snprintf(folder, sizeof(folder), "/tmp/epigen_work.XXXXXX");
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

static enum work_state next(void *context, const char **name)
{
    struct caller *c = context;
    if (c->issued == JOBS && c->known < JOBS)
        return WORK_WAIT;
    if (c->issued > JOBS)
        return WORK_END;
    *name = arena_printf(arena, "%zu %lu", c->issued == JOBS ? SECOND : c->issued, c->sum);
    if (c->issued < JOBS)
        *name = arena_printf(arena, "%zu", c->issued);
    c->issued++;
    return WORK_READY;
}

static const char *run(void *context, struct arena *own, const char *name)
{
    const struct caller *c = context;
    unsigned long n = strtoul(name, NULL, 10);
    work_tell(0.5);
    if (n == c->deadly && (c->always || access(c->mark, F_OK) != 0)) {
        FILE *f = fopen(c->mark, "w");
        fclose(f);
        kill(getpid(), SIGKILL);
    }
    if (n == c->failing)
        fail("job %lu cannot be done", n);
    if (n == SECOND)
        return arena_printf(own, "%lu", 2 * strtoul(strchr(name, ' '), NULL, 10));
    return arena_printf(own, "%lu", n * n);
}

static void done(void *context, const char *name, const char *text)
{
    struct caller *c = context;
    if (strtoul(name, NULL, 10) == SECOND)
        c->last = strtoul(text, NULL, 10);
    else
        c->sum += strtoul(text, NULL, 10);
    c->known++;
}

static void tell(void *context, const char *name, double share)
{
    struct caller *c = context;
    assert_non_null(name);
    c->told += share == 0.5;
}

enum { NONE = 1000, SUM = 20540 /* of the squares below 40 */ };

static struct caller caller_new(void)
{
    return (struct caller){
        .deadly = NONE, .failing = NONE, .mark = arena_printf(arena, "%s/died", folder)};
}

static void all_do(struct caller *c, struct journal *journal, unsigned workers)
{
    work_run(&(struct work){next, run, done, tell, c, journal, workers});
}

static void test_every_number_of_workers(void **state)
{
    (void)state;
    for (unsigned workers = 0; workers <= 5; workers++) {
        struct caller c = caller_new();
        all_do(&c, NULL, workers);
        assert_int_equal(c.known, JOBS + 1);
        assert_int_equal(c.sum, SUM);
        assert_int_equal(c.last, 2 * SUM);
        assert_int_equal(c.told, JOBS + 1);
    }
}

static void test_worker_dies(void **state)
{
    (void)state;
    struct caller c = caller_new();
    c.deadly = 7;
    all_do(&c, NULL, 3);
    assert_int_equal(c.known, JOBS + 1);
    assert_int_equal(c.last, 2 * SUM);
    assert_int_equal(access(c.mark, F_OK), 0);
}

/* In a process of its own, which the failure ends as it ends a program: does the message have these
   words? */
static bool fails_with(struct caller *c, const char *words)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        message_expect();
        if (setjmp(message_leave) == 0)
            all_do(c, NULL, 2);
        work_abandon();
        _exit(strstr(message, words) == NULL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void failing_run(void *context)
{
    size_t *depth = context;
    if (--*depth > 0)
        assert_string_equal(fail_catch(failing_run, context), "depth 0");
    fail("depth %zu", *depth);
}

static void nothing_run(void *context) { (void)context; }

/* A caller gets the message of what failed, inside of another such call too. */
static void test_caught(void **state)
{
    (void)state;
    size_t depth = 3;
    fail_hook = NULL;
    assert_string_equal(fail_catch(failing_run, &depth), "depth 0");
    assert_int_equal(depth, 0);
    assert_null(fail_catch(nothing_run, NULL));
    assert_null(fail_hook);
}

static void test_failures(void **state)
{
    (void)state;
    struct caller failing = caller_new(), deadly = caller_new();
    failing.failing = 9;
    assert_true(fails_with(&failing, "job 9 cannot be done"));
    deadly.deadly = 11;
    deadly.always = true;
    assert_true(fails_with(&deadly, "\"11\" has ended 5 workers"));
}

/* What has a record is not done again. */
static void test_journal(void **state)
{
    (void)state;
    struct caller first = caller_new(), second = caller_new();
    struct journal *j = journal_open(arena, folder, "all");
    all_do(&first, j, 2);
    assert_int_equal(first.told, JOBS + 1);
    all_do(&second, j, 3);
    assert_int_equal(second.last, 2 * SUM);
    assert_int_equal(second.told, 0);
    journal_close(j);
}

static void test_shards(void **state)
{
    (void)state;
    const struct shard third = shard_parse("3/64"), all = {0, 0};
    assert_int_equal(third.number, 3);
    assert_int_equal(third.of, 64);
    assert_true(shard_has(&third, 2));
    assert_true(shard_has(&third, 66));
    assert_false(shard_has(&third, 3));
    assert_true(shard_has(&all, 5));
    assert_string_equal(shard_piece(arena, &third), "shard-3-of-64");
    static const char *const wrong[] = {"",    "3",    "0/4",  "5/4", "1/0",
                                        "x/4", "1/4x", "-1/4", "1 /4"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        message_expect();
        if (setjmp(message_leave) == 0)
            shard_parse(wrong[i]);
        message_ignore();
        assert_non_null(strstr(message, "wrong status: --shard="));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_number_of_workers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_worker_dies, setup, teardown),
        cmocka_unit_test_setup_teardown(test_failures, setup, teardown),
        cmocka_unit_test_setup_teardown(test_caught, setup, teardown),
        cmocka_unit_test_setup_teardown(test_journal, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shards, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
