/* Data files: every dialect gives the same numbers, every fault has its own message with file and
   line, and a large file stays within its memory. EPIGEN_SLOW=1 reads a million rows, EPIGEN_DATA
   names the folder of public data sets. */
#include "base/random.h"
#include "unit/data/table_file.h"

#include <stdbool.h>
#include <sys/resource.h>
#include <time.h>

static void dialects_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *dump;
        int first_line;
    } cases[] = {
        {"1,2\n3,4\n", "1|2;3|4;", 1},
        {"1,2\n3,4", "1|2;3|4;", 1}, /* no end of the last line */
        {"1,2\r\n3,4\r\n", "1|2;3|4;", 1},
        {"1,2\r\n3,4\r", "1|2;3|4;", 1},
        {"1;2\n3;4\n", "1|2;3|4;", 1},
        {"1\t2\n3\t4\n", "1|2;3|4;", 1},
        {"1 2\n3 4\n", "1|2;3|4;", 1},
        {"  1   2  \n3\t \t4\n", "1|2;3|4;", 1}, /* runs of blanks and tabs */
        {" 1 ,\t2 \n3,4\n", "1|2;3|4;", 1},      /* blanks around fields */
        {" 1 \t 2 \n3\t4\n", "1|2;3|4;", 1},
        {"1 ; 2\n\t3;4\t\n", "1|2;3|4;", 1},
        {"1\n2\n", "1;2;", 1},
        {"7", "7;", 1},
        {"\xEF\xBB\xBF"
         "1,2\n",
         "1|2;", 1},
        {"\xEF\xBB\xBF"
         "a,b\n1,2\n",
         "a|b;1|2;", 2},
        {"# made by hand\n\n  # twice\n1,2\n\n \t\r\n# in between\n3,4\n#end", "1|2;3|4;", 4},
        {"a,b\n# units\n1,2\n", "a|b;1|2;", 3},
        {"a;b\n1;2\n", "a|b;1|2;", 2},
        {"a b\n1 2\n", "a|b;1|2;", 2},
        {"a\tb\n1\t2\n", "a|b;1|2;", 2},
        {"velocity x,velocity y\n1,2\n", "velocity x|velocity y;1|2;", 2},
        {"velocity x\tvelocity y\n1\t2\n", "velocity x|velocity y;1|2;", 2},
        {"a, in m;b\n1;2\n", "a, in m|b;1|2;", 2}, /* the row tells the separator */
        {"\"a\",\"b,c\"\n1,2\n", "a|b,c;1|2;", 2},
        {" \"a b\"  \"c\"\"d\"\"\" \n1 2\n", "a b|c\"d\";1|2;", 2},
        {"\"a\"b,c\n1,2\n", "\"a\"b|c;1|2;", 2}, /* a quote that is only a part */
        {"\"a b\"\n1\n", "a b;1;", 2},
        {"x,1\n2,3\n", "x|1;2|3;", 2},
        {"2nd,nan\n2,3\n", "2nd|nan;2|3;", 2},
        {"gr\xC3\xB6\xC3\x9F"
         "e,\xE2\x82\xAC,\xF0\x9F\x9A\x81\n1,2,3\n",
         "gr\xC3\xB6\xC3\x9F"
         "e|\xE2\x82\xAC|\xF0\x9F\x9A\x81;1|2|3;",
         2},
        {"+1,-2,.5,5.,1e3,1E-2,-1.5e+1,-0\n", "1|-2|0.5|5|1000|0.01|-15|-0;", 1},
        {"1e-400,0e999999999999,1e-99999999999\n", "0|0|0;", 1},
        {"1,2\r3,4\r", "1|2;3|4;", 1}, /* ends of lines, also mixed */
        {"1,2\r3,4\r\n\r\r5,6\n\n7,8\r\n", "1|2;3|4;5|6;7|8;", 1},
        {"1,2,\n3,4\n5,6,\n", "1|2;3|4;5|6;", 1}, /* a trailing separator */
        {"a,b,\n1,2,\n", "a|b;1|2;", 2},
        {"a;b\n1;2;\n3;4\n", "a|b;1|2;3|4;", 2},
        {"1\t2\t\n", "1|2;", 1},
        {"a,b,\n1,2,3\n", "a|b|;1|2|3;", 2}, /* a column without a name */
        {",a\n0,1\n", "|a;0|1;", 2},
        {"\"1\",\" 2 \"\n3,\"4e1\"\n", "1|2;3|40;", 1}, /* numbers in quotes */
        {"1;1,5\n-2,25;3\n", "1|1.5;-2.25|3;", 1},      /* decimal commas */
        {"a\tb\n1\t-1,5e3\n", "a|b;1|-1500;", 2},
        {"\"1,5\";2\n", "1.5|2;", 1},
        {"1;3,14159265358979323846264338327950288\n", "1|3.1415926535897931;", 1},
        {"a;b\n1;0,5\n,5;7,\n", "a|b;1|0.5;0.5|7;", 2},
        {"a,b\nm/s,kg\n1,2\n", "a|b;1|2;", 3}, /* a row of units */
        {"a;b;c\n[m];-;1\n1,5;2;3\n", "a|b|c;1.5|2|3;", 2 + 1},
        {"1.7976931348623157e308,4.9406564584124654e-324\n",
         "1.7976931348623157e+308|4.9406564584124654e-324;", 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = table_of(cases[i].text, strlen(cases[i].text));
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i].dump);
        assert_int_equal(table->first_line, cases[i].first_line);
        assert_string_equal(table->file, path);
    }
}

