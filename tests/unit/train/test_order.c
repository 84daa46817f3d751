/* The order of rows, from a recipe and a file to prepared rows: which rows are held out together,
   and which block each row says it belongs to. */
#include "prepare.h"
#include "recipe_read.h"
#include "unit/data/table_file.h"

#define EPI_N_IN           2U
#define EPI_N_OUT          1U
#define EPI_STORE_CAPACITY 4U
#define EPI_STORE_POLICY   1U
#include "control/store.c"

#include <math.h>

enum { ROWS = 600 };

static char words[4096];        /* what the last call printed */
static const char *append_file; /* of the next call; NULL: none */

/* A log of two waves: columns x, z and y, its time t in steps of 2, and a flight of 200 rows. With
   `mixed`, row i is the one of time 241 i mod ROWS. */
static void log_write(bool mixed)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "x,z,y,t,flight\n");
    for (size_t i = 0; i < ROWS; i++) {
        size_t time = mixed ? 241 * i % ROWS : i;
        double x = sin(0.05 * (double)time), z = cos(0.03 * (double)time);
        fprintf(file, "%.6f,%.6f,%.6f,%zu,%zu\n", x, z, x * z, 2 * time, 10 + time / 200);
    }
    assert_int_equal(fclose(file), 0);
}

/* The rows for a recipe with these keys of `data` and further sections. */
static struct problem *prepare(const char *keys, const char *sections)
{
    const char *text = arena_printf(arena,
                                    "epitrain: 1\nname: m\n"
                                    "data: {train: %s, inputs: [x, z], outputs: [y], %s}\n%s",
                                    path, keys, sections);
    words[0] = '\0';
    FILE *err = fmemopen(words, sizeof(words), "w");
    struct recipe *recipe = recipe_read(arena, "r.yaml", text, strlen(text));
    recipe->append_file = append_file;
    struct problem *problem = problem_prepare(arena, recipe, err);
    fclose(err);
    return problem;
}

/* The rows of two parts that have equal block numbers. */
static size_t blocks_shared(const struct rows *a, const struct rows *b)
{
    size_t shared = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            shared += a->block[i] == b->block[k];
    return shared;
}

static void time_holds_out_stretches(void **state)
{
    (void)state;
    log_write(false);
    const struct problem *p = prepare("order: time, test: 0.2", "");
    assert_int_equal(p->validation.count, 60);
    assert_int_equal(p->test.count, 120);
    assert_int_equal(blocks_count(&p->validation), 3);
    assert_true(blocks_count(&p->train) == 21 && blocks_shared(&p->train, &p->validation) == 0);
    assert_null(p->test.block);
    size_t beside = ROWS - 180 - p->train.count;
    assert_true(beside >= 12 && beside <= 108);
    assert_non_null(strstr(words, "30 stretches of consecutive rows, 60 rows of whole ones "
                                  "validate, 120 test"));
    assert_non_null(strstr(words, arena_printf(arena, "; %zu rows, up to 6 on each side", beside)));
    assert_null(strstr(words, "warning"));
}

/* Rows in another order, with a column of times, give the same stretches. */
static void time_is_a_column(void **state)
{
    (void)state;
    log_write(false);
    const struct problem *plain = prepare("order: time", "");
    log_write(true);
    const struct problem *mixed = prepare("time: t", "");
    assert_int_equal(plain->train.count, mixed->train.count);
    assert_int_equal(plain->validation.count, mixed->validation.count);
    double sums[2] = {0};
    for (size_t i = 0; i < plain->validation.count; i++) {
        sums[0] += (double)plain->validation.raw[2 * i] * plain->validation.block[i];
        sums[1] += (double)mixed->validation.raw[2 * i] * mixed->validation.block[i];
    }
    assert_true(fabs(sums[0] - sums[1]) < 1e-3);
}

