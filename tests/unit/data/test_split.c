/* Splits: no row is lost or used twice, shares have their size, the same seed gives the same rows
   on every machine, draws are fair, blocks are drawn whole and with a gap around them, lists of
   rows are taken as they are or refused with file and line. EPIGEN_DATA names the folder of public
   data sets. */
#include "data/split.h"
#include "unit/message.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { N_FILES = 3 };

static struct arena *arena;
static char paths[N_FILES][256];

static int setup(void **state)
{
    (void)state;
    const char *folder = getenv("TMPDIR");
    int bad = 0;
    for (size_t i = 0; i < N_FILES; i++) {
        snprintf(paths[i], sizeof(paths[i]), "%s/test_split.XXXXXX",
                 folder != NULL ? folder : "/tmp");
        int file = mkstemp(paths[i]);
        bad |= file < 0 || close(file) != 0;
    }
    arena = arena_new();
    return bad;
}

static int teardown(void **state)
{
    (void)state;
    int bad = 0;
    for (size_t i = 0; i < N_FILES; i++)
        bad |= unlink(paths[i]);
    arena_free(arena);
    message_ignore();
    return bad;
}

/* The split, or NULL and the message. */
static struct split *split_try(size_t rows, struct split_rule rule)
{
    rule.recipe_file = "recipe.yaml";
    rule.recipe_line = 7;
    message_expect();
    if (setjmp(message_leave) != 0)
        return NULL;
    return split_make(arena, rows, &rule);
}

static const char *file_of(size_t i, const char *text, size_t size)
{
    FILE *file = fopen(paths[i], "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return paths[i];
}

/* A rule with the texts as files; NULL is no file. */
static struct split_rule rule_of(const char *const texts[N_FILES])
{
    const char *names[N_FILES];
    for (size_t i = 0; i < N_FILES; i++)
        names[i] = texts[i] == NULL ? NULL : file_of(i, texts[i], strlen(texts[i]));
    return (struct split_rule){
        .train_file = names[0], .validation_file = names[1], .test_file = names[2]};
}

/* "0 1 | 2 | 3": the rows that train, validate, test. */
static const char *split_dump(const struct split *split)
{
    const size_t *const parts[] = {split->train, split->validation, split->test};
    const size_t counts[] = {split->n_train, split->n_validation, split->n_test};
    const char *text = "";
    for (size_t p = 0; p < 3; p++) {
        text = arena_printf(arena, "%s%s", text, p == 0 ? "" : "| ");
        for (size_t i = 0; i < counts[p]; i++)
            text = arena_printf(arena, "%s%zu ", text, parts[p][i]);
    }
    return text;
}

static void part_check(const size_t *rows, size_t count, bool seen[], size_t limit)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(rows[i] < limit && !seen[rows[i]]);
        assert_true(i == 0 || rows[i - 1] < rows[i]);
        seen[rows[i]] = true;
    }
}

static void shares_have_their_size(void **state)
{
    (void)state;
    static const struct {
        size_t rows;
        double validation, test;
        size_t n_validation, n_test;
    } cases[] = {
        {10, 0, 0, 0, 0},        {10, 0.2, 0.1, 2, 1},
        {10, 0.24, 0.25, 2, 3},  {1, 0, 0, 0, 0},
        {3, 0.01, 0.01, 1, 1},   {200, 0.15, 0.15, 30, 30},
        {1000, 0.1, 0, 100, 0},  {1000, 0, 0.999, 0, 999},
        {768, 0.1, 0.1, 77, 77}, {12345, 0.3, 0.6, 3704, 7407},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t rows = cases[i].rows;
        const struct split *split = split_try(
            rows, (struct split_rule){
                      .validation = cases[i].validation, .test = cases[i].test, .seed = i});
        assert_string_equal(message, "");
        assert_int_equal(split->n_validation, cases[i].n_validation);
        assert_int_equal(split->n_test, cases[i].n_test);
        assert_int_equal(split->n_train, rows - cases[i].n_validation - cases[i].n_test);
        bool *seen = arena_alloc(arena, rows, sizeof(*seen));
        part_check(split->train, split->n_train, seen, rows);
        part_check(split->validation, split->n_validation, seen, rows);
        part_check(split->test, split->n_test, seen, rows);
    }
}