#define MARK   "expected the decimal mark of the other numbers, a point if there are none"
#define NUMBER ", expected the number of the one that is meant"
#define USED   " in the columns that are used, expected numbers"

static void faults_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", ":1: empty, expected rows of numbers"},
        {"\n\n", ":2: no rows of numbers"},
        {"# nothing\n", ":1: no rows of numbers"},
        {"a,b\n", ":1: a header but no rows of numbers"},
        {"#\na,b\n\n#\n", ":2: a header but no rows of numbers"},
        {"1,2\n3\n", ":2: 1 field, expected 2 as in line 1"},
        {"#\n1,2\n\n3,4,5\n", ":4: 3 fields, expected 2 as in line 2"},
        {"a,b\n1,2\n1,2\n1,2,3\n", ":4: 3 fields, expected 2 as in line 1"},
        {"a,b\n1,2\n1,2\n1,2,,3\n", ":4: 4 fields, expected 2 as in line 1"},
        {"a,b,c\n1,2\n", ":2: 2 fields, expected 3 as in line 1"},
        {"a,b\n1\n", ":2: 1 field, expected 2 as in line 1"},
        {"a\n1,2\n", ":2: column \"a\" of this row is \"1,2\": " MARK},
        {"velocity x,velocity y\n1,2,3\n", ":2: 3 fields, expected 2 as in line 1"},
        {"1 2\n1,2\n", ":2: 1 field, expected 2 as in line 1"},
        {"1,2\n1;2\n", ":2: 1 field, expected 2 as in line 1"},
        {"1,2\nx,y,z\n", ":2: 3 fields, expected 2 as in line 1"},
        {"1,2\n3,x4\n", ":2: column 2 of this row is \"x4\": expected a number"},
        {"a,b\n3,4x\n", ":2: column \"b\" of this row is \"4x\": expected a number"},
        {"a,b\n3,4 5\n", ":2: column \"b\" of this row is \"4 5\": expected a number"},
        {"a,b\n3,4\n3,4 5\n", ":3: column \"b\" of this row is \"4 5\": expected a number"},
        {"1,2\n3,0x10\n", ":2: column 2 of this row is \"0x10\": expected a number"},
        {"1,2\n3,1e\n", ":2: column 2 of this row is \"1e\": expected a number"},
        {"1,2\n3,1e+\n", ":2: column 2 of this row is \"1e+\": expected a number"},
        {"1,2\n3,--1\n", ":2: column 2 of this row is \"--1\": expected a number"},
        {"1,2\n3,.\n", ":2: column 2 of this row is \".\": expected a number"},
        {"1,2\n3,1.2.3\n", ":2: column 2 of this row is \"1.2.3\": expected a number"},
        {"1,2\n3,4 # four\n", ":2: column 2 of this row is \"4 # four\": expected a number"},
        {"1,2\n3,\xE2\x88\x92"
         "4\n",
         ":2: column 2 of this row is \"?4\": expected a number"},
        {"1,2\n3,\"4\n", ":2: column 2 of this row is \"\"4\": the quote is never closed"},
        {"1,2\n3,NaN\n", ":2: column 2 of this row holds no number, and so do 1 of 2 rows" USED},
        {"1,2\n3,-nan(0x7)\n",
         ":2: column 2 of this row holds no number, and so do 1 of 2 rows" USED},
        {"1,2\n3,+INF\n", ":2: column 2 of this row is \"+INF\": expected a finite number"},
        {"1,2\n3,-Infinity\n",
         ":2: column 2 of this row is \"-Infinity\": expected a finite number"},
        {"1,2\n3,-1.#QNAN0\n",
         ":2: column 2 of this row holds no number, and so do 1 of 2 rows" USED},
        {"nan,2\n3,4\n",
         ":1: column 1 of this row holds no number, and so do 1 of 2 rows" USED}, /* no header */
        {"1,2\n,4\n", ":2: column 1 of this row holds no number, and so do 1 of 2 rows" USED},
        {"1,2\n3, \n", ":2: column 2 of this row holds no number, and so do 1 of 2 rows" USED},
        {"1,,2\n", ":1: column 2 of this row holds no number, and so do 1 of 1 rows" USED},
        {"1\t\t2\n", ":1: column 2 of this row holds no number, and so do 1 of 1 rows" USED},
        {"a;b\n;\n", ":2: column \"a\" of this row holds no number, and so do 1 of 1 rows" USED},
        {"1,1e309\n", ":1: column 2 of this row is \"1e309\": too large for a double"},
        {"1,-1.8e308\n", ":1: column 2 of this row is \"-1.8e308\": too large for a double"},
        {"1;1.5;1,5\n", ":1: column 3 of this row is \"1,5\": " MARK},
        {"1;1,5;1.5\n", ":1: column 3 of this row is \"1.5\": " MARK},
        {"1,5 2,5\n", ":1: column 1 of this row is \"1,5\": " MARK},
        {"1,\"2,5\"\n", ":1: column 2 of this row is \"\"2,5\"\": " MARK},
        {"a,b,a\n1,2,3\n", ":1: columns 1 and 3 are both named \"a\"" NUMBER},
        {"a,\"a\"\n1,2\n", ":1: columns 1 and 2 are both named \"a\"" NUMBER},
        {"a,\"b\n1,2\n", ":1: the quote in front of the name of column 2 is never closed"},
        {"a,b\x96\n1,2\n", ":1: byte 0x96 in the name of column 2, expected UTF-8"},
        {"a,\xC0\x80\n1,2\n", ":1: byte 0xC0 in the name of column 2, expected UTF-8"},
        {"a,\xED\xA0\x80\n1,2\n", ":1: byte 0xED in the name of column 2, expected UTF-8"},
        {"a,\xE2\x82\n1,2\n", ":1: byte 0xE2 in the name of column 2, expected UTF-8"},
        {"a\x1B,b\n1,2\n", ":1: byte 0x1B, expected text: rows in columns"},
        {"\x7F"
         "ELF\n",
         ":1: byte 0x7F, expected text: rows in columns"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(table_of(cases[i][0], strlen(cases[i][0])));
        assert_string_equal(refusal(), cases[i][1]);
    }
}

