/* Rows whose order means something: logs look ordered, tables of experiments, sorted files and
   files of clusters do not; stretches and groups have their rows. EPIGEN_DATA names the folder of
   public data sets. */
#include "base/random.h"
#include "data/blocks.h"
#include "data/rows.h"
#include "unit/data/table_file.h"

#include <math.h>
#include <stdint.h>

enum { ROWS = 2000, COLUMNS = 3 };

static const size_t all_columns[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                     11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

/* The number in column k of row i. */
typedef double (*cell_of)(struct random *random, size_t i, size_t k);

static struct table table_make(size_t rows, size_t columns, cell_of cell)
{
    struct random random = {5};
    struct table table = {.rows = rows, .columns = columns};
    table.values = arena_alloc(arena, rows * columns, sizeof(double));
    for (size_t i = 0; i < rows * columns; i++)
        table.values[i] = cell(&random, i / columns, i % columns);
    return table;
}

static struct sequence sequence_of(const struct table *table, size_t columns)
{
    return (struct sequence){.table = table, .columns = all_columns, .n_columns = columns};
}

static double noise(struct random *random, size_t i, size_t k)
{
    (void)i;
    (void)k;
    return random_uniform(random);
}

/* A slow wave with noise of a tenth of its height; a period of 125, 100 and 83 rows. */
static double wave(struct random *random, size_t i, size_t k)
{
    return 100.0 * sin(0.05 * (1.0 + 0.25 * (double)k) * (double)i) + 10.0 * random_uniform(random);
}

static double sorted_by_one(struct random *random, size_t i, size_t k)
{
    return k == 0 ? (double)i : random_uniform(random);
}

static double sorted_downwards(struct random *random, size_t i, size_t k)
{
    (void)random;
    (void)k;
    size_t step = i / 3;
    return -(double)step;
}

static double wave_by_time(struct random *random, size_t i, size_t k)
{
    return k == 0 ? (double)i : wave(random, i, k);
}

/* Ten clusters, one after the other. */
static double clusters(struct random *random, size_t i, size_t k)
{
    size_t cluster = i / (ROWS / 10);
    return (double)((cluster * 7 + k * 3) % 10) + 0.5 * random_uniform(random);
}

/* Nested loops over 10, 10 and 20 levels. */
static double grid(struct random *random, size_t i, size_t k)
{
    (void)random;
    return (double)(k == 0 ? i / 200 : k == 1 ? i / 20 % 10 : i % 20);
}

static double constant(struct random *random, size_t i, size_t k)
{
    (void)random;
    (void)i;
    return 0.1 * (double)k;
}

static void logs_look_ordered(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t rows, columns;
        cell_of cell;
        bool ordered;
    } cases[] = {
        {"noise", ROWS, 3, noise, false},
        {"noise in one column", ROWS, 1, noise, false},
        {"wave", ROWS, 3, wave, true},
        {"wave in one column", ROWS, 1, wave, true},
        {"wave and the time", ROWS, 3, wave_by_time, true},
        {"too few rows to tell", 39, 3, wave, false},
        {"sorted by one of three", ROWS, 3, sorted_by_one, false},
        {"sorted by one of two", ROWS, 2, sorted_by_one, false},
        {"sorted by the only one", ROWS, 1, sorted_by_one, false},
        {"sorted downwards, with ties", ROWS, 1, sorted_downwards, false},
        {"clusters", ROWS, 3, clusters, false},
        {"clusters in one column", ROWS, 1, clusters, false},
        {"grid", ROWS, 3, grid, false},
        {"constant", ROWS, 3, constant, false},
        {"one row", 1, 3, noise, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct table table = table_make(cases[i].rows, cases[i].columns, cases[i].cell);
        struct sequence s = sequence_of(&table, cases[i].columns);
        struct likeness l = sequence_likeness(&s);
        print_message("%s: %.4f\n", cases[i].name, l.consecutive);
        assert_int_equal(l.ordered, cases[i].ordered);
    }
}

/* A wave whose rows were shuffled is ordered again in the order of its time. */
static void time_restores_the_order(void **state)
{
    (void)state;
    struct table table = table_make(ROWS, COLUMNS, wave_by_time);
    struct random random = {3};
    for (size_t i = ROWS; i > 1; i--)
        for (size_t k = 0, other = random_bits(&random) % i; k < COLUMNS; k++) {
            double swap = table.values[other * COLUMNS + k];
            table.values[other * COLUMNS + k] = table.values[(i - 1) * COLUMNS + k];
            table.values[(i - 1) * COLUMNS + k] = swap;
        }
    struct sequence s = sequence_of(&table, COLUMNS);
    assert_false(sequence_likeness(&s).ordered);
    s.order = order_by_column(arena, &table, 0);
    assert_true(sequence_likeness(&s).ordered);
    for (size_t i = 0; i < ROWS; i++)
        assert_true(table.values[s.order[i] * COLUMNS] == (double)i);
}

/* Equal times keep the order of the file. */
static void equal_times_stay(void **state)
{
    (void)state;
    double values[] = {2, 1, 2, 1, 0, 2};
    static const size_t expected[] = {4, 1, 3, 0, 2, 5};
    const struct table table = {.rows = LENGTH(values), .columns = 1, .values = values};
    const size_t *order = order_by_column(arena, &table, 0);
    assert_memory_equal(order, expected, sizeof(expected));
}

/* A wave with a period of 125 rows is half as different as random pairs after 21 rows. */
static void gaps_are_bounded(void **state)
{
    (void)state;
    struct table waves = table_make(10000, 1, wave), noises = table_make(ROWS, COLUMNS, noise);
    struct table line = table_make(ROWS, 1, sorted_by_one), small = table_make(50, 1, wave);
    struct table constants = table_make(ROWS, COLUMNS, constant), one = table_make(1, 1, wave);
    struct sequence s = sequence_of(&waves, 1);
    size_t gap = sequence_gap(&s);
    assert_true(gap >= 17 && gap <= 21);
    s = sequence_of(&noises, COLUMNS);
    assert_int_equal(sequence_gap(&s), 0);
    s = sequence_of(&line, 1);
    gap = sequence_gap(&s);
    assert_true(gap >= 18 && gap <= ROWS / 100);
    s = sequence_of(&small, 1);
    assert_int_equal(sequence_gap(&s), 1);
    s = sequence_of(&constants, COLUMNS);
    assert_int_equal(sequence_gap(&s), 0);
    s = sequence_of(&one, 1);
    assert_int_equal(sequence_gap(&s), 0);
}

static void stretches_have_their_rows(void **state)
{
    (void)state;
    static const struct {
        size_t rows, blocks;
    } cases[] = {{1, 1},    {3, 3},    {10, 10},  {12, 10},    {99, 10},
                 {100, 10}, {205, 20}, {300, 30}, {10007, 30}, {100000, 30}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t rows = cases[i].rows, count, sizes[30] = {0};
        const uint32_t *block = blocks_of_time(arena, NULL, rows, &count);
        assert_int_equal(count, cases[i].blocks);
        for (size_t k = 0; k < rows; k++) {
            assert_true(block[k] < count && (k == 0 || block[k] >= block[k - 1]));
            sizes[block[k]]++;
        }
        for (size_t b = 0; b < count; b++)
            assert_true(sizes[b] == rows / count || sizes[b] == rows / count + 1);
    }
    static const size_t order[] = {2, 0, 1};
    static const uint32_t expected[] = {1, 2, 0};
    size_t count;
    assert_memory_equal(blocks_of_time(arena, order, 3, &count), expected, sizeof(expected));
}

static void groups_are_values(void **state)
{
    (void)state;
    double values[] = {7, 7, -1, 2.5, 7, -1, 2.5, 100};
    static const uint32_t expected[] = {2, 2, 0, 1, 2, 0, 1, 3};
    const struct table table = {.rows = LENGTH(values), .columns = 1, .values = values};
    size_t count;
    const uint32_t *block = blocks_of_groups(arena, &table, 0, &count);
    assert_int_equal(count, 4);
    assert_memory_equal(block, expected, sizeof(expected));
}

static void public_sets(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t columns;
        bool ordered;
    } cases[] = {{"crazyflie/train.csv", 12, true},
                 {"paper/pmsm_temperature_train.csv", 8, true},
                 {"paper/pmsm_temperature_test.csv", 8, true},
                 {"sarcos/sarcos_4449.csv", 21, false},
                 {"paper/1D_split_train.csv", 1, false},
                 {"paper/2D_gaussian_train.csv", 2, false},
                 {"uci/bostonHousing/data.txt", 13, false},
                 {"uci/energy/data.txt", 8, false},
                 {"uci/kin8nm/data.txt", 8, false},
                 {"uci/wine-quality-red/data.txt", 11, false}};
    const char *folder = getenv("EPIGEN_DATA");
    size_t read = 0;
    folder = folder != NULL ? folder : "../shared/data";
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *file = arena_printf(arena, "%s/%s", folder, cases[i].file);
        if (access(file, R_OK) != 0) {
            print_message("%s is not there\n", file);
            continue;
        }
        struct table *table = table_try(file);
        assert_non_null(table);
        struct sequence s = sequence_of(table, cases[i].columns);
        struct likeness l = sequence_likeness(&s);
        print_message("%s: %.4f, gap %zu\n", cases[i].file, l.consecutive, sequence_gap(&s));
        assert_int_equal(l.ordered, cases[i].ordered);
        read++;
    }
    if (read == 0)
        skip();
}