static void groups_are_held_out(void **state)
{
    (void)state;
    log_write(false);
    const struct problem *p = prepare("group: flight", "");
    assert_int_equal(p->validation.count, 200);
    assert_int_equal(p->train.count, 400);
    assert_int_equal(blocks_count(&p->train), 2);
    assert_int_equal(blocks_shared(&p->train, &p->validation), 0);
    assert_non_null(strstr(words, "3 groups, 200 rows of whole ones validate, 0 test\n"));
    p = prepare("group: -1, validation: 0", "");
    assert_true(p->train.count == ROWS && blocks_count(&p->train) == 3);
}

/* With eta from samples a log is split as ever, with a warning; with any other teacher it is split
   by stretches. */
static void auto_looks_at_the_rows(void **state)
{
    (void)state;
    static const char blend[] = "epistemic: {teacher: blend}\n";
    static const char paper[] = "epistemic: {teacher: samples}\n";
    log_write(false);
    const struct problem *random = prepare("order: random", paper);
    assert_string_equal(words, "");
    const struct problem *samples = prepare("order: auto", paper);
    assert_non_null(strstr(words, "warning: neighbouring rows are nearly equal"));
    assert_true(samples->train.block == NULL && samples->validation.block == NULL);
    assert_int_equal(random->train.count, samples->train.count);
    assert_memory_equal(random->train.x, samples->train.x,
                        samples->train.count * 2 * sizeof(float));
    prepare("validation: 0", paper);
    assert_string_equal(words, ""); /* nothing is drawn */
    assert_null(prepare("order: random", blend)->train.block);
    const struct problem *stretches = prepare("split_seed: 1", blend);
    assert_non_null(strstr(words, "so the order of rows is taken for time"));
    assert_int_equal(stretches->validation.count, 60);
    assert_int_equal(blocks_count(&stretches->validation), 3);
    assert_int_equal(blocks_count(&prepare("validation: 0", blend)->train), 30);
    log_write(true);
    assert_null(prepare("split_seed: 1", blend)->train.block);
    assert_string_equal(words, "");
}

/* A file of rows to validate is cut by itself; none of its blocks is one of the training rows. */
static void files_are_cut_by_themselves(void **state)
{
    (void)state;
    log_write(false);
    const struct problem *p =
        prepare(arena_printf(arena, "validation: %s, group: flight", path), "");
    assert_true(p->train.count == ROWS && p->validation.count == ROWS);
    assert_int_equal(blocks_count(&p->validation), 3);
    assert_int_equal(blocks_shared(&p->train, &p->validation), 0);
    p = prepare(arena_printf(arena, "validation: %s, order: time", path), "");
    assert_int_equal(blocks_count(&p->validation), 30);
    assert_int_equal(blocks_shared(&p->train, &p->validation), 0);
}

/* The points of a flight are a block of their own, and they train. */
static void points_are_a_block(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES];
    const float weight[2] = {1.0F, 1.0F};
    epi_store_t store;
    epi_store_format(memory, &store);
    for (uint32_t n = 0; n < 3; n++)
        epi_store_put(memory, &store, n, (const float[]){0.1F * (float)n, 0.0F},
                      (const float[]){0.0F}, weight);
    log_write(false);
    const struct problem *before = prepare("order: time", "");
    const char *points = arena_printf(arena, "%s.points", path);
    FILE *file = fopen(points, "wb");
    assert_non_null(file);
    for (uint32_t i = 0; i < EPI_STORE_BYTES; i++)
        fputc(memory[i], file);
    assert_int_equal(fclose(file), 0);
    append_file = points;
    const struct problem *p = prepare("order: time", "");
    append_file = NULL;
    assert_int_equal(unlink(points), 0);
    assert_int_equal(p->train.count, before->train.count + 3);
    for (size_t i = 0; i < p->train.count; i++)
        assert_int_equal(p->train.block[i], i < before->train.count ? before->train.block[i] : 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(time_holds_out_stretches),    TEST(time_is_a_column),
        TEST(groups_are_held_out),         TEST(auto_looks_at_the_rows),
        TEST(files_are_cut_by_themselves), TEST(points_are_a_block),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