static void other_formats_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *words;
    } cases[] = {
        {"PK\x03\x04\x14\0\x06\0", 8,
         ":1: a zip archive or the workbook of a spreadsheet, expected CSV"},
        {"BZh91AY&SY\x01\x02\n", 13, ":1: packed by bzip2, "},
        {"\x28\xB5\x2F\xFD\x04\0x", 7, ":1: packed by zstd, "},
        {"\xFF\xFEv\0\t\0f\0\r\0\n\0", 12, ":1: text in UTF-16, expected UTF-8"},
        {"\xFE\xFF\0v\0\t\0f\0\n", 10, ":1: text in UTF-16, expected UTF-8"},
        {"PAR1\x15\x04\n", 7, ":1: a Parquet file"},
        {"\xA3\x95\x80\x80\x59"
         "FMT\0",
         9, ":1: the binary log of ArduPilot"},
        {"ULog\x01\x12\x35\x01", 8, ":1: the binary log of PX4"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(table_of(cases[i].bytes, cases[i].size));
        const char *said = refusal();
        if (strstr(said, cases[i].words) == NULL)
            fail_msg("%s, not %s", said, cases[i].words);
    }
}

static void nul_bytes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } cases[] = {
        {"1,2\n3,4\0\n", 9, ":2: byte 0x00, expected text: rows in columns"},
        {"1,2\n3\0,4\n", 9, ":2: byte 0x00, expected text: rows in columns"},
        {"1,2\n\0\n", 6, ":2: byte 0x00, expected text: rows in columns"},
        {"#\0\n1,2\n", 7, ":1: byte 0x00, expected text: rows in columns"},
        {"a,\0b\n1,2\n", 9, ":1: byte 0x00, expected text: rows in columns"},
        {"\0\0\0\0", 4, ":1: byte 0x00, expected text: rows in columns"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(table_of(cases[i].bytes, cases[i].size));
        assert_string_equal(refusal(), cases[i].message);
    }
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    assert_null(table_try("/nowhere/data.csv"));
    assert_string_equal(message, "/nowhere/data.csv: No such file or directory");
    assert_null(table_try("/"));
    assert_string_equal(message, "/: Is a directory");
}