/* Parts of rows: whole blocks if there are enough, else as many rows of each; every row is in one.
 */
static void parts_are_strangers(void **state)
{
    enum { MANY = 60, PARTS = 5, LENGTH = 4 };
    struct arena *room = arena_new();
    float x[MANY];
    uint32_t block[MANY];
    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (float)i;
        block[i] = 7 + (uint32_t)(i % (MANY / LENGTH));
    }
    for (size_t blocks = 0; blocks < 2; blocks++) {
        const struct rows rows = {
            .count = MANY, .n_in = 1, .x = x, .block = blocks == 1 ? block : NULL};
        size_t seen[MANY] = {0};
        for (size_t part = 0; part < PARTS; part++) {
            const struct row_halves h = rows_hold_out(room, &rows, part, PARTS);
            assert_int_equal(h.second.count, MANY / PARTS);
            assert_int_equal(h.first.count, MANY - MANY / PARTS);
            for (size_t i = 0; i < h.second.count; i++) {
                seen[(size_t)h.second.x[i]]++;
                for (size_t k = 0; k < h.first.count && blocks == 1; k++)
                    assert_int_not_equal(h.second.block[i], h.first.block[k]);
            }
        }
        for (size_t i = 0; i < MANY; i++)
            assert_int_equal(seen[i], 1);
    }
    arena_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(logs_look_ordered), TEST(time_restores_the_order),   TEST(equal_times_stay),
        TEST(gaps_are_bounded),  TEST(stretches_have_their_rows), TEST(groups_are_values),
        TEST(public_sets),       TEST(parts_are_strangers),
    };
    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