/* These rows were stored once: if they change, every model that users have trained changes. */
static void seeds_are_for_ever(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        const char *dump;
    } cases[] = {
        {0, "0 1 4 5 6 8 | 2 3 11 | 7 9 10 "},
        {1, "3 4 6 7 9 11 | 1 2 10 | 0 5 8 "},
        {UINT64_MAX, "2 3 4 7 9 11 | 0 5 10 | 1 6 8 "},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct split_rule rule = {.validation = 0.25, .test = 0.25, .seed = cases[i].seed};
        assert_string_equal(split_dump(split_try(12, rule)), cases[i].dump);
        assert_string_equal(split_dump(split_try(12, rule)), cases[i].dump);
    }
}

/* Each row, and each pair of rows, is a test row about equally often, within five standard
 * deviations. */
static void draws_are_fair(void **state)
{
    (void)state;
    enum { ROWS = 7, TESTED = 3, SEEDS = 4000 };
    size_t pairs[ROWS][ROWS] = {{0}};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct split *split =
            split_try(ROWS, (struct split_rule){.test = 3.0 / 7, .seed = seed});
        assert_int_equal(split->n_test, TESTED);
        for (size_t i = 0; i < TESTED; i++)
            for (size_t j = 0; j < TESTED; j++)
                pairs[split->test[i]][split->test[j]]++;
    }
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < ROWS; j++) {
            double share = i == j ? 3.0 / 7 : 3.0 / 7 * 2.0 / 6;
            double spread = sqrt(SEEDS * share * (1 - share));
            assert_true(fabs((double)pairs[i][j] - SEEDS * share) < 5 * spread);
        }
}

static void lists_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *texts[N_FILES];
        const char *dump;
    } cases[] = {
        {{NULL, NULL, NULL}, "0 1 2 3 4 5 | | "},
        {{"3\n1\n", NULL, "0\n2\n"}, "1 3 | | 0 2 "}, /* 4 and 5 are not used */
        {{"3 1", "5 4", "0 2"}, "1 3 | 4 5 | 0 2 "},
        {{NULL, NULL, "5 0"}, "1 2 3 4 | | 0 5 "},
        {{NULL, "2", "5 0"}, "1 3 4 | 2 | 0 5 "},
        {{"1.000000000e+00\r\n 5.0e0\t# five\n\n# none\n+2 -0 .4e1", NULL, NULL}, "0 1 2 4 5 | | "},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct split *split = split_try(6, rule_of(cases[i].texts));
        assert_string_equal(message, "");
        assert_string_equal(split_dump(split), cases[i].dump);
    }
}

/* With lists, a share is one of the rows that the lists leave to train. */
static void shares_of_lists(void **state)
{
    (void)state;
    static const char *const texts[] = {"0 1 2 3 4 5 6 7 8 9", NULL, "10 11 12"};
    struct split_rule rule = rule_of(texts);
    rule.validation = 0.3;
    const struct split *split = split_try(20, rule);
    bool seen[20] = {false};
    assert_string_equal(message, "");
    assert_int_equal(split->n_train, 7);
    assert_int_equal(split->n_validation, 3);
    assert_int_equal(split->n_test, 3);
    part_check(split->train, split->n_train, seen, 10);
    part_check(split->validation, split->n_validation, seen, 10);
    part_check(split->test, split->n_test, seen, 13);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *texts[N_FILES];
        size_t file; /* that the message names */
        const char *message;
    } cases[] = {
        {{"0\n6\n", NULL, NULL}, 0, ":2: row 6, expected 0 to 5: the data have 6 rows"},
        {{"0\n\n# six\n-1\n", NULL, NULL}, 0, ":4: row -1, expected 0 to 5: the data have 6 rows"},
        {{"1e30", NULL, NULL},
         0,
         ":1: row 1000000000000000019884624838656, expected 0 to 5: the data have 6 rows"},
        {{"0 1.5", NULL, NULL}, 0, ":1: \"1.5\", expected a row number"},
        {{"0 1,2", NULL, NULL}, 0, ":1: \"1,2\", expected a row number"},
        {{"0\nx", NULL, NULL}, 0, ":2: \"x\", expected a row number"},
        {{"nan", NULL, NULL}, 0, ":1: \"nan\", expected a row number"},
        {{"1e400", NULL, NULL}, 0, ":1: \"1e400\", expected a row number"},
        {{"1.0000000000000000000000000000000000000000000000000000000000000000", NULL, NULL},
         0,
         ":1: \"1.000000000000000000000000000000000000000000...\", expected a row number"},
        {{"3\n1\n3\n", NULL, NULL}, 0, ":3: row 3 is listed twice"},
        {{"3 1", NULL, "2\n1"}, 2, ":2: row 1 is already listed to train"},
        {{NULL, "4", "0\n4"}, 2, ":2: row 4 is already listed to validate"},
        {{"", NULL, NULL}, 0, ":1: no row numbers"},
        {{"1", "# all\n# of them\n", NULL}, 1, ":3: no row numbers"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(split_try(6, rule_of(cases[i].texts)));
        assert_string_equal(message,
                            arena_printf(arena, "%s%s", paths[cases[i].file], cases[i].message));
    }
    const struct split_rule nul = {.train_file = file_of(0, "0 1\0002", 5)};
    assert_null(split_try(6, nul));
    assert_string_equal(message,
                        arena_printf(arena, "%s:1: \"1\", expected a row number", paths[0]));
    assert_null(split_try(6, (struct split_rule){.train_file = "/nowhere/rows.txt"}));
    assert_string_equal(message, "/nowhere/rows.txt: No such file or directory");
    assert_null(split_try(6, (struct split_rule){.train_file = "/"}));
    assert_string_equal(message, "/: Is a directory");
}