static void standard_input_is_read(void **state)
{
    (void)state;
    bytes_write("a,b\n1,2\n", 8);
    assert_non_null(freopen(path, "rb", stdin));
    const struct table *table = table_try("-");
    assert_non_null(table);
    assert_string_equal(table_dump(table), "a|b;1|2;");
    assert_string_equal(table->file, "standard input");
    bytes_write("1,2\n1\n", 6);
    assert_non_null(freopen(path, "rb", stdin));
    assert_null(table_try("-"));
    assert_string_equal(message, "standard input:2: 1 field, expected 2 as in line 1");
}

/* A line of `length` bytes, blanks for the most part, with `ending` behind. */
static struct table *table_of_long_line(size_t length, const char *ending)
{
    char *text = malloc(length + 16);
    assert_non_null(text);
    memset(text, ' ', length);
    text[0] = '1';
    text[length - 1] = '2';
    memcpy(text + length, ending, strlen(ending) + 1);
    struct table *table = table_of(text, length + strlen(ending));
    free(text);
    return table;
}

static void lines_have_a_limit(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "\r", "\n", "\r\n", "\n3 4\n", "\r\n3 4\n"};
    for (size_t i = 0; i < LENGTH(endings); i++) {
        const struct table *table = table_of_long_line(TABLE_LINE_LIMIT, endings[i]);
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), i < 4 ? "1|2;" : "1|2;3|4;");
        for (size_t more = 1; more < 4; more++) {
            assert_null(table_of_long_line(TABLE_LINE_LIMIT + more, endings[i]));
            assert_string_equal(refusal(),
                                ":1: the line is longer than 1000000 bytes, the limit for a line");
        }
    }
    assert_null(table_of_long_line((size_t)5 * TABLE_LINE_LIMIT, "\n"));
    assert_string_equal(refusal(),
                        ":1: the line is longer than 1000000 bytes, the limit for a line");
}

static struct table *table_of_columns(size_t columns)
{
    char *text = malloc(2 * columns);
    assert_non_null(text);
    for (size_t i = 0; i < columns; i++) {
        text[2 * i] = '7';
        text[2 * i + 1] = i + 1 < columns ? ',' : '\n';
    }
    struct table *table = table_of(text, 2 * columns);
    free(text);
    return table;
}

static void columns_have_a_limit(void **state)
{
    (void)state;
    const struct table *table = table_of_columns(TABLE_COLUMN_LIMIT);
    assert_string_equal(message, "");
    assert_int_equal(table->columns, TABLE_COLUMN_LIMIT);
    assert_null(table_of_columns(TABLE_COLUMN_LIMIT + 1));
    assert_string_equal(refusal(), ":1: 65537 fields, more than the limit of 65536");
}

