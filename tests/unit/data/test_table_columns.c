/* Columns of a data file: recipes find them by name or number, and odd ones are warned about. */
#include "base/random.h"
#include "unit/data/table_file.h"

#include <stdbool.h>
#include <stdint.h>

static size_t column_try(const struct table *table, const char *name)
{
    message_expect();
    if (setjmp(message_leave) != 0)
        return SIZE_MAX;
    return table_column(table, name, "recipe.yaml", 4);
}

static void columns_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t column;
    } cases[] = {{"a", 0}, {"b c", 1}, {"1", 2},  {"2", 1},
                 {"3", 2}, {"-1", 2},  {"-3", 0}, {"03", 2}};
    const struct table *table = table_of("a,b c,1\n1,2,3\n", 14);
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(column_try(table, cases[i].name), cases[i].column);
}

static void missing_columns_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"A",
                                        "0",
                                        "4",
                                        "-4",
                                        "-0",
                                        "-",
                                        "",
                                        "+1",
                                        "1.0",
                                        "2x",
                                        "18446744073709551617",
                                        "99999999999999999999999999"};
    const struct table *table = table_of("a,b\xC3\xB6,c\n1,2,3\n", 14);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_int_equal(column_try(table, wrong[i]), SIZE_MAX);
        assert_string_equal(message, arena_printf(arena,
                                                  "recipe.yaml:4: no column \"%s\" in %s, which "
                                                  "has 3: a, b?, c",
                                                  wrong[i], path));
    }
    table = table_of("1,2,3\n", 6);
    assert_int_equal(column_try(table, "a"), SIZE_MAX);
    assert_string_equal(message, arena_printf(arena,
                                              "recipe.yaml:4: no column \"a\" in %s, which has no "
                                              "header: expected a number from 1 to 3",
                                              path));
}

/* Many long names are cut, the message stays whole. */
static void long_lists_of_names_are_cut(void **state)
{
    (void)state;
    char *text = arena_alloc(arena, 100 * 60 + 400, 1);
    size_t used = 0;
    for (int i = 0; i < 100; i++)
        used += (size_t)sprintf(text + used, "%sname_%0*d", i == 0 ? "" : ",", 1 + i / 2, i);
    for (int i = 0; i < 100; i++)
        used += (size_t)sprintf(text + used, i == 0 ? "\n1" : ",1");
    const struct table *table = table_of(text, used);
    assert_int_equal(column_try(table, "x"), SIZE_MAX);
    assert_non_null(strstr(message, "which has 100: name_0, name_1, name_02, name_03"));
    assert_string_equal(message + strlen(message) - 5, ", ...");
}

static void warnings(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t inputs[2], n_inputs;
        const char *expected; /* F stands for the file */
    } cases[] = {
        {"1,2,3\n2,3,4\n", {0, 1}, 2, ""},
        {"1,2,3\n1,3,4\n", {0, 1}, 2, "epigen: F: warning: input column 1 is 1 in every row\n"},
        {"a,b\n1,2\n1,2\n",
         {1, 1},
         1,
         "epigen: F: warning: input column \"b\" is 2 in every row\n"
         "epigen: F: warning: 1 of 2 rows repeats the inputs of an earlier row\n"},
        {"1,2,3\n1,3,4\n2,2,7\n1,2,9\n1,2,9\n",
         {0, 1},
         2,
         "epigen: F: warning: 2 of 5 rows repeat the inputs of an earlier row\n"},
        {"0,1\n-0,1\n1,3\n",
         {0, 1},
         2,
         "epigen: F: warning: 1 of 3 rows repeats the inputs of an earlier row\n"},
        {"1,2\n", {0, 1}, 2, ""},
        {"1,2\n1,2\n", {0, 0}, 0, ""},
        {"1.5,x\n1,2\n2,3\n",
         {0, 0},
         1,
         "epigen: F: warning: the header has 1 number among its 2 names\n"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = table_of(cases[i].text, strlen(cases[i].text));
        struct table named = *table;
        named.file = "F";
        char *text = NULL;
        size_t size = 0;
        FILE *err = open_memstream(&text, &size);
        table_warn(&named, cases[i].inputs, cases[i].n_inputs, false, err);
        fclose(err);
        assert_string_equal(text, cases[i].expected);
        free(text);
    }
}

/* Compares with counting by pairs. Few different values make many rows repeat. */
static void repeated_rows_are_counted(void **state)
{
    (void)state;
    enum { ROWS = 700 };
    struct random random = {5};
    double values[ROWS][2];
    const size_t inputs[] = {0, 1};
    size_t expected = 0;
    for (size_t i = 0; i < ROWS; i++) {
        bool seen = false;
        for (size_t k = 0; k < 2; k++)
            values[i][k] = (double)(random_bits(&random) % 25) * 0.125;
        for (size_t j = 0; j < i && !seen; j++)
            seen = values[j][0] == values[i][0] && values[j][1] == values[i][1];
        expected += seen;
    }
    const struct table table = {.file = "F", .rows = ROWS, .columns = 2, .values = values[0]};
    char text[256] = "";
    FILE *err = fmemopen(text, sizeof(text), "w");
    table_warn(&table, inputs, 2, false, err);
    fclose(err);
    assert_string_equal(text, arena_printf(arena,
                                           "epigen: F: warning: %zu of 700 rows repeat the inputs "
                                           "of an earlier row\n",
                                           expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(columns_are_found),           TEST(missing_columns_are_refused),
        TEST(long_lists_of_names_are_cut), TEST(warnings),
        TEST(repeated_rows_are_counted),
    };
    return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