static void bad_rules_are_refused(void **state)
{
    (void)state;
    const char *all = file_of(0, "0 1 2 3", 7);
    const struct {
        struct split_rule rule;
        const char *message;
    } cases[] = {
        {{.test = -0.1},
         "shares of 0 to validate and -0.1 to test, expected at least 0 and below 1"},
        {{.validation = 1},
         "shares of 1 to validate and 0 to test, expected at least 0 and below 1"},
        {{.validation = NAN},
         "shares of nan to validate and 0 to test, expected at least 0 and below 1"},
        {{.validation = 0.5, .test = 0.5},
         "no rows left to train: there are 4, 2 of them to validate and 2 to test"},
        {{.test = 0.99}, "no rows left to train: there are 4, 0 of them to validate and 4 to test"},
        {{.test_file = all},
         "no rows left to train: there are 0, 0 of them to validate and 0 to test"},
        {{.test_file = all, .test = 0.1},
         "both a share and a file of the rows to test, expected one of them"},
        {{.validation_file = all, .validation = 0.1},
         "both a share and a file of the rows to validate, expected one of them"},
        {{.test = 0.5, .validation = 0.5, .block = (const uint32_t[]){0, 0, 1, 1}},
         "no rows left to train: there are 4 in 2 blocks, about 2 of them to validate and 2 to "
         "test"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(split_try(4, cases[i].rule));
        assert_string_equal(message, arena_printf(arena, "recipe.yaml:7: %s", cases[i].message));
    }
}

enum { BLOCK_ROWS = 3000, BLOCK_LENGTH = 100 };

/* Which part a row has: 't'rain, 'v'alidate, te's't or '-' for none. */
static void parts_mark(const struct split *split, char parts[BLOCK_ROWS])
{
    memset(parts, '-', BLOCK_ROWS);
    for (size_t i = 0; i < split->n_train; i++)
        parts[split->train[i]] = 't';
    for (size_t i = 0; i < split->n_validation; i++)
        parts[split->validation[i]] = 'v';
    for (size_t i = 0; i < split->n_test; i++)
        parts[split->test[i]] = 's';
}

/* Blocks of 100 rows in the order of time, which runs backwards through the rows. */
static void blocks_are_whole(void **state)
{
    (void)state;
    enum { GAP = 7 };
    static uint32_t block[BLOCK_ROWS];
    static size_t order[BLOCK_ROWS];
    static char parts[BLOCK_ROWS], again[BLOCK_ROWS], other[BLOCK_ROWS];
    for (size_t i = 0; i < BLOCK_ROWS; i++) {
        order[i] = BLOCK_ROWS - 1 - i;
        block[order[i]] = (uint32_t)(i / BLOCK_LENGTH);
    }
    struct split_rule rule = {.validation = 0.1,
                              .test = 0.19, /* six blocks: five are too few */
                              .seed = 4,
                              .block = block,
                              .gap = GAP,
                              .order = order};
    const struct split *split = split_try(BLOCK_ROWS, rule);
    assert_string_equal(message, "");
    assert_int_equal(split->n_validation, 300);
    assert_int_equal(split->n_test, 600);
    assert_int_equal(split->n_train + split->n_beside, 2100);
    parts_mark(split, parts);
    for (size_t i = 0; i < BLOCK_ROWS; i++) {
        char mark = parts[i], first = parts[i / BLOCK_LENGTH * BLOCK_LENGTH + BLOCK_LENGTH / 2];
        size_t low = i < GAP ? 0 : i - GAP, high = i + GAP < BLOCK_ROWS ? i + GAP : BLOCK_ROWS - 1;
        bool beside = false;
        for (size_t k = low; k <= high; k++)
            beside = beside || parts[k] == 'v' || parts[k] == 's';
        assert_true(mark == first || (mark == '-' && first == 't'));
        assert_true(mark != 't' || !beside);
        assert_true(mark != '-' || beside);
    }
    parts_mark(split_try(BLOCK_ROWS, rule), again);
    assert_memory_equal(parts, again, BLOCK_ROWS);
    rule.seed = 5;
    parts_mark(split_try(BLOCK_ROWS, rule), other);
    assert_true(memcmp(parts, other, BLOCK_ROWS) != 0);
}

/* Groups of 1, 2, 3 and 14 rows: the large one is passed over, whatever the seed. */
static void groups_are_whole(void **state)
{
    (void)state;
    static const uint32_t block[20] = {3, 0, 3, 1, 3, 1, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    size_t times[3] = {0};
    for (uint64_t seed = 0; seed < 300; seed++) {
        const struct split *split =
            split_try(20, (struct split_rule){.validation = 0.1, .seed = seed, .block = block});
        size_t rows = split->n_validation, group = block[split->validation[0]];
        assert_true(rows >= 2 && rows <= 4 && split->n_train == 20 - rows);
        assert_int_equal(split->n_beside, 0);
        for (size_t i = 0; i < split->n_train; i++)
            for (size_t k = 0; k < rows; k++)
                assert_true(block[split->train[i]] != block[split->validation[k]]);
        assert_true(group < 3);
        times[group]++;
    }
    assert_true(times[0] > 50 && times[1] > 50 && times[2] > 50);
}

/* A share smaller than every group gets the smallest group. */
static void smallest_group_is_taken(void **state)
{
    (void)state;
    static const uint32_t block[12] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2};
    for (uint64_t seed = 0; seed < 20; seed++)
        assert_string_equal(
            split_dump(split_try(
                12, (struct split_rule){.validation = 0.01, .seed = seed, .block = block})),
            "0 1 2 3 4 8 9 10 11 | 5 6 7 | ");
}

/* Stored once, as above. Listed rows keep their part inside a drawn block, and only a drawn block
   has a gap. */
static void blocks_are_for_ever(void **state)
{
    (void)state;
    static const uint32_t block[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    static const char *const texts[] = {NULL, NULL, "1 6 11"};
    struct split_rule rule = rule_of(texts);
    rule.validation = 0.25;
    rule.block = block;
    rule.gap = 1;
    rule.seed = 1;
    assert_string_equal(split_dump(split_try(16, rule)), "0 2 9 10 12 13 14 15 | 4 5 7 | 1 6 11 ");
    rule.seed = 2;
    assert_string_equal(split_dump(split_try(16, rule)), "0 2 3 4 5 13 14 15 | 8 9 10 | 1 6 11 ");
}

static void public_splits(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t rows;
    } cases[] = {
        {"energy", 768}, {"kin8nm", 8192}, {"bostonHousing", 506}, {"wine-quality-red", 1599}};
    const char *folder = getenv("EPIGEN_DATA");
    size_t read = 0;
    folder = folder != NULL ? folder : "../shared/data";
    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t rows = cases[i].rows;
        const char *stem = arena_printf(arena, "%s/uci/%s/index_", folder, cases[i].name);
        const struct split_rule rule = {.train_file = arena_printf(arena, "%strain_0.txt", stem),
                                        .test_file = arena_printf(arena, "%stest_0.txt", stem)};
        if (access(rule.train_file, R_OK) != 0) {
            print_message("%s is not there\n", rule.train_file);
            continue;
        }
        const struct split *split = split_try(rows, rule);
        assert_string_equal(message, "");
        assert_int_equal(split->n_train + split->n_test, rows);
        assert_int_equal(split->n_train, (size_t)floor(0.9 * (double)rows + 0.5));
        read++;
    }
    if (read == 0)
        skip();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(shares_have_their_size), TEST(seeds_are_for_ever),      TEST(draws_are_fair),
        TEST(lists_are_taken),        TEST(shares_of_lists),         TEST(bad_lists_are_refused),
        TEST(bad_rules_are_refused),  TEST(public_splits),           TEST(blocks_are_whole),
        TEST(groups_are_whole),       TEST(smallest_group_is_taken), TEST(blocks_are_for_ever),
    };
    return cmocka_run_group_tests_name("split", tests, NULL, NULL);
}