/* --- large and real files -------------------------------------------------------------------- */

enum { WIDTH = 20 };

/* Eight decimals of a number in [0, 10): k / 10^8 rounds once, as the text must. */
static void rows_write(size_t rows)
{
    struct random random = {1};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < rows * WIDTH; i++) {
        unsigned k = (unsigned)(random_bits(&random) % 1000000000);
        fprintf(file, "%u.%08u%c", k / 100000000, k % 100000000,
                i % WIDTH < WIDTH - 1 ? ',' : '\n');
    }
    assert_int_equal(fclose(file), 0);
}

static void rows_check(const struct table *table)
{
    struct random random = {1};
    for (size_t i = 0; i < table->rows * WIDTH; i++)
        assert_true(table->values[i] == (double)(random_bits(&random) % 1000000000) / 1e8);
}

static bool memory_is_measurable(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return false; /* a sanitizer's shadow memory and kept blocks would count */
#elif defined(__has_feature)
    return !__has_feature(address_sanitizer);
#else
    return true;
#endif
}

static void many_rows(void **state)
{
    (void)state;
    size_t rows = getenv("EPIGEN_SLOW") != NULL ? 1000000 : 20000;
    size_t budget_kb = 3 * rows * WIDTH * sizeof(double) / 1024 + (size_t)64 * 1024;
    struct timespec began, ended;
    struct rusage usage;
    rows_write(rows);
    clock_gettime(CLOCK_MONOTONIC, &began);
    const struct table *table = table_try(path);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    getrusage(RUSAGE_SELF, &usage);
    assert_string_equal(message, "");
    assert_int_equal(table->rows, rows);
    assert_int_equal(table->columns, WIDTH);
    print_message("%zu x %d: %.2f s, at most %ld MB resident, budget %zu MB\n", rows, WIDTH,
                  (double)(ended.tv_sec - began.tv_sec) +
                      1e-9 * (double)(ended.tv_nsec - began.tv_nsec),
                  usage.ru_maxrss / 1024, budget_kb / 1024);
    if (memory_is_measurable())
        assert_true((size_t)usage.ru_maxrss <= budget_kb);
    rows_check(table);
}

static void public_data_sets(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t rows, columns;
        const char *last_name;
        double last;
    } cases[] = {
        {"crazyflie/train.csv", 13071, 13, "res_az", 0},
        {"sarcos/sarcos_4449.csv", 4449, 28, "tau7", 0},
        {"paper/1D_split_train.csv", 200, 2, NULL, 0},
        {"paper/pmsm_temperature_train.csv", 5000, 0, NULL, 0},
        {"uci/energy/data.txt", 768, 9, NULL, 16.64},
        {"uci/kin8nm/data.txt", 8192, 9, NULL, 0},
        {"uci/bostonHousing/data.txt", 506, 14, NULL, 11.9},
        {"uci/wine-quality-red/data.txt", 1599, 12, NULL, 6},
    };
    const char *folder = getenv("EPIGEN_DATA");
    size_t read = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *file =
            arena_printf(arena, "%s/%s", folder != NULL ? folder : "../shared/data", cases[i].file);
        if (access(file, R_OK) != 0) {
            print_message("%s is not there\n", file);
            continue;
        }
        const struct table *table = table_try(file);
        assert_string_equal(message, "");
        assert_int_equal(table->rows, cases[i].rows);
        if (cases[i].columns != 0)
            assert_int_equal(table->columns, cases[i].columns);
        if (cases[i].last_name != NULL)
            assert_string_equal(table->names[table->columns - 1], cases[i].last_name);
        if (cases[i].last != 0)
            assert_true(table->values[table->rows * table->columns - 1] == cases[i].last);
        read++;
    }
    if (read == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(dialects_are_read),     TEST(faults_are_refused),        TEST(other_formats_are_named),
        TEST(nul_bytes_are_refused), TEST(files_that_cannot_be_read), TEST(standard_input_is_read),
        TEST(lines_have_a_limit),    TEST(columns_have_a_limit),      TEST(many_rows),
        TEST(public_data_sets),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
